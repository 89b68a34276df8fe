// Memrefs that are loaded and stored back.
func.func @external(%0 : memref<9x12xf32>, %1 : memref<9x12xf32>) {
  %u = stencil.external_load %0 : memref<9x12xf32> -> !stencil.field<[0,9]x[0,12]xf32>
  %o = stencil.external_load %1 : memref<9x12xf32> -> !stencil.field<[0,9]x[0,12]xf32>
  %t = stencil.load %u : !stencil.field<[0,9]x[0,12]xf32> -> !stencil.temp<?x?xf32>
  %r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
    %2 = stencil.access %a[-1, -1] : !stencil.temp<?x?xf32>
    %3 = stencil.access %a[1, 1] : !stencil.temp<?x?xf32>
    %4 = arith.mulf %2, %3 : f32
    %5 = math.absf %4 : f32
    %6 = math.sqrt %5 : f32
    %7 = arith.negf %6 : f32
    stencil.return %7 : f32
  }
  stencil.store %r to %o(<[1, 1], [8, 11]>) : !stencil.temp<?x?xf32> to !stencil.field<[0,9]x[0,12]xf32>
  stencil.external_store %o to %1 : !stencil.field<[0,9]x[0,12]xf32> to memref<9x12xf32>
  func.return
}
