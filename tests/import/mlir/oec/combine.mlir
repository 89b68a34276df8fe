func @combine(%u : !stencil.field<?x?x?xf64>, %out : !stencil.field<?x?x?xf64>) attributes {stencil.program} {
  %0 = stencil.cast %u([-1, -1, 0] : [11, 8, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<12x9x3xf64>
  %1 = stencil.cast %out([-1, -1, 0] : [11, 8, 3]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<12x9x3xf64>
  %2 = stencil.load %0 : (!stencil.field<12x9x3xf64>) -> !stencil.temp<?x?x?xf64>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<4x7x3xf64> {
    %6 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %7 = stencil.store_result %6 : (f64) -> !stencil.result<f64>
    stencil.return %7 : !stencil.result<f64>
  } to ([0, 0, 0] : [4, 7, 3])
  %4 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xf64>) -> !stencil.temp<6x7x3xf64> {
    %6 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %7 = stencil.store_result %6 : (f64) -> !stencil.result<f64>
    stencil.return %7 : !stencil.result<f64>
  } to ([4, 0, 0] : [10, 7, 3])
  %5 = stencil.combine 0 at 4 lower = (%3 : !stencil.temp<4x7x3xf64>) upper = (%4 : !stencil.temp<6x7x3xf64>) ([0, 0, 0] : [10, 7, 3]) : !stencil.temp<10x7x3xf64>
  stencil.store %5 to %1([0, 0, 0] : [10, 7, 3]) : !stencil.temp<10x7x3xf64> to !stencil.field<12x9x3xf64>
  return
}
