// Products in tiles: their bits, how many registers they have, and that nothing reads them on the way.
#include "hw/product.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/pipeline.hpp"
#include "interpreter/interpreter.hpp"
#include "reference.hpp"

namespace rtlgen::hw {
namespace {

constexpr int kFastPs = 4000;

/// A product of two operands of which bits from `used` on are not read; `constant`: instead of the second.
struct Shape {
  int width_a = 1, width_b = 1, used = 2;
  bool is_signed = false;
  std::optional<std::uint64_t> constant;
};

Module product_of(const Shape& s) {
  Builder b("product_of");
  const Value x = b.input("a", s.width_a);
  const Value y = s.constant ? b.constant(s.width_b, *s.constant) : b.input("b", s.width_b);
  b.output("q", b.name("product", s.is_signed ? mul_signed(x, y) : mul(x, y)).slice(s.used - 1, 0));
  return b.finish();
}

std::uint64_t masked(std::uint64_t value, int width) { return width == 64 ? value : value & ((1ULL << width) - 1); }

Shape random_shape(std::mt19937_64& random) {
  Shape s;
  s.width_a = 2 + static_cast<int>(random() % 59);
  s.width_b = 2 + static_cast<int>(random() % 59);
  s.used = std::min(64, 1 + static_cast<int>(random() % static_cast<unsigned>(s.width_a + s.width_b)));
  s.is_signed = random() % 2 == 0;
  if (random() % 4 == 0) s.constant = masked(random() << (random() % 8), s.width_b);
  return s;
}

/// Whether every product that is left goes into a register of a DSP block at once, from registers of one.
bool is_registered(const Module& m, const DspBlock& block) {
  IndexVector<ExprId, bool> into(m.exprs.size(), false), from(m.exprs.size(), false);
  IndexVector<SignalId, bool> operand(m.signals.size(), false);
  for (const Item& item : m.items) {
    const auto* r = std::get_if<Register>(&item);
    if (r == nullptr) continue;
    // Parts that no block has a register for are in flip-flops before, and so are their copies.
    operand[r->q] = r->dsp == DspRegister::kOperand || r->dsp == DspRegister::kNone;
    ExprId d = r->d;
    while (m.exprs[d].kind == ExprKind::kSlice) d = m.exprs[d].args[0];
    into[d] = r->dsp == DspRegister::kProduct || m.signals[r->q].width < block.least_product;
  }
  for (const ExprId id : m.exprs.ids()) {
    const Expr& e = m.exprs[id];
    const bool wiring = e.kind == ExprKind::kZext || e.kind == ExprKind::kSext || e.kind == ExprKind::kSlice;
    from[id] =
        e.kind == ExprKind::kConst || (e.kind == ExprKind::kSignal && operand[e.signal]) || (wiring && from[e.args[0]]);
    if (e.kind != ExprKind::kMul && e.kind != ExprKind::kMulSigned) continue;
    if (!into[id] || !from[e.args[0]] || !from[e.args[1]]) return false;
  }
  return true;
}

bool has_product_register(const Module& m) {
  return std::any_of(m.items.begin(), m.items.end(), [](const Item& item) {
    const auto* r = std::get_if<Register>(&item);
    return r != nullptr && r->dsp == DspRegister::kProduct;
  });
}

void check_product(const Shape& s, const Module& piped, int stages, std::mt19937_64& random) {
  const Module comb = product_of(s);
  Interpreter run(piped);
  std::deque<std::uint64_t> expected;
  for (int t = 0; t < stages + 8; ++t) {
    const std::uint64_t ones = t % 4 == 0 ? ~0ULL : random();
    test::Ports in{{"a", masked(ones, s.width_a)}};
    if (!s.constant) in["b"] = masked(t % 3 == 0 ? ones : random(), s.width_b);
    for (const auto& [port, value] : in) run.set(port, value);
    expected.push_back(test::reference_outputs(comb, in).at("q"));
    if (t >= stages) {
      ASSERT_EQ(run.get("q"), expected.front())
          << s.width_a << " x " << s.width_b << (s.is_signed ? " signed, " : ", ") << s.used << " bits";
      expected.pop_front();
    }
    run.clock();
  }
}

ProductTiles tiles_of(const Shape& s, const char* device) {
  const Module m = product_of(s);
  for (const Expr& e : m.exprs) {
    if (e.kind == ExprKind::kMul || e.kind == ExprKind::kMulSigned)
      return product_tiles(m, e, s.used, *DelayModel::find(device));
  }
  return {};
}

class Products : public testing::TestWithParam<const char*> {};

TEST_P(Products, HaveTheBitsOfTheOneThatTheyAreCutFrom) {
  std::mt19937_64 random(20);
  const DelayModel& device = *DelayModel::find(GetParam());
  int tiled = 0;
  for (int n = 0; n < 300; ++n) {
    const Shape s = random_shape(random);
    const Module comb = product_of(s);
    const int stages = stages_needed(comb, device, kFastPs);
    if (stages == 0) continue;
    const Module piped = pipeline(comb, device, stages, "piped");
    const int tile_stages = tiles_of(s, GetParam()).stages();
    if (tile_stages > 0) {
      EXPECT_EQ(stages, tile_stages);
    }
    check_product(s, piped, stages, random);
    if (device.dsp_block().is_logic) {
      tiled += tile_stages > 0 ? 1 : 0;
      EXPECT_FALSE(has_product_register(piped));
    } else if (has_product_register(piped)) {
      ++tiled;
      EXPECT_TRUE(is_registered(piped, device.dsp_block()));
    }
  }
  EXPECT_GT(tiled, 100);
}

INSTANTIATE_TEST_SUITE_P(Families, Products,
                         testing::Values("xc7", "xcu", "stratixv", "agilex", "ecp5-8", "ice40up", "ice40hx"),
                         [](const auto& family) {
                           std::string name = family.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(ProductTiles, AreThoseOfTheFamily) {
  const Shape significands{24, 24, 48, false, {}};
  EXPECT_EQ(tiles_of(significands, "xc7").across, std::vector<int>{24});
  EXPECT_EQ(tiles_of(significands, "xc7").down, (std::vector<int>{17, 7}));
  EXPECT_EQ(tiles_of(significands, "xc7").stages(), 4);
  EXPECT_EQ(tiles_of(significands, "agilex").stages(), 3);
  EXPECT_EQ(tiles_of(significands, "stratixv").stages(), 2);
  EXPECT_EQ(tiles_of(significands, "ecp5").across, (std::vector<int>{18, 6}));
  EXPECT_EQ(tiles_of(significands, "ecp5").stages(), 5);
  EXPECT_EQ(tiles_of(significands, "ice40hx").across, (std::vector<int>{12, 12}));
  EXPECT_FALSE(tiles_of(significands, "ice40hx").least_in_block) << "tiles of LUTs";
  EXPECT_TRUE(tiles_of({4, 4, 8, false, {}}, "xc7").across.empty());
}

TEST(ProductTiles, AreOnlyThoseThatAreRead) {
  EXPECT_EQ(tiles_of({32, 32, 64, false, {}}, "xc7").rows(), 2);
  const ProductTiles low = tiles_of({32, 32, 32, false, {}}, "xc7");
  EXPECT_EQ(low.tiles_of(0) + low.tiles_of(1), 3);
}

TEST(ProductTiles, OfAConstantHaveNoZerosAtItsEnds) {
  const ProductTiles tiles = tiles_of({24, 24, 48, false, 0x00a50000}, "xc7");
  EXPECT_EQ(tiles.zeros_b, 16);
  EXPECT_EQ(tiles.across.size() * tiles.down.size(), 1U);
  // 24 bits in one part, so that none of its parts ends in zeros.
  EXPECT_TRUE(tiles_of({24, 24, 48, false, 0x00cccccd}, "xc7").swapped);
}

TEST(ProductTiles, OneThatIsReadBeforeItsRegisterIsFound) {
  Builder good("good");
  const Value x = good.dsp_reg("x", good.input("a", 16), DspRegister::kOperand);
  const Value y = good.dsp_reg("y", good.input("b", 16), DspRegister::kOperand);
  good.output("q", good.dsp_reg("m", mul(x, y), DspRegister::kProduct));
  EXPECT_TRUE(is_registered(good.finish(), dsp_block_of("xc7")));
  Builder early("early");
  const Value u = early.dsp_reg("u", early.input("a", 16), DspRegister::kOperand);
  const Value sum = u + early.input("b", 16);
  early.output("q", early.dsp_reg("m", mul(u, sum), DspRegister::kProduct));
  EXPECT_FALSE(is_registered(early.finish(), dsp_block_of("xc7")));
  Builder late("late");
  const Value w = late.dsp_reg("w", late.input("a", 16), DspRegister::kOperand);
  late.output("q", late.reg("m", mul(w, w) + late.constant(32, 1)));
  EXPECT_FALSE(is_registered(late.finish(), dsp_block_of("xc7")));
}

}  // namespace
}  // namespace rtlgen::hw
