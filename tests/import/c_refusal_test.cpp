// C that cannot be imported is refused where it stands, with the reason and what to write.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "c_driver.hpp"
#include "import/import.hpp"
#include "refusals.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::importer {
namespace {

/// Statements that begin in line 2, column 1.
std::string function(const std::string& statements) {
  return "void k(float a[8][9], float b[8][9], int n, float *p, float *q) {\n" + statements + "\n}\n";
}

const std::vector<Refusal> kRefusals = {
    {"NotC", "RG0611", 3, 11, "use of undeclared identifier 'c'", nest("b[i][j] = c[i][j];")},
    {"NoHeader", "RG0611", 1, 10, "headers below the program's folder", "#include <ap_int.h>\nvoid k(void) {}\n"},
    {"NoLoops", "RG0613", 1, 1, "no function in this file", "int k(int a) { return a + 1; }\n"},
    {"OnlyASum", "RG0613", 2, 29, "this adds up values in 'n', but no array elements",
     function("for (int i = 0; i < 8; i++) n += a[i][0];")},
    {"SeveralFunctions", "RG0613", 2, 1, "several functions have loops over arrays: k, l",
     "void k(float *a) { for (int i = 0; i < 9; i++) a[i] = 0; }\nvoid l(float *a) { for (int i = 0; i < 9; i++) a[i] "
     "= 1; }\n"},
    {"TwoPragmas", "RG0613", 2, 1, "the file contains '#pragma rtlgen' twice",
     "#pragma rtlgen\n#pragma rtlgen\nvoid k(void) {}\n"},
    {"WrongPragma", "RG0611", 1, 16, "accepts only values and equal(...)", "#pragma rtlgen please\nvoid k(void) {}\n"},
    {"GaussSeidel", "RG0618", 3, 25, "in-place update: this reads 'a'", nest("a[i][j] = a[i][j + 1] + a[i][j - 1];")},
    {"InPlaceAbove", "RG0618", 3, 11, "in-place", nest("a[i][j] = a[i - 1][j] + a[i][j - 1];")},
    {"TakenApart", "RG0618", 3, 34, "cannot be split: 'a'", nest("a[i][j] = b[i][j] + 1; b[i][j] = a[i][j + 1];")},
    {"AssignedAgainTooEarly", "RG0618", 2, 64, "cannot be split: 'q'",
     function("for (int i = 1; i < 8; i++) { if (i > 2 && i < 5) q[i] = p[i]; q[i + 1] = 2; }")},
    {"AssignedAgainAfterItsNextTurn", "RG0618", 2, 38, "cannot be split: 'q'",
     function(
         "for (int i = 1; i < 8; i++) { p[i] = q[i - 1]; q[i] = p[i] + 1; } for (int i = 0; i < 8; i++) q[i] = 0;")},
    {"AssignedAgainBehindARead", "RG0618", 2, 86, "cannot be split: 'q'",
     function("for (int i = 0; i < 8; i++) q[i] = 1; for (int i = 0; i < 7; i++) { q[i] = 0; p[i] = q[i + 1]; }")},
    {"DataIndex", "RG0618", 3, 11, "this index depends on data", nest("b[i][j] = a[i][(int)a[i][j]];")},
    {"DataBounds", "RG0618", 2, 17, "depends on data", function("for (int i = 0; i < (int)p[0]; i++) q[i] = p[i];")},
    {"UnknownBounds", "RG0618", 2, 17, "the value of 'n' must be known",
     function("for (int i = 0; i < n; i++) q[i] = p[i];")},
    {"RowBeyondTheGrid", "RG0618", 3, 21, "index 8 of an array along y, but the grid has only 8 cells",
     nest("b[i][j] = a[i][j] * p[i + 2];")},
    {"RemainderOfARow", "RG0618", 3, 21, "along y, but the grid has only 8 cells",
     nest("b[i][j] = a[i][j] * p[(i + 2) % 9];")},
    {"Triangle", "RG0618", 2, 45, "depends on another loop",
     function("for (int i = 0; i < 8; i++) for (int j = 0; j < i; j++) b[i][j] = a[i][j];")},
    {"Beyond", "RG0618", 3, 11, "index 9 is outside 'a' along x, which has 9 cells", nest("b[i][j] = a[i][j + 2];")},
    {"BeyondLow", "RG0618", 3, 11, "index -1 is outside 'a' along y", nest("b[i][j] = a[i - 2][j];")},
    {"Strided", "RG0618", 2, 24, "skips cells: its step is 2", function("for (int i = 0; i < 8; i += 2) q[i] = p[i];")},
    {"Scaled", "RG0618", 2, 36, "one in 2 elements", function("for (int i = 0; i < 8; i++) q[i] = p[2 * i];")},
    {"Mirrored", "RG0618", 3, 11, "multiplies a loop variable by -1", nest("b[i][j] = a[i][8 - j];")},
    {"Transposed", "RG0618", 3, 11, "another axis than in the assigned element", nest("b[i][j] = a[j - 1][i];")},
    {"FarRow", "RG0618", 3, 21, "many cells read the cell 3 along y", nest("b[i][j] = a[i][j] + a[3][j];")},
    {"Reduction", "RG0618", 2, 107, "depends on many cells",
     function("float s = 0; for (int i = 1; i < 7; i++) for (int j = 1; j < 8; j++) { s = a[i][j]; b[i][j] = 1; } q[0] "
              "= s;")},
    {"Carried", "RG0618", 3, 11, "carries a value from one iteration of a loop to the next",
     "void k(float a[8][9], float b[8][9]) { float s = 0;\nfor (int i = 1; i < 7; i++) for (int j = 1; j < 8; j++) "
     "{\nb[i][j] = s; s = a[i][j];\n}}\n"},
    {"Unset", "RG0618", 3, 20, "'s' is read before it has a value", nest("float s; b[i][j] = s;")},
    {"UnknownCall", "RG0618", 4, 11, "the function 'work' is not in this file",
     "float work(float);\n" + nest("b[i][j] = work(a[i][j]);")},
    {"UnknownMath", "RG0618", 4, 11, "'sinh' cannot be imported",
     "#include <math.h>\n" + nest("b[i][j] = sinh(a[i][j]);")},
    {"Recursion", "RG0618", 1, 31, "'f' calls itself",
     "float f(float v) { return 1 + f(v); }\n" + nest("b[i][j] = f(a[i][j]);")},
    {"Union", "RG0618", 2, 27, "is a struct, a union",
     function("union { float f; int i; } u; for (int i = 0; i < 8; i++) q[i] = p[i];")},
    {"PointerCast", "RG0618", 2, 37, "a pointer is cast from 'float *' to 'int *'",
     function("for (int i = 0; i < 8; i++) q[i] = ((int *)p)[i];")},
    {"Alias", "RG0618", 2, 12, "it is not known which array this points to",
     function("float *r = n > 3 ? p : q; for (int i = 0; i < 8; i++) r[i] = p[i];")},
    {"MovingPointer", "RG0618", 2, 39, "the pointer 'p' moves",
     function("for (int i = 0; i < 8; i++) { q[i] = *p; p += 1; }")},
    {"Output", "RG0618", 4, 14, "'printf' inside a loop over cells cannot be imported",
     "#include <stdio.h>\n" + nest("b[i][j] = 0; printf(\"%f\", b[i][j]);")},
    {"Switch", "RG0618", 3, 1, "'switch' cannot be imported", nest("switch (j) { case 0: b[i][j] = 0; default: ; }")},
    {"While", "RG0618", 2, 1, "a 'while' loop cannot be imported",
     function("while (n < 9) { for (int i = 0; i < 8; i++) q[i] = p[i]; }")},
    {"Break", "RG0618", 3, 20, "'break' cannot be imported", nest("if (a[i][j] > 0) { break; } b[i][j] = 0;")},
    {"LongDouble", "RG0618", 1, 54, "the unsupported type 'long double'",
     "void k(long double *p) { for (int i = 0; i < 8; i++) p[i] = 0; }\n"},
    {"Diagonal", "RG0618", 2, 29, "along a diagonal", function("for (int i = 0; i < 8; i++) a[i][i] = 0;")},
    {"AgainAndAgain", "RG0618", 3, 1, "assigned in each iteration of the loop over 'k'",
     "void k(float *a, float *c) {\nfor (int k = 0; k < 3; k++) for (int i = 0; i < 8; i++) {\na[i] = c[i] + k; c[k] = "
     "1;\n}}\n"},
    {"TwoTimeLoops", "RG0618", 3, 1, "a second loop over time steps",
     function("for (int t = 0; t < 3; t++) for (int i = 0; i < 8; i++) q[i] = p[i] + t;\nfor (int t = 0; t < 3; t++) "
              "for (int i = 0; i < 8; i++) p[i] = q[i] + t;")},
    {"BeforeTime", "RG0618", 3, 1, "loops over cells precede the loop over time steps",
     function("for (int i = 0; i < 8; i++) q[i] = p[i];\nfor (int t = 0; t < 3; t++) for (int i = 0; i < 8; i++) p[i] "
              "= q[i] + t;")},
    {"AfterTime", "RG0618", 3, 29, "after the loop over time steps",
     function("for (int t = 0; t < 3; t++) for (int i = 0; i < 8; i++) q[i] = p[i] + t;\nfor (int i = 0; i < 8; i++) "
              "p[i] = q[i];")},
    {"Shapes", "RG0618", 1, 97, "cells along",
     "void k(float a[8], float b[9]) {                                    for (int i = 0; i < 8; i++) b[i] = a[i]; "
     "}\n"},
    {"TimeIndex", "RG0618", 3, 66, "does not cycle with the time step",
     "float a[9][8], b[8];\nvoid k(void) {\nfor (int t = 0; t < 30; t++) for (int i = 0; i < 8; i++) b[i] += a[t / "
     "4][i];\n}\n"},
    {"OneArrayTwice", "RG0618", 3, 23, "the same array for two parameters",
     "void k(float *p, float *q) { for (int i = 0; i < 9; i++) q[i] = p[i]; }\n"
     "float a[9];\nint main(void) { k(a, a); }\n"},
    {"NoComparison", "RG0618", 2, 17, "not counted by one variable",
     function("for (int i = 0; i << 3; i++) q[i] = p[i];")},
    {"LoopVariable", "RG0618", 2, 1, "the body of the loop assigns 'i'",
     function("for (int i = 0; i < 8; i++) { q[i] = p[i]; i++; }")},
    {"MovingBound", "RG0618", 2, 28, "changes a variable of its own bound",
     function("int m = 8; for (int i = 0; i < m; i++) { q[i] = p[i]; m = 7; }")},
    {"InnerAssignment", "RG0618", 3, 20, "'?:' contains an assignment",
     nest("float s; b[i][j] = a[i][j] > 0 ? (s = 1) : 2;")},
    {"NestedContinue", "RG0618", 3, 20, "inside two nested conditions",
     nest("if (a[i][j] > 0) { if (b[i][j] > 0) continue; } b[i][j] = 0;")},
    {"MixedNames", "RG0618", 2, 23, "'p' keeps its array",
     function("float *r = p, *s = q; for (int t = 0; t < 3; t++) { for (int i = 0; i < 8; i++) s[i] = r[i] + p[i]; "
              "float *o = r; r = s; s = o; }")},
    {"InnerPragma", "RG0618", 4, 1, "names a loop inside another loop",
     function("for (int t = 0; t < 3; t++)\n#pragma rtlgen\nfor (int i = 0; i < 8; i++) q[i] = p[i];")},
    {"TableByCell", "RG0618", 2, 68, "depends on the cell",
     "static const float w[90] = {1, 2, 3};\nvoid k(float *p, float *q) { for (int i = 0; i < 90; i++) q[i] = w[i] * "
     "p[i]; }\n"},
    {"SameTwice", "RG0618", 1, 8, "two pointers point to one array",
     "void k(float *p, float *q) {\n\n\nfor (int t = 0; t < 3; t++) { for (int i = 0; i < 8; i++) q[i] = p[i]; p = q; "
     "}\n}\n"},
    {"NegativeRemainder", "RG0618", 3, 17, "the remainder of a negative number",
     "void k(float a[8], float b[8]) {\nfor (int i = 0; i < 8; i++)\nb[i] = a[i] + a[(i - 1) % 8];\n}\n"},
    {"LostCall", "RG0618", 4, 29, "this depends on 'omp_get_max_threads()' on line 3",
     "#include <omp.h>\nvoid k(float *p, float *q) {\nint m = omp_get_max_threads();\nfor (int i = 0; i < 9; i++) q[i] "
     "= "
     "p[i] * m; }\n"},
    {"LostRemedy", "RG0618", 5, 29, "--define dt=1",
     "#include <stdlib.h>\ndouble q[9];\nint main(int n, char **v) { double dt = atof(v[1]) * 2.0;\n#pragma "
     "rtlgen\nfor (int "
     "i = 0; i < 9; i++) q[i] = q[i] * dt; }\n"},
    {"LostReturn", "RG0618", 7, 29, "--define v=1",
     "static float s(float f, int n) {\nif (n == 3) { f = 1; } else if (f < 0) { return 2; }\nreturn f; }\nvoid "
     "k(float "
     "*q, float f, int n) {\nfloat v = s(f, n);\n#pragma rtlgen\nfor (int i = 0; i < 9; i++) q[i] = q[i] * v; }\n"},
    {"LostBound", "RG0618", 4, 17, "this depends on 'rand()'",
     "#include <stdlib.h>\ndouble q[9];\nint main(void) { int m = rand() % 5 + 1;\nfor (int i = 0; i < m; i++) q[i] = "
     "1; "
     "}\n"},
    {"LostCondition", "RG0618", 3, 60, "omp_get_thread_num",
     "#include <omp.h>\nvoid k(float *p, float *q) {\nfor (int i = 0; i < 9; i++) if (omp_get_thread_num() == 0) q[i] "
     "= p[i]; "
     "}\n"},
    {"LostWeight", "RG0618", 4, 29, "this depends on 'rand()'",
     "#include <stdlib.h>\ndouble q[9];\nint main(void) { double w[2]; w[0] = rand(); w[1] = 2;\n"
     "for (int i = 0; i < 9; i++) q[i] = q[i] * w[0]; }\n"},
    {"WeightsOfMemory", "RG0618", 5, 43, "'w' gets its values on line 3",
     "#include <stdlib.h>\ndouble q[9];\nint main(void) { double *w = malloc(16); w[0] = 3;\n#pragma rtlgen\n"
     "for (int i = 0; i < 9; i++) q[i] = q[i] * w[0]; }\n"},
    {"OrderOfOperands", "RG0618", 3, 11, "C does not define their order", nest("b[i][j] = a[i][j]++ + a[i][j];")},
    {"OrderOfCalls", "RG0618", 4, 11, "C does not define their order",
     "static float g; static float f(float x) { g = x; return x; }\n" + nest("b[i][j] = f(1) + f(2);")},
    {"StaticLocal", "RG0618", 1, 22, "keeps its value from one call to the next",
     "static int f(void) { static int c = 0; return c++; }\n" + nest("b[i][j] = f();")},
    {"UnevenCounter", "RG0618", 3, 49, "carries a value",
     nest("static const int m = 1; int c = 0; a[i][j] = 0; n += (int)a[i][j]; b[i][j] = n;")},
    {"EndlessUnsigned", "RG0618", 2, 27, "has only 8 bits, which changes when this loop ends",
     function("for (unsigned char i = 0; i < 300; i++) q[i] = p[i];")},
    {"ShiftTooFar", "RG0618", 3, 11, "C does not define a shift", nest("b[i][j] = 1 << 32;")},
    {"ReadBefore", "RG0618", 2, 11, "is read before the loop over time steps",
     function("float s = q[0]; for (int t = 0; t < 3; t++) { for (int i = 0; i < 1; i++) q[i] = p[i] + s; }")},
    {"PointerToNumber", "RG0618", 2, 33, "the pointer 'p' is used as a number",
     function("for (int i = 0; i < 8; i++) if (p > q) q[i] = p[i];")},
    {"OtherRemainder", "RG0618", 3, 15, "a remainder of 7 on an axis of 8 cells",
     "void k(float a[8], float b[8]) {\nfor (int i = 0; i < 8; i++)\nb[i] = a[i] + a[(i + 1) % 7];\n}\n"},
    {"Vector", "RG0618", 3, 8, "the type 'v4' contains vectors",
     "typedef float v4 __attribute__((vector_size(16)));\nvoid k(v4 *a, v4 *b) { for (int i = 0; i < 8; i++)\nb[i] = "
     "a[i]; }\n"},
    {"VectorOfClang", "RG0618", 4, 1, "rtlgen cannot read an expression",
     "typedef int e4 __attribute__((ext_vector_type(4))); e4 v[9];\n" + nest("b[i][j] = v[i].x;")},
    {"Complex", "RG0618", 3, 1, "the type '_Complex float' contains complex numbers",
     nest("_Complex float z = a[i][j]; b[i][j] = 1;")},
    {"WideInteger", "RG0618", 3, 11, "'__int128' contains 128-bit numbers", nest("b[i][j] = (__int128)i >> 3;")},
    {"Atomic", "RG0618", 1, 1, "contains atomic values", "_Atomic int count;\n" + nest("b[i][j] = count;")},
    {"BitInteger", "RG0618", 3, 1, "is not supported", nest("_BitInt(7) w = i; b[i][j] = w;")},
    {"BitField", "RG0618", 4, 11, "'x' is a bit-field",
     "struct s { unsigned x : 3; } q;\n" + nest("b[i][j] = q.x - 1;")},
    {"Cleanup", "RG0618", 4, 1, "'s' has the attribute 'cleanup'",
     "void f(float *);\n" + nest("float s __attribute__((cleanup(f))) = 1; b[i][j] = s;")},
    {"Unreachable", "RG0618", 3, 21, "'__builtin_unreachable' ends the program",
     nest("if (a[i][j] > 1000) __builtin_unreachable(); else b[i][j] = 1;")},
    {"OtherBuiltin", "RG0618", 3, 11, "the builtin '__builtin_popcount' is not supported",
     nest("b[i][j] = __builtin_popcount(i);")},
    {"NotInfinite", "RG0618", 3, 11, "the builtin '__builtin_inff' is not supported",
     nest("b[i][j] = __builtin_inff();")},
    {"HintThatCounts", "RG0618", 3, 12, "'__builtin_prefetch' has an argument with a side effect",
     nest("int m = i; __builtin_prefetch(&p[m++]); b[i][j] = m;")},
    {"StatementValue", "RG0618", 3, 11, "this expression cannot be imported", nest("b[i][j] = ({ 1 + i; });")},
    {"NamedElements", "RG0618", 3, 19, "designated initialisers are not supported",
     nest("const int w[2] = {[1] = 3}; b[i][j] = w[1];")},
    {"EnumeratorOfAWideEnumeration", "RG0618", 4, 21, "the type of 'LOW' depends on the compiler",
     "enum { HIGH = 0x80000000u, LOW = -5 };\n" + nest("b[i][j] = a[i][j] < LOW;")},
    {"ErrorInReach", "RG0611", 1, 27, "undeclared identifier 'missing'",
     "float f(float v) { return missing; }\n" + nest("b[i][j] = f(a[i][j]);")},
    {"ErrorInACandidate", "RG0611", 1, 72, "undeclared identifier 'missing'",
     "void other(float *a) { for (int i = 0; i < 9; i++) { a[i] = 1; int v = missing; } }\n" +
         nest("b[i][j] = a[i][j];")},
    {"ErrorOutside", "RG0611", 1, 9, "undeclared identifier 'missing'",
     "int n = missing;\n" + nest("b[i][j] = a[i][j];")},
};

class CRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(CRefusals, AreLocatedAndSayWhy) { expect_refused(GetParam(), "a.c"); }

INSTANTIATE_TEST_SUITE_P(Programs, CRefusals, testing::ValuesIn(kRefusals),
                         [](const auto& refusal) { return refusal.param.name; });

}  // namespace
}  // namespace rtlgen::importer
