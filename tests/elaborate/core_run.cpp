// The driver of a flattened core under the interpreter.
#include "core_run.hpp"

#include <algorithm>
#include <deque>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "interpreter/interpreter.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {

namespace {

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

/// The arrays of a port: side by side in each cell, the first in the low bits.
using Grids = std::vector<golden::Grid*>;

int cell_bits(const Grids& grids) {
  int bits = 0;
  for (const golden::Grid* grid : grids) bits += grid->type.width;
  return bits;
}

/// Word `index` of a pass over `grids`, P cells, ghosts filled from the other side by walking there; padding
/// lanes and cells outside the grid hold anything.
std::uint64_t pack(const contract::CoreInterface& core, const Grids& grids, std::int64_t index, std::mt19937& random) {
  const int lanes = core.cells_per_cycle;
  const golden::Grid& grid = *grids.front();
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
    const std::int64_t at = c[0] + grid.extents[0] * (c[1] + grid.extents[1] * c[2]);
    int low = lane * cell_bits(grids);
    for (const golden::Grid* part : grids) {
      word |= (there ? part->get(at) : random() & part->type.mask()) << low;
      low += part->type.width;
    }
  }
  return word;
}

/// Writes the cells of the grids that word `index` of a pass gives: of its block outside the ghosts.
void unpack(const contract::CoreInterface& core, std::uint64_t word, std::int64_t index, const Grids& grids) {
  const int lanes = core.cells_per_cycle;
  const golden::Grid& grid = *grids.front();
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
    const std::int64_t to = first[0] + lane + grid.extents[0] * (first[1] + grid.extents[1] * first[2]);
    int low = lane * cell_bits(grids);
    for (golden::Grid* part : grids) {
      part->set(to, (word >> low) & part->type.mask());
      low += part->type.width;
    }
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
    for (const contract::Port& port : plan_.core.ports_of(contract::PortRole::kLoadData)) load(port);
    const std::int64_t limit = 40 * (run_.ideal_cycles + 100);
    while (!result.ended && result.cycles < limit) {
      result.ended = step();
      if (!ended_monitors_.empty()) result.monitors.push_back(std::move(ended_monitors_));
      ended_monitors_.clear();
      result.most_held = std::max(result.most_held, fifo_.size());
      ++result.cycles;
    }
    result.ended = result.ended && taken_ == total_ && given_ == total_ && fifo_.empty();
    for (const contract::Port& port : data_ports(true))
      result.ended = result.ended && given_late_[port.field] == total_;
    for (const int a : plan_.core.output_arrays) {
      result.outputs[a] = in_.contains(a) && run_.passes % 2 == 0 ? in_.at(a) : out_.at(a);
    }
    return result;
  }

 private:
  bool flip() { return std::uniform_real_distribution<>(0, 1)(random_) >= stalls_; }
  /// The values that pass `pass` reads from a port's arrays.
  [[nodiscard]] Grids read_side(const contract::Port& port, std::int64_t pass) {
    Grids grids;
    for (const int a : port.arrays) grids.push_back(pass % 2 != 0 && out_.contains(a) ? &out_.at(a) : &in_.at(a));
    return grids;
  }

  /// Ports of arrays that enter, with a handshake of their own or with the common one.
  [[nodiscard]] std::vector<contract::Port> data_ports(bool late) const {
    std::vector<contract::Port> found = plan_.core.ports_of(contract::PortRole::kInData);
    std::erase_if(found, [&](const contract::Port& port) { return plan_.core.is_late(port) != late; });
    return found;
  }

  /// Loads the held arrays of a port word after word, with pauses; nothing may enter meanwhile.
  void load(const contract::Port& data) {
    const std::string port = "load_" + data.field;
    const Grids grids = read_side(data, 0);
    const golden::Grid& grid = *grids.front();
    // The frame of the arrays alone, with ghosts along the axes that they have.
    const spec::Array& held = plan_.stencil->arrays[spec::ArrayId(data.arrays.front())];
    contract::CoreInterface own = plan_.core;
    own.cells_per_cycle = plan::lanes_of(held, own.cells_per_cycle);
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (!held.spans[a]) own.ghost_low[a] = own.ghost_high[a] = own.block[a] = 0;
    }
    const std::int64_t words = contract::frame_shape(own.frame_extents(grid.extents), own.cells_per_cycle).words();
    for (std::int64_t i = 0; i < words;) {
      const bool now = flip();
      core_.set(port + "_valid", now);
      core_.set(port + "_data", now ? pack(own, grids, i, random_) : random_());
      core_.set(port + "_last", now ? i + 1 == words : flip());
      core_.set("in_valid", 1);
      core_.set("rtlgen_fifo_out_valid", 0);
      RTLGEN_CHECK(core_.get("in_ready") == 0, "a word enters before the held arrays are loaded");
      core_.clock(false);
      if (now) ++i;
    }
    core_.set(port + "_valid", 0);
  }

  /// Offers the next word of every input with a handshake of its own, or not: by field, whether it does.
  std::map<std::string, bool> offer_late() {
    std::map<std::string, bool> offers;
    for (const contract::Port& port : data_ports(true)) {
      std::int64_t& given = given_late_[port.field];
      const bool now = given < total_ && flip();
      core_.set(port.name + "_valid", now);
      core_.set(port.name, now ? pack(plan_.core, read_side(port, 0), given % run_.pass_words(), random_) : random_());
      offers[port.field] = now;
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
    for (const contract::Port& port : data_ports(false))
      core_.set(port.name, offer ? pack(plan_.core, read_side(port, pass), word, random_) : random_());
    const std::map<std::string, bool> late = offer_late();
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
    for (const auto& [field, offered] : late) {
      if (offered && core_.get("in_" + field + "_ready") != 0) ++given_late_[field];
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
    const bool back = taken_ / run_.pass_words() % 2 != 0;  // two copies of states swap roles from pass to pass
    for (const contract::Port& port : plan_.core.ports_of(contract::PortRole::kOutData)) {
      Grids grids;
      for (const int a : port.arrays) grids.push_back(back && in_.contains(a) ? &in_.at(a) : &out_.at(a));
      unpack(plan_.core, core_.get(port.name), word, grids);
    }
    fifo_.pop_front();
    ++taken_;
  }

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
  std::map<std::string, std::int64_t> given_late_;  ///< by field
};

}  // namespace

CoreRun run_core(const plan::Plan& plan, const hw::Design& design, const spec::Extents& extents,
                 std::int64_t iterations, const std::map<int, golden::Grid>& inputs, double stalls,
                 std::mt19937& random) {
  return Driver(plan, design, extents, iterations, stalls, random).run(inputs);
}

}  // namespace rtlgen::test
