// Sweeps: rows are cut into segments that stay in the first-level cache, and shared among threads.
#include "golden/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>

#include "golden/chains.hpp"
#include "golden/grid.hpp"
#include "golden/program.hpp"
#include "golden/row_ops.hpp"
#include "golden/threads.hpp"
#include "spec/boundary.hpp"
#include "spec/mirror.hpp"
#include "spec/program.hpp"
#include "spec/reach.hpp"
#include "support/check.hpp"
#include "support/index.hpp"
#include "support/interruption.hpp"

namespace rtlgen::golden {

namespace {

using spec::Op;

/// A thread is worth waking for so many cells.
constexpr std::int64_t kCellsPerThread = 4096;

std::uint8_t* cell(Grid& grid, std::int64_t i) { return grid.bytes.data() + i * grid.cell_bytes; }
const std::uint8_t* cell(const Grid& grid, std::int64_t i) { return grid.bytes.data() + i * grid.cell_bytes; }

/// Everything a sweep reads.
struct Sweep {
  const spec::Program& s;
  const spec::Extents& extents;
  const IndexVector<spec::StreamId, Grid>& streams;
  const std::vector<std::uint64_t>& params;
  std::int64_t step = 0;
  bool flush = false;
};

/// Cells x .. x + n - 1 of row y, z.
struct Segment {
  std::int64_t x = 0, y = 0, z = 0;
  int n = 0;
};

/// Runs a program on segments; one per thread.
class Runner {
 public:
  Runner(const Sweep& sweep, const Program& program)
      : w_(sweep),
        p_(program),
        buffers_(at(program.slots), std::vector<std::uint64_t>(kSegment)),
        operands_(program.code.size()),
        middles_(program.code.size()) {
    for (std::size_t i = 0; i < p_.code.size(); ++i) {
      operands_[i].type = w_.s.nodes[p_.code[i].node].type;
      if (p_.code[i].uniform) step(i, nullptr);
    }
  }

  /// Computes the root for `segment` into `out`.
  void run(const Segment& segment, void* out) {
    segment_ = segment;
    low_ = static_cast<int>(std::clamp<std::int64_t>(p_.low - segment.x, 0, segment.n));
    high_ = static_cast<int>(std::clamp<std::int64_t>(w_.extents[0] - p_.high - segment.x, low_, segment.n));
    const std::size_t root = p_.code.size() - 1;
    for (std::size_t i = 0; i <= root; ++i) {
      if (p_.code[i].uniform) continue;
      step(i, i == root ? out : buffers_[at(p_.code[i].slot)].data());
    }
    const Operand& result = operands_[root];
    if (result.row == out) return;
    const auto bytes = at(segment.n) * at(cell_bytes(result.type));
    if (result.row != nullptr)
      std::memcpy(out, result.row, bytes);
    else
      fill_cells(result.type, result.bits, 0, segment.n, out);
  }

 private:
  /// Of an operand; small enough to be returned in registers.
  struct Value {
    const void* row = nullptr;
    std::uint64_t bits = 0;
  };

  /// Instruction `i`, whose row may be put into `row`.
  void step(std::size_t i, void* row) {
    const Instruction& code = p_.code[i];
    const spec::Node& node = w_.s.nodes[code.node];
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

  Value inner(const spec::Node& node, const Instruction& code, void* row) {
    args_.clear();
    bool single = true;
    for (const int arg : code.args) {
      args_.push_back(operands_[at(arg)]);
      single = single && args_.back().row == nullptr;
    }
    const int n = segment_.n;
    const RowJob job{node.op,      node.type,
                     args_.data(), static_cast<int>(args_.size()),
                     w_.flush,     n,
                     row,          {w_.s.rounding, w_.s.overflow},
                     &node.fused,  node.op == Op::kLookup ? &w_.s.tables[node.table()] : nullptr};
    if (single) return {nullptr, apply_single(job)};
    apply(job);
    if (code.canonical) canonicalise(node.type, n, row);
    return {row, 0};
  }

  /// Its cells from low_ up to high_ are computed from the grid itself, the few others from copies.
  Value chain(const spec::Node& node, const Instruction& code, void* row) {
    const bool is_double = node.type.width > 32;
    const auto number = [is_double](std::uint64_t bits) -> double {
      return is_double ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    };
    terms_.resize(code.chain.size());
    spread_.resize(code.chain.size());
    for (std::size_t t = 0; t < code.chain.size(); ++t) {
      const Instruction::Term& term = code.chain[t];
      const double scale = term.scale < 0 ? 1 : number(operand(code, term.scale).bits);
      terms_[t].scale = term.negative ? -scale : scale;
      const Operand& value = operand(code, term.value);
      if (value.row != nullptr) continue;
      spread_[t].resize(kSegment);
      fill_cells(node.type, value.bits, 0, segment_.n, spread_[t].data());
    }
    const auto piece = [&](int first, int last, bool middle) {
      if (first == last) return;
      const std::ptrdiff_t skip = first * cell_bytes(node.type);
      for (std::size_t t = 0; t < code.chain.size(); ++t) {
        const void* const direct = middles_[at(code.args[at(code.chain[t].value)])];
        const void* const whole = operand(code, code.chain[t].value).row;
        const void* const values = whole == nullptr ? spread_[t].data() : whole;
        terms_[t].row = middle && direct != nullptr ? direct : static_cast<const std::uint8_t*>(values) + skip;
      }
      chain_rows(is_double, terms_, last - first, static_cast<std::uint8_t*>(row) + skip);
    };
    piece(0, low_, false);
    piece(low_, high_, true);
    piece(high_, segment_.n, false);
    return {row, 0};
  }
  [[nodiscard]] const Operand& operand(const Instruction& code, int arg) const {
    return operands_[at(code.args[at(arg)])];
  }

  Value leaf(const spec::Node& node, void* row) const {
    const auto axis = at(node.index);
    const auto single = [&](std::int64_t v) { return Value{nullptr, static_cast<std::uint32_t>(v)}; };
    switch (node.op) {
      case Op::kConstant:
        return {nullptr, node.bits};
      case Op::kParam:
        return {nullptr, w_.s.params[node.param()].by_step.empty() ? w_.params[axis]
                                                                   : w_.s.params[node.param()].value_at(w_.step)};
      case Op::kExtent:
        return single(w_.extents[axis]);
      case Op::kStep:
        return single(w_.step);
      case Op::kRegion:
        return region(w_.s.regions[node.region()], row);
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

  /// Whether each cell of the segment lies in `region`.
  Value region(const spec::Region& region, void* row) const {
    const spec::Extents& e = w_.extents;
    if (!region.spans[1].holds(segment_.y, e[1]) || !region.spans[2].holds(segment_.z, e[2])) return {nullptr, 0};
    const std::int64_t low = std::clamp<std::int64_t>(region.spans[0].first.at(e[0]) - segment_.x, 0, segment_.n);
    const std::int64_t high = std::clamp<std::int64_t>(region.spans[0].end.at(e[0]) - segment_.x, low, segment_.n);
    if (high - low == segment_.n) return {nullptr, 1};
    fill_cells(spec::Type::boolean(), 0, 0, segment_.n, row);
    fill_cells(spec::Type::boolean(), 1, static_cast<int>(low), static_cast<int>(high), row);
    return {row, 0};
  }

  /// A read: the cells themselves where they are on the grid, else a copy of what the boundary
  /// answers. With `middle`, only cells before low_ and from high_ on need copies: the others are read at *middle.
  Value tap(const spec::Node& node, const std::uint8_t** middle, void* row) const {
    if (middle != nullptr) *middle = nullptr;
    const Grid& from = w_.streams[node.stream];
    const spec::Extents& e = from.extents;  // an input has one cell along axes it lacks
    const auto& spans = w_.s.arrays[w_.s.streams[node.stream].array].spans;
    const auto ry = spec::resolve_index(spans[1] ? segment_.y + node.offset[1] : 0, e[1], node.boundary[1].kind);
    const auto rz = spec::resolve_index(spans[2] ? segment_.z + node.offset[2] : 0, e[2], node.boundary[2].kind);
    const std::int64_t first = segment_.x + node.offset[0];
    const auto low = static_cast<int>(std::clamp<std::int64_t>(-first, 0, segment_.n));
    const auto high = static_cast<int>(std::clamp<std::int64_t>(e[0] - first, low, segment_.n));
    const bool inside = low == 0 && high == segment_.n;
    // The axes are asked in order: x first, so a constant along y or z is only for cells inside x.
    const std::uint64_t constant = node.boundary[ry ? 2 : 1].constant;
    const bool on_grid = ry && rz;
    if (!spans[0]) return {nullptr, on_grid ? from.get(*ry + e[1] * *rz) : constant};
    if (inside && !on_grid) return {nullptr, constant};
    const std::int64_t base = on_grid ? e[0] * (*ry + e[1] * *rz) : 0;
    if (inside) return {cell(from, base + first), 0};
    const auto copy = [&](int begin, int end, std::int64_t index) {
      if (begin < end)
        std::memcpy(static_cast<std::uint8_t*>(row) + begin * from.cell_bytes, cell(from, base + index),
                    at((end - begin) * from.cell_bytes));
    };
    if (on_grid && middle != nullptr && low_ < high_) {  // low_ and high_ are then between low and high
      *middle = cell(from, base + first + low_);
      copy(low, low_, first + low);
      copy(high_, high, first + high_);
    } else if (on_grid) {
      copy(low, high, first + low);
    } else {
      fill_cells(node.type, constant, low, high, row);
    }
    for (int i = low == 0 ? high : 0; i < segment_.n; i = i + 1 == low ? high : i + 1) {
      const auto rx = spec::resolve_index(first + i, e[0], node.boundary[0].kind);
      if (rx && on_grid)
        copy(i, i + 1, *rx);
      else
        fill_cells(node.type, rx ? constant : node.boundary[0].constant, i, i + 1, row);
    }
    return {row, 0};
  }

  const Sweep& w_;
  const Program& p_;
  std::vector<std::vector<std::uint64_t>> buffers_;
  Segment segment_;         ///< at hand
  int low_ = 0, high_ = 0;  ///< of it: from and up to where all taps in pieces are on the grid
  std::vector<Operand> operands_;
  std::vector<const std::uint8_t*> middles_;        ///< of taps in pieces: cell low_ on the grid, if not in the row
  std::vector<Operand> args_;                       ///< of the node at hand
  std::vector<RowTerm> terms_;                      ///< of the chain at hand
  std::vector<std::vector<std::uint64_t>> spread_;  ///< rows of values in it that are the same in every cell
};

/// One stage over the grid, shared among threads.
class StageSweep {
 public:
  StageSweep(const Sweep& sweep, const spec::Stage& stage, const Program& program, Grid& out)
      : w_(sweep), stage_(stage), p_(program), reach_(reach_of(sweep.s, stage, program)), out_(out) {
    const std::int64_t nx = w_.extents[0], most = longest_segment();
    per_row_ = (nx + most - 1) / most;
    length_ = (nx + per_row_ - 1) / per_row_;
    segments_ = per_row_ * w_.extents[1] * w_.extents[2];
  }

  /// In order on one thread where the stage reads its own results.
  void run(int threads) {
    if (stage_.sweep) threads = 1;
    std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
    try {
      const std::int64_t count = omp_get_num_threads();
      const std::int64_t self = omp_get_thread_num();
      const FlushMode mode(w_.flush);
      Runner runner(w_, p_);
      for (std::int64_t i = segments_ * self / count; i < segments_ * (self + 1) / count; ++i) segment(i, runner);
    } catch (...) {
#pragma omp critical
      failure = std::current_exception();
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  /// Along x a segment has no cell that another one of it reads; what is transposed goes cell by cell.
  [[nodiscard]] std::int64_t longest_segment() const {
    std::int64_t most = stage_.mirror == spec::kTransposed ? 1 : kSegment;
    if (!stage_.sweep || stage_.sweep->axis != 0) return most;
    for (const spec::NodeId id : spec::nodes_below(w_.s, stage_.root)) {
      const spec::Node& node = w_.s.nodes[id];
      if (node.own) most = std::min<std::int64_t>(most, std::abs(node.offset[0]));
    }
    return most;
  }

  void segment(std::int64_t index, Runner& runner) {
    const spec::Extents& e = w_.extents;
    if (stage_.sweep && stage_.sweep->backward) index = segments_ - 1 - index;
    Segment s{index % per_row_ * length_, index / per_row_ % e[1], index / per_row_ / e[1], 0};
    s.n = static_cast<int>(std::min(length_, e[0] - s.x));
    if (s.n <= 0) return;
    const spec::Extents from{s.x, s.y, s.z}, to = stage_.mirror ? spec::mirrored(*stage_.mirror, from, e) : from;
    const std::int64_t base = to[0] + e[0] * (to[1] + e[1] * to[2]);
    if (stage_.border != spec::Border::kKeep) return runner.run(s, cell(out_, base));
    const Grid& old = w_.streams[stage_.old_stream];
    const auto keep = [&](std::int64_t first, std::int64_t last) {
      if (first < last)
        std::memcpy(cell(out_, base + first), cell(old, base + first), at((last - first) * old.cell_bytes));
    };
    const auto outside = [&](std::size_t a, std::int64_t i) { return i < reach_.low[a] || i + reach_.high[a] >= e[a]; };
    if (outside(1, s.y) || outside(2, s.z)) return keep(0, s.n);
    runner.run(s, cell(out_, base));
    const std::int64_t low = std::clamp<std::int64_t>(reach_.low[0] - s.x, 0, s.n);
    keep(0, low);
    keep(std::clamp<std::int64_t>(e[0] - reach_.high[0] - s.x, low, s.n), s.n);
  }

  const Sweep& w_;
  const spec::Stage& stage_;
  const Program& p_;
  Reach reach_;
  Grid& out_;
  std::int64_t per_row_ = 1, length_ = 1, segments_ = 0;
};

/// An array for every stream; those that enter a step hold the inputs.
IndexVector<spec::StreamId, Grid> make_streams(const spec::Program& s, const spec::Extents& extents,
                                               const std::map<int, GridView>& inputs) {
  IndexVector<spec::StreamId, Grid> streams;
  for (const spec::Stream& stream : s.streams) {
    const spec::Type& type = s.arrays[stream.array].type;
    if (stream.stage.valid()) {
      streams.push_back(Grid(type, extents));
      continue;
    }
    const GridView& grid = inputs.at(stream.array.index());
    RTLGEN_CHECK(grid.extents == s.arrays[stream.array].shape(extents) && grid.type == type,
                 "an input that does not suit the run");
    streams.push_back(grid.grid());
  }
  return streams;
}

}  // namespace

std::map<int, GridView> views_of(const std::map<int, Grid>& inputs) {
  std::map<int, GridView> views;
  for (const auto& [array, grid] : inputs) views.emplace(array, GridView(grid));
  return views;
}

std::map<int, Grid> run(const spec::Program& s, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                        std::int64_t iterations, const std::vector<std::uint64_t>& params, const Options& options) {
  return run_views(s, extents, views_of(inputs), iterations, params, options);
}

std::map<int, Grid> run_views(const spec::Program& s, const spec::Extents& extents,
                              const std::map<int, GridView>& inputs, std::int64_t iterations,
                              const std::vector<std::uint64_t>& params, const Options& options) {
  IndexVector<spec::StreamId, Grid> streams = make_streams(s, extents, inputs);
  IndexVector<spec::StageId, Program> programs;
  for (const spec::Stage& stage : s.stages) programs.push_back(compile(s, stage, true));
  const std::int64_t useful = 1 + extents[0] * extents[1] * extents[2] / kCellsPerThread;
  const int wanted = threads_to_use(options.threads);
  const int threads = static_cast<int>(std::min<std::int64_t>(wanted, useful));
  for (std::int64_t step = 0; step < iterations; ++step) {
    const Sweep sweep{s, extents, streams, params, options.first_step + step, s.subnormals == spec::Subnormals::kFlush};
    for (const spec::StageId i : s.stages.ids()) {
      StageSweep(sweep, s.stages[i], programs[i], streams[s.stages[i].output]).run(threads);
      interruption::look();
    }
    for (const spec::ArrayId a : s.arrays.ids()) {
      const spec::StreamId first = s.first_stream(a);
      const spec::StreamId last = s.final_stream(a);
      if (first.valid() && first != last) std::swap(streams[first], streams[last]);
    }
    if (options.observe) {
      options.observe(options.first_step + step + 1, [&](spec::ArrayId a) -> const Grid& {
        const spec::StreamId first = s.first_stream(a);
        return streams[first.valid() ? first : s.final_stream(a)];
      });
    }
    if (options.progress) options.progress(step + 1, iterations);
  }
  std::map<int, Grid> results;
  for (const spec::ArrayId a : s.arrays.ids()) {
    const spec::Role role = s.arrays[a].role;
    if (role != spec::Role::kState && role != spec::Role::kOutput) continue;
    const spec::StreamId first = s.first_stream(a);
    results.emplace(a.index(), std::move(streams[first.valid() ? first : s.final_stream(a)]));
  }
  return results;
}

}  // namespace rtlgen::golden
