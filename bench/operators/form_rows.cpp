// The examples, and their areas at the standard clock of each family.
#include "form_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "board/clock.hpp"
#include "contract/clock.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/calibration.hpp"
#include "model/area/cells.hpp"
#include "model/area/design.hpp"
#include "ops/operator.hpp"
#include "ops/variants.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "spec/aligned.hpp"

namespace rtlgen::bench {

namespace {

/// 1.1001 1001 ... in `type`.
std::uint64_t factor_bits(const spec::Type& type, const FormExample& f) {
  const std::uint64_t bias = (std::uint64_t{1} << (type.exponent - 1)) - 1;
  const std::uint64_t field = bias + static_cast<std::uint64_t>(static_cast<std::int64_t>(f.power));
  const std::uint64_t fraction = f.exact ? 0 : 0x999999999999999a >> (64 - type.fraction);
  return field << type.fraction | fraction;
}

int cost(const ops::Request& request, const hw::DelayModel& device) {
  const int period_ps = contract::Clock::of_mhz(board::standard_clock_mhz(device.name)).period_ps;
  const auto [count, least, placement] = plan::kernel_cut(request, device, period_ps);
  const int stages = std::max({1, least, ops::latency_for(request, device, period_ps, count)});
  const model::Fabric& fabric = model::fabric_of(device.name);
  const hw::Module module = ops::build(request, device, stages, placement.cut, placement.period_ps);
  const model::Area area =
      model::calibrated(model::area_of(module, fabric), model::calibration_of(fabric.name).factor(module.role));
  const std::int64_t luts = fabric.counts_luts() ? area.luts() : 2 * area.alms();
  return static_cast<int>(std::max(luts, area.flip_flops / 2));
}

}  // namespace

const std::vector<FormExample>& form_examples() {
  using enum plan::FormKind;
  using spec::Op;
  static const std::vector<FormExample> all = {{"add", kSum, Op::kAdd},
                                               {"mul", kProduct, Op::kMul},
                                               {"mul, no subnormals", kNormalProduct, Op::kMul, true},
                                               {"square", kSquared, ops::kSquare},
                                               {"times 0.2", kScaledDown, Op::kMul, false, -3, true},
                                               {"times 1.6", kScaledNear, Op::kMul, false, 0, true},
                                               {"times 51.2", kScaledUp, Op::kMul, false, 5, true},
                                               {"times 2^-2", kHalved, Op::kMul, false, -2, true, true},
                                               {"times 2", kDoubled, Op::kMul, false, 1, true, true},
                                               {"lt", kComparison, Op::kLt},
                                               {"min", kExtreme, Op::kMin},
                                               {"neg", kSign, Op::kNeg},
                                               {"product_le0", kProductComparison, ops::kProductLe},
                                               {"fma", kFusedMultiplyAdd, Op::kFma}};
  return all;
}

ops::Request FormExample::request(const spec::Type& type, bool aligned) const {
  const spec::Type operand = aligned ? spec::aligned(type) : type;
  const bool truth = function == ops::Function(spec::Op::kLt) || ops::compares_product(function);
  ops::Request r{function, operand, truth ? spec::Type::boolean() : operand, flush, {}};
  r.constants.resize(static_cast<std::size_t>(ops::operand_count(function)));
  const std::uint64_t factor = factor_bits(type, *this);
  if (has_factor) r.constants[1] = aligned ? spec::aligned_bits(type, factor) : factor;
  return r;
}

ops::Request conversion(const spec::Type& type, bool back) {
  const spec::Type form = spec::aligned(type);
  return {spec::Op::kCast, back ? form : type, back ? type : form, false, {std::nullopt}};
}

std::string form_rows_text() {
  std::string text;
  const spec::Type formats[] = {spec::Type::float_of(5, 10), spec::Type::float_of(8, 23)};
  std::set<std::string> families;
  for (const std::string& name : hw::DelayModel::names()) families.insert(hw::family_of(name));
  for (const std::string& family : families) {
    const hw::DelayModel& device = *hw::DelayModel::find(family);
    text += fmt::format("{{\"{}\",\n {{{{", family);
    const auto add = [&](const auto& request) {
      text += "{";
      for (const spec::Type& type : formats)
        text += fmt::format("{}{{{}, {}}}", &type == formats ? "" : ", ", cost(request(type, false), device),
                            cost(request(type, true), device));
      text += "}";
    };
    for (const FormExample& example : form_examples()) {
      add([&](const spec::Type& type, bool aligned) { return example.request(type, aligned); });
      text += fmt::format(",  // {}\n   ", example.name);
    }
    add(conversion);
    text += "}}},\n";
  }
  return text;
}

}  // namespace rtlgen::bench
