// Comparisons and selections, also of values that are no numbers.
func.func @compare_all(%u : !stencil.field<[0,10]x[0,12]xf32>, %out : !stencil.field<[0,10]x[0,12]xi32>) {
  %0 = stencil.load %u : !stencil.field<[0,10]x[0,12]xf32> -> !stencil.temp<?x?xf32>
  %1 = stencil.apply(%a = %0 : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xi32>) {
    %x = stencil.access %a[0, 0] : !stencil.temp<?x?xf32>
    %y = stencil.access %a[0, 1] : !stencil.temp<?x?xf32>
    %r = math.sqrt %x : f32
    %zero = arith.constant 0.0 : f32
    %b0 = arith.cmpf ogt, %r, %y : f32
    %b1 = arith.cmpf ugt, %r, %y : f32
    %b2 = arith.cmpf one, %r, %y : f32
    %b3 = arith.cmpf ueq, %r, %r : f32
    %b4 = arith.cmpf ord, %r, %y : f32
    %b5 = arith.cmpf uno, %y, %r : f32
    %b6 = arith.cmpf une, %r, %zero : f32
    %b7 = arith.cmpf ule, %r, %y : f32
    %n0 = arith.extui %b0 : i1 to i32
    %n1 = arith.extui %b1 : i1 to i32
    %n2 = arith.extui %b2 : i1 to i32
    %n3 = arith.extsi %b3 : i1 to i32
    %n4 = arith.extui %b4 : i1 to i32
    %n5 = arith.extui %b5 : i1 to i32
    %p = arith.andi %b6, %b7 : i1
    %q = arith.xori %p, %b0 : i1
    %o = arith.ori %q, %b5 : i1
    %n6 = arith.extui %o : i1 to i32
    %one = arith.constant 1 : i32
    %s0 = arith.shli %n0, %one : i32
    %s1 = arith.addi %s0, %n1 : i32
    %s2 = arith.shli %s1, %one : i32
    %s3 = arith.addi %s2, %n2 : i32
    %s4 = arith.shli %s3, %one : i32
    %s5 = arith.subi %s4, %n3 : i32
    %s6 = arith.shli %s5, %one : i32
    %s7 = arith.addi %s6, %n4 : i32
    %s8 = arith.shli %s7, %one : i32
    %s9 = arith.addi %s8, %n5 : i32
    %s10 = arith.shli %s9, %one : i32
    %s11 = arith.addi %s10, %n6 : i32
    stencil.return %s11 : i32
  }
  stencil.store %1 to %out (<[0, 0], [10, 11]>) : !stencil.temp<?x?xi32> to !stencil.field<[0,10]x[0,12]xi32>
  func.return
}
