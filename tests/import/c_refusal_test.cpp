// C that cannot be imported is refused where it stands, with the reason and what to write.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "c_driver.hpp"
#include "import/import.hpp"
#include "refusals.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

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
    {"NoHeader", "RG0611", 1, 10, "headers beside the program are read", "#include <ap_int.h>\nvoid k(void) {}\n"},
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
    {"MovingPointer", "RG0618", 2, 42, "the pointer 'p' moves",
     function("for (int i = 0; i < 8; i++) { q[i] = *p; p += 1; }")},
    {"While", "RG0618", 2, 1, "this statement cannot be imported (WhileStmt)",
     function("while (n < 9) { for (int i = 0; i < 8; i++) q[i] = p[i]; }")},
    {"Break", "RG0618", 3, 20, "BreakStmt", nest("if (a[i][j] > 0) { break; } b[i][j] = 0;")},
    {"LongDouble", "RG0618", 1, 54, "is of the type",
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
    {"OtherRemainder", "RG0618", 3, 15, "a remainder of 7 on an axis of 8 cells",
     "void k(float a[8], float b[8]) {\nfor (int i = 0; i < 8; i++)\nb[i] = a[i] + a[(i + 1) % 7];\n}\n"},
};

class CRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(CRefusals, AreLocatedAndSayWhy) { expect_refused(GetParam(), "a.c"); }

INSTANTIATE_TEST_SUITE_P(Programs, CRefusals, testing::ValuesIn(kRefusals),
                         [](const auto& refusal) { return refusal.param.name; });

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
  EXPECT_FALSE(yaml.ok());
  EXPECT_NE(diagnostics.render().find("'m' is given a value"), std::string::npos) << diagnostics.render();
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
