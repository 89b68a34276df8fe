// Conditions that yield results, several at a time.
func @results_if(%u : !stencil.field<?x?x?xf64>, %a : !stencil.field<?x?x?xf64>, %b : !stencil.field<?x?x?xf64>) attributes {stencil.program} {
  %0 = stencil.cast %u([-1, -1, 0] : [9, 7, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x8x2xf64>
  %1 = stencil.cast %a([-1, -1, 0] : [9, 7, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x8x2xf64>
  %2 = stencil.cast %b([-1, -1, 0] : [9, 7, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x8x2xf64>
  %3 = stencil.load %0 : (!stencil.field<10x8x2xf64>) -> !stencil.temp<?x?x?xf64>
  %4:2 = stencil.apply (%v = %3 : !stencil.temp<?x?x?xf64>) -> (!stencil.temp<?x?x?xf64>, !stencil.temp<?x?x?xf64>) {
    %5 = stencil.index 0 [0, 0, 0] : index
    %c4 = constant 4 : index
    %6 = cmpi "ult", %5, %c4 : index
    %7:2 = scf.if %6 -> (!stencil.result<f64>, !stencil.result<f64>) {
      %8 = stencil.access %v [-1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
      %9 = stencil.store_result %8 : (f64) -> !stencil.result<f64>
      %10 = addf %8, %8 : f64
      %11 = stencil.store_result %10 : (f64) -> !stencil.result<f64>
      scf.yield %9, %11 : !stencil.result<f64>, !stencil.result<f64>
    } else {
      %8 = stencil.access %v [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
      %9 = stencil.store_result %8 : (f64) -> !stencil.result<f64>
      scf.yield %9, %9 : !stencil.result<f64>, !stencil.result<f64>
    }
    stencil.return %7#0, %7#1 : !stencil.result<f64>, !stencil.result<f64>
  }
  stencil.store %4#0 to %1([0, 0, 0] : [8, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<10x8x2xf64>
  stencil.store %4#1 to %2([0, 0, 0] : [8, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<10x8x2xf64>
  return
}
