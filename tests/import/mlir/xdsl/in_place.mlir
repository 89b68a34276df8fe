// A store to the field that was loaded: all cells are computed of old values.
func.func @in_place(%u : !stencil.field<[-1,9]x[-1,9]xf32>) {
  %0 = arith.constant 0 : index
  %n = arith.constant 3 : index
  %1 = arith.constant 1 : index
  scf.for %t = %0 to %n step %1 {
    %v = stencil.load %u : !stencil.field<[-1,9]x[-1,9]xf32> -> !stencil.temp<?x?xf32>
    %w = stencil.apply(%a = %v : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
      %2 = stencil.access %a[-1, 0] : !stencil.temp<?x?xf32>
      %3 = stencil.access %a[0, -1] : !stencil.temp<?x?xf32>
      %4 = arith.addf %2, %3 : f32
      %h = arith.constant 0.5 : f32
      %5 = arith.mulf %4, %h : f32
      stencil.return %5 : f32
    }
    stencil.store %w to %u (<[0, 0], [8, 8]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,9]xf32>
  }
  func.return
}
