// Three fields, one apply after the other, different ranges of stores.
func @shallow(%u : !stencil.field<?x?x?xf64>, %v : !stencil.field<?x?x?xf64>, %ke : !stencil.field<?x?x?xf64>, %vort : !stencil.field<?x?x?xf64>) {
  %0 = stencil.cast %u([-1, -1, 0] : [9, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x9x2xf64>
  %1 = stencil.cast %v([-1, -1, 0] : [9, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x9x2xf64>
  %2 = stencil.cast %ke([-1, -1, 0] : [9, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x9x2xf64>
  %3 = stencil.cast %vort([-1, -1, 0] : [9, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x9x2xf64>
  %4 = stencil.load %0 : (!stencil.field<10x9x2xf64>) -> !stencil.temp<?x?x?xf64>
  %5 = stencil.load %1 : (!stencil.field<10x9x2xf64>) -> !stencil.temp<?x?x?xf64>
  %6 = stencil.apply (%a = %4 : !stencil.temp<?x?x?xf64>, %b = %5 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %half = constant 0.5 : f64
    %8 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %9 = stencil.access %b [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %10 = mulf %8, %8 : f64
    %11 = mulf %9, %9 : f64
    %12 = addf %10, %11 : f64
    %13 = mulf %half, %12 : f64
    %14 = sqrt %13 : f64
    stencil.return %14 : f64
  }
  %7 = stencil.apply (%a = %4 : !stencil.temp<?x?x?xf64>, %b = %5 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %8 = stencil.access %b [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %9 = stencil.access %b [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %10 = stencil.access %a [0, 1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %11 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %12 = subf %8, %9 : f64
    %13 = subf %10, %11 : f64
    %14 = subf %12, %13 : f64
    stencil.return %14 : f64
  }
  stencil.store %6 to %2([-1, -1, 0] : [9, 8, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<10x9x2xf64>
  stencil.store %7 to %3([0, 0, 1] : [8, 7, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<10x9x2xf64>
  return
}
