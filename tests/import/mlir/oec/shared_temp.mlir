// A result that is stored, and read by another apply.
func @shared_temp(%u : !stencil.field<?x?x?xf64>, %a : !stencil.field<?x?x?xf64>, %b : !stencil.field<?x?x?xf64>) {
  %0 = stencil.cast %u([-2, -2, 0] : [8, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x10x2xf64>
  %1 = stencil.cast %a([-2, -2, 0] : [8, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x10x2xf64>
  %2 = stencil.cast %b([-2, -2, 0] : [8, 8, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<10x10x2xf64>
  %3 = stencil.load %0 : (!stencil.field<10x10x2xf64>) -> !stencil.temp<?x?x?xf64>
  %4 = stencil.apply (%v = %3 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %6 = stencil.access %v [0, -1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %7 = stencil.access %v [0, 1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %8 = subf %7, %6 : f64
    stencil.return %8 : f64
  }
  %5 = stencil.apply (%v = %4 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %6 = stencil.access %v [0, -1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %7 = stencil.access %v [0, 1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %8 = subf %7, %6 : f64
    stencil.return %8 : f64
  }
  stencil.store %4 to %1([-1, -1, 0] : [7, 7, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<10x10x2xf64>
  stencil.store %5 to %2([0, 0, 0] : [6, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<10x10x2xf64>
  return
}
