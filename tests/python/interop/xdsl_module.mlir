builtin.module {
  func.func @heat(%u0 : !stencil.field<[-1,17]x[-1,25]xf32>, %u1 : !stencil.field<[-1,17]x[-1,25]xf32>, %k : f32) {
    %time_m = arith.constant 0 : index
    %time_M = arith.constant 6 : index
    %step = arith.constant 1 : index
    %0, %1 = scf.for %time = %time_m to %time_M step %step iter_args(%t0 = %u0, %t1 = %u1) -> (!stencil.field<[-1,17]x[-1,25]xf32>, !stencil.field<[-1,17]x[-1,25]xf32>) {
      %t0_temp = stencil.load %t0 : !stencil.field<[-1,17]x[-1,25]xf32> -> !stencil.temp<?x?xf32>
      %t1_temp = stencil.apply(%t0_blk = %t0_temp : !stencil.temp<?x?xf32>, %factor = %k : f32) -> (!stencil.temp<?x?xf32>) {
        %centre = stencil.access %t0_blk[0, 0] : !stencil.temp<?x?xf32>
        %up = stencil.access %t0_blk[-1, 0] : !stencil.temp<?x?xf32>
        %down = stencil.access %t0_blk[1, 0] : !stencil.temp<?x?xf32>
        %left = stencil.access %t0_blk[0, -1] : !stencil.temp<?x?xf32>
        %right = stencil.access %t0_blk[0, 1] : !stencil.temp<?x?xf32>
        %four = arith.constant 4.000000e+00 : f32
        %2 = arith.addf %up, %down : f32
        %3 = arith.addf %2, %left : f32
        %4 = arith.addf %3, %right : f32
        %5 = arith.mulf %four, %centre : f32
        %6 = arith.subf %4, %5 : f32
        %7 = arith.mulf %factor, %6 : f32
        %8 = arith.addf %centre, %7 : f32
        stencil.return %8 : f32
      }
      stencil.store %t1_temp to %t1(<[0, 0], [16, 24]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,17]x[-1,25]xf32>
      scf.yield %t1, %t0 : !stencil.field<[-1,17]x[-1,25]xf32>, !stencil.field<[-1,17]x[-1,25]xf32>
    }
    func.return
  }
}
