// The oldest types: axes by letters, bounds by an assertion, views.
func @copy(%in : !stencil.field<ijk,f64>, %out : !stencil.field<ijk,f64>) attributes { stencil.program } {
  stencil.assert %in ([-1, -1, 0]:[9, 8, 4]) : !stencil.field<ijk,f64>
  stencil.assert %out ([-1, -1, 0]:[9, 8, 4]) : !stencil.field<ijk,f64>
  %0 = stencil.load %in : (!stencil.field<ijk,f64>) -> !stencil.view<ijk,f64>
  %1 = stencil.apply %arg0 = %0 : !stencil.view<ijk,f64> {
    %2 = stencil.access %arg0[0, 0, 0] : (!stencil.view<ijk,f64>) -> f64
    stencil.return %2 : f64
  } : !stencil.view<ijk,f64>
  stencil.store %1 to %out ([0, 0, 0]:[8, 7, 4]) : !stencil.view<ijk,f64> to !stencil.field<ijk,f64>
  return
}
