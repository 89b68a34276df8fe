// Indices choose: what combines become. The first row reads no cell below it.
func @index_if(%u : !stencil.field<?x?x?xf64>, %out : !stencil.field<?x?x?xf64>) {
  %0 = stencil.cast %u([0, 0, 0] : [9, 7, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x7x3xf64>
  %1 = stencil.cast %out([0, 0, 0] : [9, 7, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x7x3xf64>
  %2 = stencil.load %0 : (!stencil.field<9x7x3xf64>) -> !stencil.temp<?x?x?xf64>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %4 = stencil.index 2 [0, 0, 0] : index
    %c1 = constant 1 : index
    %5 = cmpi "slt", %4, %c1 : index
    %6 = scf.if %5 -> (f64) {
      %7 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
      scf.yield %7 : f64
    } else {
      %7 = stencil.access %a [0, 0, -1] : (!stencil.temp<?x?x?xf64>) -> f64
      %c = constant 0.5 : f64
      %8 = mulf %7, %c : f64
      scf.yield %8 : f64
    }
    stencil.return %6 : f64
  }
  stencil.store %3 to %1([0, 0, 0] : [9, 7, 3]) : !stencil.temp<?x?x?xf64> to !stencil.field<9x7x3xf64>
  return
}
