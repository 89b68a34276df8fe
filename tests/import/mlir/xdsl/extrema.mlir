func.func @extrema(%u : !stencil.field<[0,10]x[0,12]xf64>, %a : !stencil.field<[0,10]x[0,12]xf64>, %b : !stencil.field<[0,10]x[0,12]xf64>) {
  %0 = stencil.load %u : !stencil.field<[0,10]x[0,12]xf64> -> !stencil.temp<?x?xf64>
  %1, %2 = stencil.apply(%v = %0 : !stencil.temp<?x?xf64>) -> (!stencil.temp<?x?xf64>, !stencil.temp<?x?xf64>) {
    %x = stencil.access %v[0, 0] : !stencil.temp<?x?xf64>
    %y = stencil.access %v[1, 0] : !stencil.temp<?x?xf64>
    %r = math.sqrt %x : f64
    %m = arith.maximumf %r, %y : f64
    %n = arith.maxnumf %r, %y : f64
    %k = arith.minnumf %n, %x : f64
    %f = math.floor %k : f64
    %c = math.ceil %y : f64
    %t = math.fma %f, %c, %x : f64
    stencil.return %m, %t : f64, f64
  }
  stencil.store %1 to %a (<[0, 0], [9, 12]>) : !stencil.temp<?x?xf64> to !stencil.field<[0,10]x[0,12]xf64>
  stencil.store %2 to %b (<[0, 0], [9, 12]>) : !stencil.temp<?x?xf64> to !stencil.field<[0,10]x[0,12]xf64>
  func.return
}
