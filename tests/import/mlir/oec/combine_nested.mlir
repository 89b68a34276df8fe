// A combine of a combine, which another apply reads at offsets.
func @combine_nested(%u : !stencil.field<?x?x?xf32>, %out : !stencil.field<?x?x?xf32>) attributes {stencil.program} {
  %0 = stencil.cast %u([-2, -2, 0] : [12, 9, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<14x11x2xf32>
  %1 = stencil.cast %out([-2, -2, 0] : [12, 9, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<14x11x2xf32>
  %2 = stencil.load %0 : (!stencil.field<14x11x2xf32>) -> !stencil.temp<?x?x?xf32>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32> {
    %6 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    stencil.return %6 : f32
  }
  %4 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32> {
    %6 = stencil.access %a [0, 1, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    stencil.return %6 : f32
  }
  %5 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32> {
    %6 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    stencil.return %6 : f32
  }
  %6 = stencil.combine 0 at 3 lower = (%3 : !stencil.temp<?x?x?xf32>) upper = (%4 : !stencil.temp<?x?x?xf32>) : !stencil.temp<?x?x?xf32>
  %7 = stencil.combine 1 at 2 lower = (%6 : !stencil.temp<?x?x?xf32>) upper = (%5 : !stencil.temp<?x?x?xf32>) : !stencil.temp<?x?x?xf32>
  %8 = stencil.apply (%a = %7 : !stencil.temp<?x?x?xf32>) -> !stencil.temp<?x?x?xf32> {
    %9 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %10 = stencil.access %a [0, -1, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %11 = subf %9, %10 : f32
    stencil.return %11 : f32
  }
  stencil.store %8 to %1([0, 0, 0] : [10, 7, 2]) : !stencil.temp<?x?x?xf32> to !stencil.field<14x11x2xf32>
  return
}
