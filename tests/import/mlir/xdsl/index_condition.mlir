// Values by the index, borders by a condition, coordinates in arithmetic.
func.func @index_condition(%u : !stencil.field<[0,7]x[0,11]xf32>, %out : !stencil.field<[0,7]x[0,11]xf32>) {
  %0 = stencil.load %u : !stencil.field<[0,7]x[0,11]xf32> -> !stencil.temp<?x?xf32>
  %1 = stencil.apply(%a = %0 : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
    %i = stencil.index 0 [0, 0]
    %j = stencil.index 1 [0, 1]
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %low = arith.cmpi eq, %i, %c0 : index
    %high = arith.cmpi sge, %i, %c6 : index
    %v = scf.if %low -> (f32) {
      %2 = stencil.access %a[0, 0] : !stencil.temp<?x?xf32>
      scf.yield %2 : f32
    } else {
      %3 = scf.if %high -> (f32) {
        %4 = stencil.access %a[-1, 0] : !stencil.temp<?x?xf32>
        scf.yield %4 : f32
      } else {
        %5 = stencil.access %a[-1, 0] : !stencil.temp<?x?xf32>
        %6 = stencil.access %a[1, 0] : !stencil.temp<?x?xf32>
        %7 = arith.addf %5, %6 : f32
        scf.yield %7 : f32
      }
      scf.yield %3 : f32
    }
    %k = arith.index_cast %j : index to i64
    %f = arith.sitofp %k : i64 to f32
    %r = arith.mulf %v, %f : f32
    stencil.return %r : f32
  }
  stencil.store %1 to %out (<[0, 0], [7, 11]>) : !stencil.temp<?x?xf32> to !stencil.field<[0,7]x[0,11]xf32>
  func.return
}
