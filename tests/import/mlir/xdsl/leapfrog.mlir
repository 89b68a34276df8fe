// Three fields go round.
func.func @leapfrog(%p : !stencil.field<[-1,9]x[-1,7]xf32>, %c : !stencil.field<[-1,9]x[-1,7]xf32>, %n : !stencil.field<[-1,9]x[-1,7]xf32>) {
  %0 = arith.constant 1 : index
  %end = arith.constant 6 : index
  %1 = arith.constant 1 : index
  %r0, %r1, %r2 = scf.for %t = %0 to %end step %1 iter_args(%old = %p, %now = %c, %new = %n) -> (!stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>) {
    %a = stencil.load %old : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>
    %b = stencil.load %now : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>
    %w = stencil.apply(%x = %a : !stencil.temp<?x?xf32>, %y = %b : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
      %two = arith.constant 2.0 : f32
      %k = arith.constant 0.1 : f32
      %2 = stencil.access %x[0, 0] : !stencil.temp<?x?xf32>
      %3 = stencil.access %y[0, 0] : !stencil.temp<?x?xf32>
      %4 = stencil.access %y[0, 1] : !stencil.temp<?x?xf32>
      %5 = stencil.access %y[0, -1] : !stencil.temp<?x?xf32>
      %6 = arith.mulf %two, %3 : f32
      %7 = arith.subf %6, %2 : f32
      %8 = arith.addf %4, %5 : f32
      %9 = arith.subf %8, %6 : f32
      %10 = arith.mulf %9, %k : f32
      %11 = arith.addf %7, %10 : f32
      stencil.return %11 : f32
    }
    stencil.store %w to %new (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>
    scf.yield %now, %new, %old : !stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>
  }
  func.return
}
