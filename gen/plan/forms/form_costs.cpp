// Costs of formats other than float16 and float32 are interpolated linearly by their fraction bits.
#include "plan/forms/form_costs.hpp"

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
#include "support/check.hpp"

namespace rtlgen::plan {

namespace {

constexpr int kLutsOfBlock = 100;  ///< roughly the number of LUTs that devices have per DSP block

/// The cost of a format with `fraction` bits of fraction, on the line through float16 and float32.
int on_line(int half, int single, int fraction) {
  constexpr int kHalf = 10, kSingle = 23;
  return std::max(1, half + (single - half) * (fraction - kHalf) / (kSingle - kHalf));
}

FormCost on_line(const FormFigures& f, int fraction) {
  return {on_line(f.half[0], f.single[0], fraction), on_line(f.half[1], f.single[1], fraction)};
}

const FormFigures& figures_of(const std::string& family, FormKind kind) {
  const auto row = std::ranges::find(form_rows(), family, &FormRow::family);
  RTLGEN_CHECK(row != form_rows().end(), "no costs of forms are known for " + family);
  return row->figures[static_cast<std::size_t>(kind)];
}

/// The constant factor, as bits of its format.
std::optional<std::uint64_t> factor_of(const ops::Request& r) {
  for (const auto& constant : r.constants)
    if (constant) return constant;
  return std::nullopt;
}

FormKind scaled(const spec::Type& type, std::uint64_t factor) {
  const std::uint64_t magnitude = factor & (type.mask() >> 1);
  const bool is_power = (magnitude & ((std::uint64_t{1} << type.fraction) - 1)) == 0;
  const int power = static_cast<int>(magnitude >> type.fraction) - ((1 << (type.exponent - 1)) - 1);
  if (is_power) return power < 0 ? FormKind::kHalved : FormKind::kDoubled;
  return power < 0 ? FormKind::kScaledDown : power == 0 ? FormKind::kScaledNear : FormKind::kScaledUp;
}

bool multiplies_and_adds(const ops::Request& r) { return ops::operator_of(r.function).operands == 3; }

FormKind kind_of(const ops::Request& r) {
  using spec::Op;
  if (ops::compares_product(r.function)) return FormKind::kProductComparison;
  if (r.function == ops::kSquare) return FormKind::kSquared;
  if (multiplies_and_adds(r)) return FormKind::kFusedMultiplyAdd;
  switch (r.function.op) {
    case Op::kMul:
      if (const auto factor = factor_of(r)) return scaled(r.operand, *factor);
      return r.flush_subnormals ? FormKind::kNormalProduct : FormKind::kProduct;
    case Op::kMin:
    case Op::kMax:
      return FormKind::kExtreme;
    case Op::kNeg:
    case Op::kAbs:
      return FormKind::kSign;
    case Op::kAdd:
    case Op::kSub:
      return FormKind::kSum;
    default:
      return FormKind::kComparison;
  }
}

/// DSP blocks of a product of `a` by `b` bits.
int blocks_of(int a, int b, const hw::DspBlock& block) {
  if (block.is_logic) return 0;
  const auto in = [](int bits, int tile) { return (bits + tile - 1) / tile; };
  return std::min(in(a, block.width_a) * in(b, block.width_b), in(b, block.width_a) * in(a, block.width_b));
}

}  // namespace

bool has_multiplier(const ops::Request& request) {
  const bool multiplies =
      request.function.op == spec::Op::kMul || multiplies_and_adds(request) || ops::compares_product(request.function);
  const FormKind kind = kind_of(request);
  return multiplies && kind != FormKind::kHalved && kind != FormKind::kDoubled;
}

FormCost form_cost(const ops::Request& request, const hw::DelayModel& device) {
  // A fused sum converts IEEE operands into digits itself; the rest of it has the same size in either form.
  if (!request.fused.terms.empty()) {
    const auto varying = std::count(request.constants.begin(), request.constants.end(), std::nullopt);
    return {conversion_cost(request.operand, device) * static_cast<int>(varying), 0};
  }
  const int f = request.operand.fraction;
  FormCost cost = on_line(figures_of(device.family, kind_of(request)), f);
  if (!has_multiplier(request)) return cost;
  const int ieee = f + 1, aligned = f + 4;
  const hw::DspBlock& block = device.dsp_block();
  cost.ieee += kLutsOfBlock * blocks_of(ieee, ieee, block);
  cost.aligned += kLutsOfBlock * blocks_of(aligned, factor_of(request) ? ieee : aligned, block);
  return cost;
}

int conversion_cost(const spec::Type& type, const hw::DelayModel& device) {
  const FormCost both = on_line(figures_of(device.family, FormKind::kConversion), type.fraction);
  return (both.ieee + both.aligned + 1) / 2;
}

const std::vector<FormRow>& form_rows() {
  static const std::vector<FormRow> rows = {
#include "plan/forms/form_costs.inc"
  };
  return rows;
}

FormCost selection_cost(const spec::Type& type) { return {type.width, spec::aligned(type).width}; }

}  // namespace rtlgen::plan
