// MLIR that cannot be imported is refused where it stands, with the reason and what to write.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "import/import.hpp"
#include "refusals.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::importer {
namespace {

const std::string kHead =
    "func.func @k(%u : !stencil.field<[-1,9]x[-1,7]xf32>, %v : !stencil.field<[-1,9]x[-1,7]xf32>, %n : index, %s : "
    "f32) {\n";
const std::string kConstants =
    "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c4 = arith.constant 4 : index\n";
const std::string kLoad = "%t = stencil.load %u : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>\n";
const std::string kApply =
    "%r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {\n%x = stencil.access %a[0, 1] "
    ": !stencil.temp<?x?xf32>\nstencil.return %x : f32\n}\n";
const std::string kStore =
    "stencil.store %r to %v (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>";

/// Statements of a function with two fields, an index and a number; they begin in line 2.
std::string function(const std::string& statements) { return kHead + statements + "\nfunc.return\n}\n"; }

/// An apply that has read %x of %a, and has the number %k; its further operations begin in line 5.
std::string body(const std::string& operations) {
  return function(kLoad +
                  "%r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>, %k = %s : f32) -> (!stencil.temp<?x?xf32>) "
                  "{\n%x = stencil.access %a[0, 0] : !stencil.temp<?x?xf32>\n" +
                  operations + "\n}\n" + kStore);
}

const std::vector<Refusal> kRefusedMlir = {
    {"NotMlir", "RG0613", 1, 1, "no function in this file uses the stencil dialect", "what is this?\n"},
    {"NoStencil", "RG0613", 1, 1, "no function in this file uses the stencil dialect",
     "func.func @f(%a : f32) {\n  func.return\n}\n"},
    {"Several", "RG0613", 10, 12, "several functions use the stencil dialect: k, l",
     body("stencil.return %x : f32\n}\nstencil.store %r to %v (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to "
          "!stencil.field<[-1,9]x[-1,7]xf32>\nfunc.return\n}\nfunc.func @l(%u : !stencil.field<[-1,9]x[-1,7]xf32>, %v "
          ": !stencil.field<[-1,9]x[-1,7]xf32>, %n : index, %s : f32) {\n%t = stencil.load %u : "
          "!stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>\n%r = stencil.apply(%a = %t : "
          "!stencil.temp<?x?xf32>, %k = %s : f32) -> (!stencil.temp<?x?xf32>) {\n%x = stencil.access %a[0, 0] : "
          "!stencil.temp<?x?xf32>\nstencil.return %x : f32")},
    {"StoresNothing", "RG0618", 1, 12, "this function stores nothing", function(kLoad)},
    {"UnknownOperation", "RG0618", 5, 6, "the operation 'tensor.extract' cannot be imported",
     body("%y = tensor.extract %x : f32\nstencil.return %y : f32")},
    {"UnknownGeneric", "RG0618", 5, 6, "the operation 'my.op' cannot be imported inside stencil.apply",
     body("%y = \"my.op\"(%x) : (f32) -> f32\nstencil.return %y : f32")},
    {"UnknownOutside", "RG0618", 2, 6, "the operation 'my.op' cannot be imported",
     function("%y = \"my.op\"(%s) : (f32) -> f32\n" + kLoad)},
    {"UnknownStencil", "RG0618", 2, 6, "the operation 'stencil.swap' cannot be imported",
     function("%y = \"stencil.swap\"(%u, %v) : (f32) -> f32\n" + kLoad)},
    {"UnknownMath", "RG0618", 5, 6, "the operation 'math.erf' cannot be imported",
     body("%y = math.erf %x : f32\nstencil.return %y : f32")},
    {"Remainder", "RG0618", 5, 6, "the operation 'arith.remf' cannot be imported",
     body("%y = arith.remf %x, %x : f32\nstencil.return %y : f32")},
    {"DynAccess", "RG0618", 6, 6, "'stencil.dyn_access' reads a cell that depends on data",
     body("%i = stencil.index 0 [0, 0]\n%y = stencil.dyn_access %a[%i, %i] in [-1, -1] : [1, 1] : "
          "!stencil.temp<?x?xf32>\nstencil.return %y : f32")},
    {"DynAccessGeneric", "RG0618", 5, 6, "'stencil.dyn_access' reads a cell that depends on data",
     body("%y = \"stencil.dyn_access\"(%a, %n, %n) {lb = #stencil.index<[0, 0]>, ub = #stencil.index<[1, 1]>} : "
          "(!stencil.temp<?x?xf32>, index, index) -> f32\nstencil.return %y : f32")},
    {"Sequential", "RG0618", 2, 20, "sequential applies cannot be imported",
     "func @k(%u : !stencil.field<ijk,f64>) {\n%r = stencil.apply seq(dim = 2, range = 0 to 60, dir = 1) (%a = %u : "
     "f64) -> !stencil.temp<?x?x?xf64> {\n}\nreturn\n}\n"},
    {"SequentialGeneric", "RG0618", 2, 6, "sequential applies cannot be imported",
     function("%r = \"stencil.apply\"(%s) ({\n^0(%a : f32):\n\"stencil.return\"(%a) : (f32) -> ()\n}) {seq=[2, 0, 60, "
              "1]} : (f32) -> !stencil.temp<?x?xf32>\n" +
              kStore)},
    {"Depend", "RG0618", 5, 6, "'stencil.depend' reads results of the same apply",
     body("%y = stencil.depend 0 [0, -1] : f32\nstencil.return %y : f32")},
    {"Unrolled", "RG0618", 5, 1, "this apply is unrolled", body("stencil.return unroll [1, 2] %x, %x : f32, f32")},
    {"DataIndex", "RG0618", 6, 6, "the operation 'memref.load' cannot be imported inside stencil.apply",
     body("%i = arith.fptosi %x : f32 to index\n%y = memref.load %a[%i] : !stencil.temp<?x?xf32>\nstencil.return %y : "
          "f32")},
    {"LoopInApply", "RG0618", 6, 1, "the operation 'scf.for' cannot be imported inside stencil.apply",
     body("%c = arith.constant 1 : index\nscf.for %i = %c to %c step %c {\n}\nstencil.return %x : f32")},
    {"BeyondField", "RG0618", 5, 6, "index 9 along axis 0 of '%t', whose field is defined for [-1, 9]",
     body("%y = stencil.access %a[2, 0] : !stencil.temp<?x?xf32>\nstencil.return %y : f32")},
    {"BeyondLow", "RG0618", 5, 6, "index -2 along axis 1 of '%t', whose field is defined for [-1, 7]",
     body("%y = stencil.access %a[0, -2] : !stencil.temp<?x?xf32>\nstencil.return %y : f32")},
    {"BeyondLoad", "RG0618", 4, 6, "index 6 along axis 1 of '%t', which is loaded for [0, 6]",
     function("%t = stencil.load %u : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<[0,8]x[0,6]xf32>\n%r = "
              "stencil.apply(%a = %t : !stencil.temp<[0,8]x[0,6]xf32>) -> (!stencil.temp<?x?xf32>) {\n%x = "
              "stencil.access %a[0, 1] : !stencil.temp<[0,8]x[0,6]xf32>\nstencil.return %x : f32\n}\n" +
              kStore)},
    {"BeyondApply", "RG0618", 7, 1, "index 7 along axis 0 of '%r', which is computed for [0, 7]",
     function(kLoad +
              "%r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<[0,7]x[0,6]xf32>) {\n%x = "
              "stencil.access %a[0, 1] : !stencil.temp<?x?xf32>\nstencil.return %x : f32\n}\n" +
              kStore)},
    {"LoadBeyond", "RG0618", 2, 6, "this loads [-2, 8] along axis 0 of a field that has [-1, 9]",
     function("%t = stencil.load %u : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<[-2,8]x[0,6]xf32>\n")},
    {"StoreBeyond", "RG0618", 7, 1, "this stores [0, 10] along axis 0 of a field that has [-1, 9]",
     function(kLoad +
              "%r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>, %k = %s : f32) -> (!stencil.temp<?x?xf32>) {\n%x = "
              "stencil.access %a[0, 0] : !stencil.temp<?x?xf32>\nstencil.return %x : f32\n}\nstencil.store %r to %v "
              "(<[0, 0], [10, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>")},
    {"EmptyStore", "RG0614", 7, 1, "no cell lies in [6, 6]",
     function(kLoad +
              "%r = stencil.apply(%a = %t : !stencil.temp<?x?xf32>, %k = %s : f32) -> (!stencil.temp<?x?xf32>) {\n%x = "
              "stencil.access %a[0, 0] : !stencil.temp<?x?xf32>\nstencil.return %x : f32\n}\nstencil.store %r to %v "
              "(<[0, 6], [8, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>")},
    {"EmptyBounds", "RG0614", 1, 14, "no cell lies in [8, 8]",
     "func.func @k(%u : !stencil.field<[8,8]xf32>) {\n%t = stencil.load %u : !stencil.field<[8,8]xf32> -> "
     "!stencil.temp<?xf32>\nfunc.return\n}\n"},
    {"LargeBounds", "RG0614", 2, 1, "the bounds [0, 2000000000] are too large",
     "func.func @k(%u : !stencil.field<?xf32>) {\n\"stencil.assert\"(%u) {lb = [0], ub = [2000000000]} : "
     "(!stencil.field<?xf32>) -> ()\nfunc.return\n}\n"},
    {"LargeNegativeBound", "RG0614", 2, 1, "the bounds [-2000000000, 8] are too large",
     "func.func @k(%u : !stencil.field<?xf32>) {\n\"stencil.assert\"(%u) {lb = [-2000000000], ub = [8]} : "
     "(!stencil.field<?xf32>) -> ()\nfunc.return\n}\n"},
    {"LargeBoundOfAType", "RG0614", 1, 19, "this type has a number that is too large",
     "func.func @k(%u : !stencil.field<[0,1000000001]xf32>) {\n%t = stencil.load %u : "
     "!stencil.field<[0,1000000001]xf32> -> !stencil.temp<?xf32>\nfunc.return\n}\n"},
    {"LargeSecondBound", "RG0614", 1, 19, "this type has a number that is too large",
     "func.func @k(%u : !stencil.field<[0,8]x[0,1000000001]xf32>) {\n%t = stencil.load %u : "
     "!stencil.field<[0,8]x[0,1000000001]xf32> -> !stencil.temp<?x?xf32>\nfunc.return\n}\n"},
    {"LargeSizeOfAMemref", "RG0614", 1, 19, "this type has a number that is too large",
     "func.func @k(%u : memref<2000000000xf32>, %v : !stencil.field<[0,8]xf32>) {\n%t = stencil.load %v : "
     "!stencil.field<[0,8]xf32> -> !stencil.temp<?xf32>\nfunc.return\n}\n"},
    {"LargeBoundOfATemp", "RG0614", 2, 61, "this type has a number that is too large",
     function("%t = stencil.load %u : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<[0,1000000001]x[0,6]xf32>")},
    {"NoRange", "RG0616", 7, 1, "this store has no range",
     function(kLoad + kApply +
              "\"stencil.store\"(%r, %v) : (!stencil.temp<?x?xf32>, !stencil.field<[-1,9]x[-1,7]xf32>) -> ()")},
    {"NoBounds", "RG0618", 2, 6, "the range of this field's indices is not known",
     "func.func @k(%u : !stencil.field<?x?xf32>) {\n%t = stencil.load %u : !stencil.field<?x?xf32> -> "
     "!stencil.temp<?x?xf32>\nfunc.return\n}\n"},
    {"TwoBounds", "RG0618", 3, 6, "this field has different bounds elsewhere",
     "func.func @k(%u : !stencil.field<?x?xf32>) {\n%a = stencil.cast %u : !stencil.field<?x?xf32> -> "
     "!stencil.field<[0,8]x[0,8]xf32>\n%b = stencil.cast %u : !stencil.field<?x?xf32> -> "
     "!stencil.field<[0,8]x[0,9]xf32>\nfunc.return\n}\n"},
    {"Bfloat", "RG0619", 1, 19, "the type '!stencil.field<[0,8]xbf16>' cannot be imported",
     "func.func @k(%u : !stencil.field<[0,8]xbf16>) {\n%t = stencil.load %u : !stencil.field<[0,8]xbf16> -> "
     "!stencil.temp<?xbf16>\nfunc.return\n}\n"},
    {"Vector", "RG0619", 5, 34, "the type 'vector<4xf32>' cannot be imported",
     body("%y = arith.constant dense<1.0> : vector<4xf32>\nstencil.return %y : f32")},
    {"WideInteger", "RG0619", 5, 31, "the type 'i128' cannot be imported",
     body("%y = arith.fptosi %x : f32 to i128\nstencil.return %y : f32")},
    {"Mismatch", "RG0616", 5, 17, "'%x' is float32, not float64",
     body("%y = arith.addf %x, %k : f64\nstencil.return %y : f32")},
    {"IntegerOfFloats", "RG0616", 5, 6, "'arith.addi' does not accept float32",
     body("%y = arith.addi %x, %k : f32\nstencil.return %y : f32")},
    {"ReturnType", "RG0616", 6, 16, "'%y' is float64, but the temp holds float32",
     body("%y = arith.extf %x : f32 to f64\nstencil.return %y : f64")},
    {"Predicate", "RG0614", 5, 17, "'bigger' is not a predicate of 'arith.cmpf'",
     body("%y = arith.cmpf bigger, %x, %k : f32\n%z = arith.select %y, %x, %k : f32\nstencil.return %z : f32")},
    {"Infinite", "RG0620", 5, 21, "'0x7F800000' is not finite and cannot be imported",
     body("%y = arith.constant 0x7F800000 : f32\n%z = arith.addf %x, %y : f32\nstencil.return %z : f32")},
    {"LongHexadecimal", "RG0620", 5, 21, "'0x3FF0000000000000' has more than the 32 bits of its type",
     body("%y = arith.constant 0x3FF0000000000000 : f32\n%z = arith.addf %x, %y : f32\nstencil.return %z : f32")},
    {"LargeInteger", "RG0620", 5, 21, "'256' does not fit in 8 bits",
     body("%y = arith.constant 256 : i8\n%z = arith.sitofp %y : i8 to f32\nstencil.return %z : f32")},
    {"SmallInteger", "RG0620", 5, 21, "'-129' does not fit in 8 bits",
     body("%y = arith.constant -129 : i8\n%z = arith.sitofp %y : i8 to f32\nstencil.return %z : f32")},
    {"FloatAsBit", "RG0618", 5, 6, "a float is converted to a signed i1",
     body("%y = arith.fptosi %x : f32 to i1\n%z = arith.uitofp %y : i1 to f32\nstencil.return %z : f32")},
    {"Power", "RG0618", 6, 6, "the exponent is not a known, small number",
     body("%i = arith.fptosi %x : f32 to i32\n%y = math.fpowi %x, %i : f32, i32\nstencil.return %y : f32")},
    {"Undefined", "RG0615", 5, 21, "'%zz' is not defined here",
     body("%y = arith.addf %x, %zz : f32\nstencil.return %y : f32")},
    {"NotANumber", "RG0616", 5, 21, "'%a' is not a number",
     body("%y = arith.addf %x, %a : f32\nstencil.return %y : f32")},
    {"NotATemp", "RG0616", 5, 21, "'%k' is not a temp",
     body("%y = stencil.access %k[0, 0] : !stencil.temp<?x?xf32>\nstencil.return %y : f32")},
    {"NotAnOperand", "RG0616", 8, 21, "'%r' is not an operand of this apply",
     function(kLoad + kApply +
              "%q = stencil.apply(%b = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {\n%x = stencil.access "
              "%r[0, 1] : !stencil.temp<?x?xf32>\nstencil.return %x : f32\n}\nstencil.store %q to %v (<[0, 0], [8, "
              "6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>")},
    {"Offsets", "RG0616", 5, 6, "1 offset for '%t', which has 2 axes",
     body("%y = stencil.access %a[0] : !stencil.temp<?x?xf32>\nstencil.return %y : f32")},
    {"NothingStored", "RG0618", 6, 16, "a result that stores nothing",
     body("%y = stencil.store_result : !stencil.result<f32>\nstencil.return %y : !stencil.result<f32>")},
    {"OneBranch", "RG0616", 6, 6, "a condition that yields values needs two branches",
     body("%c = arith.cmpf ogt, %x, %k : f32\n%y = scf.if %c -> (f32) {\nscf.yield %x : f32\n}\nstencil.return %y : "
          "f32")},
    {"IfOutside", "RG0618", 3, 1, "the operation 'scf.if' cannot be imported outside stencil.apply",
     function("%c = arith.cmpf ogt, %s, %s : f32\nscf.if %c {\n}\n" + kLoad)},
    {"UnknownSteps", "RG0618", 5, 21, "the end of the loop is not known",
     function(kConstants + "scf.for %i = %c0 to %n step %c1 {\n" + kLoad + kApply + kStore + "\n}")},
    {"NoSteps", "RG0618", 5, 21, "0 time steps",
     function(kConstants + "scf.for %i = %c4 to %c1 step %c1 {\n" + kLoad + kApply + kStore + "\n}")},
    {"FarSteps", "RG0618", 7, 21, "the steps of this loop go beyond 10^18",
     function(kConstants +
              "%e = arith.constant 999999999999999999 : index\n%f = arith.muli %e, %c4 : index\nscf.for "
              "%i = %c0 to %f step %f {\n" +
              kLoad + kApply + kStore + "\n}")},
    {"CarriedNumber", "RG0618", 5, 54, "the time loop carries something other than fields",
     function(kConstants + "%q = scf.for %i = %c0 to %c4 step %c1 iter_args(%w = %s) -> (f32) {\n" + kLoad + kApply +
              kStore + "\nscf.yield %w : f32\n}")},
    {"LoopInLoop", "RG0618", 6, 1, "this loop is inside the time loop",
     function(kConstants + "scf.for %i = %c0 to %c4 step %c1 {\nscf.for %j = %c0 to %c4 step %c1 {\n}\n" + kLoad +
              kApply + kStore + "\n}")},
    {"SecondLoop", "RG0618", 13, 1, "a second time loop",
     function(kConstants + "scf.for %i = %c0 to %c4 step %c1 {\n" + kLoad + kApply + kStore +
              "\n}\nscf.for %j = %c0 to %c4 step %c1 {\n}")},
    {"StoreBeforeLoop", "RG0618", 7, 1, "this is stored once, before the time loop",
     function(kLoad + kApply + kStore + "\n" + kConstants + "scf.for %i = %c0 to %c4 step %c1 {\n}")},
    {"AfterLoop", "RG0618", 13, 6, "this is computed once, after the time loop",
     function(kConstants + "scf.for %i = %c0 to %c4 step %c1 {\n" + kLoad + kApply + kStore +
              "\n}\n%z = stencil.load %v : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>")},
    {"LoadedBeforeLoop", "RG0618", 8, 6, "'%t' holds values from before the store on line 11",
     function(
         kConstants + kLoad + "scf.for %i = %c0 to %c4 step %c1 {\n" + kApply +
         "stencil.store %r to %u (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>\n}")},
    {"Stale", "RG0618", 9, 6, "'%t' holds values from before the store on line 7",
     function(
         kLoad + kApply +
         "stencil.store %r to %u (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>\n%q "
         "= stencil.apply(%a = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {\n%x = stencil.access %a[0, "
         "0] : !stencil.temp<?x?xf32>\nstencil.return %x : f32\n}\nstencil.store %q to %v (<[0, 0], [8, 6]>) : "
         "!stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>")},
    {"OutsideName", "RG0618", 6, 19, "this names a field that the loop swaps",
     function(kConstants +
              "%p, %q = scf.for %i = %c0 to %c4 step %c1 iter_args(%e = %u, %f = %v) -> "
              "(!stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>) {\n" +
              kLoad + kApply +
              "stencil.store %r to %f (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to "
              "!stencil.field<[-1,9]x[-1,7]xf32>\nscf.yield %f, %e : !stencil.field<[-1,9]x[-1,7]xf32>, "
              "!stencil.field<[-1,9]x[-1,7]xf32>\n}")},
    {"OtherYield", "RG0618", 12, 11, "the loop does not carry this field",
     function(kConstants +
              "%p = scf.for %i = %c0 to %c4 step %c1 iter_args(%e = %u) -> (!stencil.field<[-1,9]x[-1,7]xf32>) {\n%t = "
              "stencil.load %e : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>\n" +
              kApply + kStore + "\nscf.yield %v : !stencil.field<[-1,9]x[-1,7]xf32>\n}")},
    {"Aliased", "RG0618", 12, 1, "one field is carried twice",
     function(kConstants +
              "%p, %q = scf.for %i = %c0 to %c4 step %c1 iter_args(%e = %u, %f = %u) -> "
              "(!stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>) {\n" +
              kLoad + kApply + kStore +
              "\nscf.yield %f, %e : !stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>\n}")},
    {"YieldedTwice", "RG0618", 12, 15, "this field is yielded twice",
     function(kConstants +
              "%p, %q = scf.for %i = %c0 to %c4 step %c1 iter_args(%e = %u, %f = %v) -> "
              "(!stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>) {\n%t = stencil.load %e : "
              "!stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>\n" +
              kApply +
              "stencil.store %r to %f (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to "
              "!stencil.field<[-1,9]x[-1,7]xf32>\nscf.yield %f, %f : !stencil.field<[-1,9]x[-1,7]xf32>, "
              "!stencil.field<[-1,9]x[-1,7]xf32>\n}")},
    {"DefinedTwice", "RG0615", 3, 1, "'%t' is defined twice", function(kLoad + kLoad)},
    {"OtherMemref", "RG0618", 4, 30, "'%f' is stored to a memref that it was not loaded from",
     "func.func @k(%u : memref<8x6xf32>, %v : memref<8x6xf32>) {\n%f = stencil.external_load %u : memref<8x6xf32> -> "
     "!stencil.field<[0,8]x[0,6]xf32>\n%g = stencil.external_load %v : memref<8x6xf32> -> "
     "!stencil.field<[0,8]x[0,6]xf32>\nstencil.external_store %f to %v : !stencil.field<[0,8]x[0,6]xf32> to "
     "memref<8x6xf32>\nfunc.return\n}\n"},
    {"ExchangedMemref", "RG0618", 16, 30, "'%p' is stored to a memref that it was not loaded from",
     "func.func @k(%0 : memref<10x8xf32>, %1 : memref<10x8xf32>) {\n" + kConstants +
         "%u = stencil.external_load %0 : memref<10x8xf32> -> !stencil.field<[-1,9]x[-1,7]xf32>\n%v = "
         "stencil.external_load %1 : memref<10x8xf32> -> !stencil.field<[-1,9]x[-1,7]xf32>\n%p, %q = scf.for %i = %c0 "
         "to %c1 step %c1 iter_args(%e = %u, %f = %v) -> (!stencil.field<[-1,9]x[-1,7]xf32>, "
         "!stencil.field<[-1,9]x[-1,7]xf32>) {\n%t = stencil.load %e : !stencil.field<[-1,9]x[-1,7]xf32> -> "
         "!stencil.temp<?x?xf32>\n" +
         kApply +
         "stencil.store %r to %f (<[0, 0], [8, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-1,9]x[-1,7]xf32>\n"
         "scf.yield %f, %e : !stencil.field<[-1,9]x[-1,7]xf32>, !stencil.field<[-1,9]x[-1,7]xf32>\n}\n"
         "stencil.external_store %p to %0 : !stencil.field<[-1,9]x[-1,7]xf32> to memref<10x8xf32>\nfunc.return\n}\n"},
    {"BlockBranch", "RG0618", 3, 1, "this region has a second block", function(kLoad + "^bb2:")},
    {"Unclosed", "RG0611", 1, 116, "this bracket is not closed",
     "func.func @k(%u : !stencil.field<[-1,9]x[-1,7]xf32>, %v : !stencil.field<[-1,9]x[-1,7]xf32>, %n : index, %s : "
     "f32) {\n%t = stencil.load %u : !stencil.field<[-1,9]x[-1,7]xf32> -> !stencil.temp<?x?xf32>\n"},
    {"FourAxes", "RG0618", 1, 19, "this field has 4 axes",
     "func.func @k(%u : !stencil.field<[0,8]x[0,8]x[0,8]x[0,8]xf32>) {\n%t = stencil.load %u : !stencil.field<?xf32> "
     "-> !stencil.temp<?xf32>\nfunc.return\n}\n"},
    {"WithHalo", "RG0618", 7, 110, "this store has a result",
     function(kLoad + kApply + "%z = " + kStore + " with_halo : !stencil.temp<?x?xf32>")},
    {"TwoGrids", "RG0618", 5, 1, "this field has 2 axes, but another stored field has 1",
     "func.func @k(%u : !stencil.field<[0,8]xf32>, %v : !stencil.field<[0,8]x[0,8]xf32>) {\n%t = stencil.load %u : "
     "!stencil.field<[0,8]xf32> -> !stencil.temp<?xf32>\n%p = stencil.load %v : !stencil.field<[0,8]x[0,8]xf32> -> "
     "!stencil.temp<?x?xf32>\nstencil.store %t to %u (<[0], [8]>) : !stencil.temp<?xf32> to "
     "!stencil.field<[0,8]xf32>\nstencil.store %p to %v (<[0, 0], [8, 8]>) : !stencil.temp<?x?xf32> to "
     "!stencil.field<[0,8]x[0,8]xf32>\nfunc.return\n}\n"},
};

class MlirRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(MlirRefusals, AreLocatedAndSayWhy) { expect_refused(GetParam(), "a.mlir"); }

INSTANTIATE_TEST_SUITE_P(Programs, MlirRefusals, testing::ValuesIn(kRefusedMlir),
                         [](const auto& refusal) { return refusal.param.name; });

std::vector<std::filesystem::path> mlir_programs() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(test::source_folder()) /
                                                                         "tests/import/mlir")) {
    if (entry.path().extension() == ".mlir") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Programs with a piece cut out, doubled or exchanged are imported or refused.
TEST(MlirMutations, NeverCrash) {
  std::mt19937 random(29);
  int refused = 0;
  int taken = 0;
  Options options;
  for (const auto& path : mlir_programs()) {
    std::ifstream stream(path);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    options.values.clear();
    if (text.find("%steps") != std::string::npos) options.values["steps"] = "9";
    for (int turn = 0; turn < 24; ++turn) {
      std::string mutant = text;
      const std::size_t at = random() % text.size();
      const std::size_t size = 1 + random() % 9;
      if (turn % 3 == 0) mutant.erase(at, size);
      if (turn % 3 == 1) mutant.insert(at, text.substr(random() % text.size(), size));
      if (turn % 3 == 2) mutant.replace(at, 1, std::string(1, "0129-%#:<>=ijxt[](){},\"^"[random() % 22]));
      SCOPED_TRACE(mutant);
      Diagnostics diagnostics;
      const bool good = import_text(mutant, path.string(), options, diagnostics).ok();
      EXPECT_NE(good, diagnostics.has_errors());
      (good ? taken : refused) += 1;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 100);
}

/// Names of any length are read without a stack of their size.
TEST(MlirOptions, LongNames) {
  const std::string name(400000, 'a');
  const std::string text =
      "\"func.func\"() <{function_type = () -> ()}> ({\n\"stencil.load\"() : () -> ()\n}) "
      "{sym_name = \"" +
      name + "\"} : () -> ()\n";
  Diagnostics diagnostics;
  Options options;
  options.function = "b";
  EXPECT_FALSE(import_text(text, "a.mlir", options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find(name), std::string::npos) << "the functions of the file are listed";
  const std::string wish = "// rtlgen equal(" + name + ", b)\n" + body("stencil.return %x : f32");
  Diagnostics none;
  EXPECT_TRUE(import_text(wish, "a.mlir", {}, none).ok()) << none.render();
}

TEST(MlirOptions, NameArguments) {
  Diagnostics diagnostics;
  Options options;
  options.values["m"] = "3";
  EXPECT_TRUE(import_text(body("stencil.return %x : f32"), "a.mlir", options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("-D m: 'k' has no argument of that name"), std::string::npos)
      << diagnostics.render();
}

/// rtlgen's language has no such number.
TEST(MlirNegativeZero, IsWrittenAsAnExpression) {
  const std::string text =
      body("%y = arith.constant -0.0 : f32\n%z = arith.addf %x, %y : f32\nstencil.return %z : f32");
  Diagnostics diagnostics;
  const auto yaml = import_text(text, "a.mlir", {}, diagnostics);
  ASSERT_TRUE(yaml.ok()) << diagnostics.render();
  EXPECT_NE(yaml->find("+ (-float32(0))"), std::string::npos) << *yaml;
}

TEST(MlirOptions, NameAFunction) {
  const std::string one = body("stencil.return %x : f32");
  std::string other = one;
  other.replace(other.find("@k"), 2, "@l");
  Options options;
  options.function = "l";
  Diagnostics diagnostics;
  EXPECT_TRUE(import_text(one + other, "a.mlir", options, diagnostics).ok()) << diagnostics.render();
  options.function = "m";
  EXPECT_FALSE(import_text(one + other, "a.mlir", options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("no function 'm'"), std::string::npos) << diagnostics.render();
}

/// Fields that start equal need one field.
TEST(MlirOptions, EqualFieldsAreOne) {
  std::ifstream stream(std::filesystem::path(test::source_folder()) / "tests/import/mlir/xdsl/heat_swap.mlir");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Diagnostics diagnostics;
  const auto two = import_text(text, "a.mlir", {}, diagnostics);
  const auto one = import_text("// rtlgen equal(f0, f1)\n" + text, "a.mlir", {}, diagnostics);
  ASSERT_TRUE(two.ok() && one.ok()) << diagnostics.render();
  EXPECT_NE(two->find("\n  f1: {}"), std::string::npos) << *two;
  EXPECT_EQ(one->find("\n  f1: {}"), std::string::npos) << *one;
}

}  // namespace
}  // namespace rtlgen::importer
