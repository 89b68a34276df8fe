// Type names, boundary resolution and the text of values.
#include "spec/stencil.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "naive_fold.hpp"
#include "spec/boundary.hpp"
#include "spec/describe.hpp"

namespace rtlgen::spec {
namespace {

template <class Vector, class Subscript>
concept Subscriptable = requires(Vector v, Subscript s) {
  v[s];
};
/// Whether `Vector` takes the ids of one kind and of none of the others.
template <class Vector, class Own, class... Others>
constexpr bool kTakesItsOwnOnly = Subscriptable<Vector, Own> && !(Subscriptable<Vector, Others> || ...) &&
                                  !Subscriptable<Vector, int> && !Subscriptable<Vector, std::size_t>;
static_assert(kTakesItsOwnOnly<decltype(Program::arrays), ArrayId, StreamId, StageId, NodeId, ParamId, MonitorId>);
static_assert(kTakesItsOwnOnly<decltype(Program::streams), StreamId, ArrayId, StageId, NodeId, ParamId, MonitorId>);
static_assert(kTakesItsOwnOnly<decltype(Program::stages), StageId, ArrayId, StreamId, NodeId, ParamId, MonitorId>);
static_assert(kTakesItsOwnOnly<decltype(Program::nodes), NodeId, ArrayId, StreamId, StageId, ParamId, MonitorId>);
static_assert(kTakesItsOwnOnly<decltype(Program::params), ParamId, ArrayId, StreamId, StageId, NodeId, MonitorId>);
static_assert(kTakesItsOwnOnly<decltype(Program::monitors), MonitorId, ArrayId, StreamId, StageId, NodeId, ParamId>);

TEST(Type, NamesAreTheYamlSpelling) {
  EXPECT_EQ(Type::float_of(5, 10).name(), "float16");
  EXPECT_EQ(Type::float_of(8, 7).name(), "bfloat16");
  EXPECT_EQ(Type::float_of(8, 23).name(), "float32");
  EXPECT_EQ(Type::float_of(11, 52).name(), "float64");
  EXPECT_EQ(Type::float_of(6, 9).name(), "float<6,9>");
  EXPECT_EQ(Type::int_of(16).name(), "int16");
  EXPECT_EQ(Type::int_of(12).name(), "int<12>");
  EXPECT_EQ(Type::uint_of(64).name(), "uint64");
  EXPECT_EQ(Type::boolean().name(), "uint<1>");
  EXPECT_EQ((Type{TypeKind::kFixed, 16, 0, 8}).name(), "fixed<16,8>");
}

TEST(Type, MaskCoversTheWidth) {
  EXPECT_EQ(Type::boolean().mask(), 1U);
  EXPECT_EQ(Type::int_of(12).mask(), 0xFFFU);
  EXPECT_EQ(Type::float_of(11, 52).mask(), ~std::uint64_t{0});
}

TEST(ResolveIndex, IsNumpyPad) {
  // Small tables from numpy.pad(range(n), pad, mode).
  const auto row = [](std::int64_t n, std::int64_t pad, BoundaryKind kind) {
    std::vector<std::int64_t> out;
    for (std::int64_t i = -pad; i < n + pad; ++i) out.push_back(*resolve_index(i, n, kind));
    return out;
  };
  using V = std::vector<std::int64_t>;
  EXPECT_EQ(row(3, 5, BoundaryKind::kEdge), (V{0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(row(3, 5, BoundaryKind::kReflect), (V{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1}));
  EXPECT_EQ(row(3, 5, BoundaryKind::kSymmetric), (V{1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1}));
  EXPECT_EQ(row(3, 5, BoundaryKind::kWrap), (V{1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1}));
  EXPECT_EQ(row(2, 3, BoundaryKind::kReflect), (V{1, 0, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(row(1, 2, BoundaryKind::kReflect), (V{0, 0, 0, 0, 0}));
  EXPECT_EQ(row(1, 2, BoundaryKind::kSymmetric), (V{0, 0, 0, 0, 0}));
}

/// The plan keeps no cells before an end for a rule that says it reads none.
TEST(ResolveIndex, ReachesBackAsItsRowSays) {
  constexpr std::int64_t kCells = 50;
  for (const BoundaryWord& rule : boundary_table()) {
    if (rule.fold == nullptr || rule.kind == BoundaryKind::kWrap) continue;
    std::int64_t most = 0;
    for (std::int64_t beyond = 1; beyond < 20; ++beyond) {
      const std::int64_t low = rule.fold(-beyond, kCells), high = kCells - 1 - rule.fold(kCells - 1 + beyond, kCells);
      EXPECT_LE(std::max(low, high), beyond) << rule.word;
      most = std::max({most, low, high});
    }
    EXPECT_EQ(rule.reaches_back, most > 0) << rule.word;
  }
}

TEST(BoundaryRule, AReadWithoutARuleIsOpen) {
  const BoundaryRule edges;
  for (const auto& rule : edges)
    EXPECT_EQ(rule, Boundary{BoundaryKind::kEdge}) << "the rule of the language by default";
  const std::optional<Boundary> open, wrap = Boundary{BoundaryKind::kWrap},
                                      seven = Boundary{BoundaryKind::kConstant, 7};
  EXPECT_EQ(resolve_index(4, 5, open), 4);
  EXPECT_EQ(resolve_index(5, 5, open), std::nullopt);
  EXPECT_EQ(resolve_index(5, 5, wrap), 0);
  EXPECT_EQ(kind_of(open), std::nullopt);
  EXPECT_EQ(kind_of(wrap), BoundaryKind::kWrap);
  EXPECT_EQ(constant_bits(seven), 7U);
  EXPECT_EQ(constant_bits(open), 0U);
  EXPECT_TRUE(is_constant(seven) && !is_constant(open) && !is_constant(wrap));
  EXPECT_TRUE(wraps(wrap) && !wraps(open) && !wraps(seven));
  EXPECT_TRUE(has_edge_cases(seven) && has_edge_cases(edges[0]) && !has_edge_cases(open) && !has_edge_cases(wrap));
  EXPECT_EQ(word_of(open), "open");
}

TEST(ResolveIndex, IsTheRuleFoldByFold) {
  for (const BoundaryWord& rule : boundary_table()) {
    for (std::int64_t n = 1; n < 7; ++n) {
      for (std::int64_t i = -40; i < 40; ++i) {
        const auto at = resolve_index(i, n, rule.kind);
        EXPECT_EQ(at, test::naive_fold(i, n, rule.kind)) << rule.word << ", index " << i << " of " << n;
        EXPECT_EQ(at.has_value(), rule.fold != nullptr || (i >= 0 && i < n));
        EXPECT_TRUE(!at || (*at >= 0 && *at < n));
        EXPECT_TRUE(i < 0 || i >= n || *at == i);
      }
    }
  }
}

TEST(ValueText, ReadsAsALiteral) {
  const Type f32 = Type::float_of(8, 23);
  EXPECT_EQ(value_text(f32, std::bit_cast<std::uint32_t>(0.1F)), "0.1");
  EXPECT_EQ(value_text(f32, std::bit_cast<std::uint32_t>(2.0F)), "2.0");
  EXPECT_EQ(value_text(f32, std::bit_cast<std::uint32_t>(-1e30F)), "-1e+30");
  EXPECT_EQ(value_text(f32, 1), "1e-45");
  EXPECT_EQ(value_text(f32, 0x7f800000), "inf");
  EXPECT_EQ(value_text(Type::float_of(11, 52), std::bit_cast<std::uint64_t>(0.1)), "0.1");
  EXPECT_EQ(value_text(Type::float_of(4, 3), 0x38), "1.0");
  EXPECT_EQ(value_text(Type::int_of(12), 0xFFF), "-1");
  EXPECT_EQ(value_text(Type::uint_of(12), 0xFFF), "4095");
  EXPECT_EQ(value_text(Type::int_of(64), ~std::uint64_t{0}), "-1");
}

}  // namespace
}  // namespace rtlgen::spec
