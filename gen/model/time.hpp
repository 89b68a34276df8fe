// How long a run takes: cycles of the kernel with memory as it is, seconds, and what limits them. docs/time_model.md
// has the equations and how close they are.
//
// Cycles are those of contract::RunSettings where memory keeps up. Of each channel the beats of a pass are known, and
// from a table what linear streams of as many readers and writers get of it; the slowest of kernel, channels and bus
// paces each part of a pass. Nothing is simulated: a microsecond or so, but for grids so small that passes wait for
// each other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/channel.hpp"
#include "spec/axes.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::model {

/// A host's link, as the files of sim/system/links.
struct HostLink {
  double write_gbs = 0, read_gbs = 0;  ///< to, from the card's memory
  double dma_latency_ns = 0;           ///< of a transfer of any size
  double register_write_ns = 0, register_read_ns = 0, interrupt_ns = 0;
};

struct TimeInput {
  const plan::Plan* plan = nullptr;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 1;
  double kernel_mhz = 0;
  double bus_mhz = 0;              ///< with a channel
  std::optional<Channel> channel;  ///< every channel is such a one, and the plan has a shell; none: ideal memory
  std::optional<HostLink> link;    ///< none: no transfers
  double flops = 0;                ///< of a cell update (model/flops.hpp)
  int line_baud = 0;               ///< the core's words come and go on such a serial line; 0: they do not
};

/// What limits most of a run.
enum class Bound : std::uint8_t { kKernel, kChannel, kBus, kWaiting, kLine, kLink };

/// A word for tables and JSON (kernel, memory, bus, waiting, line, link), and what it means for a run.
const char* word_of(Bound bound);
const char* pace_of(Bound bound);

struct ChannelTime {
  int number = 0;
  double read_bytes = 0, written_bytes = 0;  ///< of the run
  double cell_bytes = 0;  ///< of these, what is cells of the grid, each once per pass: no ghosts, no rest of a beat
  double busy = 0;        ///< part of the run that moving them takes at this mix
  double bus_busy = 0;    ///< part of the run that their beats take on the bus, the busier direction's
};

/// Where the kernel's cycles of a run go; together they are Time::cycles. docs/advice.md defines each.
struct Spent {
  double useful = 0;     ///< every lane of every Executor makes a cell of the grid
  double remainder = 0;  ///< Executors that a last pass of fewer steps does not need
  double tails = 0;      ///< lanes beyond the last cell of a row
  double ghosts = 0;     ///< words of ghost zones
  double gaps = 0;       ///< fillers between frames
  double ends = 0;       ///< the chain fills and drains
  double waiting = 0;    ///< passes wait for each other
  double edges = 0;      ///< a run starts and ends; held inputs are loaded
  double memory = 0;     ///< words wait for a channel or its bus

  /// Too little work in flight, from whatever cause.
  [[nodiscard]] double idle() const { return remainder + tails + ghosts + gaps + ends + waiting + edges; }
  [[nodiscard]] double total() const { return useful + idle() + memory; }
};

struct Time {
  std::int64_t ideal_cycles = 0;
  bool exact = true;  ///< ideal_cycles are what hardware takes with ideal memory
  double cycles = 0;  ///< of the kernel's clock, start and end of the run included
  std::int64_t passes = 0;
  std::int64_t words = 0;  ///< of a pass
  double seam = 0;         ///< part of the cycles that go to passes that overlap, beside the kernel's own pace
  Spent spent;
  std::vector<ChannelTime> channels;
  Bound bound = Bound::kKernel;
  int bound_channel = -1;         ///< kChannel, kBus: its number
  double seconds = 0;             ///< of the cycles
  double host_seconds = 0;        ///< of transfers, registers and interrupts beside them, or of the serial line
  double cell_updates_per_s = 0;  ///< of the grid's cells, in `seconds` and what a serial line takes
  double gflops = 0;              ///< likewise
};

/// Fails where contract::run_settings does.
Result<Time> run_time(const TimeInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::model
