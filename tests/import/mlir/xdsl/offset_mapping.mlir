// Fields along one axis of two, by offsets with gaps.
func.func private @offset_mapping(%row : !stencil.field<[-2,12]xf64>, %column : !stencil.field<[-2,9]xf64>, %out : !stencil.field<[-2,9]x[-2,12]xf64>) {
  %0 = stencil.load %row : !stencil.field<[-2,12]xf64> -> !stencil.temp<[-1,11]xf64>
  %1 = stencil.load %column : !stencil.field<[-2,9]xf64> -> !stencil.temp<[-1,8]xf64>
  %2 = stencil.apply(%a = %0 : !stencil.temp<[-1,11]xf64>, %b = %1 : !stencil.temp<[-1,8]xf64>) -> (!stencil.temp<[0,7]x[0,10]xf64>) {
    %3 = stencil.access %a[_, 0] : !stencil.temp<[-1,11]xf64>
    %4 = stencil.access %a[_, 1] : !stencil.temp<[-1,11]xf64>
    %5 = stencil.access %b[-1, _] : !stencil.temp<[-1,8]xf64>
    %6 = arith.mulf %3, %5 : f64
    %7 = arith.subf %6, %4 : f64
    stencil.return %7 : f64
  }
  stencil.store %2 to %out (<[0, 0], [7, 10]>) : !stencil.temp<[0,7]x[0,10]xf64> to !stencil.field<[-2,9]x[-2,12]xf64>
  func.return
}
