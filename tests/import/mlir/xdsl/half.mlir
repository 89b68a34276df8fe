func.func @half(%u : !stencil.field<[-1,9]x[-1,9]xf16>, %out : !stencil.field<[-1,9]x[-1,9]xf16>) {
  %0 = stencil.load %u : !stencil.field<[-1,9]x[-1,9]xf16> -> !stencil.temp<?x?xf16>
  %1 = stencil.apply(%a = %0 : !stencil.temp<?x?xf16>) -> (!stencil.temp<?x?xf16>) {
    %2 = stencil.access %a[-1, 0] : !stencil.temp<?x?xf16>
    %3 = stencil.access %a[1, 0] : !stencil.temp<?x?xf16>
    %c = arith.constant 0.3 : f16
    %4 = arith.addf %2, %3 : f16
    %5 = arith.mulf %4, %c : f16
    %6 = arith.extf %5 : f16 to f32
    %d = arith.constant 1.1 : f32
    %7 = arith.mulf %6, %d : f32
    %8 = arith.truncf %7 : f32 to f16
    stencil.return %8 : f16
  }
  stencil.store %1 to %out (<[0, 0], [8, 8]>) : !stencil.temp<?x?xf16> to !stencil.field<[-1,9]x[-1,9]xf16>
  func.return
}
