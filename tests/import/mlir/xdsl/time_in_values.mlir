// The variable of the time loop in an expression; a stride; a parameter by --define.
// options: -D steps=9
// set: rate=0.5
func.func @time_in_values(%u : !stencil.field<[-1,7]x[-1,9]xf64>, %steps : index, %rate : f64) {
  %0 = arith.constant 2 : index
  %two = arith.constant 2 : index
  scf.for %t = %0 to %steps step %two {
    %a = stencil.load %u : !stencil.field<[-1,7]x[-1,9]xf64> -> !stencil.temp<?x?xf64>
    %n = arith.index_cast %t : index to i32
    %f = arith.sitofp %n : i32 to f64
    %g = arith.mulf %f, %rate : f64
    %b = stencil.apply(%v = %a : !stencil.temp<?x?xf64>, %w = %g : f64) -> (!stencil.temp<?x?xf64>) {
      %1 = stencil.access %v[0, 1] : !stencil.temp<?x?xf64>
      %2 = stencil.access %v[0, -1] : !stencil.temp<?x?xf64>
      %3 = arith.subf %1, %2 : f64
      %4 = arith.divf %3, %w : f64
      stencil.return %4 : f64
    }
    stencil.store %b to %u (<[0, 0], [6, 8]>) : !stencil.temp<?x?xf64> to !stencil.field<[-1,7]x[-1,9]xf64>
  }
  func.return
}
