// Weights of operators, and buffers of a program from lags in cells.
#include "analysis/sharing/cost.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "analysis/windows.hpp"
#include "spec/boundary.hpp"
#include "spec/fused_sum.hpp"
#include "spec/operations.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::Op;
using spec::Program;
using spec::Stencil;
using spec::Type;

/// The cost of a factor that is known at compile time: the ones of its significand, minus one.
int constant_digits(const Node& c) {
  std::uint64_t bits = c.bits;
  if (c.type.is_float()) return std::popcount(bits & ((std::uint64_t{1} << c.type.fraction) - 1));
  if (c.type.is_signed() && (bits >> (c.type.width - 1) & 1) != 0) bits = (~bits + 1) & c.type.mask();
  return std::max(0, std::popcount(bits) - 1);
}

const Node* constant_operand(const Program& s, const Node& n) {
  for (const spec::NodeId a : n.args) {
    if (s.nodes[a].op == Op::kConstant) return &s.nodes[a];
  }
  return nullptr;
}

double float_luts(const Program& s, const Node& n, const Type& t) {
  const double w = t.width;
  const double square = static_cast<double>(t.fraction + 1) * (t.fraction + 1);
  const Node* const constant = constant_operand(s, n);
  switch (n.op) {
    case Op::kAdd:
    case Op::kSub:
      return 12 * w;
    case Op::kMul:
      return constant == nullptr ? square * 7 / 8 : constant_digits(*constant) == 0 ? w : square / 3;
    case Op::kDiv:
      return constant != nullptr && constant == &s.nodes[n.args[1]] ? square : square * 3 / 2;
    case Op::kMin:
    case Op::kMax:
      return 2 * w;
    case Op::kLt:
    case Op::kLe:
      return w;
    case Op::kEq:
    case Op::kNe:
    case Op::kSelect:
      return w / 2;
    case Op::kNeg:
    case Op::kAbs:
      return 0;
    case Op::kCast:
      return n.type == t ? 0 : 6 * w;
    case Op::kFused:  // the fixed part, the part per term, and products
      return 12 * w + 7 * w / 2 * static_cast<double>(n.fused.terms.size()) + spec::products_of(n.fused) * square / 3;
    default: {
      const spec::FloatLuts& luts = spec::operation_of(n.op).float_luts;
      return luts.per_bit * w + square * luts.square / luts.square_by;
    }
  }
}

double integer_luts(const Program& s, const Node& n, const Type& t) {
  const double w = t.width;
  const Node* const constant = constant_operand(s, n);
  switch (n.op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kNeg:
      return w;
    case Op::kAbs:
    case Op::kMin:
    case Op::kMax:
      return w * 3 / 2;
    case Op::kMul:
      return constant == nullptr ? w * (w + 8) / 3 : w * std::min(constant_digits(*constant), t.width / 3);
    case Op::kDiv:
    case Op::kRem:
      return constant == nullptr ? w * w * 5 / 4 : w * w / 2;
    case Op::kLt:
    case Op::kLe:
    case Op::kEq:
    case Op::kNe:
    case Op::kSelect:
    case Op::kBitAnd:
    case Op::kBitOr:
    case Op::kBitXor:
    case Op::kAnd:
    case Op::kOr:
      return w / 2;
    case Op::kShl:
    case Op::kShr:
      return s.nodes[n.args[1]].op == Op::kConstant ? 0 : 2 * w;
    case Op::kCast:
      return n.type.is_integer() && t.is_integer() ? 0 : 6 * w;
    default:
      return 0;
  }
}

/// The range of cells that a read may take, including those of its boundary rule.
struct Read {
  spec::StreamId stream;
  std::int64_t low = 0;   ///< linear offset of the oldest cell
  std::int64_t high = 0;  ///< linear offset of the newest
};

struct Sweep {
  std::vector<Read> reads;
  spec::StreamId output;
};

/// A read, seen from its stream.
struct Consumer {
  std::size_t sweep = 0;
  std::int64_t low = 0, high = 0;  ///< as in Read
};

/// Lags in cells, and the resulting buffers.
class Buffers {
 public:
  explicit Buffers(const Stencil& s) : stencil_(s) {
    registers_.resize(s.streams.size());
    for (const spec::StageId i : s.stages.ids()) add_stage(i);
    consumers_.resize(s.streams.size());
    for (std::size_t i = 0; i < sweeps_.size(); ++i) {
      for (const Read& r : sweeps_[i].reads) consumers_[r.stream].push_back({i, r.low, r.high});
    }
    for (const spec::StreamId i : s.streams.ids()) leaves_.push_back(leaves(i));
    start();
    for (std::size_t i = 0; i < sweeps_.size(); ++i) set(i, earliest(i));
    improve();
  }

  [[nodiscard]] std::int64_t cells() const {
    std::int64_t sum = 0;
    for (const spec::StreamId i : stencil_.streams.ids()) sum += kept(i);
    return sum;
  }

  [[nodiscard]] double luts() const {
    double sum = 0;
    for (const spec::StreamId i : stencil_.streams.ids()) {
      sum += width(i) * (static_cast<double>(kept(i)) / 64 + registers_[i] / 2.0);
    }
    return sum;
  }

 private:
  double width(spec::StreamId stream) const { return stencil_.arrays[stencil_.streams[stream].array].type.width; }

  std::int64_t linear(const spec::Offset& o) const {
    return o[0] + stencil_.grid[0] * (o[1] + stencil_.grid[1] * std::int64_t{o[2]});
  }

  void add_stage(spec::StageId stage) {
    const spec::Stage& spec_stage = stencil_.stages[stage];
    Sweep sweep;
    sweep.output = spec_stage.output;
    std::set<std::pair<spec::StreamId, spec::Offset>> rows;
    for (const Tap& tap : collect_reads(stencil_, stage).taps) {
      if (stencil_.arrays[stencil_.streams[tap.stream].array].held() || tap.own) continue;  // kept for any lags
      spec::Offset low = tap.offset;
      spec::Offset high = tap.offset;
      for (std::size_t a = 0; spec_stage.border == spec::Border::kCompute && a < spec::kMaxAxes; ++a) {
        const std::optional<spec::Boundary>& rule = tap.boundary[a];
        if (spec::is_constant(rule) || spec::wraps(rule)) continue;
        const int other = rule && spec::boundary_row(rule->kind).reaches_back ? -tap.offset[a] : 0;
        low[a] = std::min(low[a], other);
        high[a] = std::max(high[a], other);
      }
      sweep.reads.push_back({tap.stream, linear(low), linear(high)});
      if (rows.insert({tap.stream, tap.offset}).second) registers_[tap.stream] += 1;
    }
    if (spec_stage.border == spec::Border::kKeep) sweep.reads.push_back({spec_stage.old_stream, 0, 0});
    sweeps_.push_back(std::move(sweep));
  }

  /// Starts with all lags 0.
  void start() {
    lag_.assign(sweeps_.size(), 0);
    lags_ = std::multiset<std::int64_t>(lag_.begin(), lag_.end());
    stream_lag_.assign(stencil_.streams.size(), 0);
    reaches_.resize(stencil_.streams.size());
    for (const spec::StreamId i : stencil_.streams.ids()) {
      for (const Consumer& c : consumers_[i]) reaches_[i].insert(-c.low);
    }
    for (const spec::StreamId i : stencil_.streams.ids()) {
      if (leaves_[i]) leaving_.push_back(i);
      weight_ += bits_kept(i);
    }
  }

  /// Changes the lag of a sweep. That changes the number of cells kept for the streams it reads and writes, and for
  /// those that leave the step only if the exit's lag changes too.
  void set(std::size_t sweep, std::int64_t lag) {
    const std::int64_t before = lag_[sweep];
    if (lag == before) return;
    const Sweep& moved = sweeps_[sweep];
    lags_.erase(lags_.find(before));
    const std::int64_t others = lags_.empty() ? 0 : *lags_.rbegin();
    const bool moves_exit = std::max(others, before) != std::max(others, lag);
    std::vector<spec::StreamId> touched{moved.output};
    for (const Read& r : moved.reads) touched.push_back(r.stream);
    if (moves_exit) touched.insert(touched.end(), leaving_.begin(), leaving_.end());
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    lags_.insert(before);
    for (const spec::StreamId stream : touched) weight_ -= bits_kept(stream);
    lags_.erase(lags_.find(before));
    lags_.insert(lag);
    for (const Read& r : moved.reads) {
      std::multiset<std::int64_t>& reaches = reaches_[r.stream];
      reaches.erase(reaches.find(before - r.low));
      reaches.insert(lag - r.low);
    }
    lag_[sweep] = lag;
    stream_lag_[moved.output] = lag;
    for (const spec::StreamId stream : touched) weight_ += bits_kept(stream);
  }

  std::int64_t earliest(std::size_t sweep) const {
    std::int64_t lag = 0;
    for (const Read& r : sweeps_[sweep].reads) {
      lag = std::max(lag, stream_lag_[r.stream] + std::max<std::int64_t>(r.high, 0));
    }
    return lag;
  }

  std::int64_t exit_lag() const { return lags_.empty() ? 0 : *lags_.rbegin(); }

  std::int64_t latest(std::size_t sweep) const {
    const spec::StreamId stream = sweeps_[sweep].output;
    std::int64_t lag = exit_lag();
    for (const Consumer& c : consumers_[stream]) {
      if (c.sweep > sweep) lag = std::min(lag, lag_[c.sweep] - std::max<std::int64_t>(c.high, 0));
    }
    return lag;
  }

  bool leaves(spec::StreamId stream) const {
    const spec::Array& array = stencil_.arrays[stencil_.streams[stream].array];
    if (array.role == spec::Role::kTemporary || array.role == spec::Role::kInput) return false;
    return stencil_.final_stream(stencil_.streams[stream].array) == stream;
  }

  std::int64_t kept(spec::StreamId stream) const {
    std::int64_t most = 0;
    if (!reaches_[stream].empty()) most = std::max(most, *reaches_[stream].rbegin() - stream_lag_[stream]);
    if (leaves_[stream]) most = std::max(most, exit_lag() - stream_lag_[stream]);
    return most == 0 ? 0 : most + stencil_.hardware.cells_per_cycle;
  }

  std::int64_t bits_kept(spec::StreamId stream) const {
    return stencil_.arrays[stencil_.streams[stream].array].type.width * kept(stream);
  }

  /// Moves one sweep at a time to the better end of its range.
  void improve() {
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
      bool moved = false;
      for (std::size_t i = sweeps_.size(); i-- > 0;) {
        const std::int64_t before = lag_[i];
        std::int64_t best = weight_;
        std::int64_t choice = before;
        for (const std::int64_t lag : {earliest(i), latest(i)}) {
          set(i, lag);
          if (weight_ < best) {
            best = weight_;
            choice = lag;
          }
        }
        set(i, choice);
        moved = moved || choice != before;
      }
      if (!moved) return;
    }
  }

  const Stencil& stencil_;
  std::vector<Sweep> sweeps_;
  IndexVector<spec::StreamId, std::vector<Consumer>> consumers_;  ///< by stream
  IndexVector<spec::StreamId, bool> leaves_;                      ///< by stream: whether its cells leave the step
  std::vector<spec::StreamId> leaving_;                           ///< streams whose cells leave the step
  std::vector<std::int64_t> lag_;
  std::multiset<std::int64_t> lags_;  ///< the same, in order
  IndexVector<spec::StreamId, std::int64_t> stream_lag_;
  IndexVector<spec::StreamId, std::multiset<std::int64_t>> reaches_;  ///< how far its readers trail the input
  std::int64_t weight_ = 0;                                           ///< total number of kept bits
  IndexVector<spec::StreamId, int> registers_;                        ///< by stream: cells that taps read at once
};

void count(const Program& s, const Node& n, Operators& operators) {
  if (node_luts(s, n) == 0) return;
  const spec::Drawn kind = spec::operation_of(n.op).drawn;
  if (n.op == Op::kFused) {
    operators.adds += spec::additions_of(n.fused);
    operators.multiplies += spec::products_of(n.fused);
  } else if (kind == spec::Drawn::kAdd)
    ++operators.adds;
  else if (kind == spec::Drawn::kMultiply)
    ++operators.multiplies;
  else if (n.op != Op::kCast && n.op != Op::kNeg)
    ++operators.others;
}

}  // namespace

double node_luts(const Program& s, const Node& n) {
  // Operations on constants only are folded.
  const auto is_constant = [&s](spec::NodeId arg) { return s.nodes[arg].op == Op::kConstant; };
  if (std::all_of(n.args.begin(), n.args.end(), is_constant)) return 0;
  if (n.op == Op::kLookup) return n.type.width;
  const Type& operand = s.nodes[n.args.back()].type;
  return operand.is_float() || (n.op == Op::kCast && n.type.is_float())
             ? float_luts(s, n, operand.is_float() ? operand : n.type)
             : integer_luts(s, n, operand);
}

Cost cost_of(const Stencil& s) {
  Cost cost;
  double logic = 0;
  for (const spec::StageId i : s.stages.ids()) {
    for (const spec::NodeId id : collect_reads(s, i).nodes) {
      logic += node_luts(s, s.nodes[id]);
      count(s, s.nodes[id], cost.operators);
    }
  }
  for (const spec::Array& array : s.arrays) cost.temporaries += array.role == spec::Role::kTemporary ? 1 : 0;
  const Buffers buffers(s);
  cost.buffered_cells = buffers.cells();
  const int p = s.hardware.cells_per_cycle;
  cost.luts = logic * p + buffers.luts();
  return cost;
}

}  // namespace rtlgen::analysis
