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

/// A loop over a[8][9] and b[8][9] whose body begins in line 3, column 1.
std::string nest(const std::string& body) {
  return "void k(float a[8][9], float b[8][9], int n, float *p) {\nfor (int i = 1; i < 7; i++) for (int j = 1; j < 8; "
         "j++) "
         "{\n" +
         body + "\n}}\n";
}

/// Statements that begin in line 2, column 1.
std::string function(const std::string& statements) {
  return "void k(float a[8][9], float b[8][9], int n, float *p, float *q) {\n" + statements + "\n}\n";
}

const std::vector<Refusal> kRefusals = {
    {"NotC", "RG0611", 3, 11, "use of undeclared identifier 'c'", nest("b[i][j] = c[i][j];")},
    {"NoHeader", "RG0611", 1, 10, "headers below the program's folder", "#include <ap_int.h>\nvoid k(void) {}\n"},
    {"NoLoops", "RG0613", 1, 1, "no function of this file", "int k(int a) { return a + 1; }\n"},
    {"SeveralFunctions", "RG0613", 2, 1, "several functions have loops over arrays: k, l",
     "void k(float *a) { for (int i = 0; i < 9; i++) a[i] = 0; }\nvoid l(float *a) { for (int i = 0; i < 9; i++) a[i] "
     "= 1; }\n"},
    {"TwoPragmas", "RG0613", 2, 1, "stands in the file twice", "#pragma rtlgen\n#pragma rtlgen\nvoid k(void) {}\n"},
    {"WrongPragma", "RG0611", 1, 16, "takes values and equal arrays", "#pragma rtlgen please\nvoid k(void) {}\n"},
    {"GaussSeidel", "RG0618", 3, 25, "in place: this reads 'a'", nest("a[i][j] = a[i][j + 1] + a[i][j - 1];")},
    {"InPlaceAbove", "RG0618", 3, 11, "in place", nest("a[i][j] = a[i - 1][j] + a[i][j - 1];")},
    {"TakenApart", "RG0618", 3, 34, "cannot be taken apart: 'a'",
     nest("a[i][j] = b[i][j] + 1; b[i][j] = a[i][j + 1];")},
    {"DataIndex", "RG0618", 3, 11, "an index that depends on data", nest("b[i][j] = a[i][(int)a[i][j]];")},
    {"DataBounds", "RG0618", 2, 17, "depends on data", function("for (int i = 0; i < (int)p[0]; i++) q[i] = p[i];")},
    {"UnknownBounds", "RG0618", 2, 17, "needs the value of 'n'", function("for (int i = 0; i < n; i++) q[i] = p[i];")},
    {"Triangle", "RG0618", 2, 45, "depends on another loop",
     function("for (int i = 0; i < 8; i++) for (int j = 0; j < i; j++) b[i][j] = a[i][j];")},
    {"Beyond", "RG0618", 3, 11, "index 9 of 'a' along x, which has 9 cells", nest("b[i][j] = a[i][j + 2];")},
    {"BeyondLow", "RG0618", 3, 11, "index -1 of 'a' along y", nest("b[i][j] = a[i - 2][j];")},
    {"Strided", "RG0618", 2, 24, "leaves cells out: its step is 2",
     function("for (int i = 0; i < 8; i += 2) q[i] = p[i];")},
    {"Scaled", "RG0618", 2, 36, "every 2th element", function("for (int i = 0; i < 8; i++) q[i] = p[2 * i];")},
    {"Mirrored", "RG0618", 3, 11, "-1 times a loop variable", nest("b[i][j] = a[i][8 - j];")},
    {"Transposed", "RG0618", 3, 11, "another axis than the assigned element", nest("b[i][j] = a[j - 1][i];")},
    {"FarRow", "RG0618", 3, 21, "the cell 3 along y, read from many", nest("b[i][j] = a[i][j] + a[3][j];")},
    {"Reduction", "RG0618", 2, 107, "a value of many cells",
     function("float s = 0; for (int i = 1; i < 7; i++) for (int j = 1; j < 8; j++) { s = a[i][j]; b[i][j] = 1; } q[0] "
              "= s;")},
    {"Carried", "RG0618", 3, 11, "carries a value from one turn of a loop to the next",
     "void k(float a[8][9], float b[8][9]) { float s = 0;\nfor (int i = 1; i < 7; i++) for (int j = 1; j < 8; j++) "
     "{\nb[i][j] = s; s = a[i][j];\n}}\n"},
    {"Unset", "RG0618", 3, 20, "'s' is read without a value", nest("float s; b[i][j] = s;")},
    {"UnknownCall", "RG0618", 4, 11, "the function 'work' is not in this file",
     "float work(float);\n" + nest("b[i][j] = work(a[i][j]);")},
    {"UnknownMath", "RG0618", 4, 11, "'sinh' cannot be imported",
     "#include <math.h>\n" + nest("b[i][j] = sinh(a[i][j]);")},
    {"Recursion", "RG0618", 1, 31, "'f' calls itself",
     "float f(float v) { return 1 + f(v); }\n" + nest("b[i][j] = f(a[i][j]);")},
    {"Union", "RG0618", 2, 27, "is a record, a union",
     function("union { float f; int i; } u; for (int i = 0; i < 8; i++) q[i] = p[i];")},
    {"PointerCast", "RG0618", 2, 37, "a cast of a pointer from 'float *' to 'int *'",
     function("for (int i = 0; i < 8; i++) q[i] = ((int *)p)[i];")},
    {"Alias", "RG0618", 2, 12, "which array this points to is not known",
     function("float *r = n > 3 ? p : q; for (int i = 0; i < 8; i++) r[i] = p[i];")},
    {"MovingPointer", "RG0618", 2, 39, "the pointer 'p' moves",
     function("for (int i = 0; i < 8; i++) { q[i] = *p; p += 1; }")},
    {"While", "RG0618", 2, 1, "this statement cannot be imported (WhileStmt)",
     function("while (n < 9) { for (int i = 0; i < 8; i++) q[i] = p[i]; }")},
    {"Break", "RG0618", 3, 20, "BreakStmt", nest("if (a[i][j] > 0) { break; } b[i][j] = 0;")},
    {"LongDouble", "RG0618", 1, 54, "of the type 'long double'",
     "void k(long double *p) { for (int i = 0; i < 8; i++) p[i] = 0; }\n"},
    {"Diagonal", "RG0618", 2, 29, "along a diagonal", function("for (int i = 0; i < 8; i++) a[i][i] = 0;")},
    {"AgainAndAgain", "RG0618", 3, 1, "assigned in each turn of the loop over 'k'",
     "void k(float *a, float *c) {\nfor (int k = 0; k < 3; k++) for (int i = 0; i < 8; i++) {\na[i] = c[i] + k; c[k] = "
     "1;\n}}\n"},
    {"TwoTimeLoops", "RG0618", 3, 1, "a second loop over time steps",
     function("for (int t = 0; t < 3; t++) for (int i = 0; i < 8; i++) q[i] = p[i] + t;\nfor (int t = 0; t < 3; t++) "
              "for (int i = 0; i < 8; i++) p[i] = q[i] + t;")},
    {"BeforeTime", "RG0618", 3, 1, "loops over cells before the loop over time steps",
     function("for (int i = 0; i < 8; i++) q[i] = p[i];\nfor (int t = 0; t < 3; t++) for (int i = 0; i < 8; i++) p[i] "
              "= q[i] + t;")},
    {"AfterTime", "RG0618", 3, 29, "after the loop over time steps",
     function("for (int t = 0; t < 3; t++) for (int i = 0; i < 8; i++) q[i] = p[i] + t;\nfor (int i = 0; i < 8; i++) "
              "p[i] = q[i];")},
    {"Shapes", "RG0618", 1, 97, "cells along",
     "void k(float a[8], float b[9]) {                                    for (int i = 0; i < 8; i++) b[i] = a[i]; "
     "}\n"},
    {"TimeIndex", "RG0618", 3, 66, "does not go round with the time step",
     "float a[9][8], b[8];\nvoid k(void) {\nfor (int t = 0; t < 30; t++) for (int i = 0; i < 8; i++) b[i] += a[t / "
     "4][i];\n}\n"},
    {"OneArrayTwice", "RG0618", 3, 23, "the same array for two parameters",
     "void k(float *p, float *q) { for (int i = 0; i < 9; i++) q[i] = p[i]; }\n"
     "float a[9];\nint main(void) { k(a, a); }\n"},
    {"NoComparison", "RG0618", 2, 17, "not counted by one variable",
     function("for (int i = 0; i << 3; i++) q[i] = p[i];")},
    {"LoopVariable", "RG0618", 2, 1, "the body of the loop assigns 'i'",
     function("for (int i = 0; i < 8; i++) { q[i] = p[i]; i++; }")},
    {"MovingBound", "RG0618", 2, 28, "what its bound is made of",
     function("int m = 8; for (int i = 0; i < m; i++) { q[i] = p[i]; m = 7; }")},
    {"InnerAssignment", "RG0618", 3, 20, "an assignment inside of '?:'",
     nest("float s; b[i][j] = a[i][j] > 0 ? (s = 1) : 2;")},
    {"NestedContinue", "RG0618", 3, 20, "inside of two conditions",
     nest("if (a[i][j] > 0) { if (b[i][j] > 0) continue; } b[i][j] = 0;")},
    {"MixedNames", "RG0618", 2, 23, "'p' stays with its array",
     function("float *r = p, *s = q; for (int t = 0; t < 3; t++) { for (int i = 0; i < 8; i++) s[i] = r[i] + p[i]; "
              "float *o = r; r = s; s = o; }")},
    {"InnerPragma", "RG0618", 4, 1, "names a loop inside of another one",
     function("for (int t = 0; t < 3; t++)\n#pragma rtlgen\nfor (int i = 0; i < 8; i++) q[i] = p[i];")},
    {"TableByCell", "RG0618", 2, 68, "depends on the cell",
     "static const float w[90] = {1, 2, 3};\nvoid k(float *p, float *q) { for (int i = 0; i < 90; i++) q[i] = w[i] * "
     "p[i]; }\n"},
    {"SameTwice", "RG0618", 1, 8, "two pointers point to one array",
     "void k(float *p, float *q) {\n\n\nfor (int t = 0; t < 3; t++) { for (int i = 0; i < 8; i++) q[i] = p[i]; p = q; "
     "}\n}\n"},
    {"NegativeRemainder", "RG0618", 3, 17, "the remainder of a negative number",
     "void k(float a[8], float b[8]) {\nfor (int i = 0; i < 8; i++)\nb[i] = a[i] + a[(i - 1) % 8];\n}\n"},
    {"LostCall", "RG0618", 4, 29, "this depends on 'omp_get_max_threads()' in line 3",
     "#include <omp.h>\nvoid k(float *p, float *q) {\nint m = omp_get_max_threads();\nfor (int i = 0; i < 9; i++) q[i] "
     "= "
     "p[i] * m; }\n"},
    {"LostRemedy", "RG0618", 5, 29, "--define dt=1",
     "#include <stdlib.h>\ndouble q[9];\nint main(int n, char **v) { double dt = atof(v[1]) * 2.0;\n#pragma "
     "rtlgen\nfor (int "
     "i = 0; i < 9; i++) q[i] = q[i] * dt; }\n"},
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
    {"WeightsOfMemory", "RG0618", 5, 43, "'w' gets its values in line 3",
     "#include <stdlib.h>\ndouble q[9];\nint main(void) { double *w = malloc(16); w[0] = 3;\n#pragma rtlgen\n"
     "for (int i = 0; i < 9; i++) q[i] = q[i] * w[0]; }\n"},
    {"OrderOfOperands", "RG0618", 3, 11, "C leaves their order open", nest("b[i][j] = a[i][j]++ + a[i][j];")},
    {"OrderOfCalls", "RG0618", 4, 11, "C leaves their order open",
     "static float g; static float f(float x) { g = x; return x; }\n" + nest("b[i][j] = f(1) + f(2);")},
    {"StaticLocal", "RG0618", 1, 22, "keeps its value from one call to the next",
     "static int f(void) { static int c = 0; return c++; }\n" + nest("b[i][j] = f();")},
    {"UnevenCounter", "RG0618", 3, 49, "carries a value",
     nest("static const int m = 1; int c = 0; a[i][j] = 0; n += (int)a[i][j]; b[i][j] = n;")},
    {"EndlessUnsigned", "RG0618", 2, 27, "does not end this loop",
     function("for (unsigned char i = 0; i < 300; i++) q[i] = p[i];")},
    {"ShiftTooFar", "RG0618", 3, 11, "which C leaves undefined", nest("b[i][j] = 1 << 32;")},
    {"ReadBefore", "RG0618", 2, 11, "is read before the loop over time steps",
     function("float s = q[0]; for (int t = 0; t < 3; t++) { for (int i = 0; i < 1; i++) q[i] = p[i] + s; }")},
    {"PointerToNumber", "RG0618", 2, 33, "the pointer 'p' is used as a number",
     function("for (int i = 0; i < 8; i++) if (p > q) q[i] = p[i];")},
    {"OtherRemainder", "RG0618", 3, 15, "a remainder of 7 on an axis of 8 cells",
     "void k(float a[8], float b[8]) {\nfor (int i = 0; i < 8; i++)\nb[i] = a[i] + a[(i + 1) % 7];\n}\n"},
    {"Vector", "RG0618", 3, 8, "the type 'v4' has vectors",
     "typedef float v4 __attribute__((vector_size(16)));\nvoid k(v4 *a, v4 *b) { for (int i = 0; i < 8; i++)\nb[i] = "
     "a[i]; }\n"},
    {"VectorOfClang", "RG0618", 4, 1, "an expression that rtlgen cannot read",
     "typedef int e4 __attribute__((ext_vector_type(4))); e4 v[9];\n" + nest("b[i][j] = v[i].x;")},
    {"Complex", "RG0618", 3, 1, "the type '_Complex float' has complex numbers",
     nest("_Complex float z = a[i][j]; b[i][j] = 1;")},
    {"WideInteger", "RG0618", 3, 11, "'__int128' has numbers of 128 bits", nest("b[i][j] = (__int128)i >> 3;")},
    {"Atomic", "RG0618", 1, 1, "has atomic values", "_Atomic int count;\n" + nest("b[i][j] = count;")},
    {"BitInteger", "RG0618", 3, 1, "is not known to rtlgen", nest("_BitInt(7) w = i; b[i][j] = w;")},
    {"BitField", "RG0618", 4, 11, "'x' is a bit-field",
     "struct s { unsigned x : 3; } q;\n" + nest("b[i][j] = q.x - 1;")},
    {"Cleanup", "RG0618", 4, 1, "'s' has the attribute 'cleanup'",
     "void f(float *);\n" + nest("float s __attribute__((cleanup(f))) = 1; b[i][j] = s;")},
    {"Unreachable", "RG0618", 3, 21, "'__builtin_unreachable' ends the program",
     nest("if (a[i][j] > 1000) __builtin_unreachable(); else b[i][j] = 1;")},
    {"OtherBuiltin", "RG0618", 3, 11, "the builtin '__builtin_popcount' cannot be imported",
     nest("b[i][j] = __builtin_popcount(i);")},
    {"NotInfinite", "RG0618", 3, 11, "the builtin '__builtin_inff' cannot be imported",
     nest("b[i][j] = __builtin_inff();")},
    {"HintThatCounts", "RG0618", 3, 12, "'__builtin_prefetch' has an argument with a side effect",
     nest("int m = i; __builtin_prefetch(&p[m++]); b[i][j] = m;")},
    {"StatementValue", "RG0618", 3, 11, "this expression cannot be imported", nest("b[i][j] = ({ 1 + i; });")},
    {"ShortChoice", "RG0618", 3, 1, "an expression that rtlgen cannot read", nest("b[i][j] = a[i][j] ?: 1;")},
    {"NamedElements", "RG0618", 3, 19, "name or number of its element",
     nest("const int w[2] = {[1] = 3}; b[i][j] = w[1];")},
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

std::string yaml_of(const std::string& text, const Options& options = {}) {
  Diagnostics diagnostics;
  const auto yaml = import_text(text, "a.c", options, diagnostics);
  EXPECT_TRUE(yaml.ok()) << diagnostics.render() << text;
  return yaml ? *yaml : "";
}

/// What the import does not come to may be wrong, or of a kind that is not imported.
TEST(CReach, FunctionsThatAreNotImportedMayHaveErrors) {
  for (const char* const other :
       {"void usage(void) { stop(FAILURE); }", "int main(void) { for (;;) wait(FAILURE); }",
        "__int128 wide(__int128 v) { return __builtin_popcount(3) + v * v; }",
        "typedef float v4 __attribute__((vector_size(16))); v4 unused; v4 g(v4 x) { return x; }",
        "struct { int n; } list[3], *first = list; const char *text[] = {\"a\"};",
        "_Complex double z = 1.0; union { int i; float f; } u = {1};"})
    EXPECT_NE(yaml_of(std::string(other) + "\n" + nest("b[i][j] = a[i][j];")).find("line 4: b[i][j] = a[i][j]"),
              std::string::npos);
}

/// Negative whole numbers, by the command line too.
TEST(COptions, TakeSigns) {
  Options options;
  const std::string text =
      "void k(float *a, float *b, int m, float k) { for (int i = 3; i < 9; i++) b[i] = a[i + m] * k; }\n";
  options.values = {{"m", "-3"}, {"k", "+0.5"}};
  EXPECT_NE(yaml_of(text, options).find("a[-3] * 0.5"), std::string::npos);
  options.values = {{"m", "+3"}, {"k", "-0.5"}};
  EXPECT_NE(yaml_of(text, options).find("a[3] * -0.5"), std::string::npos);
  options.values = {{"m", "--3"}, {"k", "1"}};
  Diagnostics diagnostics;
  EXPECT_FALSE(import_text(text, "a.c", options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("RG0620"), std::string::npos) << diagnostics.render();
}

/// Code of an included file is named with the file, in comments and in errors.
TEST(CIncluded, IsNamedByItsFile) {
  const test::CProgram program =
      test::read_c_program(std::filesystem::path(test::source_folder()) / "tests/import/c/included_kernel.c");
  std::ifstream stream(program.path);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  Diagnostics diagnostics;
  const auto yaml = import_text(text, program.path.string(), program.options, diagnostics);
  ASSERT_TRUE(yaml.ok()) << diagnostics.render();
  EXPECT_NE(yaml->find("# included_kernel.h, line 9: Anext[AT(i, j, k)]"), std::string::npos) << *yaml;
  text.replace(text.find("gid##d"), 6, "nothing");
  EXPECT_FALSE(import_text(text, program.path.string(), program.options, diagnostics).ok());
  EXPECT_EQ(diagnostics.all().front().where.line, 5) << diagnostics.render();
  EXPECT_NE(diagnostics.all().front().where.file.find("included_kernel.h"), std::string::npos) << diagnostics.render();
  EXPECT_NE(diagnostics.render().find("int i = get_global_id(0) + 1;"), std::string::npos) << diagnostics.render();
}

/// Pieces that the compiler reads, put in where a statement or an expression may stand: nothing crashes.
TEST(CMutations, OddPiecesNeverCrash) {
  const std::vector<std::string> statements = {"__builtin_prefetch(&a[i]);",
                                               "__builtin_unreachable();",
                                               "__builtin_va_list l; __builtin_va_end(l);",
                                               "__builtin_trap();",
                                               "bool t = 1;",
                                               "_Bool t = i;",
                                               "enum { P = -1, Q } e = P;",
                                               "struct { int x; } s = {1};",
                                               "static const struct { int x; } s = {1};",
                                               "_Static_assert(1, \"yes\");",
                                               "float v __attribute__((vector_size(16)));",
                                               "typedef int w __attribute__((mode(DI))); w q = 1;",
                                               "asm(\"nop\");",
                                               "goto end; end:;",
                                               "int m[i + 1];",
                                               "float (*r)[i] = 0;",
                                               "int f(int), g = 3, *h = &g;",
                                               "switch (i) { case 1: break; default:; }",
                                               "do { continue; } while (0);",
                                               "__attribute__((unused)) int z;",
                                               "float (*call)(float[2]) = 0;",
                                               "#pragma unroll\nfor (;;) break;"};
  const std::vector<std::string> values = {"__builtin_expect(i, 1)",
                                           "__builtin_sqrtf(2)",
                                           "__builtin_constant_p(i)",
                                           "__builtin_offsetof(struct s, y)",
                                           "__builtin_types_compatible_p(int, long)",
                                           "__builtin_choose_expr(1, 2, 3)",
                                           "__builtin_huge_val()",
                                           "1e999",
                                           "_Generic(i, int: 1, default: 2)",
                                           "({ int y = i; y; })",
                                           "(i ?: 2)",
                                           "sizeof(struct { int x; })",
                                           "sizeof i",
                                           "sizeof(float[i])",
                                           "_Alignof(double)",
                                           "L'x'",
                                           "'\\377'",
                                           "\"text\"[0]",
                                           "(struct s){1, 2}.y",
                                           "- -i",
                                           "-(-i)",
                                           "__atomic_load_n(&n, 0)",
                                           "__sync_fetch_and_add(&n, 1)",
                                           "__extension__ 3",
                                           "__real__ 1.0",
                                           "1.0i",
                                           "__func__[0]",
                                           "(int[]){1, 2}[1]",
                                           "&*&n == 0",
                                           "!!n",
                                           "~n",
                                           "n++ + ++n",
                                           "(float)(int)n",
                                           "__builtin_shufflevector(n, n)",
                                           "__builtin_bswap32(n)",
                                           "__builtin_isnan(a[i])",
                                           "__builtin_inff()",
                                           "((enum { R })i)",
                                           "0x1p-3f",
                                           ".5e-3"};
  const auto program = [](const std::string& statement, const std::string& value) {
    return "struct s { int x, y; };\nvoid k(float *a, float *b, int n) {\nfor (int i = 1; i < 9; i++) {\n" + statement +
           "\nb[i] = a[i - 1] + " + value + ";\n}}\n";
  };
  int taken = 0;
  int refused = 0;
  const auto answer = [&](const std::string& text) {
    SCOPED_TRACE(text);
    Diagnostics diagnostics;
    const bool good = import_text(text, "a.c", {}, diagnostics).ok();
    EXPECT_NE(good, diagnostics.has_errors());
    (good ? taken : refused) += 1;
  };
  for (const std::string& statement : statements) {
    answer(program(statement, "1"));
    answer(statement + "\n" + program("", "1"));
  }
  for (const std::string& value : values) {
    answer(program("", value));
    answer("int g = " + value + ";\n" + program("n = n + " + value + ";", "g"));
  }
  EXPECT_GT(taken, 30);
  EXPECT_GT(refused, 30);
}

/// Programs with a piece cut out, doubled or exchanged are imported or refused, at a place.
TEST(CMutations, NeverCrash) {
  std::mt19937 random(31);
  int refused = 0;
  int taken = 0;
  for (const auto& path : test::c_programs()) {
    const test::CProgram program = test::read_c_program(path);
    std::ifstream stream(path);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t head = text.find("*/") + 2;
    for (int turn = 0; turn < 6; ++turn) {
      std::string mutant = text;
      const std::size_t at = head + random() % (text.size() - head);
      const std::size_t size = 1 + random() % 6;
      const std::string other = text.substr(head + random() % (text.size() - head), size);
      if (turn % 3 == 0) mutant.erase(at, size);
      if (turn % 3 == 1) mutant.insert(at, other);
      if (turn % 3 == 2) mutant.replace(at, 1, std::string(1, "0129+-*/%<>=ijxt[](){};&"[random() % 24]));
      SCOPED_TRACE(mutant);
      Diagnostics diagnostics;
      const bool good = import_text(mutant, path.string(), program.options, diagnostics).ok();
      EXPECT_NE(good, diagnostics.has_errors());
      (good ? taken : refused) += 1;
    }
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(taken, 20);
}

TEST(COptions, AreForC) {
  Diagnostics diagnostics;
  Options options;
  options.values["n"] = "3";
  EXPECT_TRUE(import_text("KERNEL: K\ninput a(8, 9)\noutput o(0,0) = a(0,1)", "a.dsl", options, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "RG0624");
}

TEST(COptions, NameParameters) {
  Diagnostics diagnostics;
  Options options;
  options.values["m"] = "3";
  const auto yaml = import_text("void k(float *a, float *b, int n) { for (int i = 0; i < 9; i++) b[i] = n * a[i]; }\n",
                                "a.c", options, diagnostics);
  EXPECT_TRUE(yaml.ok());
  EXPECT_NE(diagnostics.render().find("-D m: 'k' has no parameter of that name"), std::string::npos)
      << diagnostics.render();
}

/// What a program has at its loop when it starts from main.
TEST(CBefore, MainStartsFromZeroAndInitialValues) {
  const std::pair<const char*, const char*> programs[] = {
      {"double w;\nint main(void) { w = 2.0 / (6.0 * sqrt(0.25) + 1.0);", "Q * 0.5"},
      {"double w;\nint main(void) { w = -sqrt(4.0);", "Q * -2"},
      {"double w;\nint main(void) { double z = sqrt(4.0); w = z * 0.25;", "Q * 0.5"},
      {"float v[3] = {1, 2, 3}; double w;\nint main(void) { v[0] = 0.25f; w = v[0] + v[1];", "Q * 2.25"},
      {"double v[3], w;\nint main(void) { v[0] = 0.25f; w = v[0] + v[1];", "Q * 0.25"},
      {"double w; int main(void) { int n = 2; if (rand() > 3) return 1; while (n < 9) n++; w = fabs(-3.0) + 1;",
       "Q * 4"},
      {"double w; int main(void) { w = rand();", "Q * 7"},
  };
  for (const auto& [head, wanted] : programs) {
    Diagnostics diagnostics;
    Options options;
    if (std::string(wanted) == "Q * 7") options.values["w"] = "7";
    const std::string text = std::string("#include <math.h>\n#include <stdlib.h>\ndouble Q[64];\n") + head +
                             "\n#pragma rtlgen\nfor (int i = 0; i < 64; i++) Q[i] = Q[i] * w; }\n";
    const auto yaml = import_text(text, "a.c", options, diagnostics);
    ASSERT_TRUE(yaml.ok()) << text << diagnostics.render();
    EXPECT_NE(yaml->find(wanted), std::string::npos) << text << *yaml;
  }
}

TEST(COptions, NameAFunction) {
  Diagnostics diagnostics;
  Options options;
  options.function = "missing";
  EXPECT_FALSE(
      import_text("void k(float *a) { for (int i = 0; i < 9; i++) a[i] = 0; }\n", "a.c", options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("no function 'missing'"), std::string::npos) << diagnostics.render();
}

}  // namespace
}  // namespace rtlgen::importer
