// Devito's arrays by turns: a memref of memrefs, indexed by the time step.
"builtin.module"() ({
  "func.func"() ({
  ^0(%data : memref<2xmemref<?x?xf32>>):
    %time_m = "arith.constant"() {"value" = 0 : index} : () -> index
    %time_M = "arith.constant"() {"value" = 5 : index} : () -> index
    %step = "arith.constant"() {"value" = 1 : index} : () -> index
    "scf.for"(%time_m, %time_M, %step) ({
    ^1(%time : index):
      %time_1 = "arith.index_cast"(%time) : (index) -> i64
      %1 = "arith.constant"() {"value" = 2 : i64} : () -> i64
      %t0 = "arith.remsi"(%time_1, %1) : (i64, i64) -> i64
      %4 = "arith.constant"() {"value" = 1 : i64} : () -> i64
      %5 = "arith.addi"(%time_1, %4) : (i64, i64) -> i64
      %t1 = "arith.remsi"(%5, %1) : (i64, i64) -> i64
      %i0 = "arith.index_cast"(%t0) : (i64) -> index
      %m0 = "memref.load"(%data, %i0) : (memref<2xmemref<?x?xf32>>, index) -> memref<?x?xf32>
      %e0 = "stencil.external_load"(%m0) : (memref<?x?xf32>) -> !stencil.field<[-1 : i64, -1 : i64], f32>
      %f0 = "stencil.cast"(%e0) {"lb" = #stencil.index<[-2 : i64, -2 : i64]>, "ub" = #stencil.index<[9 : i64, 8 : i64]>} : (!stencil.field<[-1 : i64, -1 : i64], f32>) -> !stencil.field<[11 : i64, 10 : i64], f32>
      %i1 = "arith.index_cast"(%t1) : (i64) -> index
      %m1 = "memref.load"(%data, %i1) : (memref<2xmemref<?x?xf32>>, index) -> memref<?x?xf32>
      %e1 = "stencil.external_load"(%m1) : (memref<?x?xf32>) -> !stencil.field<[-1 : i64, -1 : i64], f32>
      %f1 = "stencil.cast"(%e1) {"lb" = #stencil.index<[-2 : i64, -2 : i64]>, "ub" = #stencil.index<[9 : i64, 8 : i64]>} : (!stencil.field<[-1 : i64, -1 : i64], f32>) -> !stencil.field<[11 : i64, 10 : i64], f32>
      %6 = "stencil.load"(%f0) : (!stencil.field<[11 : i64, 10 : i64], f32>) -> !stencil.temp<[-1 : i64, -1 : i64], f32>
      %7 = "stencil.apply"(%6) ({
      ^2(%u : !stencil.temp<[-1 : i64, -1 : i64], f32>):
        %8 = "stencil.access"(%u) {"offset" = #stencil.index<[0 : i64, 0 : i64]>} : (!stencil.temp<[-1 : i64, -1 : i64], f32>) -> f32
        %9 = "stencil.access"(%u) {"offset" = #stencil.index<[-2 : i64, 0 : i64]>} : (!stencil.temp<[-1 : i64, -1 : i64], f32>) -> f32
        %10 = "stencil.access"(%u) {"offset" = #stencil.index<[0 : i64, 2 : i64]>} : (!stencil.temp<[-1 : i64, -1 : i64], f32>) -> f32
        %h = "arith.constant"() {"value" = 0.3 : f32} : () -> f32
        %two = "arith.constant"() {"value" = -2 : i64} : () -> i64
        %p = "math.fpowi"(%h, %two) : (f32, i64) -> f32
        %q = "arith.mulf"(%p, %9) : (f32, f32) -> f32
        %r = "arith.subf"(%10, %8) : (f32, f32) -> f32
        %s = "arith.addf"(%q, %r) : (f32, f32) -> f32
        %w = "arith.constant"() {"value" = 0.05 : f32} : () -> f32
        %x = "arith.mulf"(%s, %w) : (f32, f32) -> f32
        "stencil.return"(%x) : (f32) -> ()
      }) : (!stencil.temp<[-1 : i64, -1 : i64], f32>) -> !stencil.temp<[-1 : i64, -1 : i64], f32>
      "stencil.store"(%7, %f1) {"lb" = #stencil.index<[0 : i64, 0 : i64]>, "ub" = #stencil.index<[7 : i64, 6 : i64]>} : (!stencil.temp<[-1 : i64, -1 : i64], f32>, !stencil.field<[11 : i64, 10 : i64], f32>) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) {"sym_name" = "myfunc", "function_type" = (memref<2xmemref<?x?xf32>>) -> (), "param_names" = ["data"]} : () -> ()
}) : () -> ()
