func.func @unequal(%u : !stencil.field<[-2,10]x[-1,13]xf32>, %out : !stencil.field<[1,8]x[0,12]xf32>) {
  %0 = stencil.load %u : !stencil.field<[-2,10]x[-1,13]xf32> -> !stencil.temp<?x?xf32>
  %1 = stencil.apply(%a = %0 : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
    %2 = stencil.access %a[-2, 1] : !stencil.temp<?x?xf32>
    %3 = stencil.access %a[2, -1] : !stencil.temp<?x?xf32>
    %4 = arith.minimumf %2, %3 : f32
    stencil.return %4 : f32
  }
  stencil.store %1 to %out (<[1, 0], [8, 12]>) : !stencil.temp<?x?xf32> to !stencil.field<[1,8]x[0,12]xf32>
  func.return
}
