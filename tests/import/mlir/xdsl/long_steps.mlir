// The variable of the time loop leaves 32 bits.
func.func @long_steps(%u : !stencil.field<[0,7]x[0,9]xi64>) {
  %first = arith.constant -3000000000 : index
  %end = arith.constant 4000000000 : index
  %step = arith.constant 1500000000 : index
  scf.for %t = %first to %end step %step {
    %a = stencil.load %u : !stencil.field<[0,7]x[0,9]xi64> -> !stencil.temp<?x?xi64>
    %b = stencil.apply(%v = %a : !stencil.temp<?x?xi64>, %w = %t : index) -> (!stencil.temp<?x?xi64>) {
      %three = arith.constant 3 : i64
      %1 = stencil.access %v[0, 0] : !stencil.temp<?x?xi64>
      %2 = arith.muli %1, %three : i64
      %3 = arith.index_cast %w : index to i64
      %4 = arith.addi %2, %3 : i64
      stencil.return %4 : i64
    }
    stencil.store %b to %u (<[0, 0], [7, 9]>) : !stencil.temp<?x?xi64> to !stencil.field<[0,7]x[0,9]xi64>
  }
  func.return
}
