// Words of other languages: every suggestion, put where the fault stands, is accepted.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <regex>

#include "frontend/expr/hint_words.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/words.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

/// A text with a fault: `wrong` in it, which the first `suggestion` of the error replaces.
struct Case {
  std::string what;
  std::string text;
  std::string wrong;
  std::string right;
  std::string before = "";  ///< text before `wrong`, if that alone occurs twice
};

std::string plain(const std::string& expression, const std::string& more = "") {
  return "name: demo\ngrid: [16, 16]\nfields: {u: {}, v: {}, n: {type: int32}}\n" + more +
         "update:\n  - n: n[-1,0]\n  - v: v[1,0]\n  - u: \"" + expression + "\"\n";
}

/// An expression with a fault, in a text that is right beside it.
struct Line {
  const char* what;
  const char* expression;
  const char* wrong;
  const char* right;
  const char* before = "";
};

constexpr Line kLines[] = {
    {"coordinate_times_fraction", "u + x*0.1", "x*0.1", "float32(x)*0.1"},
    {"fraction_in_a_choice", "x < 4 ? 0.015*(4-x) : 0", "x < 4 ? 0.015*(4-x) : 0", "x < 4 ? 0.015*(4-float32(x)) : 0"},
    {"choice_of_mixed_types", "u > 0 ? u : x", "x", "float32(x)"},
    {"coordinate_in_sum", "u + x", "x", "float32(x)"},
    {"two_integers_and_a_fraction", "u*((x - y)*0.5 + 1)", "((x - y)*0.5 + 1)", "((float32(x) - float32(y))*0.5 + 1)"},
    {"c_indices", "u[i-1][j]", "u[i-1][j]", "u[0,-1]"},
    {"c_indices_of_three", "v + u[i][j+1]", "u[i][j+1]", "u[1,0]"},
    {"coordinates_as_indices", "u[x-1,y]", "u[x-1,y]", "u[-1,0]"},
    {"coordinates_in_their_own_order", "u[y][x-1]", "u[y][x-1]", "u[-1,0]"},
    {"loop_variables", "u[i-1,j+2]", "u[i-1,j+2]", "u[-1,2]"},
    {"parentheses", "u(-1,0)", "u(-1,0)", "u[-1,0]"},
    {"parentheses_of_fortran", "u(i-1, j)", "u(i-1, j)", "u[-1,0]"},
    {"power_of_python", "u**2", "u**2", "u*u"},
    {"power_of_a_read", "u[-1,0]**2 + 1", "u[-1,0]**2", "u[-1,0]*u[-1,0]"},
    {"power_of_a_sum", "(u - v)**3", "(u - v)**3", "(u - v)*(u - v)*(u - v)"},
    {"power_with_a_fraction", "u**1.5", "u**1.5", "pow(u, 1.5)"},
    {"power_of_a_cast", "float32(uint<4>(n)**2)", "uint<4>(n)**2", "uint<4>(n)*uint<4>(n)"},
    {"power_in_a_divisor", "v/u[1,0]**2", "u[1,0]**2", "(u[1,0]*u[1,0])"},
    {"power_behind_a_sign", "v/-u**2", "u**2", "(u*u)"},
    {"caret", "u^2 + v", "u^2", "u*u"},
    {"caret_in_a_divisor", "v/u^2", "u^2", "(u*u)"},
    {"and", "u > 0 and v > 0 ? u : v", "and", "&&"},
    {"or", "u > 0 or v > 0 ? u : v", "or", "||"},
    {"not", "not u > 0 ? u : v", "not u > 0", "!(u > 0)"},
    {"not_in_brackets", "not (u > 0) ? u : v", "not (u > 0)", "!(u > 0)"},
    {"conditional_of_python", "u if u > 0 else v", "u if u > 0 else v", "u > 0 ? u : v"},
    {"conditional_inside", "1 + (u if u > 0 else v)*2", "u if u > 0 else v", "u > 0 ? u : v"},
    {"where", "where(u > 0, u, v)", "where(u > 0, u, v)", "u > 0 ? u : v"},
    {"select", "select(u > v, u, v)", "select(u > v, u, v)", "u > v ? u : v"},
    {"m_pi", "u*M_PI", "M_PI", "pi"},
    {"truth", "u > 0 && True ? u : v", "True", "1"},
    {"suffix", "u*1e-3f", "1e-3f", "1e-3"},
    {"suffix_of_long_double", "u*0.5L", "0.5L", "0.5"},
    {"underscore", "u*1_000", "1_000", "1000"},
    {"fabs", "fabs(u - v)", "fabs(u - v)", "abs(u - v)"},
    {"fmax", "fmaxf(u, v)", "fmaxf(u, v)", "max(u, v)"},
    {"clamp", "clamp(u, 0, 1)", "clamp(u, 0, 1)", "min(max(u, 0), 1)"},
    {"square", "square(u - v)", "square(u - v)", "(u - v)*(u - v)"},
    {"square_of_a_name", "square(u)", "square(u)", "u*u"},
    {"rsqrt", "rsqrt(u)", "rsqrt(u)", "1/sqrt(u)"},
    {"rsqrt_in_a_divisor", "v/rsqrt(u)", "rsqrt(u)", "(1/sqrt(u))"},
    {"fmod", "fmod(u, v)", "fmod(u, v)", "u - v*trunc(u/v)"},
    {"square_in_a_divisor", "v/square(u)", "square(u)", "(u*u)"},
    {"square_in_a_sum", "v - square(u) + v", "square(u)", "u*u"},
    {"lerp_in_a_product", "v*lerp(u, v, 0.5)", "lerp(u, v, 0.5)", "(u + 0.5*(v - u))"},
    {"where_in_a_product", "2*where(u > v, u, 1.0)", "where(u > v, u, 1.0)", "(u > v ? u : 1.0)"},
    {"where_of_a_choice", "where(u > v ? u > 1 : v > 1, u, v)", "where(u > v ? u > 1 : v > 1, u, v)",
     "(u > v ? u > 1 : v > 1) ? u : v"},
    {"arctan2", "arctan2(u, v)", "arctan2(u, v)", "atan2(u, v)"},
    {"isnan", "isnan(u) ? v : u", "isnan(u)", "(u != u)"},
    {"cast_to_double", "float32(double(u))", "double(u)", "float64(u)"},
    {"cast_to_float", "float(x)", "float", "float32"},
    {"cast_to_bool", "bool(u > 0) ? u : v", "bool(u > 0)", "uint<1>(u > 0)"},
    {"if_as_in_fortran", "if (u > 0) u else v", "if (u > 0) u else v", "u > 0 ? u : v"},
    {"if_with_then", "if (u > 0) then u else v", "if (u > 0) then u else v", "u > 0 ? u : v"},
    {"if_in_a_sum", "1 + if (u > 0) u else v*2", "if (u > 0) u else v*2", "(u > 0 ? u : v*2)"},
    {"if_after_if", "if (u > 0) u else if (max(u, v) > 1) (v - u) else 0",
     "if (u > 0) u else if (max(u, v) > 1) (v - u) else 0", "u > 0 ? u : max(u, v) > 1 ? (v - u) : 0"},
    {"assignment_with_sum", "u += 1", "u += 1", "u + 1"},
    {"assignment_with_product", "u *= v + 1", "u *= v + 1", "u * (v + 1)"},
    {"assignment_with_bracketed_product", "u*=(v + 1)", "u*=(v + 1)", "u * (v + 1)"},
    {"assignment_of_a_negative", "u -= -v", "u -= -v", "u - (-v)"},
    {"rule_in_brackets", "u[-1,0; periodic]", "periodic", "wrap"},
    {"rule_by_axis", "u[-1,0; x=clamp]", "clamp", "edge"},
    {"number_as_rule", "u[-1,0; 0]", "0", "constant(0)", "; "},
};

struct Word {
  const char* theirs;
  const char* ours;
};

/// Lines that are no mapping.
constexpr Word kAssignments[] = {{"u = v[1,0]*2", "u: v[1,0]*2"},
                                 {"u=-v", "u: -v"},
                                 {"u:v*2", "u: v*2"},
                                 {"u := v", "u: v"},
                                 {"u += v", "u: u + v"},
                                 {"u /= v + 2", "u: u / (v + 2)"},
                                 {"u -= u*v", "u: u - (u*v)"}};

constexpr Word kTypes[] = {{"float", "float32"},   {"double", "float64"}, {"int", "int32"},
                           {"unsigned", "uint32"}, {"half", "float16"},   {"bool", "uint<1>"}};

constexpr Word kBoundaries[] = {{"periodic", "wrap"},   {"neumann", "edge"},          {"dirichlet", "{constant: 0}"},
                                {"0", "{constant: 0}"}, {"-1.5", "{constant: -1.5}"}, {"clamp", "edge"},
                                {"mirror", "reflect"}};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Line& l : kLines) all.push_back({l.what, plain(l.expression), l.wrong, l.right, l.before});
  for (const auto& [theirs, ours] : kTypes) {
    all.push_back(
        {std::string("type_") + theirs,
         plain("u", "params: {a: {value: 1, type: " + std::string(theirs) + "}, b: 2}\n") + "  - u: u*float32(a)*b\n",
         theirs, ours, "type: "});
  }
  for (const auto& [theirs, ours] : kAssignments) {
    all.push_back({"line_" + std::to_string(all.size()),
                   std::string("name: demo\ngrid: [16, 16]\nfields: {u: {}, v: {}}\nupdate:\n  - ") + theirs + "\n",
                   std::string("- ") + theirs, std::string("- ") + ours});
  }
  for (const auto& [theirs, ours] : kBoundaries) {
    std::string name = theirs;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
    all.push_back(
        {"boundary_" + name,
         "name: demo\ngrid: [8]\nfields:\n  u: {boundary: " + std::string(theirs) + "}\nupdate:\n  - u: u[-1]\n",
         theirs, ours});
  }
  return all;
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.what; }

std::string suggestion_in(const Diagnostics& diagnostics) {
  static const std::regex pattern("`([^`]*)`");
  for (const Diagnostic& d : diagnostics.all()) {
    for (const std::string& note : d.notes) {
      std::smatch match;
      if (std::regex_search(note, match, pattern)) return match[1];
    }
  }
  return "";
}

class Hint : public testing::TestWithParam<Case> {};

TEST_P(Hint, IsAcceptedWhenApplied) {
  const Case& c = GetParam();
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(c.text, "a.yaml", {}, diagnostics).ok());
  const std::string found = suggestion_in(diagnostics);
  EXPECT_EQ(found, c.right) << diagnostics.render();
  const std::size_t at = c.text.rfind(c.before + c.wrong);
  ASSERT_NE(at, std::string::npos);
  std::string fixed = c.text;
  fixed.replace(at + c.before.size(), c.wrong.size(), found);
  Diagnostics after;
  EXPECT_TRUE(load_text(fixed, "a.yaml", {}, after).ok()) << fixed << after.render();
}

INSTANTIATE_TEST_SUITE_P(Frontend, Hint, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.what; });

/// All fields after one step from numbers that are the same in each run; none: the description is refused.
std::vector<std::uint64_t> values_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto stencil = load_text(text, "a.yaml", {}, diagnostics);
  if (!stencil) return {};
  std::map<int, golden::Grid> inputs;
  std::uint64_t u = 0;
  for (const spec::ArrayId a : stencil->arrays.ids()) {
    const spec::Array& array = stencil->arrays[a];
    golden::Grid grid(array.type, array.shape({16, 16, 1}));
    // Floats from 1 to 2, integers from 0 to 15.
    for (std::int64_t i = 0; i < grid.cells(); ++i, u = u * 6364136223846793005U + 1442695040888963407U) {
      grid.set(i, array.type.is_float() ? 0x3f800000U | (u >> 41 & 0x7fffffU) : u >> 60);
    }
    inputs.emplace(a.index(), grid);
  }
  std::vector<std::uint64_t> out;
  for (const auto& [array, grid] : golden::run(*stencil, {16, 16, 1}, inputs, 1, {})) {
    for (std::int64_t i = 0; i < grid.cells(); ++i) out.push_back(grid.get(i));
  }
  return out;
}

/// A suggestion is put beside any operator, and computes there what the call or power means.
TEST(Hints, ComputeWhatIsMeantBesideEveryOperator) {
  const std::pair<std::string, std::string> all[] = {{"u**2", "(u*u)"},
                                                     {"u^2", "(u*u)"},
                                                     {"u[1,0]**3", "(u[1,0]*u[1,0]*u[1,0])"},
                                                     {"(u + v)**2", "((u + v)*(u + v))"},
                                                     {"u**1.5", "pow(u, 1.5)"},
                                                     {"square(u + v)", "((u + v)*(u + v))"},
                                                     {"sinh(u)", "((exp(u) - exp(-u))/2)"},
                                                     {"lerp(u, v, 0.25)", "(u + 0.25*(v - u))"},
                                                     {"where(u > v, u, 1.0)", "(u > v ? u : 1.0)"},
                                                     {"fmod(u, v)", "(u - v*trunc(u/v))"},
                                                     {"rsqrt(u)", "(1/sqrt(u))"},
                                                     {"merge(u, v, u > v)", "(u > v ? u : v)"},
                                                     {"sign(u - v)", "((u - v) > 0 ? 1.0 : (u - v) < 0 ? -1.0 : 0.0)"}};
  for (const char* context : {"@", "v/@", "@/v", "2*@", "v - @", "@ - v", "-@", "v/-@", "v*-@/2", "u > v ? @ : v",
                              "max(@, v)", "v*(@)", "@ > v ? u : v", "v - @*u"}) {
    for (const auto& [theirs, meant] : all) {
      const auto put = [&](const std::string& text) {
        std::string out = context;
        return out.replace(out.find('@'), 1, text);
      };
      Diagnostics diagnostics;
      EXPECT_FALSE(load_text(plain(put(theirs)), "a.yaml", {}, diagnostics).ok());
      const std::string found = suggestion_in(diagnostics);
      ASSERT_FALSE(found.empty()) << put(theirs) << diagnostics.render();
      const auto got = values_of(plain(put(found)));
      ASSERT_FALSE(got.empty()) << put(theirs) << " as " << put(found);
      EXPECT_EQ(got, values_of(plain(put(meant)))) << put(theirs) << " as " << put(found);
    }
  }
}

/// If a construct has no place of its own, the suggestion is a line of the description.
TEST(Hints, SumsAreMonitors) {
  for (const std::string call : {"max(u)", "min(u)", "sum(u)", "mean(u)", "norm(u)"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(plain("u - " + call), "a.yaml", {}, diagnostics).ok());
    const std::string found = suggestion_in(diagnostics);
    ASSERT_TRUE(found.starts_with("monitor: {")) << call << diagnostics.render();
    Diagnostics after;
    EXPECT_TRUE(load_text(plain("u") + found + "\n", "a.yaml", {}, after).ok()) << found << after.render();
  }
}

/// A word that the language has needs no other.
TEST(Hints, AreNotOfWordsOfTheLanguage) {
  for (const std::string& name : function_names()) EXPECT_EQ(function_pattern(name), "") << name;
  EXPECT_NE(function_pattern("rsqrt"), "");
}

/// Hints for words that cannot simply be replaced.
TEST(Hints, SayWhatToWrite) {
  const auto notes = [](const std::string& text) {
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(text, "a.yaml", {}, diagnostics).ok());
    std::string all;
    for (const Diagnostic& d : diagnostics.all()) {
      for (const std::string& note : d.notes) all += note + "\n";
    }
    return all;
  };
  const auto with = [](const std::string& more) { return plain("u") + more; };
  for (const auto& [text, wanted] :
       {std::pair{with("macros: {f: 1}\n"), "define functions with"},
        {with("imports: a.yaml\n"), "include: file.yaml"},
        {with("order: F\n"), "x is first in grid"},
        {with("boundary: periodic\n"), "fields.NAME.boundary"},
        {with("dtype: float\n"), "'type'"},
        {with("steps: 4\n"), "time steps of a run: iterations"},
        {with("nsteps: 4\n"), "of a pass: hardware.steps"},
        {with("repeat: 4\n"), "write 'iterations'"},
        {with("cells_per_cycle: 4\n"), "hardware.cells_per_cycle"},
        {plain("u[0:-1]"), "a read cannot have ranges"},
        {plain("u*i"), "x, y and z"},
        {plain("u*k"), "declare it under 'params'"},
        {plain("u**2**3"), "brackets that set the order"},
        {plain("u > 0 xor v > 0 ? u : v"), "write != for conditions"},
        {plain("u - mean(u)"), "divide it by the number of cells"},
        {plain("u*dt"), "under 'params'"},
        {plain("u + inf"), "no literal for infinity"},
        {"name: a\ngrid: [2, 2, 2, 2]\nfields: {u: {}}\nupdate: [{u: u}]\n", "a fourth axis"},
        {"name: a\ngrid: [8]\nfields: {u: {}}\nupdate:\n  - u: {expr: u, border: wrap}\n",
         "that is a boundary rule"}}) {
    EXPECT_NE(notes(text).find(wanted), std::string::npos) << text << notes(text);
  }
}

}  // namespace
}  // namespace rtlgen::frontend
