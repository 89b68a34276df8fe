// Short forms against what one would write by hand: both must be one program, node by node.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "frontend/frontend.hpp"
#include "frontend/schema/read_files.hpp"
#include "frontend/yaml/source_file.hpp"
#include "same_program.hpp"
#include "spec/describe.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

constexpr const char* kParams =
    "  c: [0.1, 1/5, 0.4]\n"
    "  w: [[1, 2, 1], [2, 4, 2], [1, 2, 1]]\n"
    "  h: {value: [0.1, 0.2], type: float16}\n"
    "  r: 1\n";
constexpr const char* kFunctions =
    "  lap(f): \"f[-1,0] + f[1,0] + f[0,-1] + f[0,1] - 4*f\"\n"
    "  minmod(a, b): \"a*b > 0 ? (abs(a) < abs(b) ? a : b) : 0\"\n"
    "  slope(f):\n    let: {left: \"f - f[-1,0]\", right: \"f[1,0] - f\"}\n    value: minmod(left, right)\n"
    "  blur(f, w): \"add(j in -1..1, i in -1..1: w[j+1][i+1]*f[i,j])\"\n"
    "  first(v): v[0] + v[2]\n"
    "  row(v, j): \"first(v[j])\"\n"
    "  wrapped(f): f[1,0; wrap] + f[0,1]\n"
    "  scaled(k): r*k\n"
    "  twice(a): a + a\n";

std::string text_with(const std::string& lines) {
  return fmt::format(
      "name: a\ngrid: [9, 8]\nfields: {{t: {{}}, u: {{}}, i: {{type: int16}}, p: {{type: "
      "float16}}}}\nparams:\n{}functions:\n{}"
      "update:\n{}  - u: t + u + 0*float32(i) + 0*p\n",
      kParams, kFunctions, lines);
}

/// Unused names are no matter here: every text has a line that names them all.
void expect_same(const std::string& shorter, const std::string& longer) {
  const std::string all =
      "  - i: i + int16(0*(slope(t) + blur(t, w) + row(w, 1) + wrapped(t) + scaled(1) + twice(t) + lap(t) + c[0] + "
      "float32(h[0])))\n";
  EXPECT_EQ(test::difference(text_with(all + shorter), text_with(all + longer), test::Sameness::kAll), "") << shorter;
}

TEST(Expand, EntriesOfTables) {
  expect_same("  - t: c[0]*t + c[r]*t[1,0] + c[r + 1]\n", "  - t: 0.1*t + 0.2*t[1,0] + 0.4\n");
  expect_same("  - t: w[1][2]*t + w[r, 1 - r]*u\n", "  - t: 2*t + 2*u\n");
  expect_same("  - p: p*h[1]\n", "  - p: p*float16(0.2)\n");
  expect_same("  - t: t[w[0][1] - 1, 0]\n", "  - t: t[1,0]\n");
}

TEST(Expand, FoldsAreWrittenFromLeftToRight) {
  expect_same("  - t: \"add(k in -r..r: c[k+1]*t[k,0])\"\n", "  - t: (0.1*t[-1,0] + 0.2*t) + 0.4*t[1,0]\n");
  expect_same("  - t: \"add(j in 0..1, k in 0..1: w[j][k]*t[k,j])\"\n",
              "  - t: ((1*t + 2*t[1,0]) + 2*t[0,1]) + 4*t[1,1]\n");
  expect_same("  - t: \"add(j in 0..2, k in 0..j: t[k,j])\"\n",
              "  - t: t + t[0,1] + t[1,1] + t[0,2] + t[1,2] + t[2,2]\n");
  expect_same("  - t: \"sum(k in 0..2: t[k,0])\"\n", "  - t: sum(t, t[1,0], t[2,0])\n");
  expect_same("  - t: \"product(k in 0..2: t[k,0])\"\n", "  - t: t*t[1,0]*t[2,0]\n");
  expect_same("  - t: \"min(k in 0..2: t[k,0]) + max(k in 0..2: t[k,0])\"\n",
              "  - t: min(t, t[1,0], t[2,0]) + max(t, t[1,0], t[2,0])\n");
  expect_same("  - t: \"any(k in 1..2: t[k,0] > u) && all(k in 1..2: t[0,k] > u) ? t : u\"\n",
              "  - t: \"(t[1,0] > u || t[2,0] > u) && (t[0,1] > u && t[0,2] > u) ? t : u\"\n");
  expect_same("  - t: \"t + add(k in 1..0: t) + product(k in 1..0: t)\"\n", "  - t: t + 0 + 1\n");
  expect_same("  - t: \"t*add(k in 1..3: k)/product(k in 1..3: k)\"\n", "  - t: t*6/6\n");
  expect_same("  - t: \"t*add(k in 0..2: add(k in 0..1: 10*k))\"\n", "  - t: t*30\n");
}

TEST(Expand, SumsOfIntegersAreSums) {
  const std::string text = "name: a\ngrid: [8]\nfields: {i: {type: int16}}\nupdate:\n  - i: ";
  for (const std::string sum : {"\"sum(k in 0..2: i[k])\"", "sum(i, i[1], i[2])", "dot(i, 1, i[1] + i[2], 1)"}) {
    Diagnostics diagnostics;
    const auto loaded = load_text(text + sum + "\n", "a.yaml", {}, diagnostics);
    ASSERT_TRUE(loaded.ok()) << diagnostics.render();
    const std::string built = spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root);
    EXPECT_EQ(built, sum[0] == 'd' ? "i * 1 + (i[1] + i[2]) * 1" : "i + i[1] + i[2]");
  }
}

TEST(Expand, CallsAreTheirExpression) {
  expect_same("  - t: t + 0.1*lap(t)\n", "  - t: t + 0.1*(t[-1,0] + t[1,0] + t[0,-1] + t[0,1] - 4*t)\n");
  expect_same("  - t: lap(t[1,-1])\n", "  - t: t[0,-1] + t[2,-1] + t[1,-2] + t[1,0] - 4*t[1,-1]\n");
  expect_same("  - t: twice(t - u)\n", "  - t: (t - u) + (t - u)\n");
  expect_same("  - t: twice(twice(t)*u)\n", "  - t: ((t + t)*u) + ((t + t)*u)\n");
  expect_same("  - t: slope(u)\n",
              "  - t: \"(u - u[-1,0])*(u[1,0] - u) > 0 ? (abs(u - u[-1,0]) < abs(u[1,0] - u) ? u - u[-1,0] : u[1,0] - "
              "u) : 0\"\n");
  expect_same("  - t: row(w, 2)*t\n", "  - t: (1 + 1)*t\n");
  expect_same("  - t: wrapped(t[0,1; reflect])\n", "  - t: t[1,1; wrap] + t[0,2; reflect]\n");
  // Typed where they are called.
  expect_same("  - i: twice(i)\n  - p: twice(p)\n", "  - i: i + i\n  - p: p + p\n");
}

TEST(Expand, NamesAreNotCaptured) {
  // `k` of the caller is not the function's, and a parameter `r` of a fold hides the program's only in the fold.
  expect_same("  - t: \"add(k in 0..1: scaled(k + 1)*t[k,0]) + add(r in 2..3: scaled(r)*t)\"\n",
              "  - t: (1*1*t + 1*2*t[1,0]) + (1*2*t + 1*3*t)\n");
  expect_same("  - t: \"add(j in 0..1: blur(t[j,0], w))\"\n",
              "  - t: \"add(a in 0..1: add(m in -1..1, n in -1..1: w[m+1][n+1]*t[a+n,m]))\"\n");
}

TEST(Expand, RepeatedLines) {
  expect_same("  - repeat: 2*r + 1\n    lines:\n      - t: t + lap(t)\n      - u: u + t\n",
              "  - t: t + lap(t)\n  - u: u + t\n  - t: t + lap(t)\n  - u: u + t\n  - t: t + lap(t)\n  - u: u + t\n");
  expect_same(
      "  - d: {expr: 2*t, boundary: wrap}\n  - repeat: k in 0..1\n    lines:\n"
      "      - q: {expr: \"c[k]*d[k,0]\", boundary: reflect, type: float64}\n      - d: float32(q[1,0])\n  - t: d + "
      "float32(q)\n",
      "  - d: {expr: 2*t, boundary: wrap}\n"
      "  - q_1: {expr: \"0.1*d\", boundary: reflect, type: float64}\n  - d: float32(q_1[1,0])\n"
      "  - q_2: {expr: \"0.2*d[1,0]\", boundary: reflect, type: float64}\n  - d: float32(q_2[1,0])\n  - t: d + "
      "float32(q_2)\n");
  // Before its line a temporary is that of the turn before.
  expect_same(
      "  - repeat: 1\n    lines:\n      - q: t\n  - repeat: 2\n    lines:\n      - repeat: 2\n        lines:\n"
      "          - t: t + q\n      - q: t\n  - t: t + q\n",
      "  - q_1: t\n  - t: t + q_1\n  - t: t + q_1\n  - q_1: t\n  - t: t + q_1\n  - t: t + q_1\n  - q_1: t\n  - t: t + "
      "q_1\n");
}

TEST(Expand, PiIsANameThatCanBeTaken) {
  expect_same("  - t: t*pi\n", "  - t: t*3.14159265358979323846264338327950288\n");
  const std::string own = "name: a\ngrid: [9]\nfields: {t: {}}\nparams: {pi: 3}\nupdate:\n  - t: t*pi\n";
  const std::string three = "name: a\ngrid: [9]\nfields: {t: {}}\nupdate:\n  - t: t*3\n";
  EXPECT_EQ(test::difference(own, three, test::Sameness::kAll), "");
}

TEST(Expand, ExtentsInTablesFollowTheGrid) {
  const std::string text =
      "name: a\ngrid: [8, 4]\nfields: {t: {}}\nparams: {d: [1/nx, 1/ny]}\nupdate:\n  - t: t*d[0] + d[1]\n"
      "hardware: {extents: fixed}\n";
  Diagnostics diagnostics;
  const auto loaded = load_text(text, "a.yaml", {"grid=[16, 2]"}, diagnostics);
  ASSERT_TRUE(loaded.ok()) << diagnostics.render();
  EXPECT_EQ(spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root), "t * 0.0625 + 0.5");
}

TEST(Expand, SetReachesTables) {
  const std::string text =
      "name: a\ngrid: [8]\nfields: {t: {}}\nparams: {d: [1, 2], h: {value: [1, 2], type: float16}}\nupdate:\n"
      "  - t: t*d[1] + float32(h[0])\n";
  for (const auto& [set, wanted] : {std::pair{"params.d=[3, 5]", "t * 5.0 + 1.0"},
                                    {"params.d.1=7", "t * 7.0 + 1.0"},
                                    {"params.h=[0.1, 3]", "t * 2.0 + 0.099975586"}}) {
    Diagnostics diagnostics;
    const auto loaded = load_text(text, "a.yaml", {set}, diagnostics);
    ASSERT_TRUE(loaded.ok()) << diagnostics.render();
    EXPECT_EQ(spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root), wanted);
  }
}

/// A folder of files that include each other.
class Includes : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("rtlgen_include_{}", ::getpid());
    std::filesystem::create_directories(folder_ / "lib");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  std::filesystem::path folder_;
};

TEST_F(Includes, FunctionsAndParamsOnceEach) {
  write("lib/base.yaml", "params: {two: 2, unused: 3}\nfunctions:\n  twice(a): two*a\n  never(a): a\n");
  write("lib/more.yaml", "include: base.yaml\nfunctions:\n  four(a): twice(twice(a))\n");
  write(
      "a.yaml",
      "name: a\ninclude: [lib/base.yaml, lib/../lib/more.yaml]\ngrid: [9]\nfields: {t: {}}\nupdate:\n  - t: four(t)\n");
  Diagnostics diagnostics;
  const std::string path = (folder_ / "a.yaml").string();
  const auto loaded = load_file(path, {"params.two=8"}, diagnostics);
  ASSERT_TRUE(loaded.ok()) << diagnostics.render();
  EXPECT_EQ(spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root), "8.0 * (8.0 * t)");
  Texts texts;
  const auto files = read_files(*texts.read(path, diagnostics), path, {}, texts);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].path, (folder_ / "lib/base.yaml").string());
}

TEST_F(Includes, FaultsQuoteTheFileThatTheyAreIn) {
  write("lib/base.yaml", "functions:\n  odd(a): a % 2\n");
  write("a.yaml", "name: a\ninclude: lib/base.yaml\ngrid: [9]\nfields: {t: {}}\nupdate:\n  - t: odd(t)\n");
  Diagnostics diagnostics;
  EXPECT_FALSE(load_file((folder_ / "a.yaml").string(), {}, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].where.file, (folder_ / "lib/base.yaml").string());
  EXPECT_NE(diagnostics.render().find("odd(a): a % 2"), std::string::npos);
  EXPECT_NE(diagnostics.render().find("in 'odd', called at"), std::string::npos);
}

/// A name of a file cannot steer a terminal, and what is no file is refused in time.
TEST_F(Includes, HostileNames) {
  write("lib/x\x1b[31m.yaml", "functions:\n  odd(a): a % 2\n");
  for (const std::string name : {"lib/x\x1b[31m.yaml", "lib", "/dev/null", "lib/none.yaml", ""}) {
    std::string quoted = name;
    if (const std::size_t at = quoted.find('\x1b'); at != std::string::npos) quoted.replace(at, 1, "\\e");
    write("a.yaml", "name: a\ninclude: \"" + quoted + "\"\ngrid: [9]\nfields: {t: {}}\nupdate:\n  - t: odd(t)\n");
    Diagnostics diagnostics;
    EXPECT_FALSE(load_file((folder_ / "a.yaml").string(), {}, diagnostics).ok());
    EXPECT_EQ(diagnostics.render().find('\x1b'), std::string::npos) << name;
  }
}

TEST(Expand, SetsIncludeNothing) {
  Diagnostics diagnostics;
  const std::string text = "name: a\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: 2*t\n";
  EXPECT_FALSE(load_text(text, "a.yaml", {"include=b.yaml"}, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0208");
}

TEST(Expand, TwoThousandLines) {
  const std::string text =
      "name: a\ngrid: [64, 64]\nfields: {t: {}, u: {}}\nparams: {c: [0.1, 0.2, 0.4]}\nfunctions:\n"
      "  f(v, k): \"add(i in -1..1: c[i+1]*v[i,k])\"\nupdate:\n"
      "  - repeat: k in 0..499\n    lines:\n      - a: f(t, 0) + 0.1*u\n      - b: f(a, 1)\n      - u: u + b\n      - "
      "t: a\n";
  Diagnostics diagnostics;
  const auto loaded = load_text(text, "a.yaml", {}, diagnostics);
  ASSERT_TRUE(loaded.ok()) << diagnostics.render();
  EXPECT_EQ(loaded->stages.size(), 2000U);
}

/// `shorter` and `longer` with their own functions and parameters.
void expect_same_texts(const std::string& shorter, const std::string& longer) {
  const std::string head = "name: a\ngrid: [16]\nfields: {t: {}, u: {}}\n";
  EXPECT_EQ(test::difference(head + shorter, head + longer, test::Sameness::kAll), "");
}

/// Names in a called function are the description's, also if the caller has a parameter or value of that name.
TEST(Expand, CalledFunctionsKeepTheirNames) {
  expect_same_texts(
      "params: {a: f(2), r: 3}\nfunctions:\n  g(k): r*k\n  f(r): g(r)\nupdate:\n  - t: t*a + g(1)\n  - u: t\n",
      "update:\n  - t: t*6 + 3*1\n  - u: t\n");
  expect_same_texts(
      "params: {left: 3}\nfunctions:\n  g(k): left*k\n  f(v):\n    let: {left: g(v), right: v + 1}\n    value: left + "
      "right\nupdate:\n  - t: f(t)\n  - u: t\n",
      "update:\n  - t: 3*t + (t + 1)\n  - u: t\n");
  const std::string functions = "params: {a: f(2), r: 3}\nfunctions:\n  g(k): r*k\n  f(r): g(r)\n";
  const auto with = [&](const std::string& boundary, const std::string& more) {
    return "name: a\ngrid: [16]\nfields: {t: {boundary: {constant: " + boundary + "}}}\n" + more +
           "update:\n  - t: t[1] + t\n";
  };
  EXPECT_EQ(test::difference(with("a + 0*r", functions), with("6", "")), "");
}

TEST(Expand, FoldsWithoutTurnsUseTheirNames) {
  expect_same_texts(
      "params: {r: 0, c: [1, 2]}\nfunctions:\n  g(v): 2*v\n  f(v, k): c[k]*g(v)\nupdate:\n"
      "  - t: \"t + add(k in 1..r: f(t[k], k))\"\n  - u: t\n",
      "update:\n  - t: t + 0\n  - u: t\n");
}

TEST(Expand, VariablesOfRepeatReachBoundaries) {
  expect_same_texts(
      "update:\n  - repeat: k in 0..1\n    lines:\n      - q: {expr: t + k, boundary: {constant: k}}\n      - t: "
      "{expr: "
      "\"q[1]\", where: x > k}\n  - u: t\n",
      "update:\n  - q_1: {expr: t + 0, boundary: {constant: 0}}\n  - t: {expr: \"q_1[1]\", where: x > 0}\n"
      "  - q_2: {expr: t + 1, boundary: {constant: 1}}\n  - t: {expr: \"q_2[1]\", where: x > 1}\n  - u: t\n");
}

TEST(Expand, RulesOfFunctionAndArgumentAreByAxis) {
  const std::string all = "functions:\n  f(v): v[1,0; x=wrap] + v\n";
  const auto text = [](const std::string& functions, const std::string& expr) {
    return "name: a\ngrid: [16, 16]\nfields: {t: {}}\n" + functions + "update:\n  - t: \"" + expr + "\"\n";
  };
  for (const auto& [argument, rules] : {std::pair{"y=reflect", "x=wrap, y=reflect"},
                                        {"reflect", "x=wrap, y=reflect"},
                                        {"x=reflect", "x=wrap"},
                                        {"x=edge, y=constant(2)", "x=wrap, y=constant(2)"}}) {
    const std::string of_argument = fmt::format("t[0,1; {}]", argument);
    EXPECT_EQ(test::difference(text(all, "f(" + of_argument + ")"),
                               text("", fmt::format("t[1,1; {}] + {}", rules, of_argument))),
              "")
        << argument;
  }
}

TEST(Expand, SingleTermsAreConditions) {
  Diagnostics diagnostics;
  const auto loaded =
      load_text("name: a\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: \"any(k in 1..1: t[k] > 0) ? t : 0\"\n", "a.yaml",
                {}, diagnostics);
  EXPECT_TRUE(loaded.ok()) << diagnostics.render();
}

}  // namespace
}  // namespace rtlgen::frontend
