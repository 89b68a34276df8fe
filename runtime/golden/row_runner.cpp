// Runs a stage's program on segments.
#include "golden/row_runner.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "spec/boundary.hpp"
#include "spec/program.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::golden {

using spec::Op;

Runner::Runner(const StepInputs& inputs, const spec::Stage& stage, const Program& program, Scratch& scratch)
    : inputs_(inputs),
      stage_(stage),
      program_(program),
      scratch_(scratch),
      reach_(reach_of(inputs.s, stage, program)),
      operands_(program.code.size()),
      middles_(program.code.size()) {
  while (scratch_.buffers.size() < at(program.slots)) scratch_.buffers.emplace_back(kSegment);
  for (std::size_t i = 0; i < program_.code.size(); ++i) {
    operands_[i].type = inputs_.s.nodes[program_.code[i].node].type;
    if (program_.code[i].uniform) step(i, nullptr);
  }
}

void Runner::run(const Segment& s, std::uint8_t* out) {
  if (stage_.border != spec::Border::kKeep) return compute(s, out);
  const spec::Extents& e = inputs_.extents;
  const Rows& old = inputs_.streams[stage_.old_stream];
  const auto keep = [&](std::int64_t first, std::int64_t last) {
    if (first < last)
      std::memcpy(out + first * old.cell_bytes, old.cell(s.x + first, s.y, s.z), at((last - first) * old.cell_bytes));
  };
  const auto outside = [&](std::size_t a, std::int64_t i) { return i < reach_.low[a] || i + reach_.high[a] >= e[a]; };
  if (outside(1, s.y) || outside(2, s.z)) return keep(0, s.n);
  compute(s, out);
  const std::int64_t low = std::clamp<std::int64_t>(reach_.low[0] - s.x, 0, s.n);
  keep(0, low);
  keep(std::clamp<std::int64_t>(e[0] - reach_.high[0] - s.x, low, s.n), s.n);
}

/// Computes the root for `segment` into `out`.
void Runner::compute(const Segment& segment, void* out) {
  segment_ = segment;
  low_ = static_cast<int>(std::clamp<std::int64_t>(program_.low - segment.x, 0, segment.n));
  high_ = static_cast<int>(std::clamp<std::int64_t>(inputs_.extents[0] - program_.high - segment.x, low_, segment.n));
  const std::size_t root = program_.code.size() - 1;
  for (std::size_t i = 0; i <= root; ++i) {
    if (program_.code[i].uniform) continue;
    step(i, i == root ? out : scratch_.buffers[at(program_.code[i].slot)].data());
  }
  const Operand& result = operands_[root];
  if (result.row == out) return;
  const auto bytes = at(segment.n) * at(cell_bytes(result.type));
  if (result.row != nullptr)
    std::memcpy(out, result.row, bytes);
  else
    fill_cells(result.type, result.bits, 0, segment.n, out);
}

/// Executes instruction `i`; its row may be put into `row`.
void Runner::step(std::size_t i, void* row) {
  const Instruction& code = program_.code[i];
  const spec::Node& node = inputs_.s.nodes[code.node];
  Value v;
  if (node.op == Op::kTap)
    v = tap(node, code.pieces ? &middles_[i] : nullptr, row);
  else if (node.args.empty())
    v = leaf(node, row);
  else if (code.chain.empty())
    v = inner(node, code, row);
  else
    v = chain(node, code, row);
  operands_[i].row = v.row;
  operands_[i].bits = v.bits;
}

Runner::Value Runner::inner(const spec::Node& node, const Instruction& code, void* row) {
  scratch_.args.clear();
  bool single = true;
  for (const int arg : code.args) {
    scratch_.args.push_back(operands_[at(arg)]);
    single = single && scratch_.args.back().row == nullptr;
  }
  const int n = segment_.n;
  const RowJob job{.op = node.op,
                   .type = node.type,
                   .args = scratch_.args.data(),
                   .arg_count = static_cast<int>(scratch_.args.size()),
                   .flush = inputs_.flush,
                   .n = n,
                   .out = row,
                   .modes = {inputs_.s.rounding, inputs_.s.overflow},
                   .fused = &node.fused,
                   .table = node.op == Op::kLookup ? &inputs_.s.tables[node.table()] : nullptr};
  if (single) return {nullptr, apply_single(job)};
  apply(job);
  if (code.canonical) canonicalise(node.type, n, row);
  return {row, 0};
}

/// Computes the cells from low_ up to high_ directly from the grid, the few others from copies.
Runner::Value Runner::chain(const spec::Node& node, const Instruction& code, void* row) {
  const bool is_double = node.type.width > 32;
  const auto number = [is_double](std::uint64_t bits) -> double {
    return is_double ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  };
  scratch_.terms.resize(code.chain.size());
  scratch_.spread.resize(code.chain.size());
  for (std::size_t t = 0; t < code.chain.size(); ++t) {
    const Instruction::Term& term = code.chain[t];
    const double scale = term.scale < 0 ? 1 : number(operand(code, term.scale).bits);
    scratch_.terms[t].scale = term.negative ? -scale : scale;
    const Operand& value = operand(code, term.value);
    if (value.row != nullptr) continue;
    scratch_.spread[t].resize(kSegment);
    fill_cells(node.type, value.bits, 0, segment_.n, scratch_.spread[t].data());
  }
  const auto piece = [&](int first, int last, bool middle) {
    if (first == last) return;
    const std::ptrdiff_t skip = first * cell_bytes(node.type);
    for (std::size_t t = 0; t < code.chain.size(); ++t) {
      const void* const direct = middles_[at(code.args[at(code.chain[t].value)])];
      const void* const whole = operand(code, code.chain[t].value).row;
      const void* const values = whole == nullptr ? scratch_.spread[t].data() : whole;
      scratch_.terms[t].row = middle && direct != nullptr ? direct : static_cast<const std::uint8_t*>(values) + skip;
    }
    chain_rows(is_double, scratch_.terms, last - first, static_cast<std::uint8_t*>(row) + skip);
  };
  piece(0, low_, false);
  piece(low_, high_, true);
  piece(high_, segment_.n, false);
  return {row, 0};
}

const Operand& Runner::operand(const Instruction& code, int arg) const { return operands_[at(code.args[at(arg)])]; }

Runner::Value Runner::leaf(const spec::Node& node, void* row) const {
  const auto axis = at(node.index);
  const auto single = [&](std::int64_t v) { return Value{nullptr, static_cast<std::uint32_t>(v)}; };
  switch (node.op) {
    case Op::kConstant:
      return {nullptr, node.bits};
    case Op::kParam:
      return {nullptr, inputs_.s.params[node.param()].by_step.empty()
                           ? inputs_.params[axis]
                           : inputs_.s.params[node.param()].value_at(inputs_.step)};
    case Op::kExtent:
      return single(inputs_.extents[axis]);
    case Op::kStep:
      return single(inputs_.step);
    case Op::kRegion:
      return region(inputs_.s.regions[node.region()], row);
    case Op::kCoordinate:
      break;
    default:
      RTLGEN_CHECK(false, "node without operands");
  }
  if (node.index != 0) return single(node.index == 1 ? segment_.y : segment_.z);
  auto* words = static_cast<std::uint32_t*>(row);
  for (int i = 0; i < segment_.n; ++i) words[i] = static_cast<std::uint32_t>(segment_.x + i);
  return {row, 0};
}

/// A condition: whether each cell of the segment is in `region`.
Runner::Value Runner::region(const spec::Region& region, void* row) const {
  const spec::Extents& e = inputs_.extents;
  if (!region.spans[1].holds(segment_.y, e[1]) || !region.spans[2].holds(segment_.z, e[2])) return {nullptr, 0};
  const std::int64_t low = std::clamp<std::int64_t>(region.spans[0].first.at(e[0]) - segment_.x, 0, segment_.n);
  const std::int64_t high = std::clamp<std::int64_t>(region.spans[0].end.at(e[0]) - segment_.x, low, segment_.n);
  if (high - low == segment_.n) return {nullptr, 1};
  fill_cells(spec::Type::boolean(), 0, 0, segment_.n, row);
  fill_cells(spec::Type::boolean(), 1, static_cast<int>(low), static_cast<int>(high), row);
  return {row, 0};
}

/// A read: the cells themselves if they are on the grid, otherwise a copy with the boundary's values. With `middle`,
/// only cells before low_ and from high_ on need copies: the others are read at *middle.
Runner::Value Runner::tap(const spec::Node& node, const std::uint8_t** middle, void* row) const {
  if (middle != nullptr) *middle = nullptr;
  const Rows& from = inputs_.streams[node.stream];
  const spec::Extents& e = from.extents;  // an input has one cell along axes that it lacks
  const auto& spans = inputs_.s.arrays[inputs_.s.streams[node.stream].array].spans;
  const auto ry = spec::resolve_index(spans[1] ? segment_.y + node.offset[1] : 0, e[1], node.boundary[1]);
  const auto rz = spec::resolve_index(spans[2] ? segment_.z + node.offset[2] : 0, e[2], node.boundary[2]);
  const std::int64_t first = segment_.x + node.offset[0];
  const auto low = static_cast<int>(std::clamp<std::int64_t>(-first, 0, segment_.n));
  const auto high = static_cast<int>(std::clamp<std::int64_t>(e[0] - first, low, segment_.n));
  const bool inside = low == 0 && high == segment_.n;
  // The axes are resolved in order: x first, so a constant along y or z is only for cells inside x.
  const std::uint64_t constant = spec::constant_bits(node.boundary[ry ? 2 : 1]);
  const bool on_grid = ry && rz;
  if (!spans[0]) return {nullptr, on_grid ? from.get(0, *ry, *rz) : constant};
  if (inside && !on_grid) return {nullptr, constant};
  const auto place = [&](std::int64_t x) { return from.cell(x, *ry, *rz); };
  if (inside) return {place(first), 0};
  const auto copy = [&](int begin, int end, std::int64_t index) {
    if (begin < end)
      std::memcpy(static_cast<std::uint8_t*>(row) + begin * from.cell_bytes, place(index),
                  at((end - begin) * from.cell_bytes));
  };
  if (on_grid && middle != nullptr && low_ < high_) {  // then low_ and high_ are between low and high
    *middle = place(first + low_);
    copy(low, low_, first + low);
    copy(high_, high, first + high_);
  } else if (on_grid) {
    copy(low, high, first + low);
  } else {
    fill_cells(node.type, constant, low, high, row);
  }
  for (int i = low == 0 ? high : 0; i < segment_.n; i = i + 1 == low ? high : i + 1) {
    const auto rx = spec::resolve_index(first + i, e[0], node.boundary[0]);
    if (rx && on_grid)
      copy(i, i + 1, *rx);
    else
      fill_cells(node.type, rx ? constant : spec::constant_bits(node.boundary[0]), i, i + 1, row);
  }
  return {row, 0};
}

}  // namespace rtlgen::golden
