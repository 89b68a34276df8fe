// Refusals of programs that cannot be imported, with the place and a remedy; every code has a case.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "import/import.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::importer {
namespace {

struct Case {
  const char* code;
  int line;  ///< line of the fault, 0: the file
  int column;
  const char* says;  ///< part of the message or of a note
  const char* file;
  std::string text;
};

const std::string kSoda = "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 1\ninput int32: a(8, *)\n";
const std::string kSasa = "KERNEL: K\ninput a(8, 9)\n";

std::string soda(const std::string& statements) { return kSoda + statements; }
std::string output(const std::string& expression) { return kSoda + "output int32: o(0,0) = " + expression; }
std::string kernel(const std::string& code, const std::string& rules = "") {
  return "{\"dimensions\": [4, 5], \"inputs\": {\"a\": {\"data_type\": \"float32\", \"data\": 1}}, \"outputs\": "
         "[\"o\"],\n\"program\": {\"o\": "
         "{\"data_type\": \"float32\", \"computation_string\": \"" +
         code + "\"" + (rules.empty() ? "" : ", \"boundary_conditions\": " + rules) + "}}}";
}

/// A file of less than 1 MiB that grows to more.
std::string large_program() {
  std::string sum = "a(1,0)";
  for (int n = 0; n < 99; ++n) sum += "+a(1,0)";
  std::string text = "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 1\ninput int8: a(8, *)\n";
  for (int n = 0; n < 900; ++n) text += "output int8: o" + std::to_string(n) + "(0,0) = " + sum + "\n";
  return text;
}

const std::vector<Case> kCases = {
    {"RG0610", 0, 0, ".soda is SODA", "program.txt", "kernel: k"},
    {"RG0610", 0, 0, "if the kernel is also valid C", "kernel.cpp", "void f() {}"},
    {"RG0610", 0, 0, "not text", "a.soda", std::string("a\0b", 3)},
    {"RG0611", 6, 32, "expected a number, a name or '('", "a.soda", output("a(0,0) +")},
    {"RG0611", 6, 1, "'outputs' does not begin a statement", "a.soda", soda("outputs int32: o(0,0) = 1")},
    {"RG0611", 6, 30, "'$' is not allowed here", "a.soda", output("a(0,0)$")},
    {"RG0611", 6, 8, "'number' is not a type", "a.soda", soda("output number: o(0,0) = 1")},
    {"RG0611", 3, 9, "expected '='", "a.dsl", kSasa + "local b + 1"},
    {"RG0611", 2, 78, "expected a number, a name or '('", "a.json", kernel("o = a[j,k] +")},
    {"RG0612", 1, 2, "this is not valid JSON", "a.json", "{dimensions: 1}"},
    {"RG0613", 4, 22, "'iterate' is missing", "a.soda",
     "kernel: k\nburst width: 64\nunroll factor: 1\noutput int8: o(0) = 1"},
    {"RG0613", 6, 1, "the file contains 3 kernels: k, again, third", "a.soda",
     soda("kernel: again\noutput int32: o(0,0) = a(0,0)\nkernel: third\n")},
    {"RG0613", 3, 1, "the file contains 2 kernels: K, L", "a.dsl",
     kSasa + "KERNEL: L\ninput a(8, 9)\noutput o(0,0) = a(0,0)\n"},
    {"RG0613", 2, 153, "given twice", "a.json",
     kernel("o = a[j+1,k]", "{\"a\": {\"type\": \"shrink\"}}, \"boundary_condition\": {}")},
    {"RG0615", 1, 21, "did you mean 'vectorization'?", "a.json",
     "{\"dimensions\": [4], \"vectorisation\": 4, \"inputs\": {}, \"outputs\": [], \"program\": {}}"},
    {"RG0615", 2, 103, "the boundary condition names 'b', which is neither an input", "a.json",
     kernel("o = a[j,k]", "{\"b\": {\"type\": \"shrink\"}}")},
    {"RG0615", 2, 129, "unknown key 'valeu'", "a.json",
     kernel("o = a[j+1,k]", "{\"a\": {\"type\": \"shrink\", \"valeu\": 1}}")},
    {"RG0613", 1, 1, "this is not a StencilFlow program", "a.json", "{}"},
    {"RG0613", 1, 10, "duplicate key 'a'", "a.json", "{\"a\": 1, \"a\": 2}"},
    {"RG0613", 2, 70, "no boundary condition for 'a'", "a.json", kernel("o = a[j+1,k]")},
    {"RG0613", 2, 1, "declare an input first", "a.dsl", "KERNEL: K\noutput o(0) = 1"},
    {"RG0614", 3, 16, "'unroll factor' is 0", "a.soda",
     "kernel: k\nburst width: 64\nunroll factor: 0\niterate: 1\ninput int8: a\noutput int8: o(0) = a(0)"},
    {"RG0614", 6, 24, "the index 70000 is out of range", "a.soda", output("a(70000,0)")},
    {"RG0614", 1, 16, "'dimensions' is a string, not a list", "a.json", "{\"dimensions\": \"x\"}"},
    {"RG0614", 1, 16, "4 dimensions", "a.json", "{\"dimensions\": [1,2,3,4]}"},
    {"RG0614", 2, 117, "'mirror' is not a boundary condition", "a.json",
     kernel("o = a[j,k]", "{\"a\": {\"type\": \"mirror\"}}")},
    {"RG0615", 6, 24, "'b' is not declared", "a.soda", output("b(0,0)")},
    {"RG0615", 6, 15, "'a' is declared twice", "a.soda", soda("output int32: a(0,0) = 1")},
    {"RG0615", 1, 99, "no kernel of 'program' is named 'p'", "a.json",
     "{\"dimensions\": [4], \"inputs\": {\"a\": {\"data_type\": \"int8\", \"data\": 1}}, \"program\": {}, "
     "\"outputs\": [\"p\"]}"},
    {"RG0616", 6, 24, "1 index for a grid of 2 axes", "a.soda", output("a(0)")},
    {"RG0616", 6, 24, "the array 'a' is read without indices", "a.soda", output("a + 1")},
    {"RG0616", 4, 1, "'iterate' needs as many outputs as inputs", "a.soda",
     "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 2\ninput int8: a\ninput int8: b(8, *)\noutput int8: "
     "o(0, 0) = a(0, 0) + b(0, 0)"},
    {"RG0616", 6, 24, "'select' takes three arguments, not 2", "a.soda", output("select(a(0,0), 1)")},
    {"RG0616", 2, 75, "the index 'j' is out of order", "a.json", kernel("o = a[k, j]")},
    {"RG0617", 6, 14, "'b' depends on its own value", "a.soda",
     soda("local int32: b(0,0) = c(0,0)\nlocal int32: c(0,0) = b(0,0)\noutput int32: o(0,0) = b(0,0)")},
    {"RG0617", 6, 15, "'l' depends on its own value", "a.soda", soda("output int32: l = l + 1\no(0,0) = l")},
    {"RG0618", 6, 24, "(exp(v) - exp(-v)) * 0.5f", "a.soda", output("sinh(a(0,0))")},
    {"RG0618", 6, 24, "array of parameters", "a.soda", output("p[1]")},
    {"RG0618", 6, 14, "array of parameters", "a.soda", soda("param float: p[3]\noutput int32: o(0,0) = 1")},
    {"RG0618", 6, 24, "floats have + - * /", "a.soda", output("float(a(0,0)) % 2")},
    {"RG0618", 5, 13, "the grid has 4 axes", "a.soda",
     "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 1\ninput int8: a(2,3,4,*)\noutput int8: o(0,0,0,0) = "
     "a(0,0,0,0)"},
    {"RG0618", 3, 7, "locals are scalars", "a.dsl", kSasa + "local b(0,0) = 1"},
    {"RG0618", 2, 77, "no operator '**'", "a.json", kernel("o = a[j,k] ** 2")},
    {"RG0618", 2, 70, "the function 'erf' cannot be imported", "a.json", kernel("o = erf(a[j,k])")},
    {"RG0619", 5, 7, "the type 'uint65' cannot be imported", "a.soda",
     "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 1\ninput uint65: a\noutput int8: o(0) = a(0)"},
    {"RG0619", 6, 24, "needs more than 64 bits", "a.soda", output("int60(a(0,0)) * int60(a(0,0))")},
    {"RG0619", 1, 62, "the type 'complex64'", "a.json",
     "{\"dimensions\": [4], \"inputs\": {\"a\": {\"data\": 1, \"data_type\": \"complex64\"}}, \"outputs\": [], "
     "\"program\": {}}"},
    {"RG0620", 6, 24, "note: an integer divided by zero has no value", "a.soda", output("a(0,0) / 0")},
    {"RG0620", 6, 24, "note: an integer divided by zero has no value", "a.soda", output("a(0,0) % (3 - 3)")},
    {"RG0620", 6, 24, "does not fit its type", "a.soda", output("99999999999999999999")},
    {"RG0620", 6, 24, "note: use a smaller number or a wider type", "a.soda", output("99999999999999999999")},
    {"RG0620", 6, 33, "this is not a number", "a.soda", output("a(0,0) + 2x")},
    {"RG0620", 6, 33, "note: write numbers as 12,", "a.soda", output("a(0,0) + 2x")},
    {"RG0620", 6, 33, "note: use float, double or integers", "a.soda", output("a(0,0) + 0.5l")},
    {"RG0620", 6, 24, "does not fit its type", "a.soda", output("1.0 / 0.0")},
    {"RG0621", 6, 14, "no output needs 'b'", "a.soda",
     soda("local int32: b(0,0) = a(0,0)\noutput int32: o(0,0) = a(0,0)")},
    {"RG0621", 6, 14, "nothing reads 'p'", "a.soda", soda("param float: p\noutput int32: o(0,0) = a(0,0)")},
    {"RG0622", 6, 15, "has the type of its first operand", "a.soda",
     soda("output float: l = 2 * float(a(0,0))\no(0,0) = l")},
    {"RG0905", 6, 40, "0.5 is double, as in C, so '*' on float32 is computed in float64", "a.soda",
     soda("output float: o(0,0) = float(a(0,0)) * 0.5")},
    {"RG0626", 5, 32, "fastmath flags are ignored", "a.mlir",
     "func.func @k(%u : !stencil.field<[0,8]xf32>) {\n%t = stencil.load %u : !stencil.field<[0,8]xf32> -> "
     "!stencil.temp<?xf32>\n%r = stencil.apply(%a = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {\n%x = "
     "stencil.access %a[0] : !stencil.temp<?xf32>\n%y = arith.addf %x, %x fastmath<fast> : f32\nstencil.return %y : "
     "f32\n}\nstencil.store %r to %u (<[0], [8]>) : !stencil.temp<?xf32> to "
     "!stencil.field<[0,8]xf32>\nfunc.return\n}\n"},
    {"RG0629", 4, 6, "reads over half of an axis", "a.mlir",
     "func.func @k(%u : !stencil.field<[0,40]xf32>) {\n%t = stencil.load %u : !stencil.field<[0,40]xf32> -> "
     "!stencil.temp<?xf32>\n%r = stencil.apply(%a = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {\n%x = "
     "stencil.access %a[30] : !stencil.temp<?xf32>\nstencil.return %x : f32\n}\nstencil.store %r to %u (<[0], [8]>) : "
     "!stencil.temp<?xf32> to !stencil.field<[0,40]xf32>\nfunc.return\n}\n"},
    {"RG0623", 6, 174, "nested too deeply", "a.soda", output(std::string(400, '('))},
    {"RG0625", 0, 0, "the imported description is not valid", "a.soda", large_program()},
};

TEST(Refusals, AreLocatedAndSayWhatWouldBeRight) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text.substr(0, 400));
    Diagnostics diagnostics;
    const auto yaml = import_text(c.text, c.file, {}, diagnostics);
    ASSERT_FALSE(diagnostics.all().empty());
    const Diagnostic& first = diagnostics.all().front();
    EXPECT_EQ(yaml.ok(), !diagnostics.has_errors());
    EXPECT_EQ(to_string(first.code), c.code) << diagnostics.render();
    EXPECT_EQ(first.where.line, c.line) << diagnostics.render();
    EXPECT_EQ(first.where.column, c.column) << diagnostics.render();
    EXPECT_NE(diagnostics.render().find(c.says), std::string::npos) << diagnostics.render();
  }
}

TEST(Refusals, OneDoubleLiteralIsReportedAndNoneWhereNothingIsWidened) {
  const auto count_warnings = [](const std::string& line, bool single) {
    Diagnostics diagnostics;
    Options options;
    options.single_constants = single;
    EXPECT_TRUE(import_text(soda(line), "a.soda", options, diagnostics).ok()) << diagnostics.render();
    return diagnostics.all().size();
  };
  EXPECT_EQ(count_warnings("output float: o(0,0) = float(a(0,0)) * 0.5 + 0.25 * float(a(0,1))", false), 1U);
  EXPECT_EQ(count_warnings("output float: o(0,0) = float(a(0,0)) * 0.5", true), 0U);
  EXPECT_EQ(count_warnings("output float: o(0,0) = float(a(0,0)) * 0.5f", false), 0U);
  EXPECT_EQ(count_warnings("output double: o(0,0) = double(a(0,0)) * 0.5", false), 0U);
  // Wherever two types meet, also where the literal has met an integer before.
  for (const char* value : {"float(a(0,0)) > 0.5", "select(a(0,0) > 0, float(a(0,0)), 0.5)", "min(float(a(0,0)), 0.5)",
                            "max(0.5, float(a(0,0)))", "fmin(float(a(0,0)), 0.5)", "(a(0,0) * 2.0) * float(a(0,1))",
                            "-(a(0,0) * 2.0) + float(a(0,1))"}) {
    EXPECT_EQ(count_warnings(std::string("output float: o(0,0) = float(") + value + ")", false), 1U) << value;
    EXPECT_EQ(count_warnings(std::string("output float: o(0,0) = float(") + value + ")", true), 0U) << value;
  }
  for (const char* value :
       {"a(0,0) * 2.0", "double(a(0,0) * 2.0) * float(a(0,1))", "min(double(a(0,0)), float(a(0,1))) + 0.5",
        "double(a(0,0)) > 0.5", "float(a(0,0)) > 0.5f"}) {
    EXPECT_EQ(count_warnings(std::string("output float: o(0,0) = float(") + value + ")", false), 0U) << value;
  }
}

TEST(Refusals, AnExtentIsForProgramsThatLeaveItOpen) {
  Diagnostics diagnostics;
  Options options;
  options.extent = 7;
  EXPECT_TRUE(import_text(kSasa + "output o(0,0) = a(0,1)", "a.dsl", options, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].severity, Severity::kWarning);
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0624");
}

TEST(Refusals, EveryCodeHasACase) {
  std::set<std::string> seen = {"RG0624", "RG0627", "RG0628"};  // the last two: contained_test.cpp
  for (const Case& c : kCases) seen.insert(c.code);
  for (const DiagnosticCode& code : kDiagnosticCodes) {
    if (std::string(code.layer) == "import") {
      EXPECT_TRUE(seen.contains(code.code)) << code.code;
    }
  }
}

}  // namespace
}  // namespace rtlgen::importer
