// An i1 that is true is -1 with a sign, 1 without; of an index it takes the lowest bit.
func.func @truth_casts(%u : !stencil.field<[0,7]x[0,9]xi64>, %out : !stencil.field<[0,7]x[0,9]xi64>) {
  %a = stencil.load %u : !stencil.field<[0,7]x[0,9]xi64> -> !stencil.temp<?x?xi64>
  %b = stencil.apply(%v = %a : !stencil.temp<?x?xi64>) -> (!stencil.temp<?x?xi64>) {
    %zero = arith.constant 0 : i64
    %ten = arith.constant 10 : index
    %hundred = arith.constant 100 : index
    %1 = stencil.access %v[0, 0] : !stencil.temp<?x?xi64>
    %2 = arith.cmpi slt, %1, %zero : i64
    %3 = arith.index_cast %2 : i1 to index
    %4 = arith.index_castui %2 : i1 to index
    %5 = arith.index_cast %1 : i64 to index
    %6 = arith.index_cast %5 : index to i1
    %7 = arith.index_castui %5 : index to i1
    %8 = arith.extui %6 : i1 to i64
    %9 = arith.extui %7 : i1 to i64
    %10 = arith.muli %4, %ten : index
    %11 = arith.muli %3, %hundred : index
    %12 = arith.addi %10, %11 : index
    %13 = arith.index_cast %12 : index to i64
    %14 = arith.addi %13, %8 : i64
    %15 = arith.addi %14, %9 : i64
    stencil.return %15 : i64
  }
  stencil.store %b to %out (<[0, 0], [7, 9]>) : !stencil.temp<?x?xi64> to !stencil.field<[0,7]x[0,9]xi64>
  func.return
}
