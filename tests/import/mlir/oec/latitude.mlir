// Fields along one axis: by a letter, and by extents of 0.
func @latitude(%u_fd : !stencil.field<ijk,f64>, %crlat_fd : !stencil.field<j,f64>, %out_fd : !stencil.field<ijk,f64>) attributes { stencil.program } {
  stencil.assert %u_fd ([-1, -1, 0]:[8, 10, 3]) : !stencil.field<ijk,f64>
  stencil.assert %crlat_fd ([-1, -1, 0]:[8, 10, 3]) : !stencil.field<j,f64>
  stencil.assert %out_fd ([-1, -1, 0]:[8, 10, 3]) : !stencil.field<ijk,f64>
  %u = stencil.load %u_fd : (!stencil.field<ijk,f64>) -> !stencil.view<ijk,f64>
  %crlat = stencil.load %crlat_fd : (!stencil.field<j,f64>) -> !stencil.view<j,f64>
  %0 = stencil.apply %a = %u, %b = %crlat : !stencil.view<ijk,f64>, !stencil.view<j,f64> {
    %1 = stencil.access %a[0, 1, 0] : (!stencil.view<ijk,f64>) -> f64
    %2 = stencil.access %b[0, 0, 0] : (!stencil.view<j,f64>) -> f64
    %3 = stencil.access %b[0, -1, 0] : (!stencil.view<j,f64>) -> f64
    %4 = mulf %1, %2 : f64
    %5 = addf %4, %3 : f64
    stencil.return %5 : f64
  } : !stencil.view<ijk,f64>
  stencil.store %0 to %out_fd ([0, 0, 0]:[7, 9, 3]) : !stencil.view<ijk,f64> to !stencil.field<ijk,f64>
  return
}
