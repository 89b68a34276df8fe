// Arguments that are numbers become run-time parameters, and arithmetic of them.
// set: dt=0.125 kappa=0.3
func @parameters(%u : !stencil.field<?x?x?xf32>, %out : !stencil.field<?x?x?xf32>, %dt : f32, %kappa : f32) {
  %0 = stencil.cast %u([-1, 0, 0] : [11, 6, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<12x6x2xf32>
  %1 = stencil.cast %out([-1, 0, 0] : [11, 6, 2]) : (!stencil.field<?x?x?xf32>) -> !stencil.field<12x6x2xf32>
  %f = mulf %dt, %kappa : f32
  %2 = stencil.load %0 : (!stencil.field<12x6x2xf32>) -> !stencil.temp<?x?x?xf32>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf32>, %s = %f : f32) -> !stencil.temp<?x?x?xf32> {
    %4 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %5 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %6 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xf32>) -> f32
    %two = constant 2.0 : f32
    %7 = mulf %two, %6 : f32
    %8 = addf %4, %5 : f32
    %9 = subf %8, %7 : f32
    %10 = mulf %s, %9 : f32
    %11 = addf %6, %10 : f32
    stencil.return %11 : f32
  }
  stencil.store %3 to %1([0, 0, 0] : [10, 6, 2]) : !stencil.temp<?x?x?xf32> to !stencil.field<12x6x2xf32>
  return
}
