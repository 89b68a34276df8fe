// The generic syntax of the same generation.
func @laplace_generic(%in : !stencil.field<?x?x?xf32>, %out : !stencil.field<?x?x?xf32>) {
  %0 = "stencil.cast"(%in) {lb=[-1,-1,0], ub=[8,7,3]} : (!stencil.field<?x?x?xf32>) -> (!stencil.field<9x8x3xf32>)
  %1 = "stencil.cast"(%out) {lb=[-1,-1,0], ub=[8,7,3]} : (!stencil.field<?x?x?xf32>) -> (!stencil.field<9x8x3xf32>)
  %2 = "stencil.load"(%0) {lb=[-1,-1,0], ub=[8,7,3]} : (!stencil.field<9x8x3xf32>) -> (!stencil.temp<9x8x3xf32>)
  %3 = "stencil.apply"(%2) ({
    ^bb0(%u : !stencil.temp<9x8x3xf32>):
    %4 = "stencil.access"(%u) {offset = [-1, 0, 0]} : (!stencil.temp<9x8x3xf32>) -> f32
    %5 = "stencil.access"(%u) {offset = [0, 1, 0]} : (!stencil.temp<9x8x3xf32>) -> f32
    %6 = "std.constant"() {value = 2.5 : f32} : () -> f32
    %7 = "std.mulf"(%4, %6) : (f32, f32) -> f32
    %8 = "std.subf"(%7, %5) : (f32, f32) -> f32
    "stencil.return"(%8) : (f32) -> ()
  }) {lb = [0, 0, 0], ub = [7, 6, 3]} : (!stencil.temp<9x8x3xf32>) -> !stencil.temp<7x6x3xf32>
  "stencil.store"(%3, %1) {lb=[0,0,0], ub=[7,6,3]} : (!stencil.temp<7x6x3xf32>, !stencil.field<9x8x3xf32>) -> ()
  return
}
