func @two_results(%u : !stencil.field<?x?x?xf64>, %ox : !stencil.field<?x?x?xf64>, %oy : !stencil.field<?x?x?xf64>) {
  %0 = stencil.cast %u([-1, -1, 0] : [8, 9, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x10x2xf64>
  %1 = stencil.cast %ox([-1, -1, 0] : [8, 9, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x10x2xf64>
  %2 = stencil.cast %oy([-1, -1, 0] : [8, 9, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x10x2xf64>
  %3 = stencil.load %0([-1, -1, 0] : [8, 9, 2]) : (!stencil.field<9x10x2xf64>) -> !stencil.temp<9x10x2xf64>
  %4:2 = stencil.apply (%a = %3 : !stencil.temp<9x10x2xf64>) -> (!stencil.temp<7x8x2xf64>, !stencil.temp<7x8x2xf64>) {
    %5 = stencil.access %a [1, 0, 0] : (!stencil.temp<9x10x2xf64>) -> f64
    %6 = stencil.access %a [0, 1, 0] : (!stencil.temp<9x10x2xf64>) -> f64
    %7 = stencil.access %a [-1, -1, 0] : (!stencil.temp<9x10x2xf64>) -> f64
    %8 = subf %5, %7 : f64
    %9 = subf %6, %7 : f64
    stencil.return %8, %9 : f64, f64
  } to ([0, 0, 0] : [7, 8, 2])
  stencil.store %4#0 to %1([0, 0, 0] : [7, 8, 2]) : !stencil.temp<7x8x2xf64> to !stencil.field<9x10x2xf64>
  stencil.store %4#1 to %2([0, 0, 0] : [7, 8, 2]) : !stencil.temp<7x8x2xf64> to !stencil.field<9x10x2xf64>
  return
}
