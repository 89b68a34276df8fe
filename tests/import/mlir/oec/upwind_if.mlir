// Values of a condition, names that repeat in both branches, names with signs.
// set: dt=0.25
func @upwind(%u_fd : !stencil.field<ijk,f32>, %v_fd : !stencil.field<ijk,f32>, %out_fd : !stencil.field<ijk,f32>, %dt : f32) attributes { stencil.program } {
  stencil.assert %u_fd ([-2, -2, 0]:[10, 9, 2]) : !stencil.field<ijk,f32>
  stencil.assert %v_fd ([-2, -2, 0]:[10, 9, 2]) : !stencil.field<ijk,f32>
  stencil.assert %out_fd ([-2, -2, 0]:[10, 9, 2]) : !stencil.field<ijk,f32>
  %u = stencil.load %u_fd : (!stencil.field<ijk,f32>) -> !stencil.view<ijk,f32>
  %v = stencil.load %v_fd : (!stencil.field<ijk,f32>) -> !stencil.view<ijk,f32>
  %r = stencil.apply %a = %u, %b = %v, %s = %dt : !stencil.view<ijk,f32>, !stencil.view<ijk,f32>, f32 {
    %zero = constant 0.0 : f32
    %one = constant 1.0 : f32
    %three = constant 3.0 : f32
    %-1by3 = divf %one, %three : f32
    %w = stencil.access %b[0, 0, 0] : (!stencil.view<ijk,f32>) -> f32
    %c = stencil.access %a[0, 0, 0] : (!stencil.view<ijk,f32>) -> f32
    %pos = cmpf "ogt", %w, %zero : f32
    %d = loop.if %pos -> (f32) {
      %m = stencil.access %a[-1, 0, 0] : (!stencil.view<ijk,f32>) -> f32
      %m2 = stencil.access %a[-2, 0, 0] : (!stencil.view<ijk,f32>) -> f32
      %sum = subf %c, %m : f32
      %sum_0-1 = mulf %sum, %-1by3 : f32
      %t = addf %sum_0-1, %m2 : f32
      loop.yield %t : f32
    } else {
      %p = stencil.access %a[1, 0, 0] : (!stencil.view<ijk,f32>) -> f32
      %p2 = stencil.access %a[2, 0, 0] : (!stencil.view<ijk,f32>) -> f32
      %sum = subf %p, %c : f32
      %t = mulf %sum, %p2 : f32
      loop.yield %t : f32
    }
    %x = mulf %d, %w : f32
    %y = mulf %x, %s : f32
    %z = subf %c, %y : f32
    stencil.return %z : f32
  } : !stencil.view<ijk,f32>
  stencil.store %r to %out_fd ([0, 0, 0]:[8, 7, 2]) : !stencil.view<ijk,f32> to !stencil.field<ijk,f32>
  return
}
