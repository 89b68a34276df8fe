// A flattened core under the interpreter, and its driver.
#include "core_run.hpp"

#include <deque>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "hw/interpreter.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/result.hpp"

namespace rtlgen::test {

namespace {

class Flattener {
 public:
  explicit Flattener(const hw::Design& design) : design_(design) {}

  hw::Module run() {
    const hw::Module& top = module(design_.top);
    flat_.name = top.name;
    for (const hw::Signal& s : top.signals) {
      if (s.kind != hw::SignalKind::kWire) add_signal(s.name, s.width, s.kind);
    }
    std::map<std::string, hw::SignalId> ports;
    for (const hw::SignalId id : flat_.signals.ids()) ports[flat_.signals[id].name] = id;
    copy(top, "", ports);
    return flat_;
  }

 private:
  const hw::Module& module(const std::string& name) const {
    for (const hw::Module& m : design_.modules) {
      if (m.name == name) return m;
    }
    throw InternalError("no module " + name);
  }

  [[nodiscard]] bool is_leaf(const std::string& name) const {
    for (const hw::Leaf& l : design_.leaves) {
      if (l.name == name) return true;
    }
    return false;
  }

  hw::SignalId add_signal(const std::string& name, int width, hw::SignalKind kind) {
    return flat_.signals.push_back({name, width, kind, "", false});
  }

  hw::ExprId signal_value(hw::SignalId signal) {
    hw::Expr e;
    e.kind = hw::ExprKind::kSignal;
    e.width = flat_.signals[signal].width;
    e.signal = signal;
    return flat_.exprs.push_back(e);
  }

  void assign(hw::SignalId target, hw::ExprId value) { flat_.items.emplace_back(hw::Assign{target, value}); }

  /// Adds `m`; `ports` are the signals of the flat module that its ports already are.
  void copy(const hw::Module& m, const std::string& prefix, const std::map<std::string, hw::SignalId>& ports) {
    IndexVector<hw::SignalId, hw::SignalId> signal;
    for (const hw::Signal& s : m.signals) {
      const auto port = s.kind == hw::SignalKind::kWire ? ports.end() : ports.find(s.name);
      signal.push_back(port != ports.end() ? port->second
                                           : add_signal(prefix + s.name, s.width, hw::SignalKind::kWire));
    }
    IndexVector<hw::ExprId, hw::ExprId> moved;
    for (hw::Expr e : m.exprs) {
      for (hw::ExprId& a : e.args) a = moved[a];
      if (e.signal.valid()) e.signal = signal[e.signal];
      moved.push_back(flat_.exprs.push_back(e));
    }
    const auto expr = [&](hw::ExprId id) { return id.valid() ? moved[id] : id; };
    for (hw::Item item : m.items) {
      if (auto* a = std::get_if<hw::Assign>(&item)) *a = {signal[a->target], expr(a->value)};
      if (auto* r = std::get_if<hw::Register>(&item)) *r = {signal[r->q], expr(r->d), expr(r->enable), r->reset};
      if (auto* d = std::get_if<hw::DelayLine>(&item)) *d = {signal[d->q], expr(d->d), d->cycles};
      if (auto* x = std::get_if<hw::Memory>(&item)) {
        x->name = prefix + x->name;
        x->q = signal[x->q];
        x->address = expr(x->address);
        x->d = expr(x->d);
        x->enable = expr(x->enable);
        x->write = expr(x->write);
        x->read_address = expr(x->read_address);
      }
      if (const auto* i = std::get_if<hw::Instance>(&item)) {
        place(*i, prefix, signal, moved);
        continue;
      }
      flat_.items.push_back(item);
    }
  }

  void place(const hw::Instance& i, const std::string& prefix, const IndexVector<hw::SignalId, hw::SignalId>& signal,
             const IndexVector<hw::ExprId, hw::ExprId>& expr) {
    const bool leaf = is_leaf(i.module);
    std::map<std::string, hw::SignalId> ports;
    for (const auto& [port, value] : i.inputs) {
      const int width = flat_.exprs[expr[value]].width;
      const auto kind = leaf ? hw::SignalKind::kOutput : hw::SignalKind::kWire;
      const hw::SignalId s = add_signal((leaf ? i.module + "_" : prefix + i.name + "_") + port, width, kind);
      assign(s, expr[value]);
      ports[port] = s;
    }
    for (const auto& [port, target] : i.outputs) {
      const int width = flat_.signals[signal[target]].width;
      const auto kind = leaf ? hw::SignalKind::kInput : hw::SignalKind::kWire;
      const hw::SignalId s = add_signal((leaf ? i.module + "_" : prefix + i.name + "_") + port, width, kind);
      assign(signal[target], signal_value(s));
      ports[port] = s;
    }
    if (!leaf) copy(module(i.module), prefix + i.name + ".", ports);
  }

  const hw::Design& design_;
  hw::Module flat_;
};

/// Frame and place in it of word `index` of a pass: block and coordinates of lane 0's cell, ghosts counted from minus
/// their width on, in the grid as if it had no end.
std::array<std::int64_t, 3> first_cell(const contract::CoreInterface& core, const spec::Extents& grid,
                                       std::int64_t index) {
  const spec::Extents frame = core.frame_extents(grid);
  const std::int64_t row_words = (frame[0] + core.cells_per_cycle - 1) / core.cells_per_cycle;
  std::array<std::int64_t, 3> cell{index % row_words * core.cells_per_cycle, index / row_words % frame[1],
                                   index / row_words / frame[1] % frame[2]};
  std::int64_t frames = index / (row_words * frame[1] * frame[2]);
  for (std::size_t a = 0; a < 3; ++a) {
    cell[a] -= core.ghost_low[a];
    if (core.block[a] == 0) continue;
    const std::int64_t own = core.block[a] - core.ghost_low[a] - core.ghost_high[a];
    const std::int64_t count = (grid[a] + own - 1) / own;
    cell[a] += frames % count * own;
    frames /= count;
  }
  return cell;
}

/// Word `index` of a pass over `grid`, P cells, ghosts filled from the other side by walking there; padding
/// lanes and cells outside the grid hold anything.
std::uint64_t pack(const contract::CoreInterface& core, const golden::Grid& grid, std::int64_t index,
                   std::mt19937& random) {
  const int lanes = core.cells_per_cycle;
  const std::array<std::int64_t, 3> first = first_cell(core, grid.extents, index);
  const std::int64_t left =
      core.frame_extents(grid.extents)[0] - index % ((core.frame_extents(grid.extents)[0] + lanes - 1) / lanes) * lanes;
  std::uint64_t word = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    std::array<std::int64_t, 3> c = first;
    c[0] += lane;
    bool there = lane < left;
    for (std::size_t a = 0; a < 3; ++a) {
      const bool round = core.block[a] == 0 || core.block_wraps[a];
      while (round && c[a] < 0) c[a] += grid.extents[a];
      while (round && c[a] >= grid.extents[a]) c[a] -= grid.extents[a];
      there = there && c[a] >= 0 && c[a] < grid.extents[a];
    }
    const std::uint64_t cell =
        there ? grid.get(c[0] + grid.extents[0] * (c[1] + grid.extents[1] * c[2])) : random() & grid.type.mask();
    word |= cell << (lane * grid.type.width);
  }
  return word;
}

/// Writes the cells of the grid that word `index` of a pass gives: of its block outside the ghosts.
void unpack(const contract::CoreInterface& core, std::uint64_t word, std::int64_t index, golden::Grid& grid) {
  const int lanes = core.cells_per_cycle;
  const spec::Extents frame = core.frame_extents(grid.extents);
  const std::int64_t row_words = (frame[0] + lanes - 1) / lanes;
  const std::array<std::int64_t, 3> first = first_cell(core, grid.extents, index);
  const std::array<std::int64_t, 3> place{index % row_words * lanes, index / row_words % frame[1],
                                          index / row_words / frame[1] % frame[2]};
  for (int lane = 0; lane < lanes; ++lane) {
    bool own = true;
    for (std::size_t a = 0; a < 3; ++a) {
      const std::int64_t at = place[a] + (a == 0 ? lane : 0);
      const std::int64_t c = first[a] + (a == 0 ? lane : 0);
      own = own && at >= core.ghost_low[a] && at < frame[a] - core.ghost_high[a] && c >= 0 && c < grid.extents[a];
    }
    if (!own) continue;
    grid.set(first[0] + lane + grid.extents[0] * (first[1] + grid.extents[1] * first[2]),
             (word >> (lane * grid.type.width)) & grid.type.mask());
  }
}

std::uint64_t setting(const contract::Port& port, const contract::RunSettings& run, const spec::Extents& extents,
                      const spec::Stencil& stencil) {
  switch (port.role) {
    case contract::PortRole::kRowWords:
      return static_cast<std::uint64_t>(run.frame.row_words);
    case contract::PortRole::kRows:
      return static_cast<std::uint64_t>(run.frame.rows);
    case contract::PortRole::kPlanes:
      return static_cast<std::uint64_t>(run.frame.planes);
    case contract::PortRole::kPlaneWords:
      return static_cast<std::uint64_t>(run.frame.plane_words());
    case contract::PortRole::kTail:
      return static_cast<std::uint64_t>(run.tail);
    case contract::PortRole::kExtentX:
      return static_cast<std::uint64_t>(extents[0]);
    case contract::PortRole::kPhaseX:
      return static_cast<std::uint64_t>(run.phase[0]);
    case contract::PortRole::kPhaseY:
      return static_cast<std::uint64_t>(run.phase[1]);
    case contract::PortRole::kPhaseZ:
      return static_cast<std::uint64_t>(run.phase[2]);
    case contract::PortRole::kGridWords:
      return static_cast<std::uint64_t>(contract::frame_shape(extents, stencil.hardware.cells_per_cycle).row_words);
    case contract::PortRole::kGridRows:
      return static_cast<std::uint64_t>(extents[1]);
    case contract::PortRole::kBlocksX:
      return static_cast<std::uint64_t>(run.blocks[0]);
    case contract::PortRole::kBlocksY:
      return static_cast<std::uint64_t>(run.blocks[1]);
    case contract::PortRole::kGap:
      return static_cast<std::uint64_t>(run.gap);
    case contract::PortRole::kPasses:
      return static_cast<std::uint64_t>(run.passes);
    case contract::PortRole::kBypass:
      return static_cast<std::uint64_t>(run.bypass);
    case contract::PortRole::kFirstStep:
      return static_cast<std::uint64_t>(run.first_step);
    case contract::PortRole::kParam:
      return stencil.params[spec::ParamId(port.index)].value;
    default:
      return 0;
  }
}

/// Streams a run through a flat core.
class Driver {
 public:
  Driver(const plan::Plan& plan, const hw::Design& design, const spec::Extents& extents, std::int64_t iterations,
         double stalls, std::mt19937& random)
      : plan_(plan), core_(flatten(design)), extents_(extents), stalls_(stalls), random_(random) {
    Diagnostics diagnostics;
    auto run = contract::run_settings(plan.core, extents, iterations, diagnostics);
    RTLGEN_CHECK(run.ok(), diagnostics.render());
    run_ = *run;
    total_ = run_.pass_words() * run_.passes;
  }

  CoreRun run(const std::map<int, golden::Grid>& inputs) {
    in_ = inputs;
    for (const int a : plan_.core.output_arrays) {
      out_[a] = golden::Grid(plan_.stencil->arrays[spec::ArrayId(a)].type, extents_);
      if (in_.contains(a)) out_[a] = in_.at(a);
    }
    for (const contract::Port& port : plan_.core.ports) {
      if (!port.is_input || port.role == contract::PortRole::kClock || port.role == contract::PortRole::kReset)
        continue;
      core_.set(port.name, setting(port, run_, extents_, *plan_.stencil));
    }
    CoreRun result;
    for (int i = 0; i < 3; ++i) core_.clock(true);
    for (const int a : plan_.core.held_arrays) load(a, inputs.at(a));
    const std::int64_t limit = 40 * (run_.ideal_cycles + 100);
    while (!result.ended && result.cycles < limit) {
      result.ended = step();
      if (!ended_monitors_.empty()) result.monitors.push_back(std::move(ended_monitors_));
      ended_monitors_.clear();
      result.most_held = std::max(result.most_held, fifo_.size());
      ++result.cycles;
    }
    result.ended = result.ended && taken_ == total_ && given_ == total_ && fifo_.empty();
    for (const int a : plan_.core.late_arrays) result.ended = result.ended && given_late_[a] == total_;
    for (const int a : plan_.core.output_arrays) {
      result.outputs[a] = in_.contains(a) && run_.passes % 2 == 0 ? in_.at(a) : out_.at(a);
    }
    return result;
  }

 private:
  bool flip() { return std::uniform_real_distribution<>(0, 1)(random_) >= stalls_; }
  /// What pass `pass` reads of an array.
  [[nodiscard]] const golden::Grid& read_side(int array, std::int64_t pass) const {
    return pass % 2 != 0 && out_.contains(array) ? out_.at(array) : in_.at(array);
  }

  /// Loads a held array word after word, with pauses; nothing may enter meanwhile.
  void load(int array, const golden::Grid& grid) {
    const std::string port = "load_" + name(array);
    // The frame of the array alone, with ghosts along the axes that it has.
    const spec::Array& held = plan_.stencil->arrays[spec::ArrayId(array)];
    contract::CoreInterface own = plan_.core;
    own.cells_per_cycle = plan::lanes_of(held, own.cells_per_cycle);
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (!held.spans[a]) own.ghost_low[a] = own.ghost_high[a] = own.block[a] = 0;
    }
    const std::int64_t words = contract::frame_shape(own.frame_extents(grid.extents), own.cells_per_cycle).words();
    for (std::int64_t i = 0; i < words;) {
      const bool now = flip();
      core_.set(port + "_valid", now);
      core_.set(port + "_data", now ? pack(own, grid, i, random_) : random_());
      core_.set(port + "_last", now ? i + 1 == words : flip());
      core_.set("in_valid", 1);
      core_.set("rtlgen_fifo_out_valid", 0);
      RTLGEN_CHECK(core_.get("in_ready") == 0, "a word enters before the held arrays are loaded");
      core_.clock(false);
      if (now) ++i;
    }
    core_.set(port + "_valid", 0);
  }

  /// Offers the next word of every input with a handshake of its own, or not: by array, whether it does.
  std::map<int, bool> offer_late() {
    std::map<int, bool> offers;
    for (const int a : plan_.core.late_arrays) {
      const bool now = given_late_[a] < total_ && flip();
      core_.set("in_" + name(a) + "_valid", now);
      core_.set("in_" + name(a),
                now ? pack(plan_.core, in_.at(a), given_late_[a] % run_.pass_words(), random_) : random_());
      offers[a] = now;
    }
    return offers;
  }

  /// One clock; true when the core says that it is done.
  bool step() {
    // A word of a pass may be read once the words of the pass before that hold its cells are written.
    const std::int64_t word = given_ % run_.pass_words();
    const std::int64_t pass = given_ / run_.pass_words();
    const std::int64_t needed = contract::words_before(plan_.core, extents_, word);
    const bool there = given_ < total_ && (pass == 0 || taken_ >= (pass - 1) * run_.pass_words() + needed);
    const bool offer = there && flip();
    core_.set("in_valid", offer);
    for (const int a : plan_.core.input_arrays) {
      core_.set("in_" + name(a), offer ? pack(plan_.core, read_side(a, pass), word, random_) : random_());
    }
    const std::map<int, bool> late = offer_late();
    const bool ready = flip();
    core_.set("out_ready", ready);
    core_.set("rtlgen_fifo_out_valid", !fifo_.empty());
    core_.set("rtlgen_fifo_out_data", fifo_.empty() ? random_() : fifo_.front());
    core_.set("rtlgen_fifo_overflow", 0);
    const bool done = core_.get("done") != 0;
    if (!plan_.stencil->monitors.empty() && core_.get("mon_valid") != 0) {
      for (const spec::Monitor& m : plan_.stencil->monitors) ended_monitors_.push_back(core_.get("mon_" + m.name));
    }
    if (offer && core_.get("in_ready") != 0) ++given_;
    for (const auto& [a, offered] : late) {
      if (offered && core_.get("in_" + name(a) + "_ready") != 0) ++given_late_[a];
    }
    const bool push = core_.get("rtlgen_fifo_in_valid") != 0;
    const std::uint64_t data = core_.get("rtlgen_fifo_in_data");
    if (ready && core_.get("out_valid") != 0) take();
    if (push) fifo_.push_back(data);
    RTLGEN_CHECK(fifo_.size() <= static_cast<std::size_t>(plan_.fifo_depth), "the output FIFO overflows");
    core_.clock(false);
    return done;
  }

  /// Takes the word at the output; of state fields it is what the next pass reads.
  void take() {
    const std::int64_t word = taken_ % run_.pass_words();
    const bool back = taken_ / run_.pass_words() % 2 != 0;  // of states, two copies swap roles from pass to pass
    for (const int a : plan_.core.output_arrays) {
      unpack(plan_.core, core_.get("out_" + name(a)), word, back && in_.contains(a) ? in_.at(a) : out_.at(a));
    }
    fifo_.pop_front();
    ++taken_;
  }

  [[nodiscard]] const std::string& name(int array) const { return plan_.stencil->arrays[spec::ArrayId(array)].name; }

  const plan::Plan& plan_;
  hw::Interpreter core_;
  spec::Extents extents_;
  double stalls_;
  std::mt19937& random_;
  contract::RunSettings run_;
  std::map<int, golden::Grid> in_, out_;
  std::deque<std::uint64_t> fifo_;
  std::vector<std::uint64_t> ended_monitors_;
  std::int64_t given_ = 0, taken_ = 0, total_ = 0;
  std::map<int, std::int64_t> given_late_;
};

}  // namespace

hw::Module flatten(const hw::Design& design) { return Flattener(design).run(); }

CoreRun run_core(const plan::Plan& plan, const hw::Design& design, const spec::Extents& extents,
                 std::int64_t iterations, const std::map<int, golden::Grid>& inputs, double stalls,
                 std::mt19937& random) {
  return Driver(plan, design, extents, iterations, stalls, random).run(inputs);
}

}  // namespace rtlgen::test
