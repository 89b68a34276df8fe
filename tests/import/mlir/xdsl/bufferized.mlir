// Applies that read fields and write to fields at once.
func.func @bufferized(%u : !stencil.field<[-1,9]x[-1,9]xf64>, %o : !stencil.field<[-1,9]x[-1,9]xf64>, %p : !stencil.field<[-1,9]x[-1,9]xf64>) {
  stencil.apply(%a = %u : !stencil.field<[-1,9]x[-1,9]xf64>) outs (%o : !stencil.field<[-1,9]x[-1,9]xf64>, %p : !stencil.field<[-1,9]x[-1,9]xf64>) {
    %0 = stencil.access %a[0, 1] : !stencil.field<[-1,9]x[-1,9]xf64>
    %1 = stencil.access %a[1, 0] : !stencil.field<[-1,9]x[-1,9]xf64>
    %2 = arith.addf %0, %1 : f64
    %3 = arith.mulf %0, %1 : f64
    stencil.return %2, %3 : f64, f64
  } to <[0, 0], [8, 8]>
  func.return
}
