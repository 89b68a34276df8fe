// Cell by cell, straight from docs/language.md.
#include "naive_cell.hpp"

#include <algorithm>
#include <optional>

#include "naive_fold.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/int128.hpp"

namespace rtlgen::test::naive {

using spec::Op;
using spec::Type;

namespace {

/// The value that a broken rule reads instead of `naive_fold`; nullopt if the rule is not the broken one.
std::optional<std::int64_t> broken_fold(std::int64_t i, std::int64_t n, spec::BoundaryKind kind, Twist twist) {
  using spec::BoundaryKind;
  const std::int64_t end = i < 0 ? 0 : n - 1;
  if (kind == BoundaryKind::kReflect && twist == Twist::kReflectRepeatsTheEdge && n > 1)
    return naive_fold(i, n, BoundaryKind::kSymmetric);
  if (kind == BoundaryKind::kWrap && twist == Twist::kWrapIsEdge) return end;
  if (kind == BoundaryKind::kSymmetric && twist == Twist::kSymmetricFoldsOnce) {
    const std::int64_t once = i < 0 ? -1 - i : 2 * n - 1 - i;
    return once >= 0 && once < n ? once : once < 0 ? 0 : n - 1;
  }
  if (kind == BoundaryKind::kEdge && twist == Twist::kEdgeIsOneFurther && n > 1) return i < 0 ? 1 : n - 2;
  return std::nullopt;
}

}  // namespace

std::int64_t fold(std::int64_t i, std::int64_t n, const std::optional<spec::Boundary>& rule, Twist twist) {
  if (i >= 0 && i < n) return i;
  if (!rule) return -1;
  if (const auto broken = broken_fold(i, n, rule->kind, twist)) return *broken;
  return naive_fold(i, n, rule->kind).value_or(-1);
}

std::uint64_t View::tap(const spec::Node& n, const Cell& c) const {
  const std::int64_t wanted[3] = {c.x + n.offset[0], c.y + n.offset[1], c.z + n.offset[2]};
  const spec::Array& array = s.arrays[s.streams[n.stream].array];
  spec::Extents own = extents;
  std::int64_t found[3] = {0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t a = twist == Twist::kConstantAsksZFirst ? 2 - k : k;
    if (!array.spans[a]) {
      own[a] = 1;
      continue;
    }
    const std::int64_t i = twist == Twist::kHeldIgnoresOffsets && array.held() ? wanted[a] - n.offset[a] : wanted[a];
    found[a] = fold(i, extents[a], n.boundary[a], twist);
    if (found[a] < 0) return twist == Twist::kConstantIsZero ? 0 : spec::constant_bits(n.boundary[a]);
  }
  spec::StreamId stream = n.stream;
  if (twist == Twist::kLinesDoNotSeeEachOther) {
    const spec::StreamId first = s.first_stream(s.streams[stream].array);
    if (first.valid()) return (*start)[first].get(found[0] + own[0] * (found[1] + own[1] * found[2]));
  }
  if (twist == Twist::kOwnResultsAreOld && n.own) {
    stream = s.stages[s.streams[stream].stage].old_stream;
    if (!stream.valid()) return 0;
  }
  if (twist == Twist::kHeldIsTheFirstCell && array.held()) return streams[stream].get(0);
  return streams[stream].get(found[0] + own[0] * (found[1] + own[1] * found[2]));
}

std::uint64_t View::bitwise(const spec::Node& n, const Type& t, std::uint64_t a, std::uint64_t b) const {
  switch (n.op) {
    case Op::kBitNot:
      return ~a & t.mask();
    case Op::kNot:
      return a == 0 ? 1 : 0;
    case Op::kBitAnd:
      return a & b;
    case Op::kBitOr:
      return a | b;
    case Op::kBitXor:
      return a ^ b;
    case Op::kAnd:
      return a != 0 && b != 0 ? 1 : 0;
    case Op::kOr:
      return a != 0 || b != 0 ? 1 : 0;
    default:
      break;
  }
  // Shifts, one place at a time.
  const std::uint64_t sign = twist == Twist::kSignedShiftIsLogical ? 0 : std::uint64_t{1} << (t.width - 1);
  for (std::uint64_t k = 0; k < std::min<std::uint64_t>(b, 64); ++k) {
    if (n.op == Op::kShl)
      a = a << 1 & t.mask();
    else
      a = t.is_signed() ? a >> 1 | (a & sign) : a >> 1;
  }
  return a;
}

std::uint64_t View::looked_up(const spec::ValueTable& table, const Type& operand, std::uint64_t bits) const {
  Int128 place = bits;
  if (operand.is_signed() && (bits >> (operand.width - 1)) != 0) place -= static_cast<Int128>(1) << operand.width;
  const auto end = static_cast<Int128>(table.values.size());
  if (twist == Twist::kTableWraps) place = (place % end + end) % end;
  return table.values[static_cast<std::size_t>(std::clamp<Int128>(place, 0, end - 1))];
}

std::uint64_t View::operation(const spec::Node& n, const Type& operand, const std::vector<std::uint64_t>& v) const {
  const bool flush = s.subnormals == spec::Subnormals::kFlush && twist != Twist::kFlushIsForgotten;
  const bool other_rounding = twist == Twist::kFixedRoundsTheOtherWay;
  const bool other_overflow = twist == Twist::kFixedOverflowsTheOtherWay;
  ops::Request r{
      n.op,
      operand,
      n.type,
      flush,
      {},
      (s.rounding == spec::Rounding::kTruncate) != other_rounding ? spec::Rounding::kTruncate
                                                                  : spec::Rounding::kNearestEven,
      (s.overflow == spec::Overflow::kSaturate) != other_overflow ? spec::Overflow::kSaturate : spec::Overflow::kWrap};
  r.fused = n.fused;
  if (n.op == Op::kLookup) return looked_up(s.tables[n.table()], operand, v[0]);
  if (n.op == Op::kFused) r.constants.resize(v.size());
  if (twist == Twist::kFusedHasAGuardBitMore) ++r.fused.guard;
  const bool integers = operand.is_integer();
  if (twist == Twist::kDivisionByZeroIsZero && n.op == Op::kDiv && integers && v[1] == 0) return 0;
  if (twist == Twist::kRemainderByZeroIsZero && n.op == Op::kRem && v[1] == 0) return 0;
  const auto is_nan = [&](std::uint64_t bits) {
    return (bits & operand.mask() >> 1) > ((std::uint64_t{1} << operand.exponent) - 1) << operand.fraction;
  };
  if (twist == Twist::kFixedDivisionByZeroWraps && n.op == Op::kDiv && operand.is_fixed() && v[1] == 0)
    return n.type.mask();
  if (operand.is_float()) {
    if (twist == Twist::kMinTakesTheNan && n.op == Op::kMin && is_nan(v[0])) return v[0];
    if (twist == Twist::kNanKeepsItsSign && n.op == Op::kNeg && is_nan(v[0]))
      return v[0] ^ std::uint64_t{1} << (operand.width - 1);
    if (twist == Twist::kFmaRoundsTwice && n.op == Op::kFma) {
      r.function = spec::Op::kMul;
      const std::uint64_t product = ops::evaluate(r, {v[0], v[1]});
      r.function = spec::Op::kAdd;
      return ops::evaluate(r, {product, v[2]});
    }
    if (twist == Twist::kCastWrapsInsteadOfSaturating && n.op == Op::kCast && n.type.is_integer()) {
      r.result = Type::int_of(64);
      return ops::evaluate(r, v) & n.type.mask();
    }
  }
  return ops::evaluate(r, v);
}

std::uint64_t View::value(spec::NodeId id, const Cell& c) const {
  const spec::Node& n = s.nodes[id];
  const auto int32 = [](std::int64_t v) -> std::uint64_t { return static_cast<std::uint32_t>(v); };
  switch (n.op) {
    case Op::kConstant:
      return n.bits;
    case Op::kTap:
      return tap(n, c);
    case Op::kParam:
      if (const auto& list = s.params[n.param()].by_step; !list.empty()) {
        const auto size = static_cast<std::int64_t>(list.size());
        return list[at(twist == Twist::kListStartsOver ? step % size : std::min(step, size - 1))];
      }
      return twist == Twist::kParamIsTheDefault ? s.params[n.param()].value : params[at(n.index)];
    case Op::kCoordinate: {
      const std::int64_t xyz[3] = {c.x, c.y, c.z};
      return int32(xyz[twist == Twist::kCoordinatesSwapped ? 2 - n.index : n.index]);
    }
    case Op::kRegion: {
      const spec::Region& region = s.regions[n.region()];
      const std::int64_t xyz[3] = {c.x, c.y, c.z};
      bool inside = true;
      for (std::size_t a = 0; a < 3; ++a) {
        const spec::Place &first = region.spans[a].first, &end = region.spans[a].end;
        inside = inside && (first.from_end ? extents[a] - xyz[a] <= first.cells : xyz[a] >= first.cells) &&
                 (end.from_end ? extents[a] - xyz[a] > end.cells : xyz[a] < end.cells);
      }
      return inside != (twist == Twist::kRegionIsInverted) ? 1 : 0;
    }
    case Op::kExtent:
      return int32(twist == Twist::kExtentIsTheGrids ? s.grid[at(n.index)] : extents[at(n.index)]);
    case Op::kStep:
      return int32(twist == Twist::kStepCountsFromOne ? step + 1 : step);
    default:
      break;
  }
  std::vector<std::uint64_t> v;
  for (const spec::NodeId a : n.args) v.push_back(value(a, c));
  const Type& operand = s.nodes[n.args[0]].type;
  switch (n.op) {
    case Op::kSelect:
      return (v[0] != 0) != (twist == Twist::kSelectIsReversed) ? v[1] : v[2];
    case Op::kBitNot:
    case Op::kNot:
      return bitwise(n, operand, v[0], 0);
    case Op::kBitAnd:
    case Op::kBitOr:
    case Op::kBitXor:
    case Op::kAnd:
    case Op::kOr:
    case Op::kShl:
    case Op::kShr:
      return bitwise(n, operand, v[0], v[1]);
    default:
      return operation(n, operand, v);
  }
}

bool View::reads_outside(spec::NodeId id, const Cell& c) const {
  const spec::Node& n = s.nodes[id];
  bool outside = false;
  if (n.op == Op::kTap) {
    const std::int64_t wanted[3] = {c.x + n.offset[0], c.y + n.offset[1], c.z + n.offset[2]};
    const std::size_t axes = twist == Twist::kKeepOnlyAlongX ? 1 : 3;
    for (std::size_t a = 0; a < axes; ++a) {
      if (spec::wraps(n.boundary[a]) && twist != Twist::kWrapHasAnOutside) continue;
      outside = outside || wanted[a] < 0 || wanted[a] >= extents[a];
    }
  }
  for (const spec::NodeId a : n.args) outside = outside || reads_outside(a, c);
  return outside;
}

}  // namespace rtlgen::test::naive
