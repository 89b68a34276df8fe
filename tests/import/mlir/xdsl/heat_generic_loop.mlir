func.func @heat_generic(%f0 : !stencil.field<[0,9]xf64>, %f1 : !stencil.field<[0,9]xf64>) -> (!stencil.field<[0,9]xf64>) {
  %time_m = "arith.constant"() {"value" = 0 : index} : () -> index
  %time_M = "arith.constant"() {"value" = 4 : index} : () -> index
  %one = "arith.constant"() {"value" = 1 : index} : () -> index
  %last = "arith.addi"(%time_M, %one) : (index, index) -> index
  %t1_out, %t0_out = "scf.for"(%time_m, %last, %one, %f0, %f1) ({
  ^1(%time : index, %fim1 : !stencil.field<[0,9]xf64>, %fi : !stencil.field<[0,9]xf64>):
    %tim1 = "stencil.load"(%fim1) : (!stencil.field<[0,9]xf64>) -> !stencil.temp<?xf64>
    %ti = "stencil.apply"(%tim1) <{"operandSegmentSizes" = array<i32: 1, 0>}> ({
    ^2(%x : !stencil.temp<?xf64>):
      %i = "stencil.access"(%x) {"offset" = #stencil.index<[-1]>} : (!stencil.temp<?xf64>) -> f64
      %j = "stencil.access"(%x) {"offset" = #stencil.index<[1]>, "offset_mapping" = #stencil.index<[0]>} : (!stencil.temp<?xf64>) -> f64
      %h = "arith.constant"() <{"value" = 5.000000e-01 : f64}> : () -> f64
      %s = "arith.addf"(%i, %j) <{"fastmath" = #arith.fastmath<none>}> : (f64, f64) -> f64
      %m = "arith.mulf"(%s, %h) <{"fastmath" = #arith.fastmath<none>}> : (f64, f64) -> f64
      "stencil.return"(%m) : (f64) -> ()
    }) : (!stencil.temp<?xf64>) -> !stencil.temp<?xf64>
    "stencil.store"(%ti, %fi) {"bounds" = #stencil.bounds<[1], [8]>} : (!stencil.temp<?xf64>, !stencil.field<[0,9]xf64>) -> ()
    "scf.yield"(%fi, %fim1) : (!stencil.field<[0,9]xf64>, !stencil.field<[0,9]xf64>) -> ()
  }) : (index, index, index, !stencil.field<[0,9]xf64>, !stencil.field<[0,9]xf64>) -> (!stencil.field<[0,9]xf64>, !stencil.field<[0,9]xf64>)
  "func.return"(%t1_out) : (!stencil.field<[0,9]xf64>) -> ()
}
