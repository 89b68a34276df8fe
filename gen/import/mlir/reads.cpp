// Reads from a cell: of fields, temporaries and combined temps; each is proven to read existing values.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "import/mlir/evaluator.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

using c::ValuePtr;
using Kind = c::Value::Kind;

namespace {

constexpr int kDeepest = 200;

bool is_empty(const c::Box& box) {
  return std::any_of(box.begin(), box.end(), [](const auto& one) { return one.second.low > one.second.high; });
}

}  // namespace

c::Box Evaluator::box() const {
  c::Box out;
  for (const int loop : loops_) out[loop] = trace_.loops[static_cast<std::size_t>(loop)].range;
  return c::narrowed(out, facts_);
}

Evaluator::Spot Evaluator::here() const {
  Spot out;
  out.axes.resize(rank_);
  std::iota(out.axes.begin(), out.axes.end(), std::size_t{0});
  out.offsets.assign(rank_, 0);
  return out;
}

ValuePtr Evaluator::value_at(int id, const Spot& spot, Span span) {
  const Temp& one = temp(id);
  if (depth_ > kDeepest)
    reporter_.fail(Code::kProgramTooDeep, span, "temps are nested too deeply", {"buffer an intermediate temp"});
  if (one.bounds) {
    const std::string what = one.kind == Temp::Kind::kLoad ? "is loaded" : "is computed";
    for (std::size_t d = 0; d < spot.axes.size() && d < one.bounds->low.size(); ++d) {
      if (one.type.axes[d])
        check_range(*one.bounds, spot.axes[d], d, spot.offsets[d], fmt::format("'{}', which {}", one.name, what), span);
    }
  }
  if (one.kind == Temp::Kind::kLoad) return field_value(id, spot, span);
  if (one.kind == Temp::Kind::kApply && !is_at_store(id)) return temp_value(id, spot, span);
  ++depth_;
  ValuePtr out;
  if (one.kind == Temp::Kind::kCombine) {
    out = combined(id, spot, span);
  } else {
    const int before = stored_;
    stored_ = id;
    out = body(program_.applies[static_cast<std::size_t>(one.apply)], {one.result})[0];
    stored_ = before;
  }
  --depth_;
  return out;
}

void Evaluator::check_range(const Bounds& bounds, std::size_t axis, std::size_t dim, std::int64_t offset,
                            const std::string& what, Span span) const {
  const c::Box cells = box();
  const c::Range& range = cells.at(loops_[axis]);
  if (is_empty(cells) || (range.low + offset >= bounds.low[dim] && range.high + offset < bounds.high[dim])) return;
  const std::int64_t beyond = range.low + offset < bounds.low[dim] ? range.low + offset : range.high + offset;
  refuse(span,
         fmt::format("this reads index {} along axis {} of {} for [{}, {}]", beyond, axis, what, bounds.low[dim],
                     bounds.high[dim]),
         "store fewer cells, or load and compute more");
}

int Evaluator::access(int buffer, const ValuePtr& slot, const Spot& spot, Span span) {
  c::Access out;
  out.buffer = buffer;
  out.span = span;
  out.box = box();
  out.guarded = std::any_of(loops_.begin(), loops_.end(), [&](int loop) {
    const c::Range& whole = trace_.loops[static_cast<std::size_t>(loop)].range;
    return out.box[loop].low != whole.low || out.box[loop].high != whole.high;
  });
  auto& extents = trace_.buffers[static_cast<std::size_t>(buffer)].extents;
  const bool is_new = extents.empty();
  if (slot) {
    const auto copies = program_.copies.find(buffer);
    if (is_new) extents.emplace_back(copies != program_.copies.end() ? copies->second : 1);
    c::Index index;
    if (const auto known = c::whole(*slot)) {
      index.form = c::Affine{*known, {}};
    } else {
      index.slot = slot;
    }
    out.index.push_back(index);
  }
  const std::size_t count = spot.axes.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t d = program_.column_major ? count - 1 - k : k;
    const std::size_t axis = spot.axes[d];
    c::Index index;
    index.form = c::Affine{spot.offsets[d] - low_[axis], {{loops_[axis], 1}}};
    out.index.push_back(index);
    if (is_new) extents.emplace_back(high_[axis] - low_[axis]);
  }
  if (out.index.size() != extents.size())
    refuse(span, "this field is read along different axes", "use a separate field for each axis");
  trace_.accesses.push_back(std::move(out));
  return static_cast<int>(trace_.accesses.size()) - 1;
}

ValuePtr Evaluator::field_value(int id, const Spot& spot, Span span) {
  const Temp& load = temp(id);
  Spot own;
  for (std::size_t d = 0; d < spot.axes.size(); ++d) {
    if (!load.type.axes[d]) continue;
    own.axes.push_back(spot.axes[d]);
    own.offsets.push_back(spot.offsets[d]);
    check_range(*load.field.bounds, spot.axes[d], d, spot.offsets[d],
                fmt::format("'{}', whose field is defined", load.name), span);
  }
  readings_.push_back({id, groups_.back().position, stored_, span});
  const int made = access(load.field.buffer, load.field.slot, own, span);
  return c::leaf(Kind::kRead, made, load.type.number, span);
}

int Evaluator::buffer_of(int id) {
  const auto [found, is_new] = buffers_.emplace(id, static_cast<int>(trace_.buffers.size()));
  if (is_new) {
    const Temp& one = temp(id);
    trace_.buffers.push_back({plain_name(one.name, "t"), one.span, one.type.number, {}, false, true});
  }
  return found->second;
}

ValuePtr Evaluator::temp_value(int id, const Spot& spot, Span span) {
  const c::Box cells = box();
  if (!is_empty(cells)) {
    std::vector<c::Range> range(rank_);
    for (std::size_t d = 0; d < rank_; ++d) {
      const c::Range& along = cells.at(loops_[spot.axes[d]]);
      range[spot.axes[d]] = {along.low + spot.offsets[d], along.high + spot.offsets[d]};
    }
    const auto [need, is_new] = needs_.emplace(id, range);
    for (std::size_t a = 0; a < rank_; ++a) {
      need->second[a].low = std::min(need->second[a].low, range[a].low);
      need->second[a].high = std::max(need->second[a].high, range[a].high);
    }
  }
  const int made = access(buffer_of(id), nullptr, spot, span);
  return c::leaf(Kind::kRead, made, temp(id).type.number, span);
}

ValuePtr Evaluator::combined(int id, const Spot& spot, Span span) {
  const Temp& one = temp(id);
  const CType type = CType::integer(true, 64);
  const auto place =
      static_cast<std::size_t>(std::find(spot.axes.begin(), spot.axes.end(), one.dim) - spot.axes.begin());
  const ValuePtr at = c::whole_number(one.at - spot.offsets[place], type, span);
  const ValuePtr is_lower = c::binary("<", c::leaf(Kind::kLoop, loops_[one.dim], type, span), at, span, reporter_);
  if (const auto known = c::decided(*is_lower, box())) return value_at(*known ? one.lower : one.upper, spot, span);
  facts_.push_back({is_lower, true});
  const ValuePtr lower = value_at(one.lower, spot, span);
  facts_.back().holds = false;
  const ValuePtr upper = value_at(one.upper, spot, span);
  facts_.pop_back();
  return c::select(is_lower, lower, upper, span, reporter_);
}

}  // namespace rtlgen::importer::mlir
