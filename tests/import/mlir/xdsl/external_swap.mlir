// After an odd number of exchanges each field is stored to the memref that it was loaded from.
func.func @external_swap(%0 : memref<9x12xf32>, %1 : memref<9x12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %u = stencil.external_load %0 : memref<9x12xf32> -> !stencil.field<[0,9]x[0,12]xf32>
  %o = stencil.external_load %1 : memref<9x12xf32> -> !stencil.field<[0,9]x[0,12]xf32>
  %p, %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%e = %u, %f = %o) -> (!stencil.field<[0,9]x[0,12]xf32>, !stencil.field<[0,9]x[0,12]xf32>) {
    %t = stencil.load %e : !stencil.field<[0,9]x[0,12]xf32> -> !stencil.temp<?x?xf32>
    %r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
      %2 = stencil.access %a[-1, 0] : !stencil.temp<?x?xf32>
      %3 = stencil.access %a[1, 0] : !stencil.temp<?x?xf32>
      %4 = arith.mulf %2, %3 : f32
      stencil.return %4 : f32
    }
    stencil.store %r to %f(<[1, 1], [8, 11]>) : !stencil.temp<?x?xf32> to !stencil.field<[0,9]x[0,12]xf32>
    scf.yield %f, %e : !stencil.field<[0,9]x[0,12]xf32>, !stencil.field<[0,9]x[0,12]xf32>
  }
  stencil.external_store %p to %1 : !stencil.field<[0,9]x[0,12]xf32> to memref<9x12xf32>
  stencil.external_store %q to %0 : !stencil.field<[0,9]x[0,12]xf32> to memref<9x12xf32>
  func.return
}
