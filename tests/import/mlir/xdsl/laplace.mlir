// The last index is the fast one.
func.func private @laplace(%u : !stencil.field<[-2,8]x[-2,12]xf64>, %out : !stencil.field<[-2,8]x[-2,12]xf64>) {
  %t = stencil.load %u : !stencil.field<[-2,8]x[-2,12]xf64> -> !stencil.temp<[-1,7]x[-1,11]xf64>
  %r = stencil.apply(%a = %t : !stencil.temp<[-1,7]x[-1,11]xf64>) -> (!stencil.temp<[0,6]x[0,10]xf64>) {
    %7 = stencil.access %a[-1, 0] : !stencil.temp<[-1,7]x[-1,11]xf64>
    %8 = stencil.access %a[1, 0] : !stencil.temp<[-1,7]x[-1,11]xf64>
    %9 = stencil.access %a[0, 1] : !stencil.temp<[-1,7]x[-1,11]xf64>
    %10 = stencil.access %a[0, -1] : !stencil.temp<[-1,7]x[-1,11]xf64>
    %11 = stencil.access %a[0, 0] : !stencil.temp<[-1,7]x[-1,11]xf64>
    %12 = arith.addf %7, %8 : f64
    %13 = arith.addf %9, %10 : f64
    %14 = arith.addf %12, %13 : f64
    %15 = arith.constant -4.000000e+00 : f64
    %16 = arith.mulf %11, %15 : f64
    %17 = arith.mulf %16, %13 : f64
    %18 = arith.subf %17, %14 : f64
    stencil.return %18 : f64
  }
  stencil.store %r to %out(<[0, 0], [6, 10]>) : !stencil.temp<[0,6]x[0,10]xf64> to !stencil.field<[-2,8]x[-2,12]xf64>
  func.return
}
