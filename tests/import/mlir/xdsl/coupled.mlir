// Two results, each stored to a field that the other is made of.
func.func @coupled(%u : !stencil.field<[-1,9]x[-1,8]xf64>, %v : !stencil.field<[-1,9]x[-1,8]xf64>) {
  %0 = arith.constant 0 : index
  %n = arith.constant 4 : index
  %1 = arith.constant 1 : index
  scf.for %t = %0 to %n step %1 {
    %a = stencil.load %u : !stencil.field<[-1,9]x[-1,8]xf64> -> !stencil.temp<?x?xf64>
    %b = stencil.load %v : !stencil.field<[-1,9]x[-1,8]xf64> -> !stencil.temp<?x?xf64>
    %x, %y = stencil.apply(%p = %a : !stencil.temp<?x?xf64>, %q = %b : !stencil.temp<?x?xf64>) -> (!stencil.temp<?x?xf64>, !stencil.temp<?x?xf64>) {
      %k = arith.constant 0.25 : f64
      %2 = stencil.access %p[0, 0] : !stencil.temp<?x?xf64>
      %3 = stencil.access %q[0, 0] : !stencil.temp<?x?xf64>
      %4 = stencil.access %q[0, 1] : !stencil.temp<?x?xf64>
      %5 = stencil.access %p[-1, 0] : !stencil.temp<?x?xf64>
      %6 = arith.subf %4, %3 : f64
      %7 = arith.mulf %6, %k : f64
      %8 = arith.addf %2, %7 : f64
      %9 = arith.subf %2, %5 : f64
      %10 = arith.mulf %9, %k : f64
      %11 = arith.addf %3, %10 : f64
      stencil.return %8, %11 : f64, f64
    }
    stencil.store %x to %u (<[0, 0], [8, 7]>) : !stencil.temp<?x?xf64> to !stencil.field<[-1,9]x[-1,8]xf64>
    stencil.store %y to %v (<[0, 0], [8, 7]>) : !stencil.temp<?x?xf64> to !stencil.field<[-1,9]x[-1,8]xf64>
    scf.yield
  }
  func.return
}
