func.func @narrow(%u : !stencil.field<[0,8]x[0,16]xi8>, %out : !stencil.field<[0,8]x[0,16]xi16>) {
  %0 = stencil.load %u : !stencil.field<[0,8]x[0,16]xi8> -> !stencil.temp<?x?xi8>
  %1 = stencil.apply(%a = %0 : !stencil.temp<?x?xi8>) -> (!stencil.temp<?x?xi16>) {
    %x = stencil.access %a[0, 0] : !stencil.temp<?x?xi8>
    %y = stencil.access %a[0, 1] : !stencil.temp<?x?xi8>
    %s = arith.addi %x, %y : i8
    %m = arith.muli %s, %x : i8
    %two = arith.constant 2 : i8
    %h = arith.shrui %m, %two : i8
    %g = arith.shrsi %m, %two : i8
    %u8 = arith.extui %h : i8 to i16
    %s8 = arith.extsi %g : i8 to i16
    %d = arith.subi %u8, %s8 : i16
    %big = arith.constant 300 : i16
    %p = arith.muli %d, %big : i16
    %lo = arith.maxui %p, %big : i16
    %hi = arith.minsi %lo, %u8 : i16
    %q = arith.cmpi ugt, %p, %big : i16
    %z = arith.select %q, %hi, %d : i16
    stencil.return %z : i16
  }
  stencil.store %1 to %out (<[0, 0], [8, 15]>) : !stencil.temp<?x?xi16> to !stencil.field<[0,8]x[0,16]xi16>
  func.return
}
