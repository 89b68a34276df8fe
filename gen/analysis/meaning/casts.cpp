// Casts that lose everything: the result is the same number for every operand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/meaning/meaning.hpp"
#include "analysis/meaning/ranges.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Type;

/// The result of a cast of `value` from `from` to `to`; nothing if the cast wraps, so that it is not monotonic, or if
/// the result is unknown.
std::optional<double> cast_number(const spec::Program& stencil, const Type& from, const Type& to, double value) {
  const Range range = range_of(to);
  if (to.is_integer() && !from.is_integer()) return std::clamp(std::trunc(value), range.low, range.high);
  if (to.is_fixed()) {
    const double unit = std::exp2(-to.fraction);
    // Rounding may move it by half a unit on either side.
    if (value >= range.low + unit && value <= range.high - unit) return std::nullopt;
    if (stencil.overflow == spec::Overflow::kWrap && !std::isinf(value)) return std::nullopt;
    return std::clamp(value, range.low, range.high);
  }
  if (to.is_float()) {
    const double bias = std::exp2(to.exponent - 1) - 1;
    const double most = (2 - std::exp2(-to.fraction)) * std::exp2(bias);
    if (std::abs(value) > 2 * most) return std::copysign(HUGE_VAL, value);
  }
  return std::nullopt;
}

}  // namespace

void warn_of_casts(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics) {
  for (const spec::Node& node : stencil.nodes) {
    if (node.op != spec::Op::kCast) continue;
    const spec::NodeId arg = node.args[0];
    const Range& range = ranges.held[arg];
    if (range.low >= range.high) continue;  // a constant
    const Type& from = stencil.nodes[arg].type;
    const auto low = cast_number(stencil, from, node.type, range.low),
               high = cast_number(stencil, from, node.type, range.high);
    if (!low || !high || *low != *high) continue;
    spec::warn(stencil, diagnostics, Code::kConstantCast, node.where,
               fmt::format("this cast to {} always gives {:.15g}: its operand ranges from {:.6g} to {:.6g}",
                           node.type.name(), *low, range.low, range.high),
               {"scale the value first, or cast to a type that holds it"});
  }
}

}  // namespace rtlgen::analysis
