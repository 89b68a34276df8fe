// Boundary rules with a sign: by example, and random descriptions against a reading of docs/language.md that knows no
// choices, no regions and no negation as an operator.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "naive_fold.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using Numbers = std::vector<std::int64_t>;

spec::Stencil signed_stencil(const std::string& yaml) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(yaml, "signs.yaml", {}, diagnostics);
  if (!stencil) throw std::runtime_error(diagnostics.render() + yaml);
  return *std::move(stencil);
}

/// Field 0 of one step from the bits of `start`.
std::vector<std::uint64_t> bits_after(const std::string& yaml, const std::vector<std::uint64_t>& start) {
  const spec::Stencil s = signed_stencil(yaml);
  golden::Grid grid(s.arrays.front().type, s.grid);
  for (std::size_t i = 0; i < start.size(); ++i) grid.set(static_cast<std::int64_t>(i), start[i]);
  const auto result = golden::run(s, s.grid, {{0, grid}}, 1, {});
  std::vector<std::uint64_t> out;
  for (std::int64_t i = 0; i < grid.cells(); ++i) out.push_back(result.at(0).get(i));
  return out;
}

/// The same of int16, as a text: a row of 1, 2, 3, ...
std::string row_after(const std::string& boundary, const std::string& lines, int cells = 4) {
  std::vector<std::uint64_t> start;
  for (int i = 1; i <= cells; ++i) start.push_back(static_cast<std::uint64_t>(i));
  std::string out;
  for (const std::uint64_t bits :
       bits_after(fmt::format("name: s\ngrid: [{}]\ntype: int16\nfields: {{u: {{boundary: {}}}}}\nupdate:\n{}", cells,
                              boundary, lines),
                  start))
    out += fmt::format("{}{}", out.empty() ? "" : " ", static_cast<std::int16_t>(bits));
  return out;
}

TEST(Signs, AreThoseOfTheFoldedCells) {
  EXPECT_EQ(row_after("antisymmetric", "  - u: u[-2]\n"), "-2 -1 1 2");
  EXPECT_EQ(row_after("antisymmetric", "  - u: u[1]\n"), "2 3 4 -4");
  EXPECT_EQ(row_after("antireflect", "  - u: u[-2]\n"), "-3 -2 1 2");
  EXPECT_EQ(row_after("antireflect", "  - u: u[3]\n"), "4 -3 -2 -1");
  EXPECT_EQ(row_after("antiwrap", "  - u: u[-2]\n"), "-3 -4 1 2");
  EXPECT_EQ(row_after("[antiwrap, wrap]", "  - u: u[-1] + 10*u[1]\n"), "16 31 42 13");
  EXPECT_EQ(row_after("[antisymmetric, edge]", "  - u: u[-1] + 10*u[1]\n"), "19 31 42 43");
  EXPECT_EQ(row_after("[{constant: 7}, antireflect]", "  - u: u[-1] + 10*u[1]\n"), "27 31 42 -27");
  EXPECT_EQ(row_after("edge", "  - u: \"u[-1; antisymmetric] + 10*u[1; x=antireflect]\"\n"), "19 31 42 -27");
  // A rule in brackets takes the place of the field's.
  EXPECT_EQ(row_after("antisymmetric", "  - u: \"u[-1; edge] + 10*u[-1; symmetric]\"\n"), "11 11 22 33");
}

TEST(Signs, NegateOncePerAxisHoweverOftenItFolds) {
  EXPECT_EQ(row_after("antisymmetric", "  - u: u[-4]\n", 2), "-1 -2");
  EXPECT_EQ(row_after("antireflect", "  - u: u[4]\n", 3), "-1 -2 -3");
  EXPECT_EQ(row_after("antireflect", "  - u: u[1] + 10*u\n", 1), "9");
  EXPECT_EQ(row_after("antiwrap", "  - u: u[-4] + 10*u[5]\n", 2), "-21 -12");
  const std::string corner =
      "name: s\ngrid: [2, 2]\ntype: int16\nfields: {u: {boundary: {x: antisymmetric, y: antisymmetric}}}\nupdate:\n"
      "  - u: u[-1,-1]\n";
  EXPECT_EQ(bits_after(corner, {1, 2, 3, 4}), (std::vector<std::uint64_t>{1, 0xffff, 0xffff, 1}));
}

TEST(Signs, AConstantHasNone) {
  const std::string fields = "name: s\ngrid: [2, 2]\ntype: int16\nfields: {u: {boundary: ";
  const std::string lines = "}}\nupdate:\n  - u: u[-1,1]\n";
  EXPECT_EQ(bits_after(fields + "{x: antisymmetric, y: {constant: 9}}" + lines, {1, 2, 3, 4}),
            (std::vector<std::uint64_t>{0xfffd, 3, 9, 9}));
  EXPECT_EQ(bits_after(fields + "{x: {constant: 9}, y: antisymmetric}" + lines, {1, 2, 3, 4}),
            (std::vector<std::uint64_t>{9, 3, 9, 0xfffd}));
  EXPECT_EQ(bits_after(fields + "{x: antisymmetric, y: wrap}" + lines, {1, 2, 3, 4}),
            (std::vector<std::uint64_t>{0xfffd, 3, 0xffff, 1}));
}

/// Unary minus: NaN is the quiet one, -0 becomes 0, a subnormal is flushed where operands are.
TEST(Signs, AreUnaryMinus) {
  const std::string head = "name: s\ngrid: [4]\ntype: float16\nfields: {u: {boundary: antisymmetric}}\n";
  EXPECT_EQ(bits_after(head + "update:\n  - u: u[-4]\n", {0xfe01, 0x8000, 0x0001, 0xfc00}),
            (std::vector<std::uint64_t>{0x7c00, 0x8001, 0x0000, 0x7e00}));
  // In a fused sum too, whose terms are then as ever.
  EXPECT_EQ(
      bits_after(head + "arithmetic: fused\nupdate:\n  - u: 2*u[-4] + u - 0.5*u[-3]\n",
                 {0x3c00, 0x4000, 0x4200, 0x4400}),
      bits_after("name: s\ngrid: [4]\ntype: float16\nfields: {u: {boundary: symmetric}}\narithmetic: fused\nupdate:\n"
                 "  - a: {expr: \"x < 4 ? -u[-4] : u[-4]\"}\n  - b: {expr: \"x < 3 ? -u[-3] : u[-3]\"}\n"
                 "  - u: 2*a + u - 0.5*b\n",
                 {0x3c00, 0x4000, 0x4200, 0x4400}));
  EXPECT_EQ(bits_after(head + "subnormals: flush\nupdate:\n  - u: u[-4]\n", {0x0001, 0x8001, 0x3c00, 0x0000}),
            (std::vector<std::uint64_t>{0x8000, 0xbc00, 0x0000, 0x8000}));
  const std::string two =
      "name: s\ngrid: [1, 1]\ntype: float16\nsubnormals: flush\nfields: {u: {boundary: antisymmetric}}\nupdate:\n"
      "  - u: u[1,1]\n";
  EXPECT_EQ(bits_after(two, {0x8001}), (std::vector<std::uint64_t>{0x8001}));  // read as it is
  const std::string least = "name: s\ngrid: [2]\ntype: int8\nfields: {u: {boundary: antisymmetric}}\nupdate:\n";
  EXPECT_EQ(bits_after(least + "  - u: u[2]\n", {0x80, 0x7f}), (std::vector<std::uint64_t>{0x81, 0x80}));
}

TEST(Signs, OfATemporaryAreOfItsValue) {
  EXPECT_EQ(row_after("edge", "  - d: {expr: \"u + 10\", boundary: antisymmetric}\n  - u: d[-1]\n"), "-11 11 12 13");
  EXPECT_EQ(row_after("antisymmetric", "  - d: \"u[-1]\"\n  - u: d[-1]\n"), "-1 -1 1 2");
  // Offsets are added up in the reads of a function.
  const std::string yaml =
      "name: s\ngrid: [4]\ntype: int16\nfields: {u: {boundary: antisymmetric}}\n"
      "functions: {\"left(f)\": \"f[-1]\"}\nupdate:\n  - u: \"add(k in 0..1: left(u[-k]))\"\n";
  EXPECT_EQ(bits_after(yaml, {1, 2, 3, 4}), (std::vector<std::uint64_t>{0xfffd, 0, 3, 5}));
}

TEST(Signs, WithRegionsConditionsBordersAndSweeps) {
  EXPECT_EQ(row_after("antisymmetric", "  - u: {expr: \"u[-2]\", region: interior}\n"), "1 2 1 2");
  EXPECT_EQ(row_after("antisymmetric", "  - u: {expr: \"u[-2]\", region: {x: [1, -1]}}\n"), "1 -1 1 2");
  EXPECT_EQ(row_after("antisymmetric", "  - u: {expr: \"u[-2]\", where: x != 1}\n"), "-2 2 1 2");
  EXPECT_EQ(row_after("antisymmetric", "  - u: {expr: \"u[-2]\", border: keep}\n"), "1 2 1 2");
  // Along an axis that wraps, no read is outside, so nothing is kept.
  EXPECT_EQ(row_after("antiwrap", "  - u: {expr: \"u[-2]\", border: keep}\n"), "-3 -4 1 2");
  EXPECT_EQ(row_after("antiwrap", "  - d: {expr: \"u[-2]\", border: ignore}\n  - u: d\n"), "-3 -4 1 2");
  const std::string sweep =
      "name: s\ngrid: [2, 2]\ntype: int16\nfields: {u: {boundary: antisymmetric}}\nupdate:\n"
      "  - u: {expr: \"u[0,-1; y=constant(10)] + u[1,0]\", order: forward y}\n";
  EXPECT_EQ(bits_after(sweep, {1, 2, 3, 4}), (std::vector<std::uint64_t>{12, 8, 16, 4}));
}

TEST(Signs, AreShownAsWritten) {
  const spec::Stencil s = signed_stencil(
      "name: s\ngrid: [8, 8]\nfields:\n  u: {boundary: {x: antisymmetric, y: [edge, antireflect]}}\nupdate:\n"
      "  - u: u[-1,1] + u[1,1; y=constant(2)] - u[2,-9] + u[0,1; antisymmetric] + u[0,-8; antireflect]\n");
  EXPECT_EQ(spec::to_text(s, s.stages.front().root),
            "u[-1,1] + u[1,1; y=constant(2.0)] - u[2,-9] + u[0,1; y=antisymmetric] + -u[0,-8; y=reflect]");
  EXPECT_EQ(spec::boundary_text(s, s.arrays.front()), "{x: antisymmetric, y: [edge, antireflect]}");
}

// ---------------------------------------------------------------- random descriptions

/// A rule of one end of an axis.
struct Rule {
  spec::BoundaryKind kind = spec::BoundaryKind::kEdge;
  bool negates = false;
  std::string text;
};

struct Read {
  std::array<int, 3> offset{};
  int weight = 1;
  int own_axis = -1;  ///< along which it has a rule of its own
  Rule own;
};

constexpr int kConstant = 77;

/// A rule to get wrong, to prove that the comparison finds it.
enum class WrongSign : std::uint8_t { kNothing, kSignsDoNotCancel, kConstantHasSign, kOneEndOnly, kNoneWithBorder };

class RandomSigns {
 public:
  explicit RandomSigns(std::uint64_t seed) : random_(seed) {
    axes_ = below(3) + 1;
    for (std::size_t a = 0; a < axes(); ++a) {
      grid_[a] = 1 + below(axes_ == 1 ? 9 : 5);
      extents_[a] = 1 + below(static_cast<int>(grid_[a]));
    }
    for (std::size_t a = 0; a < axes(); ++a) {
      field_[a] = {rule(), rule()};
      while (is_wrap(field_[a][0]) != is_wrap(field_[a][1])) field_[a][1] = rule();
    }
    for (int i = below(4) + 1; i > 0; --i) reads_.push_back(read());
    keeps_ = below(4) == 0;
    for (std::int64_t i = 0; i < extents_[0] * extents_[1] * extents_[2]; ++i) start_.push_back(below(60001) - 30000);
  }

  [[nodiscard]] std::string yaml() const {
    std::string grid, rules, sum;
    for (std::size_t a = 0; a < axes(); ++a) {
      grid += fmt::format("{}{}", a > 0 ? ", " : "", grid_[a]);
      rules += fmt::format("{}{}: [{}, {}]", a > 0 ? ", " : "", "xyz"[a], field_[a][0].text, field_[a][1].text);
    }
    for (const Read& r : reads_) {
      std::string offsets;
      for (std::size_t a = 0; a < axes(); ++a) offsets += fmt::format("{}{}", a > 0 ? "," : "", r.offset[a]);
      std::string own = r.own.text.starts_with("{") ? "constant(77)" : r.own.text;
      own = r.own_axis < 0 ? "" : fmt::format("; {}={}", "xyz"[r.own_axis], own);
      sum += fmt::format("{}{}*u[{}{}]", sum.empty() ? "" : " + ", r.weight, offsets, own);
    }
    return fmt::format(
        "name: s\ngrid: [{}]\ntype: int16\nfields: {{u: {{boundary: {{{}}}}}}}\nupdate:\n  - u: {{expr: \"{}\", "
        "border: {}}}\n"
        "no_warn: [narrow-wrap]\n",
        grid, rules, sum, keeps_ ? "keep" : "compute");
  }

  /// The extents of the run, and its start.
  [[nodiscard]] const spec::Extents& extents() const { return extents_; }
  [[nodiscard]] const Numbers& start() const { return start_; }

  /// One step, modulo 2^16.
  [[nodiscard]] Numbers expected(WrongSign wrong) const {
    Numbers out;
    for (std::int64_t z = 0; z < extents_[2]; ++z) {
      for (std::int64_t y = 0; y < extents_[1]; ++y) {
        for (std::int64_t x = 0; x < extents_[0]; ++x) {
          std::int64_t sum = 0;
          for (const Read& r : reads_) sum += r.weight * value(r, {x, y, z}, wrong);
          out.push_back(static_cast<std::int16_t>(keeps_ && is_outside({x, y, z}) ? start_[index({x, y, z})] : sum));
        }
      }
    }
    return out;
  }

 private:
  [[nodiscard]] std::size_t axes() const { return static_cast<std::size_t>(axes_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  static bool is_wrap(const Rule& r) { return r.kind == spec::BoundaryKind::kWrap; }

  Rule rule() {
    const auto words = spec::rule_words();
    const spec::RuleWord& word = words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
    const bool is_constant = word.rule.kind == spec::BoundaryKind::kConstant;
    return {word.rule.kind, word.rule.negates, is_constant ? "{constant: 77}" : std::string(word.word)};
  }

  Read read() {
    Read r;
    for (std::size_t a = 0; a < axes(); ++a) r.offset[a] = below(5) == 0 ? below(21) - 10 : below(5) - 2;
    r.weight = below(5) + 1;
    if (below(4) > 0) return r;
    r.own_axis = below(axes_);
    r.own = rule();
    return r;
  }

  [[nodiscard]] const Rule& rule_of(const Read& r, std::size_t axis) const {
    return static_cast<int>(axis) == r.own_axis ? r.own : field_[axis][r.offset[axis] > 0 ? 1 : 0];
  }

  [[nodiscard]] std::size_t index(std::array<std::int64_t, 3> cell) const {
    return static_cast<std::size_t>(cell[0] + extents_[0] * (cell[1] + extents_[1] * cell[2]));
  }

  /// Whether a read is outside the grid at `cell`, as a border sees it.
  [[nodiscard]] bool is_outside(std::array<std::int64_t, 3> cell) const {
    for (const Read& r : reads_) {
      for (std::size_t a = 0; a < axes(); ++a) {
        const std::int64_t i = cell[a] + r.offset[a];
        if ((i < 0 || i >= extents_[a]) && !is_wrap(rule_of(r, a))) return true;
      }
    }
    return false;
  }

  /// The result of the read at `cell`: constants come first; each other rule gives a cell and perhaps a sign.
  [[nodiscard]] std::int64_t value(const Read& r, std::array<std::int64_t, 3> cell, WrongSign wrong) const {
    int signs = 0;
    std::array<std::int64_t, 3> found{0, 0, 0};
    for (std::size_t a = 0; a < axes(); ++a) {
      const Rule& rule = rule_of(r, a);
      const std::int64_t i = cell[a] + r.offset[a];
      const auto at = naive_fold(i, extents_[a], rule.kind);
      if (!at) return wrong == WrongSign::kConstantHasSign && signs % 2 == 1 ? -kConstant : kConstant;
      found[a] = *at;
      if (wrong == WrongSign::kOneEndOnly && i >= 0) continue;
      if (wrong == WrongSign::kNoneWithBorder && keeps_) continue;
      if (rule.negates && *at != i) ++signs;  // a folded cell is never the requested one
    }
    const std::int64_t v = start_[index(found)];
    const bool cancel = wrong != WrongSign::kSignsDoNotCancel;
    return (cancel ? signs % 2 : signs) == 0 ? v : 0 - v;
  }

  std::mt19937_64 random_;
  int axes_ = 1;
  bool keeps_ = false;  ///< border: keep
  spec::Extents grid_{1, 1, 1}, extents_{1, 1, 1};
  std::array<std::vector<Rule>, 3> field_;
  std::vector<Read> reads_;
  Numbers start_;
};

std::string sign_difference(std::uint64_t seed, WrongSign wrong) {
  const RandomSigns random(seed);
  const spec::Stencil s = signed_stencil(random.yaml());
  golden::Grid grid(s.arrays.front().type, random.extents());
  for (std::size_t i = 0; i < random.start().size(); ++i)
    grid.set(static_cast<std::int64_t>(i), static_cast<std::uint16_t>(random.start()[i]));
  const golden::Grid got = golden::run(s, random.extents(), {{0, grid}}, 1, {}).at(0);
  const Numbers expected = random.expected(wrong);
  for (std::int64_t i = 0; i < got.cells(); ++i) {
    const auto value = static_cast<std::int16_t>(got.get(i));
    if (value == expected[static_cast<std::size_t>(i)]) continue;
    return fmt::format("seed {}, cell {}: {}, expected {}\n{}{}", seed, i, value, expected[static_cast<std::size_t>(i)],
                       random.yaml(), spec::describe(s));
  }
  return "";
}

TEST(Signs, RandomDescriptionsAreThoseOfPlainLoops) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string found = sign_difference(seed, WrongSign::kNothing);
    ASSERT_EQ(found, "");
  }
}

TEST(Signs, WrongRulesAreFound) {
  for (const WrongSign wrong : {WrongSign::kSignsDoNotCancel, WrongSign::kConstantHasSign, WrongSign::kOneEndOnly,
                                WrongSign::kNoneWithBorder}) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) found += sign_difference(seed, wrong).empty() ? 0 : 1;
    EXPECT_GT(found, 3) << static_cast<int>(wrong);
  }
}

}  // namespace
}  // namespace rtlgen::test
