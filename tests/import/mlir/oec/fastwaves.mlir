// Vertical differences: the third axis is the slowest one.
func @fastwaves(%ppuv_fd : !stencil.field<ijk,f64>, %wgt_fd : !stencil.field<ijk,f64>, %hhl_fd : !stencil.field<ijk,f64>, %out_fd : !stencil.field<ijk,f64>) attributes { stencil.program } {
  stencil.assert %ppuv_fd ([-2, -2, -2]:[8, 7, 6]) : !stencil.field<ijk,f64>
  stencil.assert %wgt_fd ([-2, -2, -2]:[8, 7, 6]) : !stencil.field<ijk,f64>
  stencil.assert %hhl_fd ([-2, -2, -2]:[8, 7, 6]) : !stencil.field<ijk,f64>
  stencil.assert %out_fd ([-2, -2, -2]:[8, 7, 6]) : !stencil.field<ijk,f64>
  %ppuv = stencil.load %ppuv_fd : (!stencil.field<ijk,f64>) -> !stencil.view<ijk,f64>
  %wgt = stencil.load %wgt_fd : (!stencil.field<ijk,f64>) -> !stencil.view<ijk,f64>
  %hhl = stencil.load %hhl_fd : (!stencil.field<ijk,f64>) -> !stencil.view<ijk,f64>
  %ppgk = stencil.apply %a = %wgt, %b = %ppuv : !stencil.view<ijk,f64>, !stencil.view<ijk,f64> {
    %0 = stencil.access %a[0, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    %1 = stencil.access %b[0, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    %2 = mulf %0, %1 : f64
    %cst = constant 1.0 : f64
    %3 = subf %cst, %0 : f64
    %4 = stencil.access %b[0, 0, -1] : (!stencil.view<ijk,f64>) -> f64
    %5 = mulf %4, %3 : f64
    %6 = addf %2, %5 : f64
    stencil.return %6 : f64
  } : !stencil.view<ijk,f64>
  %ppgc = stencil.apply %a = %ppgk : !stencil.view<ijk,f64> {
    %0 = stencil.access %a[0, 0, 1] : (!stencil.view<ijk,f64>) -> f64
    %1 = stencil.access %a[0, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    %2 = subf %0, %1 : f64
    stencil.return %2 : f64
  } : !stencil.view<ijk,f64>
  %out = stencil.apply %a = %ppgc, %b = %hhl : !stencil.view<ijk,f64>, !stencil.view<ijk,f64> {
    %0 = stencil.access %a[1, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    %1 = stencil.access %a[0, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    %2 = addf %0, %1 : f64
    %3 = stencil.access %b[0, 0, 1] : (!stencil.view<ijk,f64>) -> f64
    %4 = stencil.access %b[0, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    %5 = subf %3, %4 : f64
    %6 = divf %2, %5 : f64
    stencil.return %6 : f64
  } : !stencil.view<ijk,f64>
  stencil.store %out to %out_fd ([0, 0, 0]:[6, 5, 4]) : !stencil.view<ijk,f64> to !stencil.field<ijk,f64>
  return
}
