"builtin.module"() ({
  "func.func"() <{"sym_name" = "heat", "function_type" = (!stencil.field<[-1,17]x[-1,25]xf32>, !stencil.field<[-1,17]x[-1,25]xf32>, f32) -> ()}> ({
  ^0(%u0 : !stencil.field<[-1,17]x[-1,25]xf32>, %u1 : !stencil.field<[-1,17]x[-1,25]xf32>, %k : f32):
    %time_m = "arith.constant"() <{"value" = 0 : index}> : () -> index
    %time_M = "arith.constant"() <{"value" = 6 : index}> : () -> index
    %step = "arith.constant"() <{"value" = 1 : index}> : () -> index
    %0, %1 = "scf.for"(%time_m, %time_M, %step, %u0, %u1) ({
    ^1(%time : index, %t0 : !stencil.field<[-1,17]x[-1,25]xf32>, %t1 : !stencil.field<[-1,17]x[-1,25]xf32>):
      %t0_temp = "stencil.load"(%t0) : (!stencil.field<[-1,17]x[-1,25]xf32>) -> !stencil.temp<?x?xf32>
      %t1_temp = "stencil.apply"(%t0_temp, %k) <{"operandSegmentSizes" = array<i32: 2, 0>}> ({
      ^2(%t0_blk : !stencil.temp<?x?xf32>, %factor : f32):
        %centre = "stencil.access"(%t0_blk) <{"offset" = #stencil.index<[0, 0]>}> : (!stencil.temp<?x?xf32>) -> f32
        %up = "stencil.access"(%t0_blk) <{"offset" = #stencil.index<[-1, 0]>}> : (!stencil.temp<?x?xf32>) -> f32
        %down = "stencil.access"(%t0_blk) <{"offset" = #stencil.index<[1, 0]>}> : (!stencil.temp<?x?xf32>) -> f32
        %left = "stencil.access"(%t0_blk) <{"offset" = #stencil.index<[0, -1]>}> : (!stencil.temp<?x?xf32>) -> f32
        %right = "stencil.access"(%t0_blk) <{"offset" = #stencil.index<[0, 1]>}> : (!stencil.temp<?x?xf32>) -> f32
        %four = "arith.constant"() <{"value" = 4.000000e+00 : f32}> : () -> f32
        %2 = "arith.addf"(%up, %down) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        %3 = "arith.addf"(%2, %left) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        %4 = "arith.addf"(%3, %right) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        %5 = "arith.mulf"(%four, %centre) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        %6 = "arith.subf"(%4, %5) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        %7 = "arith.mulf"(%factor, %6) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        %8 = "arith.addf"(%centre, %7) <{"fastmath" = #arith.fastmath<none>}> : (f32, f32) -> f32
        "stencil.return"(%8) : (f32) -> ()
      }) : (!stencil.temp<?x?xf32>, f32) -> !stencil.temp<?x?xf32>
      "stencil.store"(%t1_temp, %t1) <{"bounds" = #stencil.bounds<[0, 0], [16, 24]>}> : (!stencil.temp<?x?xf32>, !stencil.field<[-1,17]x[-1,25]xf32>) -> ()
      "scf.yield"(%t1, %t0) : (!stencil.field<[-1,17]x[-1,25]xf32>, !stencil.field<[-1,17]x[-1,25]xf32>) -> ()
    }) : (index, index, index, !stencil.field<[-1,17]x[-1,25]xf32>, !stencil.field<[-1,17]x[-1,25]xf32>) -> (!stencil.field<[-1,17]x[-1,25]xf32>, !stencil.field<[-1,17]x[-1,25]xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
