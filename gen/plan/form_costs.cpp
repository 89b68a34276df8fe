// Measured with Yosys on xc7 at 200 MHz (bench_operators --forms) for float16 and float32; other formats lie on the
// line through both, by their fraction bits.
#include "plan/form_costs.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "hw/delay_model.hpp"
#include "hw/dsp_block.hpp"
#include "ops/registry.hpp"
#include "ops/request.hpp"
#include "ops/variants.hpp"
#include "spec/aligned.hpp"
#include "spec/type.hpp"

namespace rtlgen::plan {

namespace {

constexpr int kLutsOfBlock = 100;  ///< about as many as devices have for each of their DSP blocks

/// LUTs of float16 and of float32.
struct Line {
  int half = 0, single = 0;
  [[nodiscard]] int at(int fraction) const {
    constexpr int kHalf = 10, kSingle = 23;
    return std::max(1, half + (single - half) * (fraction - kHalf) / (kSingle - kHalf));
  }
};

struct Measured {
  Line ieee, aligned;
};

constexpr Measured kSum{{209, 404}, {193, 293}};
constexpr Measured kProduct{{144, 281}, {142, 293}};
constexpr Measured kNormalProduct{{57, 95}, {100, 179}};
constexpr Measured kSquared{{105, 221}, {124, 268}};
constexpr Measured kScaledDown{{39, 96}, {63, 89}};
constexpr Measured kScaledNear{{33, 57}, {58, 82}};
constexpr Measured kScaledUp{{61, 124}, {85, 118}};
constexpr Measured kHalved{{43, 69}, {49, 70}};
constexpr Measured kDoubled{{22, 43}, {45, 87}};
constexpr Measured kComparison{{28, 53}, {30, 55}};
constexpr Measured kExtreme{{44, 77}, {43, 84}};
constexpr Measured kSign{{3, 7}, {5, 6}};
constexpr Measured kProductComparison{{39, 70}, {31, 97}};
constexpr Measured kFusedMultiplyAdd{{626, 1406}, {519, 1066}};

/// The constant factor, as bits of its format.
std::optional<std::uint64_t> factor_of(const ops::Request& r) {
  for (const auto& constant : r.constants)
    if (constant) return constant;
  return std::nullopt;
}

const Measured& scaled(const spec::Type& type, std::uint64_t factor) {
  const std::uint64_t magnitude = factor & (type.mask() >> 1);
  const bool is_power = (magnitude & ((std::uint64_t{1} << type.fraction) - 1)) == 0;
  const int power = static_cast<int>(magnitude >> type.fraction) - ((1 << (type.exponent - 1)) - 1);
  if (is_power) return power < 0 ? kHalved : kDoubled;
  return power < 0 ? kScaledDown : power == 0 ? kScaledNear : kScaledUp;
}

bool multiplies_and_adds(const ops::Request& r) { return ops::operator_of(r.function).operands == 3; }

const Measured& measured(const ops::Request& r) {
  using spec::Op;
  if (ops::compares_product(r.function)) return kProductComparison;
  if (r.function == ops::kSquare) return kSquared;
  if (multiplies_and_adds(r)) return kFusedMultiplyAdd;
  switch (r.function.op) {
    case Op::kMul:
      if (const auto factor = factor_of(r)) return scaled(r.operand, *factor);
      return r.flush_subnormals ? kNormalProduct : kProduct;
    case Op::kMin:
    case Op::kMax:
      return kExtreme;
    case Op::kNeg:
    case Op::kAbs:
      return kSign;
    case Op::kAdd:
    case Op::kSub:
      return kSum;
    default:
      return kComparison;
  }
}

/// DSP blocks of a product of so many bits.
int blocks_of(int a, int b, const hw::DspBlock& block) {
  if (block.is_logic) return 0;
  const auto in = [](int bits, int tile) { return (bits + tile - 1) / tile; };
  return std::min(in(a, block.width_a) * in(b, block.width_b), in(b, block.width_a) * in(a, block.width_b));
}

}  // namespace

bool has_multiplier(const ops::Request& request) {
  const bool multiplies =
      request.function.op == spec::Op::kMul || multiplies_and_adds(request) || ops::compares_product(request.function);
  const Measured& m = measured(request);
  return multiplies && &m != &kHalved && &m != &kDoubled;
}

FormCost form_cost(const ops::Request& request, const hw::DelayModel& device) {
  const int f = request.operand.fraction;
  const Measured& m = measured(request);
  FormCost cost{m.ieee.at(f), m.aligned.at(f)};
  if (!has_multiplier(request)) return cost;
  const int ieee = f + 1, aligned = f + 4;
  const hw::DspBlock& block = device.dsp_block();
  cost.ieee += kLutsOfBlock * blocks_of(ieee, ieee, block);
  cost.aligned += kLutsOfBlock * blocks_of(aligned, factor_of(request) ? ieee : aligned, block);
  return cost;
}

int conversion_cost(const spec::Type& type) { return Line{15, 29}.at(type.fraction); }

FormCost selection_cost(const spec::Type& type) { return {type.width, spec::aligned(type).width}; }

}  // namespace rtlgen::plan
