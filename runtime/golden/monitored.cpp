// Passes, and reductions over the grid with the language's own operations.
#include "golden/monitored.hpp"

#include <algorithm>

#include "golden/row_ops.hpp"
#include "spec/program.hpp"
#include "support/index.hpp"

namespace rtlgen::golden {

namespace {

using spec::Op;
using spec::Reduction;
using spec::Type;

const std::uint8_t* cell(const Grid& grid, std::int64_t i) { return grid.bytes.data() + i * grid.cell_bytes; }

/// Cells of one type in a row.
struct Cells {
  Type type;
  int n = 0;
  std::vector<std::uint64_t> store;  ///< aligned for every type

  Cells(const Type& t, int count) : type(t), n(count), store(at(count)) {}
  [[nodiscard]] std::uint64_t get(int i) const {
    std::uint64_t bits = 0;
    const auto size = at(cell_bytes(type));
    std::memcpy(&bits, reinterpret_cast<const std::uint8_t*>(store.data()) + at(i) * size, size);
    return bits;
  }
};

/// `op` on rows of `n` cells.
Cells row_of(const spec::Program& s, Op op, const Type& type, const std::vector<Operand>& args, int n) {
  Cells out(type, n);
  apply({op, type, args.data(), static_cast<int>(args.size()), s.subnormals == spec::Subnormals::kFlush, n,
         out.store.data(), FixedModes{s.rounding, s.overflow}});
  canonicalise(type, n, out.store.data());
  return out;
}

Operand row(const Cells& cells, int from = 0) {
  return {reinterpret_cast<const std::uint8_t*>(cells.store.data()) + at(from) * at(cell_bytes(cells.type)), 0,
          cells.type};
}

/// The exact difference of two integers or fixed-point numbers, saturated at the largest of the type.
std::uint64_t distance(const Type& type, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sign = type.is_signed() ? std::uint64_t{1} << (type.width - 1) : 0;
  const std::uint64_t difference = (a ^ sign) > (b ^ sign) ? a - b : b - a;
  return std::min(difference & type.mask(), type.mask() >> (type.is_signed() ? 1 : 0));
}

class Fold {
 public:
  Fold(const spec::Program& stencil, const spec::Monitor& monitor)
      : program_(stencil), monitor_(monitor), field_(stencil.arrays[monitor.array].type), value_(start()) {}

  /// Adds `n` cells, at most a segment.
  void take(const std::uint8_t* now, const std::uint8_t* before, int n) {
    const Operand cells{now, 0, field_};
    switch (monitor_.reduction) {
      case Reduction::kSum:
        return add(cells, n);
      case Reduction::kSumSquares:
        return add(row(row_of(program_, Op::kMul, field_, {cells, cells}, n)), n);
      case Reduction::kMin:
        return choose(Op::kMin, cells, n);
      case Reduction::kMax:
        return choose(Op::kMax, cells, n);
      case Reduction::kMaxChange:
        break;
    }
    const Operand old{before, 0, field_};
    const Cells change = field_.is_float() ? float_change(cells, old, n) : exact_change(cells, old, n);
    choose(Op::kMax, row(change), n);
  }

  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  /// A start value that changes no minimum or maximum: NaN, or the opposite limit of the type.
  [[nodiscard]] std::uint64_t start() const {
    if (monitor_.reduction == Reduction::kSum || monitor_.reduction == Reduction::kSumSquares ||
        monitor_.reduction == Reduction::kMaxChange) {
      if (!field_.is_float() || monitor_.reduction != Reduction::kMaxChange) return 0;
    }
    if (field_.is_float()) return ((std::uint64_t{2} << field_.exponent) - 1) << (field_.fraction - 1);
    const std::uint64_t smallest = field_.is_signed() ? std::uint64_t{1} << (field_.width - 1) : 0;
    return monitor_.reduction == Reduction::kMax ? smallest : smallest ^ field_.mask();
  }

  [[nodiscard]] Cells float_change(const Operand& now, const Operand& old, int n) const {
    const Cells difference = row_of(program_, Op::kSub, field_, {now, old}, n);
    return row_of(program_, Op::kAbs, field_, {row(difference)}, n);
  }

  [[nodiscard]] Cells exact_change(const Operand& now, const Operand& old, int n) const {
    Cells out(field_, n);
    const auto size = at(cell_bytes(field_));
    for (int i = 0; i < n; ++i) {
      std::uint64_t v[2] = {0, 0};
      std::memcpy(&v[0], static_cast<const std::uint8_t*>(now.row) + at(i) * size, size);
      std::memcpy(&v[1], static_cast<const std::uint8_t*>(old.row) + at(i) * size, size);
      const std::uint64_t bits = distance(field_, v[0], v[1]);
      std::memcpy(reinterpret_cast<std::uint8_t*>(out.store.data()) + at(i) * size, &bits, size);
    }
    return out;
  }

  void add(const Operand& cells, int n) {
    const bool same = cells.type == monitor_.type;
    const Cells converted = same ? Cells(monitor_.type, 0) : row_of(program_, Op::kCast, monitor_.type, {cells}, n);
    const Operand from = same ? cells : row(converted);
    const auto size = at(cell_bytes(monitor_.type));
    for (int i = 0; i < n; ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, static_cast<const std::uint8_t*>(from.row) + at(i) * size, size);
      value_ = (value_ + bits) & monitor_.type.mask();
    }
  }

  /// Combines pairs of halves until one cell is left, then that cell with the value.
  void choose(Op op, const Operand& cells, int n) {
    Cells left = row_of(program_, op, field_, {cells, {nullptr, value_, field_}}, n);
    while (left.n > 1) {
      const int half = left.n / 2;
      Cells next = row_of(program_, op, field_, {row(left), row(left, left.n - half)}, half);
      if (left.n % 2 != 0) next = with(next, left.get(half));
      left = std::move(next);
    }
    value_ = left.get(0);
  }

  [[nodiscard]] Cells with(const Cells& cells, std::uint64_t bits) const {
    Cells out(field_, cells.n + 1);
    std::copy(cells.store.begin(), cells.store.end(), out.store.begin());
    fill_cells(field_, bits, cells.n, cells.n + 1, out.store.data());
    return out;
  }

  const spec::Program& program_;
  const spec::Monitor& monitor_;
  Type field_;
  std::uint64_t value_;
};

}  // namespace

std::int64_t pass_steps(const spec::Program& stencil, std::int64_t iterations, std::int64_t pass) {
  const std::int64_t steps = stencil.pass_steps;
  const std::int64_t rest = iterations % steps;
  return pass == 0 && rest != 0 ? rest : steps;
}

std::uint64_t evaluate_monitor(const spec::Program& stencil, const spec::Monitor& monitor, const Grid& now,
                               const Grid* before) {
  const FlushMode mode(stencil.subnormals == spec::Subnormals::kFlush);
  Fold fold(stencil, monitor);
  for (std::int64_t i = 0; i < now.cells(); i += kSegment) {
    const int n = static_cast<int>(std::min<std::int64_t>(kSegment, now.cells() - i));
    fold.take(cell(now, i), before != nullptr ? cell(*before, i) : nullptr, n);
  }
  return fold.value();
}

std::uint64_t evaluate_after_pass(const spec::Program& s, spec::NodeId root, const spec::Extents& extents,
                                  const std::vector<std::uint64_t>& params,
                                  const std::vector<std::uint64_t>& monitors) {
  const bool flush = s.subnormals == spec::Subnormals::kFlush;
  IndexVector<spec::NodeId, std::uint64_t> value(s.nodes.size());
  IndexVector<spec::NodeId, bool> live(s.nodes.size());
  live[root] = true;
  for (const spec::NodeId id : s.nodes.ids_backwards()) {
    if (!live[id]) continue;
    for (const spec::NodeId a : s.nodes[id].args) live[a] = true;
  }
  for (const spec::NodeId id : s.nodes.ids()) {
    if (!live[id]) continue;
    const spec::Node& n = s.nodes[id];
    if (n.op == Op::kConstant) value[id] = n.bits;
    if (n.op == Op::kParam) value[id] = params[at(n.index)];
    if (n.op == Op::kMonitor) value[id] = monitors[at(n.index)];
    if (n.op == Op::kExtent) value[id] = static_cast<std::uint32_t>(extents[at(n.index)]);
    if (n.args.empty()) continue;
    std::vector<Operand> args;
    for (const spec::NodeId a : n.args) args.push_back({nullptr, value[a], s.nodes[a].type});
    value[id] = apply_single({n.op, n.type, args.data(), static_cast<int>(args.size()), flush, 1, nullptr,
                              FixedModes{s.rounding, s.overflow}, &n.fused});
  }
  return value[root];
}

Decision after_pass(const spec::Program& s, const spec::Extents& extents, const Pass& pass) {
  Decision decision{false, pass.params};
  decision.stop = s.until.valid() && evaluate_after_pass(s, s.until, extents, pass.params, pass.monitors) != 0;
  for (const spec::ParamId i : s.params.ids()) {
    if (!s.params[i].next.valid()) continue;
    decision.params[at(i.index())] = evaluate_after_pass(s, s.params[i].next, extents, pass.params, pass.monitors);
  }
  return decision;
}

bool acts_after_passes(const spec::Program& stencil) {
  return !stencil.monitors.empty() || stencil.decides_between_passes();
}

MonitoredRun run_monitored(const spec::Program& s, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                           std::int64_t iterations, std::vector<std::uint64_t> params, const Options& options) {
  const bool changes = std::any_of(s.monitors.begin(), s.monitors.end(),
                                   [](const spec::Monitor& m) { return m.reduction == Reduction::kMaxChange; });
  MonitoredRun out;
  std::map<int, Grid> state = inputs;
  const auto advance = [&](std::int64_t steps, std::int64_t done) {
    Options part = options;
    part.first_step = options.first_step + done;
    if (options.progress) {
      part.progress = [&](std::int64_t now, std::int64_t) { options.progress(done + now, iterations); };
    }
    out.results = run(s, extents, state, steps, params, part);
    for (auto& [array, grid] : out.results) {
      if (s.arrays[spec::ArrayId(array)].role == spec::Role::kState) state[array] = grid;
    }
  };
  while (out.iterations < iterations && !out.stopped) {
    const std::int64_t steps = pass_steps(s, iterations, static_cast<std::int64_t>(out.passes.size()));
    // The change of the last time step needs the grid before it.
    const std::int64_t ahead = changes ? steps - 1 : 0;
    if (ahead > 0) advance(ahead, out.iterations);
    std::map<int, Grid> before;
    if (changes) before = state;
    advance(steps - ahead, out.iterations + ahead);
    out.iterations += steps;
    Pass pass{out.iterations, params, {}};
    for (const spec::Monitor& m : s.monitors) {
      const auto old = before.find(m.array.index());
      pass.monitors.push_back(
          evaluate_monitor(s, m, out.results.at(m.array.index()), old == before.end() ? nullptr : &old->second));
    }
    Decision decision = after_pass(s, extents, pass);
    out.passes.push_back(std::move(pass));
    out.stopped = decision.stop;
    params = std::move(decision.params);
  }
  return out;
}

}  // namespace rtlgen::golden
