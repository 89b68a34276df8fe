func.func private @buffer_combine(%0 : !stencil.field<[-4,20]xf64>, %1 : !stencil.field<[-4,20]xf64>) {
  %2 = stencil.load %0 : !stencil.field<[-4,20]xf64> -> !stencil.temp<?xf64>
  %3 = stencil.apply(%4 = %2 : !stencil.temp<?xf64>) -> (!stencil.temp<?xf64>) {
    %5 = stencil.access %4[-1] : !stencil.temp<?xf64>
    stencil.return %5 : f64
  }
  %6 = stencil.buffer %3 : !stencil.temp<?xf64> -> !stencil.temp<?xf64>
  %7 = stencil.apply(%8 = %6 : !stencil.temp<?xf64>) -> (!stencil.temp<?xf64>) {
    %9 = stencil.access %8[2] : !stencil.temp<?xf64>
    stencil.return %9 : f64
  }
  %10 = stencil.combine 0 at 11 lower = (%6 : !stencil.temp<?xf64>) upper = (%7 : !stencil.temp<?xf64>) : !stencil.temp<?xf64>
  stencil.store %10 to %1 (<[0], [16]>) : !stencil.temp<?xf64> to !stencil.field<[-4,20]xf64>
  func.return
}
