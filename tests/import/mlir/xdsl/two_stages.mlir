// A temp that two applies read, a temp within the time step, and an invariant before the loop.
func.func @two_stages(%u : !stencil.field<[-2,10]x[-2,9]xf64>, %k : !stencil.field<[-2,10]x[-2,9]xf64>, %v : !stencil.field<[-2,10]x[-2,9]xf64>) {
  %0 = arith.constant 0 : index
  %n = arith.constant 3 : index
  %1 = arith.constant 1 : index
  %kt = stencil.load %k : !stencil.field<[-2,10]x[-2,9]xf64> -> !stencil.temp<?x?xf64>
  %ks = stencil.apply(%a = %kt : !stencil.temp<?x?xf64>) -> (!stencil.temp<?x?xf64>) {
    %2 = stencil.access %a[0, 0] : !stencil.temp<?x?xf64>
    %3 = stencil.access %a[0, 1] : !stencil.temp<?x?xf64>
    %4 = arith.mulf %2, %3 : f64
    stencil.return %4 : f64
  }
  scf.for %t = %0 to %n step %1 {
    %ut = stencil.load %u : !stencil.field<[-2,10]x[-2,9]xf64> -> !stencil.temp<?x?xf64>
    %m = stencil.apply(%a = %ut : !stencil.temp<?x?xf64>, %b = %ks : !stencil.temp<?x?xf64>) -> (!stencil.temp<?x?xf64>) {
      %2 = stencil.access %a[-1, 0] : !stencil.temp<?x?xf64>
      %3 = stencil.access %b[0, 0] : !stencil.temp<?x?xf64>
      %4 = arith.mulf %2, %3 : f64
      stencil.return %4 : f64
    }
    %w = stencil.apply(%a = %m : !stencil.temp<?x?xf64>) -> (!stencil.temp<?x?xf64>) {
      %2 = stencil.access %a[0, -1] : !stencil.temp<?x?xf64>
      %3 = stencil.access %a[0, 0] : !stencil.temp<?x?xf64>
      %4 = arith.subf %3, %2 : f64
      stencil.return %4 : f64
    }
    %x = stencil.apply(%a = %m : !stencil.temp<?x?xf64>) -> (!stencil.temp<?x?xf64>) {
      %2 = stencil.access %a[1, 0] : !stencil.temp<?x?xf64>
      %h = arith.constant 0.5 : f64
      %3 = arith.mulf %2, %h : f64
      stencil.return %3 : f64
    }
    stencil.store %w to %u (<[0, 0], [8, 7]>) : !stencil.temp<?x?xf64> to !stencil.field<[-2,10]x[-2,9]xf64>
    stencil.store %x to %v (<[0, 0], [8, 7]>) : !stencil.temp<?x?xf64> to !stencil.field<[-2,10]x[-2,9]xf64>
  }
  func.return
}
