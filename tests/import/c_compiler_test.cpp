// The import sees a program as gcc -O2 -ffp-contract=off does: predefined macros, pragmas and attributes.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "import/import.hpp"
#include "refusals.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "support/result.hpp"

namespace rtlgen::importer {
namespace {

const std::string kLoop = "void k(float *a) { for (int i = 0; i < 9; i++) a[i] = 1; }\n";

bool is_imported(const std::string& text, std::string& report) {
  Diagnostics diagnostics;
  const bool is_ok = import_text(text, "a.c", {}, diagnostics).ok();
  report = diagnostics.render();
  return is_ok;
}

/// Macros that the compiler prints with -dM: names with parameters, and values.
std::vector<std::pair<std::string, std::string>> macros_of_gcc() {
  const ProcessResult run = run_process({"gcc", "-O2", "-ffp-contract=off", "-dM", "-E", "-x", "c", "/dev/null"});
  EXPECT_TRUE(run.ok()) << run.errors;
  std::vector<std::pair<std::string, std::string>> out;
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(' ', 8);
    out.emplace_back(line.substr(8, end - 8), line.substr(end + 1));
  }
  return out;
}

/// A check that the macro has this value: as text, with calls of the ones that have a parameter.
std::string check_of(const std::string& macro, std::string value) {
  const std::string name = macro.substr(0, macro.find('('));
  const bool has_parameter = name.size() < macro.size();
  if (has_parameter) value = value == "c" ? "7" : "7" + value.substr(value.rfind(' ') + 1);
  if (value.starts_with("((double)")) value = value.substr(9, value.size() - 11);  // the same number
  std::string quoted;
  for (const char c : value) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  return "#ifndef " + name + "\n#error " + name + " is missing\n#endif\n_Static_assert(__builtin_strcmp(TEXT(" + name +
         (has_parameter ? "(7)" : "") + "), \"" + quoted + "\") == 0, \"" + name + "\");\n";
}

const std::string kText = "#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\n";

TEST(CPredefined, MacrosAreThoseOfGcc) {
  const auto macros = macros_of_gcc();
  std::map<std::string, std::string> values(macros.begin(), macros.end());
  if (values["__GNUC__"] != "12" || values["__x86_64__"] != "1")
    GTEST_SKIP() << "this is not gcc 12 on x86-64, whose macros the import has";
  EXPECT_GT(macros.size(), 300U);
  std::string checks = kText;
  for (const auto& [name, value] : macros) {
    // The release of gcc 12, of the C library and its tables.
    if (name == "__GNUC_PATCHLEVEL__" || name == "__GNUC_MINOR__" || name == "__VERSION__") continue;
    // Macros in values are compared with what they stand for.
    static const std::regex inner(R"(__[A-Z_]+__)");
    std::smatch m;
    const bool has_inner = std::regex_search(value, m, inner) && values.contains(m.str());
    checks += check_of(name, has_inner ? m.prefix().str() + values.at(m.str()) + m.suffix().str() : value);
  }
  std::string report;
  EXPECT_TRUE(is_imported(checks + kLoop, report)) << report.substr(0, 3000);
  EXPECT_FALSE(is_imported(kText + check_of("__GNUC__", "13") + kLoop, report)) << "the check cannot fail";
  EXPECT_FALSE(is_imported(kText + check_of("__clang__", "1") + kLoop, report)) << "the check cannot fail";
}

TEST(CPredefined, MacrosOfClangDoNotExist) {
  for (const char* const name : {"__clang__",
                                 "__clang_major__",
                                 "__clang_version__",
                                 "__llvm__",
                                 "__NO_INLINE__",
                                 "__NO_MATH_INLINES",
                                 "__FAST_MATH__",
                                 "__OPTIMIZE_SIZE__",
                                 "__CONSTANT_CFSTRINGS__",
                                 "__POINTER_WIDTH__",
                                 "__INTMAX_FMTd__",
                                 "__OPENCL_MEMORY_SCOPE_DEVICE",
                                 "__BITINT_MAXWIDTH__",
                                 "__OBJC_BOOL_IS_BOOL",
                                 "__clang_literal_encoding__",
                                 "__STDC_NO_THREADS__",
                                 "__has_feature",
                                 "__has_extension",
                                 "__has_warning",
                                 "__is_identifier",
                                 "__has_declspec_attribute",
                                 "__building_module",
                                 "__tune_i386__",
                                 "__SSE3__",
                                 "__FMA__",
                                 "__cplusplus"}) {
    std::string report;
    EXPECT_TRUE(is_imported("#ifdef " + std::string(name) + "\n#error \"exists\"\n#endif\n" + kLoop, report)) << report;
  }
}

/// Each answer is gcc's, or the import is refused at the question.
TEST(CPredefined, AnswersOfHasAreThoseOfGcc) {
  for (const char* const what :
       {"__has_builtin(__builtin_expect)", "__has_builtin(__builtin_assume)", "__has_builtin(__builtin_unreachable)",
        "__has_builtin(__builtin_shufflevector)", "__has_attribute(optimize)", "__has_attribute(__always_inline__)",
        "__has_attribute(ext_vector_type)", "__has_attribute(target_clones)", "__has_builtin(__builtin_bit_cast)"}) {
    const std::string question = "#if " + std::string(what) + "\n#define ANSWER 1\n#else\n#define ANSWER 0\n#endif\n";
    ProcessOptions options;
    options.standard_input = question + "ANSWER\n";
    const ProcessResult gcc = run_process({"gcc", "-E", "-P", "-x", "c", "-"}, options);
    ASSERT_TRUE(gcc.ok()) << gcc.errors;
    const std::string check = "_Static_assert(ANSWER == " + gcc.output.substr(0, 1) + ", \"\");\n";
    std::string report;
    EXPECT_TRUE(is_imported(question + check + kLoop, report)) << what << report;
  }
  for (const char* const what :
       {"__has_builtin(__builtin_of_tomorrow)", "__has_attribute(of_tomorrow)", "__has_c_attribute(gnu::packed)"}) {
    expect_refused({"Unknown", "RG0618", 2, 5, "does not know the value that gcc has here",
                    "\n#if " + std::string(what) + "\n#endif\n" + kLoop},
                   "a.c");
    std::string report;
    EXPECT_TRUE(is_imported("#if 0 && " + std::string(what) + "\n#endif\n" + kLoop, report)) << report;
  }
}

TEST(COptions, ThatChangeValuesAreRefused) {
  const std::pair<const char*, int> texts[] = {
      {"#pragma GCC optimize(\"fast-math\")", 13},
      {"#pragma GCC optimize \"O3\", \"-ffast-math\"", 13},
      {"#  pragma GCC \\\n optimize(\"Ofast\")", 2},
      {"#pragma GCC /* \" */ optimize(\"O3,associative-math\")", 21},
      {"_Pragma(\"GCC optimize(\\\"-Ofast\\\")\")", 14},
      {"#define P(x) _Pragma(#x)\nP(GCC optimize(\"no-wrapv\"))", 7},
      {"#define FAST __attribute__((optimize(\"fast-math\")))", 29},
      {"float __attribute__((noinline, __optimize__(\"unsafe-math-optimizations\"))) f(float);", 32},
      {"#define LEVEL \"Ofast\"\n__attribute__((optimize(LEVEL))) float f(float);", 16},
      {"#pragma GCC target(\"fpmath=387\")", 13},
      {"__attribute__((target(\"avx2,recip\"))) float f(float);", 16},
      {"#pragma STDC FLOAT_CONST_DECIMAL64 ON", 14},
      {"#pragma scalar_storage_order big-endian", 9}};
  for (const auto& [text, column] : texts) {
    const int line = std::string(text).find('\n') == std::string::npos ? 1 : 2;
    expect_refused({"Option", "RG0618", line, column, "can change what gcc computes", text + ("\n" + kLoop)}, "a.c");
  }
  expect_refused({"Inside", "RG0618", 3, 13, "can change what gcc computes", nest("#pragma GCC optimize(\"Ofast\")")},
                 "a.c");
}

/// Warnings that the program turns off, and headers, make no difference.
TEST(COptions, OthersAreIgnored) {
  for (const char* const text :
       {"#pragma GCC optimize(\"O3\", \"unroll-loops\")", "#pragma GCC optimize(3)", "#pragma GCC ivdep",
        "__attribute__((optimize(\"O1\", \"-fno-tree-vectorize\"))) float f(float);", "#pragma GCC push_options",
        "__attribute__((target(\"avx2,fma,arch=haswell\"))) float f(float);", "#pragma STDC FP_CONTRACT ON",
        "#pragma STDC FENV_ACCESS ON", "#pragma float_control(precise, off)", "#pragma STDC FLOAT_CONST_DECIMAL64 OFF",
        "#ifdef __clang__\n#pragma GCC optimize(\"Ofast\")\n#endif", "// #pragma GCC optimize(\"Ofast\")",
        "/* GCC optimize(\"Ofast\") // */", "float optimize(float target) { return target; }",
        "#if 1\n#else\n__attribute__((optimize(\"fast-math\")))\n#endif"}) {
    std::string report;
    EXPECT_TRUE(is_imported(text + ("\n" + kLoop), report)) << text << report;
  }
}

/// Every number that gcc's header defines has the same value and size; other headers do not define it.
TEST(CHeaders, HaveTheNumbersOfGcc) {
  const std::pair<const char*, const char*> headers[] = {
      {"math.h", "^M_.*|^MAXFLOAT$|^MATH_ERR.*|^math_errhandling$|^FP_ILOGB.*"},
      {"float.h", "^(FLT|DBL)_.*|^DECIMAL_DIG$|^LDBL_(MANT_DIG|DIG|MAX_EXP|MIN_EXP)$"},
      {"limits.h", "^(CHAR|SCHAR|UCHAR|SHRT|USHRT|INT|UINT|LONG|ULONG|LLONG|ULLONG|SSIZE)_M.*|^CHAR_BIT$|^MB_LEN_MAX$"},
      {"stdint.h", "^[A-Z][A-Z0-9_]+_(MAX|MIN)$"},
      {"stdbool.h", "^(true|false|__bool_true_false_are_defined)$"}};
  for (const auto& [header, wanted] : headers) {
    const std::string include = "#include <" + std::string(header) + ">\n";
    std::string program = include + "#include <stdio.h>\nint main(void) {\n";
    ProcessOptions options;
    options.standard_input = include;
    std::istringstream lines(run_process({"gcc", "-O2", "-dM", "-E", "-x", "c", "-"}, options).output);
    for (std::string line; std::getline(lines, line);) {
      const std::string name = line.substr(8, line.find_first_of(" (", 8) - 8);
      if (std::regex_match(name, std::regex(wanted)))
        program += "printf(\"" + name + " %a %zu\\n\", (double)(" + name + "), sizeof(" + name + "));\n";
    }
    options.standard_input = program + "return 0; }\n";
    const std::string file = testing::TempDir() + "rtlgen_header_numbers";
    const ProcessResult built = run_process({"gcc", "-x", "c", "-", "-o", file}, options);
    ASSERT_TRUE(built.ok()) << built.errors;
    std::istringstream values(run_process({file}).output);
    std::string checks = include;
    std::string absent;
    int count = 0;
    for (std::string name, value, size; values >> name >> value >> size; ++count) {
      checks += "_Static_assert(__builtin_constant_p(0) ? (double)(" + name + ") == " + value + " && sizeof(" + name +
                ") == " + size + " : 0, \"" + name + "\");\n";
      absent += "#ifdef " + name + "\n#error " + name + "\n#endif\n";
    }
    EXPECT_GT(count, 2) << header;
    std::string report;
    EXPECT_TRUE(is_imported(checks + kLoop, report)) << header << report.substr(0, 2000);
    EXPECT_TRUE(is_imported("#include <stdio.h>\n#include <string.h>\n" + absent + kLoop, report)) << report;
    EXPECT_FALSE(is_imported(include + absent + kLoop, report)) << "the check cannot fail";
  }
}

TEST(CHeaders, AreBlamedForNamesThatTheyLack) {
  expect_refused({"Lacks", "RG0611", 4, 11, "rtlgen's standard headers lack this name, or it is not valid C",
                  "#include <math.h>\n" + nest("b[i][j] = FP_NAN;")},
                 "a.c");
  expect_refused({"NotC", "RG0611", 3, 11, "this is not valid C: use of", nest("b[i][j] = FP_NAN;")}, "a.c");
  expect_refused({"NoHeader", "RG0611", 1, 10, "a header is missing: 'fenv.h' file not found", "#include <fenv.h>\n"},
                 "a.c");
}

}  // namespace
}  // namespace rtlgen::importer
