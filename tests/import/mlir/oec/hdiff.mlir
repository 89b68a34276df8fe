// Horizontal diffusion: temps are needed on more cells than the result.
func @hdiff(%in : !stencil.field<?x?x?xf64>, %coeff : !stencil.field<?x?x?xf64>, %out : !stencil.field<?x?x?xf64>) attributes {stencil.program} {
  %0 = stencil.cast %in([-3, -3, 0] : [11, 10, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<14x13x3xf64>
  %1 = stencil.cast %coeff([-3, -3, 0] : [11, 10, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<14x13x3xf64>
  %2 = stencil.cast %out([-3, -3, 0] : [11, 10, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<14x13x3xf64>
  %3 = stencil.load %0 : (!stencil.field<14x13x3xf64>) -> !stencil.temp<?x?x?xf64>
  %4 = stencil.load %1 : (!stencil.field<14x13x3xf64>) -> !stencil.temp<?x?x?xf64>
  %lap = stencil.apply (%arg3 = %3 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %c = constant 4.0 : f64
    %10 = stencil.access %arg3 [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %11 = stencil.access %arg3 [-1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %12 = stencil.access %arg3 [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %13 = stencil.access %arg3 [0, -1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %14 = stencil.access %arg3 [0, 1, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %15 = mulf %10, %c : f64
    %16 = addf %11, %12 : f64
    %17 = addf %13, %14 : f64
    %18 = addf %16, %17 : f64
    %19 = subf %15, %18 : f64
    stencil.return %19 : f64
  }
  %flx = stencil.apply (%a = %lap : !stencil.temp<?x?x?xf64>, %b = %3 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %zero = constant 0.0 : f64
    %10 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %11 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %12 = subf %10, %11 : f64
    %13 = stencil.access %b [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %14 = stencil.access %b [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %15 = subf %13, %14 : f64
    %16 = mulf %12, %15 : f64
    %17 = cmpf "ogt", %16, %zero : f64
    %18 = select %17, %zero, %12 : f64
    stencil.return %18 : f64
  }
  %res = stencil.apply (%a = %flx : !stencil.temp<?x?x?xf64>, %b = %3 : !stencil.temp<?x?x?xf64>, %c = %4 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<?x?x?xf64> {
    %10 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %11 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %12 = subf %11, %10 : f64
    %13 = stencil.access %c [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %14 = mulf %13, %12 : f64
    %15 = stencil.access %b [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %16 = addf %15, %14 : f64
    stencil.return %16 : f64
  }
  stencil.store %res to %2([0, 0, 0] : [8, 7, 3]) : !stencil.temp<?x?x?xf64> to !stencil.field<14x13x3xf64>
  return
}
