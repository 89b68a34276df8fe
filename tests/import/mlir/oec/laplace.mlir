func @laplace(%arg0 : !stencil.field<?x?x?xf64>, %arg1 : !stencil.field<?x?x?xf64>) attributes {stencil.program} {
  %0 = stencil.cast %arg0([-2, -2, 0] : [9, 8, 5]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<11x10x5xf64>
  %1 = stencil.cast %arg1([-2, -2, 0] : [9, 8, 5]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<11x10x5xf64>
  %2 = stencil.load %0 : (!stencil.field<11x10x5xf64>) -> !stencil.temp<?x?x?xf64>
  %3 = stencil.apply (%arg2 = %2 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %4 = stencil.access %arg2 [-1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %5 = stencil.access %arg2 [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %6 = stencil.access %arg2 [0, 1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %7 = stencil.access %arg2 [0, -1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %8 = stencil.access %arg2 [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %9 = addf %4, %5 : f64
    %10 = addf %6, %7 : f64
    %11 = addf %9, %10 : f64
    %cst = constant -4.000000e+00 : f64
    %12 = mulf %8, %cst : f64
    %13 = addf %12, %11 : f64
    %14 = stencil.store_result %13 : (f64) -> !stencil.result<f64>
    stencil.return %14 : !stencil.result<f64>
  }
  stencil.store %3 to %1([0, 0, 0] : [7, 6, 5]) : !stencil.temp<?x?x?xf64> to !stencil.field<11x10x5xf64>
  return
}
