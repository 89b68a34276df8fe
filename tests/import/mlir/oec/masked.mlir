func @masked(%u : !stencil.field<?x?x?xf32>, %w : !stencil.field<?x0x0xf32>, %h : !stencil.field<?x?x0xf32>, %out : !stencil.field<?x?x?xf32>) {
  %0 = stencil.cast %u([0, 0, 0] : [9, 6, 4]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<9x6x4xf32>
  %1 = stencil.cast %w([0, 0, 0] : [9, 6, 4]) : (!stencil.field<?x0x0xf32>) -> !stencil.field<9x0x0xf32>
  %2 = stencil.cast %h([0, 0, 0] : [9, 6, 4]) : (!stencil.field<?x?x0xf32>) -> !stencil.field<9x6x0xf32>
  %3 = stencil.cast %out([0, 0, 0] : [9, 6, 4]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<9x6x4xf32>
  %4 = stencil.load %0 : (!stencil.field<9x6x4xf32>) -> !stencil.temp<?x?x?xf32>
  %5 = stencil.load %1 : (!stencil.field<9x0x0xf32>) -> !stencil.temp<?x0x0xf32>
  %6 = stencil.load %2 : (!stencil.field<9x6x0xf32>) -> !stencil.temp<?x?x0xf32>
  %7 = stencil.apply (%a = %4 : !stencil.temp<?x?x?xf32>, %b = %5 : !stencil.temp<?x0x0xf32>, %c = %6 : !stencil.temp<?x?x0xf32>) -> !stencil.temp<?x?x?xf32> {
    %8 = stencil.access %a [0, 0, -1] : (!stencil.temp<?x?x?xf32>) -> f32
    %9 = stencil.access %b [1, 0, 0] : (!stencil.temp<?x0x0xf32>) -> f32
    %10 = stencil.access %c [0, 1, 0] : (!stencil.temp<?x?x0xf32>) -> f32
    %11 = mulf %8, %9 : f32
    %12 = addf %11, %10 : f32
    stencil.return %12 : f32
  }
  stencil.store %7 to %3([0, 0, 1] : [8, 5, 4]) : !stencil.temp<?x?x?xf32> to !stencil.field<9x6x4xf32>
  return
}
