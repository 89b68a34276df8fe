// Predicts the time of a run: cycles of the kernel with real memory, seconds, and the limiting factor.
// docs/time_model.md has the equations and their accuracy.
//
// If memory keeps up, cycles are those of contract::RunSettings. The beats that a pass moves through each channel are
// known, and a table gives the bandwidth for linear streams with that number of readers and writers. The slowest of
// kernel, channels and bus determines the time of each part of a pass. Nothing is simulated: a prediction takes about a
// microsecond, unless the grid is so small that passes wait for each other.
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

/// The link between a host and a card, as in the files of sim/system/links.
struct HostLink {
  double write_gbs = 0, read_gbs = 0;  ///< to and from the memory of the card
  double dma_latency_ns = 0;           ///< per transfer, independent of its size
  double register_write_ns = 0, register_read_ns = 0, interrupt_ns = 0;
};

struct TimeInput {
  const plan::Plan* plan = nullptr;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 1;
  double kernel_mhz = 0;
  double bus_mhz = 0;            ///< used with DRAM
  Drams drams;                   ///< DRAM of the channels, which require a plan with a shell; empty: ideal memory
  std::optional<HostLink> link;  ///< none: no transfers
  double flops = 0;              ///< per cell update (model/flops.hpp)
  int line_baud = 0;             ///< speed of the serial line that carries the core's words; 0: no line
};

/// The limit during most of a run.
enum class Bound : std::uint8_t { kKernel, kChannel, kBus, kWaiting, kLine, kLink };

/// A word for tables and JSON (kernel, memory, bus, waiting, line, link), and what it means for a run.
const char* word_of(Bound bound);
const char* pace_of(Bound bound);

struct ChannelTime {
  int number = 0;
  double read_bytes = 0, written_bytes = 0;  ///< per run
  double cell_bytes =
      0;  ///< the part that is cells of the grid, each once per pass, without ghosts and unused parts of beats
  double busy = 0;  ///< fraction of the run that moving them takes, each with the streams that move at the same time
  double bus_busy = 0;  ///< fraction of the run that their beats take on the bus, in the busier direction
  double peak_gbs = 0;  ///< peak of the channel's DRAM
};

/// How the cycles of the kernel's clock in a run are spent; the sum is Time::cycles. docs/advice.md defines each part.
struct Spent {
  double useful = 0;     ///< every lane of every Executor computes a cell of the grid
  double remainder = 0;  ///< Executors that a last pass with fewer steps does not need
  double tails = 0;      ///< lanes beyond the last cell of a row
  double ghosts = 0;     ///< words of ghost zones
  double gaps = 0;       ///< fillers between frames
  double ends = 0;       ///< the chain fills and drains
  double waiting = 0;    ///< passes wait for each other
  double edges = 0;      ///< starts and ends of runs; loading held inputs
  double memory = 0;     ///< words wait for a channel or its bus

  /// Cycles with too little work in flight, for any reason.
  [[nodiscard]] double idle() const { return remainder + tails + ghosts + gaps + ends + waiting + edges; }
  [[nodiscard]] double total() const { return useful + idle() + memory; }
};

struct Time {
  std::int64_t ideal_cycles = 0;
  bool exact = true;  ///< ideal_cycles equal those of the hardware with ideal memory
  double cycles = 0;  ///< cycles of the kernel's clock, including the start and end of the run
  std::int64_t passes = 0;
  std::int64_t words = 0;  ///< per pass
  double seam = 0;         ///< fraction of the cycles lost where passes overlap, besides the kernel's own pace
  Spent spent;
  std::vector<ChannelTime> channels;
  Bound bound = Bound::kKernel;
  int bound_channel = -1;         ///< kChannel, kBus: number of the channel; kBus and -1: pieces of rows
  double seconds = 0;             ///< time of the cycles
  double host_seconds = 0;        ///< additional time of transfers, registers and interrupts, or of the serial line
  double cell_updates_per_s = 0;  ///< updates of grid cells, per `seconds` plus the time of a serial line
  double gflops = 0;              ///< likewise
};

/// Fails if contract::run_settings fails.
Result<Time> run_time(const TimeInput& input, Diagnostics& diagnostics);

/// Cycles of a run if controllers do as many, or as few, DRAM bursts in a direction as is plausible.
struct CycleRange {
  double fewest = 0, most = 0;
};
/// Nothing if that makes no difference: `time` then holds for any controller.
std::optional<CycleRange> cycle_range(const TimeInput& input, const Time& time);

}  // namespace rtlgen::model
