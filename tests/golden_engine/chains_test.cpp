// Chains of additions: which there are, and that they have the bits of their operators one by one.
#include "golden/chains.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "cross_check.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "golden/row_ops.hpp"
#include "naive.hpp"
#include "random_stencil.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

spec::Stencil load(const std::string& expression, const std::string& type, bool flush) {
  Diagnostics diagnostics;
  auto s = frontend::load_text(
      fmt::format(
          "name: n\ngrid: [40]\ntype: {}\nsubnormals: {}\nfields: {{t: {{boundary: edge}}}}\nupdate: [{{t: \"{}\"}}]\n",
          type, flush ? "flush" : "keep", expression),
      "chain.yaml", {}, diagnostics);
  if (!s) throw std::runtime_error(diagnostics.render());
  return *std::move(s);
}

/// Terms of the chains of the line, those of inner ones first.
std::vector<std::size_t> sizes(const spec::Stencil& s) {
  std::vector<std::size_t> found;
  for (const auto& terms : golden::find_chains(s, s.stages[spec::StageId(0)]).terms) {
    if (!terms.empty()) found.push_back(terms.size());
  }
  return found;
}
std::vector<std::size_t> chains_of(const std::string& expression, const std::string& type = "float32") {
  return sizes(load(expression, type, false));
}

/// Cells of like magnitudes and both signs, whose sums are rounded: those of hard_grid mostly swallow each other.
golden::Grid like_grid(const spec::Type& type, const spec::Extents& extents, Random& random) {
  golden::Grid grid(type, extents);
  const std::uint64_t one = ((std::uint64_t{1} << (type.exponent - 1)) - 1) << type.fraction;
  const std::uint64_t sign = std::uint64_t{1} << (type.width - 1), low = (std::uint64_t{4} << type.fraction) - 1;
  for (std::int64_t i = 0; i < grid.cells(); ++i)
    grid.set(i, (one + (random.bits() & low)) | (random.chance(50) ? sign : 0));
  return grid;
}

/// Sums and differences of cells, products by constants, and smaller ones of these.
std::string random_sum(Random& random, int depth) {
  const auto term = [&] {
    const std::string cell = fmt::format("t[{}]", random.between(-2, 2));
    const std::string value = depth > 0 && random.chance(20) ? "(" + random_sum(random, depth - 1) + ")" : cell;
    const std::string factor = random.of(std::vector<std::string>{"0.1", "-3.0", "1e-30", "1e30", "0.0"});
    return random.chance(40) ? factor + " * " + value : random.chance(20) ? "-" + value : value;
  };
  std::string sum = term();
  for (int n = random.between(1, 9); n > 0; --n) sum += (random.chance(50) ? " + " : " - ") + term();
  return sum;
}

using Sizes = std::vector<std::size_t>;

TEST(Chains, AreFoundWhereTheOrderIsKept) {
  EXPECT_EQ(chains_of("t[-1] + t[1] + t"), (Sizes{3}));
  EXPECT_EQ(chains_of("t + 0.3*(t[-1] - 2.0*t + t[1])"), (Sizes{3, 2}));
  EXPECT_EQ(chains_of("t + (t[-1] + t[1])"), (Sizes{3})) << "a sum may change sides";
  EXPECT_EQ(chains_of("t + 0.3*t[1]"), (Sizes{2}));
}

TEST(Chains, AreNoneWhereBitsWouldChangeOrNothingIsGained) {
  EXPECT_EQ(chains_of("t + t[1]"), (Sizes{}));
  EXPECT_EQ(chains_of("t*t[1] + t"), (Sizes{})) << "a product of two cells is a term of its own";
  EXPECT_EQ(chains_of("t - (t[-1] + t[1])"), (Sizes{})) << "0 - (a + b) and -(a + b) + 0 differ in the sign of zero";
  EXPECT_EQ(chains_of("t[-1] + t[1] + t", "float16"), (Sizes{}));
}

/// On cells of like magnitudes, and on zeros of both signs, subnormals, infinities and NaN.
TEST(Chains, HaveTheBitsOfTheirOperators) {
  int chains = 0, longer = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const std::string expression = random_sum(random, 2);
    const spec::Stencil s = load(expression, random.chance(50) ? "float32" : "float64", random.chance(30));
    for (const std::size_t terms : sizes(s)) {
      ++chains;
      longer += terms > 6 ? 1 : 0;
    }
    const spec::Extents extents{40, 1, 1};
    const spec::Type& type = s.arrays[spec::ArrayId(0)].type;
    const std::map<int, golden::Grid> inputs{
        {0, seed % 2 == 0 ? hard_grid(type, extents, random) : like_grid(type, extents, random)}};
    ASSERT_EQ(golden::run(s, extents, inputs, 1, {}, {1, {}}), naive_run(s, extents, inputs, 1, {})) << expression;
  }
  EXPECT_GT(chains, 500);
  EXPECT_GT(longer, 100);
}

/// Sums of cells up to six away along x, of inputs of one axis too, over any boundary; some of the cells are also read
/// by another operator.
Case ends_case(std::uint64_t seed) {
  Random random(seed);
  const auto boundary = [&] {
    return random.of(std::vector<std::string>{"edge", "wrap", "reflect", "symmetric", "{constant: 3.5}"});
  };
  const auto term = [&] {
    const int x = random.between(-6, 6), y = random.between(-1, 1);
    const std::string cell = random.chance(80)   ? fmt::format("t[{},{}]", x, y)
                             : random.chance(50) ? "c"
                                                 : fmt::format("d[{}]", x);
    return random.chance(50) ? "0.3 * " + cell : cell;
  };
  std::string sum = term();
  for (int n = random.between(2, 8); n > 0; --n) sum += (random.chance(50) ? " + " : " - ") + term();
  if (random.chance(20)) sum = fmt::format("max({}, {})", sum, sum.substr(sum.rfind(' ') + 1));
  const std::string type = random.chance(50) ? "float32" : "float64";
  std::string text =
      fmt::format("name: n\ngrid: [9, 3]\ntype: {}\nfields:\n  t: {{boundary: {{x: {}", type, boundary());
  text += fmt::format(", y: {}}}}}\n", boundary());
  if (sum.find('c') != std::string::npos) text += "  c: {axes: [y]}\n";
  if (sum.find('d') != std::string::npos) text += fmt::format("  d: {{axes: [x], boundary: {{x: {}}}}}\n", boundary());
  text += fmt::format("update: [{{t: \"{}\"}}]\n", sum);
  Diagnostics diagnostics;
  auto s = frontend::load_text(text, "ends.yaml", {}, diagnostics);
  if (!s) throw std::runtime_error(diagnostics.render());
  const std::int64_t wide = random.chance(10) ? random.between(1020, 2060) : random.between(1, 14);
  Case c{*std::move(s), {wide, random.between(1, 3), 1}, {}, random.between(1, 2), {}};
  for (const spec::ArrayId a : c.stencil.arrays.ids()) {
    const spec::Array& array = c.stencil.arrays[a];
    if (!c.stencil.first_stream(a).valid()) continue;
    golden::Grid grid = like_grid(array.type, array.shape(c.extents), random);
    const std::uint64_t infinity = ((std::uint64_t{1} << array.type.exponent) - 1) << array.type.fraction;
    const std::uint64_t payload = infinity | 1 | (random.bits() & ((std::uint64_t{1} << array.type.fraction) - 1)) |
                                  (random.bits() & (std::uint64_t{1} << (array.type.width - 1)));
    for (const std::int64_t x : {std::int64_t{0}, wide / 2, wide - 1}) {
      if (grid.extents[0] == wide && random.chance(15)) grid.set(x, payload);
    }
    c.inputs.emplace(a.index(), std::move(grid));
  }
  return c;
}

constexpr std::uint64_t kEnds = 800;

TEST(Chains, AtTheEndsOfRows) {
  int shorter = 0, one_wide = 0, long_rows = 0;
  std::map<std::string, int> nans;  // by place in the row
  for (std::uint64_t seed = 0; seed < kEnds; ++seed) {
    const Case c = ends_case(seed);
    ASSERT_EQ(cross_check(c), "") << "seed " << seed;
    const std::int64_t wide = c.extents[0];
    one_wide += wide == 1 ? 1 : 0;
    long_rows += wide > golden::kSegment ? 1 : 0;
    for (const spec::Node& node : c.stencil.nodes)
      shorter += node.op == spec::Op::kTap && std::abs(node.offset[0]) > wide ? 1 : 0;
    const golden::Grid result =
        golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, {1, {}}).begin()->second;
    const std::uint64_t quiet = ((std::uint64_t{2} << result.type.exponent) - 1) << (result.type.fraction - 1);
    if (wide < 13) continue;
    nans["first"] += result.get(0) == quiet ? 1 : 0;
    nans["last"] += result.get(wide - 1) == quiet ? 1 : 0;
    for (std::int64_t x = 6; x < wide - 6; ++x) nans["middle"] += result.get(x) == quiet ? 1 : 0;
  }
  for (const int count : {shorter, one_wide, long_rows, nans["first"], nans["last"], nans["middle"]})
    EXPECT_GT(count, 20);
}

/// The control: a boundary read wrongly is noticed.
TEST(Chains, WithAnotherBoundaryHaveOtherBits) {
  for (const Twist twist : {Twist::kReflectRepeatsTheEdge, Twist::kSymmetricFoldsOnce, Twist::kEdgeIsOneFurther,
                            Twist::kWrapIsEdge, Twist::kConstantIsZero, Twist::kHeldIgnoresOffsets}) {
    std::uint64_t seed = 0;
    while (seed < kEnds && cross_check(ends_case(seed), twist).empty()) ++seed;
    EXPECT_LT(seed, kEnds) << "twist " << static_cast<int>(twist);
  }
}

/// The control: such cells tell an expression from one in another order.
TEST(Chains, OfAnotherOrderHaveOtherBits) {
  Random random(1);
  const spec::Stencil one = load("t[-1] + t[1] + t", "float32", false),
                      other = load("t[-1] + (t[1] + t)", "float32", false);
  const spec::Extents extents{40, 1, 1};
  const std::map<int, golden::Grid> inputs{{0, like_grid(one.arrays[spec::ArrayId(0)].type, extents, random)}};
  EXPECT_NE(golden::run(one, extents, inputs, 1, {}, {1, {}}), naive_run(other, extents, inputs, 1, {}));
}

}  // namespace
}  // namespace rtlgen::test
