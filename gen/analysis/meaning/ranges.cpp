// Interval arithmetic over the graph of a stencil, node by node.
#include "analysis/meaning/ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "spec/real.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Program;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Range kAll{-kInfinity, kInfinity};

Range join(const Range& a, const Range& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// The hull of some numbers; everything if one of them is NaN.
Range hull(std::initializer_list<double> numbers) {
  Range out{kInfinity, -kInfinity};
  for (const double n : numbers) {
    if (std::isnan(n)) return kAll;
    out = join(out, {n, n});
  }
  return out;
}

Range product(const Range& a, const Range& b) {
  return hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

Range quotient(const Range& a, const Range& b, bool truncates) {
  if (b.low <= 0 && b.high >= 0) return kAll;  // the type bounds it
  const Range q = hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
  return truncates ? Range{std::trunc(q.low), std::trunc(q.high)} : q;
}

/// The least number of the form 2^n - 1 that is not below `high`: no bitwise operation on 0 to `high` exceeds it.
double ones_over(double high) { return std::exp2(std::ceil(std::log2(high + 1))) - 1; }

Range absolute(const Range& a) {
  const double most = std::max(std::abs(a.low), std::abs(a.high));
  return {a.low <= 0 && a.high >= 0 ? 0 : std::min(std::abs(a.low), std::abs(a.high)), most};
}

class Evaluation {
 public:
  explicit Evaluation(const Program& stencil) : stencil_(stencil) {
    result_.exact.resize(stencil.nodes.size());
    result_.held.resize(stencil.nodes.size());
  }

  Ranges run() {
    for (const NodeId id : stencil_.nodes.ids()) {
      const Node& node = stencil_.nodes[id];
      const Range type = range_of(node.type);
      Range value = value_of(node, id);
      if (node.type.is_float() && node.op != Op::kConstant) {  // rounding
        const double unit = std::exp2(-node.type.fraction);
        value = {value.low - std::abs(value.low) * unit, value.high + std::abs(value.high) * unit};
        if (std::isnan(value.low) || std::isnan(value.high)) value = kAll;
      }
      result_.held[id] = value.within(type) ? value : type;
      result_.exact[id] = is_modular(node) ? value : result_.held[id];
    }
    return std::move(result_);
  }

 private:
  Range exact(NodeId id) const { return result_.exact[id]; }
  Range held(NodeId id) const { return result_.held[id]; }

  Range tap(const Node& node, NodeId id) const {
    const spec::Stream& stream = stencil_.streams[node.stream];
    const spec::Type& type = stencil_.arrays[stream.array].type;
    if (!stream.stage.valid()) return range_of(type);
    const spec::Stage& stage = stencil_.stages[stream.stage];
    if (stage.root >= id || stage.border != spec::Border::kCompute) return range_of(type);
    Range range = held(stage.root);
    for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
      if (node.offset[axis] == 0 || !spec::is_constant(node.boundary[axis])) continue;
      const double v = number_of(type, node.boundary[axis]->constant);
      range = join(range, {v, v});
    }
    return range;
  }

  Range leaf(const Node& node, NodeId id) const {
    const auto whole = stencil_.grid;
    switch (node.op) {
      case Op::kConstant: {
        const double v = number_of(node.type, node.bits);
        return std::isnan(v) ? kAll : Range{v, v};
      }
      case Op::kTap:
        return tap(node, id);
      case Op::kCoordinate:
        return {0, static_cast<double>(whole[at(node.index)] - 1)};
      case Op::kRegion:
        return {0, 1};
      case Op::kExtent:
        return {1, static_cast<double>(whole[at(node.index)])};
      case Op::kParam: {
        const spec::Param& param = stencil_.params[node.param()];
        if (param.by_step.empty()) return range_of(node.type);
        Range range{kInfinity, -kInfinity};
        for (const std::uint64_t bits : param.by_step)
          range = join(range, {number_of(node.type, bits), number_of(node.type, bits)});
        return std::isnan(range.low) ? kAll : range;
      }
      default:
        return range_of(node.type);
    }
  }

  Range modular(const Node& node) const {
    const Range a = exact(node.args[0]);
    if (node.op == Op::kNeg) return {-a.high, -a.low};
    const Range b = exact(node.args[1]);
    if (node.op == Op::kAdd) return {a.low + b.low, a.high + b.high};
    if (node.op == Op::kMul) {
      // The factors of a square have the same sign.
      if (node.args[0] == node.args[1]) return {std::pow(absolute(a).low, 2), std::pow(absolute(a).high, 2)};
      return product(a, b);
    }
    Range difference{a.low - b.high, a.high - b.low};
    if (node.args[0] == node.args[1]) difference = {0, 0};
    if (difference.low < 0 && !node.type.is_signed() && is_at_most(stencil_, node.args[1], node.args[0]))
      difference.low = 0;
    return difference;
  }

  Range cast(const Node& node) const {
    const Range a = held(node.args[0]);
    const Range type = range_of(node.type);
    const spec::Type& from = stencil_.nodes[node.args[0]].type;
    if (node.type.is_float()) return a;
    if (from.is_integer() && node.type.is_integer()) return a.within(type) ? a : type;
    if (node.type.is_integer())
      return {std::clamp(std::trunc(a.low), type.low, type.high), std::clamp(std::trunc(a.high), type.low, type.high)};
    const double unit = std::exp2(-node.type.fraction);
    return Range{a.low - unit, a.high + unit}.within(type) ? Range{a.low - unit, a.high + unit} : type;
  }

  Range bitwise(const Node& node) const {
    const Range a = held(node.args[0]);
    const Range b = node.args.size() > 1 ? held(node.args[1]) : a;
    const bool positive = a.low >= 0 && b.low >= 0;
    switch (node.op) {
      case Op::kBitAnd:
        if (positive) return {0, std::min(a.high, b.high)};
        if (a.low >= 0) return {0, a.high};
        if (b.low >= 0) return {0, b.high};
        return range_of(node.type);
      case Op::kBitOr:
      case Op::kBitXor:
        return positive ? Range{0, ones_over(std::max(a.high, b.high))} : range_of(node.type);
      case Op::kShr:
        if (a.low >= 0)
          return {std::floor(a.low * std::exp2(-std::min(b.high, 2000.0))),
                  std::floor(a.high * std::exp2(-std::min(b.low, 2000.0)))};
        return {std::floor(a.low * std::exp2(-std::min(b.low, 2000.0))),
                a.high < 0 ? 0 : std::floor(a.high * std::exp2(-std::min(b.low, 2000.0)))};
      case Op::kShl:
        return product(a, {std::exp2(std::min(b.low, 2000.0)), std::exp2(std::min(b.high, 2000.0))});
      default:
        return range_of(node.type);
    }
  }

  Range function(const Node& node) const {
    const Range a = held(node.args[0]);
    const Range type = range_of(node.type);
    switch (node.op) {
      case Op::kMin:
        return {std::min(a.low, held(node.args[1]).low), std::min(a.high, held(node.args[1]).high)};
      case Op::kMax:
        return {std::max(a.low, held(node.args[1]).low), std::max(a.high, held(node.args[1]).high)};
      case Op::kAbs:
        return absolute(a);
      case Op::kLookup: {
        Range range{kInfinity, -kInfinity};
        for (const std::uint64_t bits : stencil_.tables[node.table()].values)
          range = join(range, {number_of(node.type, bits), number_of(node.type, bits)});
        return range;
      }
      case Op::kSelect:
        return join(held(node.args[1]), held(node.args[2]));
      case Op::kRem: {
        const double most = absolute(held(node.args[1])).high;
        if (held(node.args[1]).low <= 0 && held(node.args[1]).high >= 0) return type;
        return {a.low < 0 ? std::max(a.low, -(most - 1)) : 0, a.high > 0 ? std::min(a.high, most - 1) : 0};
      }
      default: {
        const auto image = spec::operation_of(node.op).image;
        if (image == nullptr) return type;
        const auto [low, high] = image(a.low, a.high);
        return {low, high};
      }
    }
  }

  Range value_of(const Node& node, NodeId id) const {
    if (node.args.empty()) return leaf(node, id);
    if (is_modular(node)) return modular(node);
    const Range a = held(node.args[0]);
    switch (node.op) {
      case Op::kCast:
        return cast(node);
      case Op::kAdd:
        return hull({a.low + held(node.args[1]).low, a.high + held(node.args[1]).high});
      case Op::kSub:
        return hull({a.low - held(node.args[1]).high, a.high - held(node.args[1]).low});
      case Op::kNeg:
        return {-a.high, -a.low};
      case Op::kMul:
        return product(a, held(node.args[1]));
      case Op::kDiv:
        return quotient(a, held(node.args[1]), node.type.is_integer());
      case Op::kBitAnd:
      case Op::kBitOr:
      case Op::kBitXor:
      case Op::kShl:
      case Op::kShr:
        return bitwise(node);
      default:
        return function(node);
    }
  }

  const Program& stencil_;
  Ranges result_;
};

/// Proves an order by expanding min and max; gives up after some steps.
class Order {
 public:
  explicit Order(const Program& stencil) : stencil_(stencil) {}

  bool at_most(NodeId a, NodeId b) {
    if (--budget_ < 0) return false;
    a = source(a);
    b = source(b);
    if (a == b) return true;
    const Node& left = stencil_.nodes[a];
    const Node& right = stencil_.nodes[b];
    const bool is_unsigned = !left.type.is_signed();
    if (left.op == Op::kMin && (at_most(left.args[0], b) || at_most(left.args[1], b))) return true;
    if (right.op == Op::kMax && (at_most(a, right.args[0]) || at_most(a, right.args[1]))) return true;
    if (left.op == Op::kMax && at_most(left.args[0], b) && at_most(left.args[1], b)) return true;
    if (right.op == Op::kMin && at_most(a, right.args[0]) && at_most(a, right.args[1])) return true;
    if (left.op == Op::kBitAnd && is_unsigned && (at_most(left.args[0], b) || at_most(left.args[1], b))) return true;
    const bool shrinks = left.op == Op::kShr || left.op == Op::kRem || (left.op == Op::kDiv && divides(left));
    return is_unsigned && shrinks && at_most(left.args[0], b);
  }

 private:
  /// The node whose value a read of a temporary at the cell itself returns.
  NodeId source(NodeId id) const {
    for (;;) {
      const Node& node = stencil_.nodes[id];
      if (node.op != Op::kTap || node.offset != spec::Offset{}) return id;
      const spec::StageId stage = stencil_.streams[node.stream].stage;
      if (!stage.valid() || stencil_.stages[stage].root >= id ||
          stencil_.stages[stage].border != spec::Border::kCompute)
        return id;
      id = stencil_.stages[stage].root;
    }
  }

  /// Whether `node` divides by a constant other than 0; a division by 0 gives all ones.
  bool divides(const Node& node) const {
    const Node& divisor = stencil_.nodes[node.args[1]];
    return divisor.op == Op::kConstant && divisor.bits != 0;
  }

  const Program& stencil_;
  int budget_ = 500;
};

}  // namespace

Range range_of(const spec::Type& type) {
  if (type.is_float()) return kAll;
  const double unit = std::exp2(-type.fraction);
  if (type.is_signed()) return {-std::exp2(type.width - 1) * unit, (std::exp2(type.width - 1) - 1) * unit};
  return {0, (std::exp2(type.width) - 1) * unit};
}

double number_of(const spec::Type& type, std::uint64_t bits) {
  if (type.is_float()) {
    spec::Real value(spec::kExactBits);
    spec::load_float(type, bits, false, value.get());
    return mpfr_get_d(value.get(), MPFR_RNDN);
  }
  const bool negative = type.is_signed() && (bits >> (type.width - 1) & 1) != 0;
  const double magnitude = static_cast<double>(negative ? (~bits + 1) & type.mask() : bits);
  return (negative ? -magnitude : magnitude) * std::exp2(-type.fraction);
}

bool is_modular(const spec::Node& node) {
  return node.type.is_integer() &&
         (node.op == Op::kAdd || node.op == Op::kSub || node.op == Op::kMul || node.op == Op::kNeg);
}

Ranges ranges_of(const Program& stencil) { return Evaluation(stencil).run(); }

bool is_at_most(const Program& stencil, NodeId a, NodeId b) { return Order(stencil).at_most(a, b); }

}  // namespace rtlgen::analysis
