func @casts(%u : !stencil.field<?x?x?xf32>, %out : !stencil.field<?x?x?xf64>, %n : !stencil.field<?x?x?xi32>) {
  %0 = stencil.cast %u([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<9x6x2xf32>
  %1 = stencil.cast %out([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x6x2xf64>
  %2 = stencil.cast %n([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xi32>) -> !stencil.field<9x6x2xi32>
  %3 = stencil.load %0 : (!stencil.field<9x6x2xf32>) -> !stencil.temp<?x?x?xf32>
  %4:2 = stencil.apply (%a = %3 : !stencil.temp<?x?x?xf32>) -> (!stencil.temp<?x?x?xf64>, !stencil.temp<?x?x?xi32>) {
    %5 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %6 = fpext %5 : f32 to f64
    %c = constant 1.0e+02 : f64
    %7 = mulf %6, %c : f64
    %8 = fptosi %7 : f64 to i32
    %9 = sitofp %8 : i32 to f32
    %10 = fpext %9 : f32 to f64
    %11 = subf %7, %10 : f64
    %i = stencil.index 0 [1, 0, 0] : index
    %j = index_cast %i : index to i32
    %12 = addi %8, %j : i32
    stencil.return %11, %12 : f64, i32
  }
  stencil.store %4#0 to %1([0, 0, 0] : [8, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<9x6x2xf64>
  stencil.store %4#1 to %2([0, 0, 0] : [8, 6, 2]) : !stencil.temp<?x?x?xi32> to !stencil.field<9x6x2xi32>
  return
}
