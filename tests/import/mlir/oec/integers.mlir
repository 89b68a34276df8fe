func @integers(%u : !stencil.field<?x?x?xi32>, %out : !stencil.field<?x?x?xi32>) {
  %0 = stencil.cast %u([-1, -1, 0] : [10, 7, 2]) : (!stencil.field<?x?x?xi32>) -> !stencil.field<11x8x2xi32>
  %1 = stencil.cast %out([-1, -1, 0] : [10, 7, 2]) : (!stencil.field<?x?x?xi32>) -> !stencil.field<11x8x2xi32>
  %2 = stencil.load %0 : (!stencil.field<11x8x2xi32>) -> !stencil.temp<?x?x?xi32>
  %3 = stencil.apply (%a = %2 : !stencil.temp<?x?x?xi32>) -> !stencil.temp<?x?x?xi32> {
    %4 = stencil.access %a [-1, 0, 0] : (!stencil.temp<?x?x?xi32>) -> i32
    %5 = stencil.access %a [1, 0, 0] : (!stencil.temp<?x?x?xi32>) -> i32
    %6 = stencil.access %a [0, 0, 0] : (!stencil.temp<?x?x?xi32>) -> i32
    %c3 = constant 3 : i32
    %c5 = constant 5 : i32
    %7 = addi %4, %5 : i32
    %8 = muli %6, %c3 : i32
    %9 = subi %7, %8 : i32
    %10 = divi_signed %9, %c5 : i32
    %11 = remi_signed %9, %c5 : i32
    %12 = xor %10, %11 : i32
    %13 = cmpi "sgt", %4, %5 : i32
    %14 = select %13, %12, %9 : i32
    stencil.return %14 : i32
  }
  stencil.store %3 to %1([0, 0, 0] : [9, 6, 2]) : !stencil.temp<?x?x?xi32> to !stencil.field<11x8x2xi32>
  return
}
