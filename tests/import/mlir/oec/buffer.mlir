func @buffer(%u : !stencil.field<?x?x?xf32>, %out : !stencil.field<?x?x?xf32>) {
  %0 = stencil.cast %u([-2, -1, 0] : [10, 7, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<12x8x2xf32>
  %1 = stencil.cast %out([-2, -1, 0] : [10, 7, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<12x8x2xf32>
  %2 = stencil.load %0 : (!stencil.field<12x8x2xf32>) -> !stencil.temp<?x?x?xf32>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32> {
    %4 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %5 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %6 = mulf %4, %5 : f32
    stencil.return %6 : f32
  }
  %7 = stencil.buffer %3 : (!stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32>
  %8 = stencil.apply (%a = %7 : !stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32> {
    %9 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %10 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %11 = addf %9, %10 : f32
    stencil.return %11 : f32
  }
  stencil.store %8 to %1([0, 0, 0] : [8, 6, 2]) : !stencil.temp<?x?x?xf32> to !stencil.field<12x8x2xf32>
  return
}
