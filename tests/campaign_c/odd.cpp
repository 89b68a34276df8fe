// Statements that import must refuse or get right.
#include "nest.hpp"

namespace rtlgen::test::random_c {

namespace {

struct Odd {
  std::string name, text;
};

/// `cell`: what is assigned; `v`: a new name; `loop`: a counter; `some`: a variable.
std::vector<Odd> odd_statements(const std::string& cell, const std::string& v, const std::string& loop,
                                const std::string& some) {
  return {
      {"while", "int " + v + " = 0;\nwhile (" + v + " < 3) " + v + "++;\n" + cell + " = " + v + ";\n"},
      {"do", "int " + v + " = 0;\ndo " + v + " += 2; while (" + v + " < 5);\n" + cell + " = " + v + ";\n"},
      {"switch", "switch (" + loop + " & 3) {\ncase 1: " + cell + " = 1; break;\ncase 2: " + cell +
                     " = 2;\ndefault: " + cell + " = 3;\n}\n"},
      {"goto", "if (" + loop + " > 3) goto @" + v + ";\n" + cell + " = 2;\n@" + v + ":;\n"},
      {"break", "int " + v + " = 0;\nfor (int q = 0; q < 4; q++) { if (q + " + loop + " > 5) break; " + v +
                    " += q; }\n" + cell + " = " + v + ";\n"},
      {"rand", "int " + v + " = rand();\n" + cell + " = " + v + " % 7;\n"},
      {"atof", "double " + v + " = atof(\"0.5\");\n" + cell + " = " + v + " * 8;\n"},
      {"long double", "long double " + v + " = 0.1L;\n" + cell + " = " + v + " * 100;\n"},
      {"union", "union { float f; int i; } " + v + ";\n" + v + ".f = 1.5f;\n" + cell + " = " + v + ".i & 127;\n"},
      {"static", "static int " + v + ";\n" + v + "++;\n" + cell + " = " + v + ";\n"},
      {"pointer cast", "float " + v + " = 1.25f;\n" + cell + " = *(int *)&" + v + " & 127;\n"},
      {"assignment behind &&", "int " + v + " = 1;\nif (" + loop + " > 3 && (" + v + " = 5) > 2) " + cell + " = 1;\n" +
                                   cell + " += " + v + ";\n"},
      {"assignment in ?:",
       "int " + v + " = 1;\n" + cell + " = " + loop + " > 3 ? (" + v + " = 4) : 2;\n" + cell + " += " + v + ";\n"},
      {"step behind ||",
       "int " + v + " = 1;\nif (" + loop + " > 3 || " + v + "++ > 2) " + cell + " = 1;\n" + cell + " += " + v + ";\n"},
      {"pointer to a local",
       "int " + v + " = 1;\nint *" + v + "p = &" + v + ";\n*" + v + "p = 7;\n" + cell + " = " + v + ";\n"},
      {"bit-field", "struct { int b : 3; } " + v + ";\n" + v + ".b = 3;\n" + cell + " = " + v + ".b;\n"},
      {"record", "struct { int b; float c; } " + v + ";\n" + v + ".b = 3;\n" + cell + " = " + v + ".b;\n"},
      {"mode", "typedef int @" + v + "t __attribute__((mode(DI)));\n@" + v + "t " + v + " = 100000;\n" + v +
                   " *= 100000;\n" + cell + " = " + v + " > 5;\n"},
      {"sizeof", cell + " = sizeof(int) + sizeof(" + some + ");\n"},
      {"copysign", cell + " = copysign(2.0, -1.5) > 0;\n"},
      {"isnan", cell + " = isnan(0.5f) + 1;\n"},
      {"prefetch", "__builtin_prefetch(&" + cell + ");\n"},
      {"statement expression", cell + " = ({ int " + v + " = 3; " + v + " + 1; });\n"},
      {"two-operand ?:", cell + " = " + loop + " ?: 3;\n"},
      {"compound literal", cell + " = (int){5};\n"},
      {"printf", cell + " = 2;\nif (" + loop + " > 100) printf(\"x\");\n"},
      {"volatile", "volatile int " + v + " = 3;\n" + cell + " = " + v + ";\n"},
      {"int128", "__int128 " + v + " = 5;\n" + cell + " = " + v + ";\n"},
      {"float conversion of hypot", cell + " = hypotf(3.0f, 4.0f);\n"},
      {"typeof", "__typeof__(1 + 1l) " + v + " = 4294967296l;\n" + cell + " = " + v + " > 5;\n"},
      {"empty loop", "for (int q = 3; q < 1; q++) " + cell + " = 4;\n"},
      {"packed enum", "enum __attribute__((packed)) { @" + v + "a = 250, @" + v + "b } " + v + " = @" + v + "b;\n" + v +
                          " += 9;\n" + cell + " = " + v + " > 100;\n"},
      {"vector type", "typedef int @" + v + "t __attribute__((vector_size(16)));\n@" + v + "t " + v +
                          " = {1, 2, 3, 4};\n" + cell + " = " + v + "[1];\n"},
      {"character string", cell + " = \"abc\"[1];\n"},
      {"designators",
       "const int " + v + "[4] = {[2] = 5, 7};\n" + cell + " = " + v + "[2] + " + v + "[3] + " + v + "[0];\n"},
      {"index by data",
       "const int " + v + "[4] = {3, 1, 4, 1};\n" + cell + " = " + v + "[((int)" + loop + " * 3) & 3];\n"},
      {"side effect in index", "int " + v + " = 0;\nconst int " + v + "w[3] = {4, 5, 6};\n" + cell + " = " + v + "w[" +
                                   v + "++] + 1;\n" + cell + " += " + v + ";\n"},
  };
}

}  // namespace

/// Constructs that docs/import_c.md refuses, or that come close to them.
Piece Nest::odd_statement(std::string& name) {
  const Name to = target();
  const std::string& cell = to.text;
  const std::string v = fresh();
  const std::string loop = cell_.loops.back().text;
  const std::string some = cell_.locals.empty() ? cell : dice_.pick(cell_.locals).text;
  const std::vector<Odd> all = odd_statements(cell, v, loop, some);
  const Odd& odd = dice_.pick(all);
  name = odd.name;
  return statement(odd.text);
}

}  // namespace rtlgen::test::random_c
