builtin.module {
  func.func @copy(%0 : !stencil.field<?x?x?xf64>, %1 : !stencil.field<?x?x?xf64>) {
    %2 = stencil.cast %0 : !stencil.field<?x?x?xf64> -> !stencil.field<[-1,5]x[-1,6]x[-1,9]xf64>
    %3 = stencil.cast %1 : !stencil.field<?x?x?xf64> -> !stencil.field<[-1,5]x[-1,6]x[-1,9]xf64>
    %4 = stencil.load %2 : !stencil.field<[-1,5]x[-1,6]x[-1,9]xf64> -> !stencil.temp<[0,4]x[0,5]x[0,8]xf64>
    %5 = stencil.apply(%6 = %4 : !stencil.temp<[0,4]x[0,5]x[0,8]xf64>) -> (!stencil.temp<[0,4]x[0,5]x[0,8]xf64>) {
      %7 = stencil.access %6[0, 0, 0] : !stencil.temp<[0,4]x[0,5]x[0,8]xf64>
      %8 = stencil.store_result %7 : !stencil.result<f64>
      stencil.return %8 : !stencil.result<f64>
    }
    stencil.store %5 to %3 ([0, 0, 0] : [4, 5, 8]) : !stencil.temp<[0,4]x[0,5]x[0,8]xf64> to !stencil.field<[-1,5]x[-1,6]x[-1,9]xf64>
    func.return
  }
}
