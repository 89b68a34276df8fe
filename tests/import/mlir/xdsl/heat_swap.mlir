// Two fields change places in each time step.
func.func @heat_swap(%f0 : !stencil.field<[-1,9]x[-1,11]xf32>, %f1 : !stencil.field<[-1,9]x[-1,11]xf32>) {
  %first = arith.constant 0 : index
  %end = arith.constant 5 : index
  %step = arith.constant 1 : index
  %a, %b = scf.for %time = %first to %end step %step iter_args(%fi = %f0, %fip1 = %f1) -> (!stencil.field<[-1,9]x[-1,11]xf32>, !stencil.field<[-1,9]x[-1,11]xf32>) {
    %ti = stencil.load %fi : !stencil.field<[-1,9]x[-1,11]xf32> -> !stencil.temp<?x?xf32>
    %tip1 = stencil.apply(%t = %ti : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
      %c = stencil.access %t[0, 0] : !stencil.temp<?x?xf32>
      %l = stencil.access %t[0, -1] : !stencil.temp<?x?xf32>
      %r = stencil.access %t[0, 1] : !stencil.temp<?x?xf32>
      %u = stencil.access %t[-1, 0] : !stencil.temp<?x?xf32>
      %d = stencil.access %t[1, 0] : !stencil.temp<?x?xf32>
      %k = arith.constant 0.2 : f32
      %s0 = arith.addf %l, %r : f32
      %s1 = arith.addf %u, %d : f32
      %s2 = arith.addf %s0, %s1 : f32
      %s3 = arith.addf %s2, %c : f32
      %v = arith.mulf %s3, %k : f32
      stencil.return %v : f32
    }
    stencil.store %tip1 to %fip1 (<[0, 0], [8, 10]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,11]xf32>
    scf.yield %fip1, %fi : !stencil.field<[-1,9]x[-1,11]xf32>, !stencil.field<[-1,9]x[-1,11]xf32>
  }
  func.return
}
