// The hardware that a description requests, as pure values: how wide, how long, how fast, on what, with which memory.
// It changes no bit of a result; the pass length that follows from `steps` is the program's (spec/program.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/ids.hpp"
#include "support/outside_text.hpp"
#include "support/source_location.hpp"

namespace rtlgen::spec {

enum class ExtentMode : std::uint8_t { kRuntime, kFixed };
enum class RamChoice : std::uint8_t { kAuto, kBlock, kDistributed, kUltra };

/// Which partial results are computed once: whatever is cheaper shared, what keeps no more cells, or
/// nothing (operators as written, or in the order of `reassociate`).
enum class SharingChoice : std::uint8_t { kFull, kFree, kNone };

/// In which form floats are inside the core (docs/adr/0024-forms.md).
enum class ArithmeticForm : std::uint8_t {
  kIeee,
  kAligned,  ///< hex-aligned wherever that can be
  kAuto      ///< whatever takes the fewest LUTs
};

/// Where a field lies in memory: one buffer or two, each in one channel or, striped, in several.
struct Placement {
  ArrayId array;
  std::vector<std::vector<int>> buffers;  ///< channels
  SourceLocation where;
};

/// Memory channels of a board, as designs on it see them.
struct Channels {
  int count = 0;             ///< 0: not known; the kernels of a card have equal parts
  double gbs = 0;            ///< peak of each, 1e9 bytes per second; 0: not known
  bool is_separate = false;  ///< each begins at an address that only the host knows
};

/// The memory side of an accelerator.
struct Bus {
  int bits = 512;  ///< of a beat
  int burst = 64;  ///< beats of the longest burst
  double clock_mhz = 250.0;
  SourceLocation where;
  std::vector<Placement> memory;  ///< empty: plan::place_fields decides; fields that are not in it lie in channel 0
  bool memory_auto = false;       ///< `memory: auto` is written: the board's channels must be known
};

/// Settings of the hardware. None of them changes a bit of the result.
struct Hardware {
  int cells_per_cycle = 1;  ///< P
  int steps = 1;            ///< I, Executors in the chain
  double clock_mhz = 200.0;
  bool clock_is_given = false;      ///< otherwise the standard one of `device`
  std::string device = "xc7";       ///< delay model: generic, xc5v, xc7, ...
  SourceLocation device_where;      ///< of the key, or of the file if it is left out
  std::vector<std::int64_t> block;  ///< leading axes; empty: whole grid
  bool block_auto = false;          ///< the largest blocks whose buffers fit `ram_blocks` and `ultra_rams`
  SourceLocation block_where;       ///< of its first extent
  int ram_blocks = 0;               ///< block RAMs that buffers may take; 0: those of a large part of the family
  int ultra_rams = 0;               ///< the same of UltraRAMs: those of the board
  ExtentMode extents = ExtentMode::kRuntime;  ///< kFixed: extents are constants in the hardware
  RamChoice ram = RamChoice::kAuto;           ///< what row and plane buffers are made of
  SharingChoice sharing = SharingChoice::kFull;
  ArithmeticForm arithmetic = ArithmeticForm::kAuto;
  SourceLocation dsp_limit_where;
  std::optional<int> dsp_limit;  ///< most DSP blocks that the Kernels of one cell take; none: as many as they want
  SourceLocation dsp_sums_where;
  std::optional<int> dsp_sums;  ///< most additions of fused sums in DSP blocks, in the Kernels of one cell; none: 0
  OutsideText board;
  Channels channels;       ///< of the board
  int hops = 0;            ///< crossings from one die to the next along the chain of Executors
  int kernels = 1;         ///< copies of the accelerator on a card
  std::optional<Bus> bus;  ///< with it there is a shell around the core
  bool streams = false;    ///< there is a top of AXI4-Streams around it
};

}  // namespace rtlgen::spec
