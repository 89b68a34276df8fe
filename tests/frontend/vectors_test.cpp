// Vectors against what one would write with a field for each component: both must be one program, node by node.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>

#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "same_program.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::frontend {
namespace {

constexpr const char* kVectorHead = "name: a\ngrid: [9, 8]\n";
constexpr const char* kVectorParams =
    "params:\n  cx: [1, 0, -1]\n  cy: [0, 2, 0]\n  w: [0.5, 0.25, 0.125]\n  next: [1, 2, 0]\n"
    "functions:\n  lap(v): v[-1,0] + v[1,0] - 2*v\n  pick(v, j): v.j\n  grey(v): \"0.5*v.r + 0.25*v.g + 0.25*v.b\"\n"
    "  far(v, j): v.j[0,1]\n";
constexpr const char* kVectorUses =
    "  - u: u + 0*(cx[0] + cy[0] + w[0] + next[0] + lap(u)) + 0*pick(t, 0) + 0*grey(t) + 0*far(t, 1)\n";
constexpr const char* kFieldUses =
    "  - u: u + 0*(1 + 0 + 0.5 + 1 + (u[-1,0] + u[1,0] - 2*u)) + 0*t_r + 0*(0.5*t_r + 0.25*t_g + 0.25*t_b) + "
    "0*t_g[0,1]\n";

std::string with_vector(const std::string& lines) {
  return fmt::format("{}fields:\n  t: {{components: [r, g, b], boundary: wrap}}\n  u: {{}}\n{}update:\n{}{}",
                     kVectorHead, kVectorParams, lines, kVectorUses);
}

std::string with_fields(const std::string& lines) {
  return fmt::format(
      "{}fields:\n  t_r: {{boundary: wrap}}\n  t_g: {{boundary: wrap}}\n  t_b: {{boundary: wrap}}\n  u: "
      "{{}}\nupdate:\n{}{}",
      kVectorHead, lines, kFieldUses);
}

/// All fields after two steps from data of their own.
std::vector<golden::Grid> results_of(const std::string& yaml) {
  Diagnostics diagnostics;
  const auto stencil = load_text(yaml, "a.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil) << diagnostics.render() << yaml;
  if (!stencil) return {};
  std::map<int, golden::Grid> inputs;
  for (const spec::ArrayId a : stencil->arrays.ids()) {
    if (stencil->arrays[a].role == spec::Role::kTemporary) continue;
    golden::Grid grid(stencil->arrays[a].type, stencil->grid);
    for (std::int64_t i = 0; i < grid.cells(); ++i)
      grid.set(i, std::bit_cast<std::uint32_t>(static_cast<float>((i * 7 + a.index() * 13) % 31) - 15.0F));
    inputs.emplace(a.index(), std::move(grid));
  }
  std::vector<golden::Grid> out;
  for (auto& [array, grid] : golden::run(*stencil, stencil->grid, inputs, 2, {})) out.push_back(std::move(grid));
  return out;
}

/// For lines that take copies of what a vector's line reads as it was.
void expect_one_result(const std::string& vector, const std::string& fields) {
  const auto a = results_of(with_vector(vector)), b = results_of(with_fields(fields));
  ASSERT_EQ(a.size(), 4U);
  EXPECT_TRUE(a == b) << vector;
}

/// `line` for each component, with {0} for its letter, {1} for the next component's.
std::string for_each(const std::string& line) {
  std::string out;
  for (const auto& [c, next] : {std::pair{"r", "g"}, std::pair{"g", "b"}, std::pair{"b", "r"}})
    out += fmt::format(fmt::runtime(line), c, next);
  return out;
}

void expect_one_program(const std::string& vector, const std::string& fields) {
  EXPECT_EQ(test::difference(with_vector(vector), with_fields(fields), test::Sameness::kMeaning), "") << vector;
}

TEST(Vectors, PlainNamesAreComponents) {
  expect_one_program("  - t: t + 2*t[1,0]\n", for_each("  - t_{0}: t_{0} + 2*t_{0}[1,0]\n"));
  expect_one_result("  - t: \"t[1,0; edge]*u + t.g - t.0\"\n",
                    // t.g and t.r are those from before the line, so they are kept
                    "  - kr: t_r\n  - kg: t_g\n" + for_each("  - t_{0}: t_{0}[1,0; edge]*u + kg - kr\n"));
}

TEST(Vectors, FunctionsTakeThem) {
  expect_one_program("  - t: t + lap(t)\n", for_each("  - t_{0}: t_{0} + (t_{0}[-1,0] + t_{0}[1,0] - 2*t_{0})\n"));
  expect_one_program("  - t: t + lap(t[0,1])\n",
                     for_each("  - t_{0}: t_{0} + (t_{0}[-1,1] + t_{0}[1,1] - 2*t_{0}[0,1])\n"));
  expect_one_program("  - u: pick(t, 1) + pick(t[1,0], next[1]) + far(t[1,1], 0)\n",
                     "  - u: t_g + t_b[1,0] + t_r[1,2]\n");
  expect_one_program("  - u: grey(t) + lap(t.g)\n",
                     "  - u: (0.5*t_r + 0.25*t_g + 0.25*t_b) + (t_g[-1,0] + t_g[1,0] - 2*t_g)\n");
}

TEST(Vectors, EachIsTheNumberOfTheComponent) {
  expect_one_program("  - t: {each: k, expr: \"t.k[-cx[k], cy[k]]*w[k]\"}\n",
                     "  - t_r: t_r[-1,0]*0.5\n  - t_g: t_g[0,2]*0.25\n  - t_b: t_b[1,0]*0.125\n");
  expect_one_program("  - t: {each: k, expr: \"k == 1 ? 2*t : cx[k] > 0 ? 3*t : t*float32(k)\"}\n",
                     "  - t_r: 3*t_r\n  - t_g: 2*t_g\n  - t_b: t_b*float32(2)\n");
  expect_one_program("  - t: {each: k, expr: \"u > 0 ? t : k == 0 ? 0 : 1\"}\n",
                     "  - t_r: \"u > 0 ? t_r : 0\"\n  - t_g: \"u > 0 ? t_g : 1\"\n  - t_b: \"u > 0 ? t_b : 1\"\n");
  expect_one_program("  - t: {each: k, expr: t + 1, region: {x: [1, k + 2]}, where: \"u > w[k]\"}\n",
                     "  - t_r: {expr: t_r + 1, region: {x: [1, 2]}, where: u > 0.5}\n"
                     "  - t_g: {expr: t_g + 1, region: {x: [1, 3]}, where: u > 0.25}\n"
                     "  - t_b: {expr: t_b + 1, region: {x: [1, 4]}, where: u > 0.125}\n");
}

/// Typed values are rounded, so that both sides stay as in any other line.
TEST(Vectors, ExactConditionsAloneLeaveOutASide) {
  const std::string head = "name: a\ngrid: [9, 8]\nparams:\n  limit: {value: [0.1, 0.2], type: float32}\n";
  EXPECT_EQ(test::difference(head + "fields: {v: {components: 2}}\nupdate:\n"
                                    "  - v: {each: k, expr: \"limit[k] > 0.1 ? 3*v : 2*v\"}\n",
                             head + "fields: {v_0: {}, v_1: {}}\nupdate:\n"
                                    "  - v_0: \"limit[0] > 0.1 ? 3*v_0 : 2*v_0\"\n"
                                    "  - v_1: \"limit[1] > 0.1 ? 3*v_1 : 2*v_1\"\n",
                             test::Sameness::kMeaning),
            "");
}

/// The rest of the line plays no part in it.
TEST(Vectors, ASideIsLeftOutInAnyLineWithEach) {
  const std::string types = "a: {type: int16}, b: {type: int8}, c: {type: int8}";
  for (const auto& [rest, by_hand] : {std::pair<std::string, std::string>{"c", "c"}, {"c + 0*k", "c + 0"}}) {
    EXPECT_EQ(test::difference(
                  "name: a\ngrid: [9, 8]\ntype: int16\nparams: {p: 0}\nfields: {v: {components: 2}, " + types +
                      "}\nupdate:\n  - a: a + b\n" + "  - v: {each: k, expr: \"(p == 1 ? a : b) + " + rest + "\"}\n",
                  "name: a\ngrid: [9, 8]\ntype: int16\nfields: {v_0: {}, v_1: {}, " + types +
                      "}\nupdate:\n  - a: a + b\n  - v_0: b + " + by_hand + "\n  - v_1: b + " + by_hand + "\n",
                  test::Sameness::kMeaning),
              "")
        << rest;
  }
}

TEST(Vectors, ConditionsInConditionsAreWrittenOutOnce) {
  std::string value = "u";
  for (int i = 0; i < 24; ++i) value = fmt::format("(({}) > {} ? t.k : u)", value, i);
  EXPECT_EQ(results_of(with_vector("  - t: {each: k, expr: \"" + value + "\"}\n")).size(), 4U);
}

TEST(Vectors, ListsHaveAnExpressionForEach) {
  expect_one_result("  - t: [t.g, 2*t, t + u]\n", "  - kg: t_g\n  - t_r: kg\n  - t_g: 2*t_g\n  - t_b: t_b + u\n");
  expect_one_program("  - d: [t.r - t.g, t.g - t.b]\n  - u: d.0*d.1\n",
                     "  - d_0: t_r - t_g\n  - d_1: t_g - t_b\n  - u: d_0*d_1\n");
}

TEST(Vectors, FoldsOverComponents) {
  expect_one_program("  - u: max(t) + min(2*t) + sum(t) + add(t) + product(t)\n",
                     "  - u: max(t_r, t_g, t_b) + min(2*t_r, 2*t_g, 2*t_b) + sum(t_r, t_g, t_b) + (t_r + t_g + t_b) + "
                     "t_r*t_g*t_b\n");
  expect_one_program("  - u: \"sum(k in 0..2: w[k]*t.k) + add(k in 0..1: t.k[k,0])\"\n",
                     "  - u: sum(0.5*t_r, 0.25*t_g, 0.125*t_b) + (t_r[0,0] + t_g[1,0])\n");
  expect_one_result(
      "  - t: max(t, 0) + max(t - u)\n",
      "  - kr: t_r\n  - kg: t_g\n  - kb: t_b\n" + for_each("  - t_{0}: max(t_{0}, 0) + max(kr - u, kg - u, kb - u)\n"));
  expect_one_program("  - u: \"any(t > 0) ? 1 : all(t < u) ? 2 : 3\"\n",
                     "  - u: \"(t_r > 0 || t_g > 0 || t_b > 0) ? 1 : (t_r < u && t_g < u && t_b < u) ? 2 : 3\"\n");
}

TEST(Vectors, ALineReadsWhatWasBeforeItsFirstComponent) {
  expect_one_result("  - t: {each: k, expr: \"t.(next[k])\"}\n",
                    "  - kr: t_r\n  - t_r: t_g\n  - t_g: t_b\n  - t_b: kr\n");
  expect_one_result("  - t.g: 2*t.r\n  - t: t + t.g[1,0]\n",
                    "  - t_g: 2*t_r\n  - kg: {expr: t_g, boundary: wrap}\n" + for_each("  - t_{0}: t_{0} + kg[1,0]\n"));
}

TEST(Vectors, Temporaries) {
  expect_one_program(
      "  - d: {expr: t - u, boundary: wrap}\n  - t: d[1,0] + d.b\n",
      for_each("  - d_{0}: {{expr: t_{0} - u, boundary: wrap}}\n") + for_each("  - t_{0}: d_{0}[1,0] + d_b\n"));
  expect_one_program(
      "  - d: {each: k, expr: \"t.k*w[k]\", boundary: {constant: [1, 2, 3]}}\n  - t: d[1,0]\n",
      "  - d_r: {expr: t_r*0.5, boundary: {constant: 1}}\n  - d_g: {expr: t_g*0.25, boundary: {constant: "
      "2}}\n  - d_b: {expr: t_b*0.125, boundary: {constant: 3}}\n" +
          for_each("  - t_{0}: d_{0}[1,0]\n"));
  expect_one_program(
      "  - d: {components: [p, q], each: k, expr: \"float16(t.r*w[k])\", type: float16}\n  - u: float32(d.p + d.1)\n",
      "  - d_p: {expr: float16(t_r*0.5), type: float16}\n  - d_q: {expr: float16(t_r*0.25), type: "
      "float16}\n  - u: float32(d_p + d_q)\n");
}

/// The number of components is that of what the variable of `each` selects from, in whatever form.
TEST(Vectors, EachSaysHowManyATemporaryHas) {
  for (const std::string expr : {"pick(v, 0) + pick(v, 1) + w.k + w.2", "add(k in 0..1: v.k) + w.k", "v.0 + pick(w, k)",
                                 "v.0 + w.(2 - k)", "pick(v, 0) + pick(w, 2 - k)", "v.(0) + twice(w, k)"}) {
    Diagnostics diagnostics;
    const auto stencil = load_text(
        "name: a\ngrid: [9, 8]\nfields: {v: {components: 2}, w: {components: 3}, u: {}}\nfunctions:\n  pick(a, k): "
        "a.k\n"
        "  twice(a, j): pick(a, j) + pick(a, j)\nupdate:\n  - v: v + 0*(pick(v, 0) + twice(v, 0))\n"
        "  - r: {each: k, expr: \"" +
            expr + "\"}\n  - u: u + r.0 + r.1 + r.2\n",
        "a.yaml", {}, diagnostics);
    EXPECT_TRUE(stencil.ok()) << expr << "\n" << diagnostics.render();
  }
}

TEST(Vectors, TemporariesSweep) {
  const auto expect_one = [](const std::string& vector, const std::string& fields) {
    EXPECT_EQ(test::difference(std::string(kVectorHead) + "fields: {t: {components: [r, g, b]}, u: {}}\nupdate:\n" +
                                   vector + "  - u: u + t.r + t.g + t.b\n",
                               std::string(kVectorHead) + "fields: {t_r: {}, t_g: {}, t_b: {}, u: {}}\nupdate:\n" +
                                   fields + "  - u: u + t_r + t_g + t_b\n"),
              "")
        << vector;
  };
  const std::string sweep = "[0,-1; y=constant(0)]\", order: forward y}\n";
  const std::string fields =
      for_each("  - s_{0}: {{expr: \"0.25*t_{0} + 0.75*s_{0}[0,-1; y=constant(0)]\", order: forward y}}\n");
  expect_one("  - s: {expr: \"0.25*t + 0.75*s" + sweep + "  - t: s\n", fields + for_each("  - t_{0}: s_{0}\n"));
  expect_one("  - s: {components: [r, g, b], each: k, expr: \"0.25*t.k + 0.75*s.k" + sweep + "  - t: s\n",
             fields + for_each("  - t_{0}: s_{0}\n"));
  const std::string one = "      - {0}: {{expr: \"0.25*{1} + 0.75*{0}[0,-1; y=constant(0)]\", order: forward y}}\n";
  const auto turns = [&](const std::string& s, const std::string& t) {
    std::string out = "  - repeat: 2\n    lines:\n" + fmt::format(fmt::runtime(one), s, t);
    return out + fmt::format("      - {}: {}\n", t, s);
  };
  // Turn by turn, each with a temporary of its own.
  expect_one(turns("s", "u"), "  - s_1: {expr: \"0.25*u + 0.75*s_1" + sweep +
                                  "  - u: s_1\n  - s_2: {expr: \"0.25*u + 0.75*s_2" + sweep + "  - u: s_2\n");
  std::string by_turn;
  for (const std::string turn : {"1", "2"}) {
    by_turn += for_each("  - s_" + turn + "_{0}: {{expr: \"0.25*t_{0} + 0.75*s_" + turn +
                        "_{0}[0,-1; y=constant(0)]\", order: forward y}}\n") +
               for_each("  - t_{0}: s_" + turn + "_{0}\n");
  }
  expect_one(turns("s", "t"), by_turn);
}

TEST(Vectors, Repeat) {
  expect_one_program("  - repeat: j in 0..2\n    lines:\n      - t.j: t.j + u\n", for_each("  - t_{0}: t_{0} + u\n"));
  expect_one_program("  - repeat: 2\n    lines:\n      - d: t[1,0] + u\n      - t: d[0,1] + d\n",
                     for_each("  - d_1_{0}: t_{0}[1,0] + u\n") + for_each("  - t_{0}: d_1_{0}[0,1] + d_1_{0}\n") +
                         for_each("  - d_2_{0}: t_{0}[1,0] + u\n") + for_each("  - t_{0}: d_2_{0}[0,1] + d_2_{0}\n"));
  expect_one_program("  - d: t\n  - repeat: 2\n    lines:\n      - d: d[1,0] + u\n  - t: d\n",
                     for_each("  - d_{0}: t_{0}\n") + for_each("  - d_{0}: d_{0}[1,0] + u\n") +
                         for_each("  - d_{0}: d_{0}[1,0] + u\n") + for_each("  - t_{0}: d_{0}\n"));
}

TEST(Vectors, LinesWithRegionsAreOneAssignment) {
  const std::string one = "{{expr: \"t_{0}[1,0] + t_{0}\", region: {{x: [0, 3]}}}}";
  expect_one_program(
      "  - t: {expr: \"t[1,0] + t\", region: {x: [0, 3]}}\n  - t: {expr: t*2, region: {x: [4, 6]}}\n"
      "  - t: {expr: t*3, region: rest}\n",
      for_each("  - t_{0}: " + one +
               "\n  - t_{0}: {{expr: t_{0}*2, region: {{x: [4, 6]}}}}\n"
               "  - t_{0}: {{expr: t_{0}*3, region: rest}}\n"));
  // A line that reads other cells of another component is an assignment of its own.
  expect_one_result(
      "  - t: {expr: \"t + u\", region: {x: [0, 3]}}\n  - t: {expr: \"t.g[1,0] + t\", region: {x: [4, 6]}}\n",
      for_each("  - t_{0}: {{expr: t_{0} + u, region: {{x: [0, 3]}}}}\n") + "  - kg: {expr: t_g, boundary: wrap}\n" +
          for_each("  - t_{0}: {{expr: \"kg[1,0] + t_{0}\", region: {{x: [4, 6]}}}}\n"));
}

/// If regions differ by component, an earlier line may have changed another one.
TEST(Vectors, LinesWithRegionsByComponentComeOneByOne) {
  expect_one_result(
      "  - t: {each: k, expr: t + 10, region: {x: [k, k + 1]}}\n"
      "  - t: {each: k, expr: \"t.(next[k])\", region: {x: [k + 2, k + 3]}}\n",
      "  - t_r: {expr: t_r + 10, region: {x: [0, 1]}}\n  - t_g: {expr: t_g + 10, region: {x: [1, 2]}}\n"
      "  - t_b: {expr: t_b + 10, region: {x: [2, 3]}}\n  - kr: t_r\n  - kg: t_g\n  - kb: t_b\n"
      "  - t_r: {expr: kg, region: {x: [2, 3]}}\n  - t_g: {expr: kb, region: {x: [3, 4]}}\n"
      "  - t_b: {expr: kr, region: {x: [4, 5]}}\n");
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(test::source_folder() + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Lines of `text` from the one that is `first` to the next that begins a section.
std::ptrdiff_t lines_of(const std::string& text, const std::string& first) {
  const std::size_t begin = text.find("\n" + first + "\n") + 1;
  const std::size_t end = text.find("\n\n", begin);
  return std::count(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end),
                    '\n');
}

TEST(Vectors, LatticeBoltzmannIsTheProgramOfNineFields) {
  const std::string vector = text_of_file("configs/d2q9.yaml"),
                    fields = text_of_file("tests/frontend/d2q9_fields.yaml");
  EXPECT_EQ(test::difference(vector, fields, test::Sameness::kAll), "");
  const std::string long_one = text_of_file("configs/lbm2d.yaml");
  const auto lines = [](const std::string& text) { return lines_of(text, "fields:") + lines_of(text, "update:"); };
  EXPECT_LE(3 * lines(vector), lines(long_one)) << lines(vector) << " against " << lines(long_one);
}

/// The fields of a configuration after `steps`, on what its file starts with.
std::vector<golden::Grid> run_of(const std::string& path, std::int64_t steps) {
  Diagnostics diagnostics;
  const auto stencil = load_text(text_of_file(path), path, {}, diagnostics);
  EXPECT_TRUE(stencil) << diagnostics.render();
  if (!stencil) return {};
  std::map<int, golden::Grid> inputs;
  for (const spec::DataSource& source : stencil->inputs) {
    golden::Grid grid(stencil->arrays[source.array].type, stencil->grid);
    for (std::int64_t i = 0; i < grid.cells(); ++i)
      grid.set(i, std::bit_cast<std::uint32_t>(static_cast<float>(source.value)));
    inputs.emplace(source.array.index(), std::move(grid));
  }
  std::vector<golden::Grid> out;
  for (auto& [array, grid] : golden::run(*stencil, stencil->grid, inputs, steps, {})) out.push_back(std::move(grid));
  return out;
}

TEST(Vectors, LatticeBoltzmannComputesTheBitsOfLbm2d) {
  const auto a = run_of("configs/d2q9.yaml", 3), b = run_of("configs/lbm2d.yaml", 3);
  ASSERT_EQ(a.size(), 9U);
  EXPECT_TRUE(a == b);
}

TEST(Vectors, BoundariesAxesAndInputs) {
  const char* const update = "update:\n";
  const auto vector = fmt::format(
      "{}fields:\n  t: {{components: 2, boundary: {{x: [{{constant: [1, 2]}}, edge], y: wrap}}}}\n  h: {{components: "
      "2, "
      "axes: [y], type: float32}}\ninputs:\n  t: {{kind: constant, value: [0.5, 1.5]}}\n  h.1: {{kind: random, seed: "
      "4}}\nsources:\n  - {{at: [2, 2], field: t.0, values: [1, "
      "2]}}\n{}  - t: t[1,0] + h\n",
      kVectorHead, update);
  const auto fields = fmt::format(
      "{}fields:\n  t_0: {{boundary: {{x: [{{constant: 1}}, edge], y: wrap}}}}\n  t_1: {{boundary: {{x: [{{constant: "
      "2}}, "
      "edge], y: wrap}}}}\n  h_0: {{axes: [y]}}\n  h_1: {{axes: [y]}}\ninputs:\n  t_0: {{kind: constant, value: "
      "0.5}}\n  t_1: {{kind: constant, value: 1.5}}\n  h_1: {{kind: random, seed: 4}}\n"
      "sources:\n  - {{at: [2, 2], field: t_0, values: [1, 2]}}\n{}  - t_0: t_0[1,0] + h_0\n  - t_1: "
      "t_1[1,0] + h_1\n",
      kVectorHead, update);
  std::string seen = test::difference(vector, fields);
  EXPECT_EQ(seen, "");
  Diagnostics diagnostics;
  const auto stencil =
      load_text(vector + "probes:\n  - {at: [1, 1], field: t.1}\n", "a.yaml", {"inputs.h.1.seed=9"}, diagnostics);
  ASSERT_TRUE(stencil) << diagnostics.render();
  EXPECT_EQ(stencil->inputs.back().seed, 9U);
  EXPECT_EQ(stencil->probes[0].name, "t.1_1_1");
  EXPECT_EQ(stencil->arrays[spec::ArrayId(0)].name, "t_0");
  EXPECT_EQ(stencil->arrays[spec::ArrayId(0)].shown(), "t.0");
  EXPECT_EQ(stencil->components_of("t").size(), 2U);
}

}  // namespace
}  // namespace rtlgen::frontend
