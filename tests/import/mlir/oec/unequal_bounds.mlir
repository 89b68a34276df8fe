// Fields with different ranges of indices.
func @unequal(%u : !stencil.field<?x?x?xf64>, %out : !stencil.field<?x?x?xf64>) {
  %0 = stencil.cast %u([-2, -1, 0] : [9, 7, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<11x8x2xf64>
  %1 = stencil.cast %out([0, 0, 0] : [7, 6, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<7x6x2xf64>
  %2 = stencil.load %0 : (!stencil.field<11x8x2xf64>) -> !stencil.temp<?x?x?xf64>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %4 = stencil.access %a [-2, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %5 = stencil.access %a [2, 1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %6 = addf %4, %5 : f64
    stencil.return %6 : f64
  }
  stencil.store %3 to %1([0, 0, 0] : [7, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<7x6x2xf64>
  return
}
