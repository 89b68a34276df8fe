// Propagates bounds of magnitudes through the expression. Rounding preserves them, because they are powers of two
// within the range of normal numbers.
#include "plan/timing/magnitudes.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "ops/registry.hpp"
#include "spec/aligned.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

using ops::Magnitude;
using Known = std::optional<Magnitude>;

Magnitude either(const Magnitude& a, const Magnitude& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), std::min(a.grain, b.grain)};
}

Known of_bits(const spec::Type& type, std::uint64_t bits) {
  if (!type.is_float()) return std::nullopt;
  if (type.aligned) return of_bits(spec::unaligned(type), spec::unaligned_bits(spec::unaligned(type), bits));
  const int bias = (1 << (type.exponent - 1)) - 1;
  const int field = static_cast<int>(bits >> type.fraction & ((std::uint64_t{1} << type.exponent) - 1));
  if ((bits & (type.mask() >> 1)) == 0) return Magnitude{};  // zero: any bounds hold
  if (field == 0) return std::nullopt;
  const int power = field - bias;
  return Magnitude{power, power + 1, power - type.fraction};
}

Known of_values(const spec::Type& type, const std::vector<std::uint64_t>& values) {
  Known all;
  for (const std::uint64_t value : values) {
    const Known one = of_bits(type, value);
    if (!one) return std::nullopt;
    all = all ? either(*all, *one) : *one;
  }
  return all;
}

/// Bounds of all integers or fixed-point numbers of a type.
Magnitude of_units(const spec::Type& type) { return {-type.fraction, type.width - type.fraction, -type.fraction}; }

Known of_operation(const spec::Node& node, const std::vector<Known>& args) {
  std::vector<Magnitude> known;
  for (const Known& arg : args) {
    if (!arg) return std::nullopt;
    known.push_back(*arg);
  }
  const auto magnitude = ops::operator_of(node.op).magnitude;
  return magnitude == nullptr ? Known() : magnitude(known, node.type.fraction);
}

/// Bounds of the rounded value. Rounding preserves no bounds below the normal numbers, and no value above them is
/// finite.
Known within(const spec::Type& type, const Magnitude& m) {
  const int bias = (1 << (type.exponent - 1)) - 1;
  if (m.low < 1 - bias) return std::nullopt;
  return Magnitude{std::min(m.low, bias + 1), std::min(m.high, bias + 1), std::min(m.grain, bias + 1)};
}

}  // namespace

std::set<spec::NodeId> never_subnormal(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes) {
  std::set<spec::NodeId> found;
  std::map<spec::NodeId, Known> known;
  for (const spec::NodeId id : nodes) {
    const spec::Node& node = stencil.nodes[id];
    Known value;
    if (!node.type.is_float())
      value = of_units(node.type);
    else if (node.op == spec::Op::kConstant)
      value = of_bits(node.type, node.bits);
    else if (node.op == spec::Op::kParam)
      value = of_values(node.type, stencil.params[node.param()].by_step);
    else if (node.op == spec::Op::kLookup)
      value = of_values(node.type, stencil.tables[node.table()].values);
    else if (node.op == spec::Op::kSelect && known.at(node.args[1]) && known.at(node.args[2]))
      value = either(*known.at(node.args[1]), *known.at(node.args[2]));
    else if (!node.args.empty() && node.op != spec::Op::kSelect) {
      std::vector<Known> args;
      for (const spec::NodeId arg : node.args) args.push_back(known.at(arg));
      value = of_operation(node, args);
    }
    if (node.type.is_float() && value) value = within(node.type, *value);
    known[id] = value;
    // Flushing would save no shift in an aligned sum.
    const bool smaller = !node.args.empty() && ops::operator_of(node.op).smaller_without_subnormals &&
                         (!node.type.aligned || node.op == spec::Op::kMul);
    if (node.type.is_float() && value && smaller) found.insert(id);
  }
  return found;
}

}  // namespace rtlgen::plan
