// Two axes.
func @plane(%u : !stencil.field<?x?xf32>, %out : !stencil.field<?x?xf32>) {
  %0 = stencil.cast %u([-1, -1] : [14, 9]) : (!stencil.field<?x?xf32>) -> !stencil.field<15x10xf32>
  %1 = stencil.cast %out([-1, -1] : [14, 9]) : (!stencil.field<?x?xf32>) -> !stencil.field<15x10xf32>
  %2 = stencil.load %0 : (!stencil.field<15x10xf32>) -> !stencil.temp<?x?xf32>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?xf32>) -> !stencil.temp<?x?xf32> {
    %4 = stencil.access %a [-1, 0] : (!stencil.temp<?x?xf32>) -> f32
    %5 = stencil.access %a [0, 1] : (!stencil.temp<?x?xf32>) -> f32
    %6 = maxf %4, %5 : f32
    %7 = absf %6 : f32
    stencil.return %7 : f32
  }
  stencil.store %3 to %1([0, 0] : [13, 8]) : !stencil.temp<?x?xf32> to !stencil.field<15x10xf32>
  return
}
