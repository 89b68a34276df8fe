func.func @hexadecimal(%u : !stencil.field<[0,16]xf32>, %out : !stencil.field<[0,16]xf32>) {
  %0 = stencil.load %u : !stencil.field<[0,16]xf32> -> !stencil.temp<?xf32>
  %1 = stencil.apply(%a = %0 : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %2 = stencil.access %a[1] : !stencil.temp<?xf32>
    %c = arith.constant 0x3DCCCCCD : f32
    %d = arith.constant 1.000000e-40 : f32
    %3 = arith.mulf %2, %c {"fastmath" = #arith.fastmath<none>} : f32
    %4 = arith.addf %3, %d : f32
    stencil.return %4 : f32
  } loc("hexadecimal.py":3:4)
  stencil.store %1 to %out (<[0], [15]>) : !stencil.temp<?xf32> to !stencil.field<[0,16]xf32>
  func.return
}
