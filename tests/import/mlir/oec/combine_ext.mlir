func @combine_ext(%u : !stencil.field<?x?x?xf64>, %a : !stencil.field<?x?x?xf64>, %b : !stencil.field<?x?x?xf64>, %c : !stencil.field<?x?x?xf64>) {
  %0 = stencil.cast %u([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x6x2xf64>
  %1 = stencil.cast %a([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x6x2xf64>
  %2 = stencil.cast %b([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x6x2xf64>
  %3 = stencil.cast %c([0, 0, 0] : [9, 6, 2]) : (!stencil.field<?x?x?xf64>) -> !stencil.field<9x6x2xf64>
  %4 = stencil.load %0 : (!stencil.field<9x6x2xf64>) -> !stencil.temp<?x?x?xf64>
  %5:2 = stencil.apply (%v = %4 : !stencil.temp<?x?x?xf64>) -> (!stencil.temp<?x?x?xf64>, !stencil.temp<?x?x?xf64>) {
    %8 = stencil.access %v [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %9 = mulf %8, %8 : f64
    stencil.return %8, %9 : f64, f64
  } to ([0, 0, 0] : [4, 6, 2])
  %6:2 = stencil.apply (%v = %4 : !stencil.temp<?x?x?xf64>) -> (!stencil.temp<?x?x?xf64>, !stencil.temp<?x?x?xf64>) {
    %8 = stencil.access %v [0, 0, 0] : (!stencil.temp<?x?x?xf64>) -> f64
    %9 = addf %8, %8 : f64
    %10 = negf %8 : f64
    stencil.return %9, %10 : f64, f64
  } to ([4, 0, 0] : [9, 6, 2])
  %7:3 = stencil.combine 0 at 4 lower = (%5#0 : !stencil.temp<?x?x?xf64>) upper = (%6#1 : !stencil.temp<?x?x?xf64>) lowerext = (%5#1 : !stencil.temp<?x?x?xf64>) upperext = (%6#0 : !stencil.temp<?x?x?xf64>) ([0, 0, 0] : [9, 6, 2]) : !stencil.temp<?x?x?xf64>, !stencil.temp<?x?x?xf64>, !stencil.temp<?x?x?xf64>
  stencil.store %7#0 to %1([0, 0, 0] : [9, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<9x6x2xf64>
  stencil.store %7#1 to %2([0, 0, 0] : [4, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<9x6x2xf64>
  stencil.store %7#2 to %3([4, 0, 0] : [9, 6, 2]) : !stencil.temp<?x?x?xf64> to !stencil.field<9x6x2xf64>
  return
}
