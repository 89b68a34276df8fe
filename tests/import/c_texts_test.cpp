// C programs that are imported or refused as texts: options, included files, odd pieces and mutations.
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

std::string yaml_of(const std::string& text, const Options& options = {}) {
  Diagnostics diagnostics;
  const auto yaml = import_text(text, "a.c", options, diagnostics);
  EXPECT_TRUE(yaml.ok()) << diagnostics.render() << text;
  return yaml ? *yaml : "";
}

/// Parts that the import does not reach may be wrong, or of a kind that is not imported.
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

/// The cost of a copy of ghost cells; a read of a neighbour costs nothing to speak of. One of several is warned of.
TEST(CFarReads, AreRemarkedOn) {
  const auto line = [](const std::string& body, std::size_t warnings) {
    Diagnostics diagnostics;
    const auto yaml = import_text(
        "void k(float a[40]) { for (int i = 1; i < 39; i++) a[i] = a[i] + 1;\nfor (int i = 0; i < 1; i++) " + body +
            " }\n",
        "a.c", {}, diagnostics);
    EXPECT_TRUE(yaml.ok());
    EXPECT_EQ(diagnostics.all().size(), warnings) << diagnostics.render();
    if (warnings > 0) {
      EXPECT_NE(diagnostics.render().find("a.c:2:36: warning[RG0629 costly-part]"), std::string::npos)
          << diagnostics.render();
    }
    return yaml ? *yaml : "";
  };
  EXPECT_NE(line("a[i] = a[i + 38];", 1).find("a[i] = a[i + 38]; this reads more than half an axis away"),
            std::string::npos);
  EXPECT_NE(line("a[i] = a[i + 38]; for (int i = 39; i < 40; i++) a[i] = a[i - 38];", 1)
                .find("a[i] = a[i - 38]; this reads more than half an axis away"),
            std::string::npos);
  EXPECT_EQ(line("a[i] = a[i + 2];", 0).find("more than half an axis away"), std::string::npos);
}

/// Globals that another function assigns begin with the numbers of their declarations.
TEST(CParameters, BeginWithTheProgramsNumbers) {
  const std::string yaml = yaml_of(
      "float w[3] = {1, 2, 3}, v[2][3] = {{1, 2}, {4, 5, 6}}, u[2], big[2] = {1e38f * 10};\n"
      "float k = 0.5; double h = -3 * 2.5; int n = 7 / 2; float loose;\n"
      "void set(float x) { w[1] = v[1][2] = v[0][2] = u[1] = big[0] = k = h = loose = x; n = x; }\n"
      "#pragma rtlgen\nvoid f(float a[9], float b[9]) { for (int i = 0; i < 9; i++)\n"
      "b[i] = a[i] * w[1] + v[1][2] + v[0][2] + u[1] + k + h + n + loose + big[0]; }\n");
  const std::string known = ", runtime: true}  # the program begins with this value, and assigns others\n";
  const std::string element = ", runtime: true}  # an element of an array: ";
  for (const std::string& line :
       {"w_1: {value: 2, type: \"float32\"" + element + "the program begins with this value, and assigns others\n",
        "v_1_2: {value: 6, type: \"float32\"" + element, "v_0_2: {value: 0, type: \"float32\"" + element,
        "u_1: {value: 1, type: \"float32\"" + element + "set its value\n",
        "big_0: {value: 1, type: \"float32\"" + element + "set its value\n",
        "k: {value: 0.5, type: \"float32\"" + known, "h: {value: -7.5, type: \"float64\"" + known,
        "n: {value: 3, type: \"int32\"" + known,
        std::string("loose: {value: 1, type: \"float32\", runtime: true}  # the program gives no value: set one\n")})
    EXPECT_NE(yaml.find("  " + line), std::string::npos) << line << yaml;
}

std::string window(const std::string& formula, const std::string& type, int cells, std::size_t warnings) {
  const std::string n = std::to_string(cells);
  Diagnostics diagnostics;
  const auto yaml = import_text("#include <math.h>\nvoid k(float a[" + n + "]) {\n" + type + " w[" + n +
                                    "];\nfor (int i = 0; i < " + n + "; i++) w[i] = " + formula +
                                    ";\nfor (int i = 1; i < " + n + "; i++) a[i] = a[i] * w[i - 1]; }\n",
                                "a.c", {}, diagnostics);
  EXPECT_TRUE(yaml.ok()) << diagnostics.render();
  EXPECT_EQ(diagnostics.all().size(), warnings) << diagnostics.render();
  if (warnings > 0) {
    EXPECT_NE(diagnostics.render().find("a.c:4:"), std::string::npos) << diagnostics.render();
    EXPECT_NE(diagnostics.render().find("'tables: {w_values: {type: float64, values: [...]}}' and read w_values[x]"),
              std::string::npos)
        << diagnostics.render();
  }
  return yaml ? *yaml : "";
}

/// An array of numbers that the index decides is a lookup table, if they cost arithmetic, fit a block RAM, and no C
/// library decides their bits.
TEST(CTables, HoldNumbersThatAnIndexDecides) {
  EXPECT_NE(window("0.1 * i", "double", 4, 0)
                .find("tables:\n  w_values:\n    type: \"float64\"\n    values:\n"
                      "      [0, 0.1, 0.2, 0.30000000000000004]\n\nupdate:\n"),
            std::string::npos);
  EXPECT_NE(window("sqrtf(i)", "float", 64, 0).find("- w: {expr: \"w_values[x]\", border: ignore}"), std::string::npos);
  const std::pair<const char*, int> computed[] = {{"i", 64},       {"i / 4 % 2", 64}, {"(i < 3 ? 1 : 2)", 64},
                                                  {"1.0 / i", 64}, {"-0.0 * i", 64},  {"0.1 * i", 1000}};
  for (const auto& [formula, cells] : computed)
    EXPECT_EQ(window(formula, "double", cells, 0).find("w_values"), std::string::npos) << formula;
  EXPECT_NE(window("0.54 - 0.46*cos(i)", "double", 64, 1).find("cos(float64(x))"), std::string::npos);
  EXPECT_NE(window("cos(i)", "double", 1000, 0).find("cos(float64(x))"), std::string::npos);
}

/// Sums with numbers are one sum, as long as C converts nothing between them.
TEST(CSums, FoldTheirNumbers) {
  const auto condition = [](const std::string& value) {
    const std::string yaml =
        yaml_of("void k(float *a, unsigned short s, long long m) { for (int i = 0; i < 40; i++) if (" + value +
                " >= 7 - i) a[i] = 0; }\n");
    const std::size_t at = yaml.find("where: \"") + 8;
    return yaml.substr(at, yaml.find(" >= ", at) - at);
  };
  EXPECT_EQ(condition("i + 0"), "x");
  EXPECT_EQ(condition("i + 0 - 1"), "x - 1");
  EXPECT_EQ(condition("i - 3 + 1"), "x - 2");
  EXPECT_EQ(condition("2 + (1 + i)"), "2 + (1 + x)");
  EXPECT_EQ(condition("0 + i + 3 - 3"), "x");
  EXPECT_EQ(condition("s + 1 + 1"), "int32(s) + 1 + 1");
  EXPECT_EQ(condition("m + 1 - 3"), "m - 2");
  EXPECT_EQ(condition("(unsigned)i + 4294967295u - 1"), "uint32(x) - 2");
  EXPECT_EQ(condition("(i + 1) + 1ll"), "int64(x + 1) + 1");
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

const std::vector<std::string> kOddStatements = {"__builtin_prefetch(&a[i]);",
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

const std::vector<std::string> kOddValues = {"__builtin_expect(i, 1)",
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

/// Pieces that the compiler reads, put in where a statement or an expression may stand: nothing crashes.
TEST(CMutations, OddPiecesNeverCrash) {
  const auto program = [](const std::string& statement, const std::string& value) {
    return "struct s { int x, y; };\nvoid k(float *a, float *b, int n) {\nfor (int i = 1; i < 9; i++) {\n" + statement +
           "\nb[i] = a[i - 1] + " + value + ";\n}}\n";
  };
  int taken = 0;
  int refused = 0;
  const auto count = [&](const std::string& text) {
    SCOPED_TRACE(text);
    Diagnostics diagnostics;
    const bool good = import_text(text, "a.c", {}, diagnostics).ok();
    EXPECT_NE(good, diagnostics.has_errors());
    (good ? taken : refused) += 1;
  };
  for (const std::string& statement : kOddStatements) {
    count(program(statement, "1"));
    count(statement + "\n" + program("", "1"));
  }
  for (const std::string& value : kOddValues) {
    count(program("", value));
    count("int g = " + value + ";\n" + program("n = n + " + value + ";", "g"));
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
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0624");
  options.values.clear();
  options.folders = {"."};
  Diagnostics more;
  EXPECT_TRUE(import_text("KERNEL: K\ninput a(8, 9)\noutput o(0,0) = a(0,1)", "a.dsl", options, more).ok());
  EXPECT_NE(more.render().find("--include: warning[RG0624"), std::string::npos) << more.render();
}

/// The values of parameters decide whether a loop runs, and must suit their types.
TEST(COptions, ValuesSuitTheProgram) {
  const std::string text =
      "void k(int n, float a[n], float b[n]) { for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1]; }\n";
  const auto faults_with = [&](const std::string& value) {
    Diagnostics diagnostics;
    Options options;
    options.values["n"] = value;
    EXPECT_EQ(import_text(text, "a.c", options, diagnostics).ok(), value == "64");
    return diagnostics.render();
  };
  EXPECT_EQ(faults_with("64"), "");
  EXPECT_NE(faults_with("2").find("the loop over 'i' has no iteration with n = 2"), std::string::npos)
      << faults_with("2");
  EXPECT_NE(faults_with("6.5").find("'n' is an integer, but 6.5 is not"), std::string::npos) << faults_with("6.5");
  EXPECT_NE(faults_with("abc").find("--define n=abc: 'abc' is not a number"), std::string::npos) << faults_with("abc");
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

/// The values at a program's loop when it starts from main.
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
  EXPECT_NE(diagnostics.render().find("that the file defines: k\n"), std::string::npos) << diagnostics.render();
}

}  // namespace
}  // namespace rtlgen::importer
