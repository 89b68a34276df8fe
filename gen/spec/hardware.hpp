// The hardware that a description requests, as pure values: parallelism, clock, device and memory. It changes no bit of
// a result; the length of a pass, which follows from `steps`, belongs to the program (spec/program.hpp).
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

/// Which partial results are computed only once: whatever is cheaper shared; only what keeps no more cells; or none
/// (operators as written, or in the order of `reassociate`).
enum class SharingChoice : std::uint8_t { kFull, kFree, kNone };

/// The form of floats inside the core (docs/adr/0024-forms.md).
enum class ArithmeticForm : std::uint8_t {
  kIeee,
  kAligned,  ///< hex-aligned wherever possible
  kAuto      ///< the form that takes the fewest LUTs
};

/// The place of a field in memory: one buffer or two, each in one channel or striped over several.
struct Placement {
  ArrayId array;
  std::vector<std::vector<int>> buffers;  ///< channels
  SourceLocation where;
};

/// The bus of designs on a board.
struct BoardBus {
  int bits = 0;
  double mhz = 0;
  bool is_fixed = false;  ///< the board's project requires it, regardless of the description
};

/// Consecutive channels of a board with memory of one kind.
struct ChannelKind {
  std::string name;             ///< "HBM2", "DDR4"
  std::string dram;             ///< its model in sim/dram/parts, or the nearest one
  bool has_own_dram = false;    ///< `dram` is its own model
  int count = 0;                ///< 0: not known
  double gbs = 0;               ///< peak per channel in 1e9 bytes per second; 0: not known
  std::int64_t bank_round = 0;  ///< bytes after which addresses map to the same DRAM banks again; 0: not known
};

/// Memory channels of a board, as designs on it see them. They are numbered through all kinds, and the kernels of a
/// card share those of each kind equally (spec/channels.hpp).
struct Channels {
  std::vector<ChannelKind> kinds;    ///< the one that designs use first comes first; empty: not known
  bool is_separate = false;          ///< each begins at an address that only the host knows
  std::vector<std::uint64_t> bytes;  ///< size of each, channel 0 first; shorter if sizes are not known
  std::optional<BoardBus> bus;       ///< none: the board has no memory for designs

  /// 0: not known.
  [[nodiscard]] int count() const {
    int sum = 0;
    for (const ChannelKind& kind : kinds) sum += kind.count;
    return sum;
  }
  /// The peak of all together in 1e9 bytes per second; 0: not known.
  [[nodiscard]] double gbs() const {
    double sum = 0;
    for (const ChannelKind& kind : kinds) sum += kind.count * kind.gbs;
    return sum;
  }
};

/// The memory side of an accelerator.
struct Bus {
  int bits = 512;  ///< width of a beat
  int burst = 64;  ///< beats of the longest burst
  double clock_mhz = 250.0;
  SourceLocation where;
  std::vector<Placement> memory;  ///< empty: plan::place_fields decides; fields not listed are in channel 0
  bool is_in_file = false;        ///< the description has `bus`; otherwise a --set, or `memory` alone, requests one
  bool memory_auto = false;       ///< `memory: auto`: requires the board's channels to be known
};

/// Signals for a logic analyser in the card.
struct Debug {
  bool bus = false;       ///< handshakes of registers and memory channels
  bool streams = false;   ///< handshakes between memory and core
  bool position = false;  ///< coordinates of the word in each Executor

  [[nodiscard]] bool any() const { return bus || streams || position; }
};

/// Settings of the hardware. None of them changes a bit of the result.
struct Hardware {
  int cells_per_cycle = 1;  ///< P
  int steps = 1;            ///< I, Executors in the chain
  double clock_mhz = 200.0;
  bool clock_is_given = false;      ///< false: the standard clock of `device`
  std::string device = "xc7";       ///< delay model: generic, xc5v, xc7, ...
  SourceLocation device_where;      ///< place of the key, or of the file if the key is missing
  std::vector<std::int64_t> block;  ///< leading axes; empty: whole grid
  bool block_auto = false;          ///< use the largest blocks whose buffers fit `ram_blocks` and `ultra_rams`
  SourceLocation block_where;       ///< place of its first extent
  int ram_blocks = 0;               ///< block RAMs available to buffers; 0: as many as a large part of the family has
  int ultra_rams = 0;               ///< UltraRAMs available to buffers; 0: as many as the board has
  ExtentMode extents = ExtentMode::kRuntime;  ///< kFixed: extents are constants in the hardware
  RamChoice ram = RamChoice::kAuto;           ///< memory type of row and plane buffers
  SharingChoice sharing = SharingChoice::kFull;
  ArithmeticForm arithmetic = ArithmeticForm::kAuto;
  SourceLocation dsp_limit_where;
  std::optional<int> dsp_limit;  ///< maximum DSP blocks in the Kernels of one cell; none: unlimited
  SourceLocation dsp_sums_where;
  std::optional<int> dsp_sums;  ///< maximum additions of fused sums in DSP blocks, in the Kernels of one cell; none: 0
  OutsideText board;
  Channels channels;       ///< memory channels of the board
  int hops = 0;            ///< die crossings along the chain of Executors
  Debug debug;             ///< taps in a project's card
  int kernels = 1;         ///< copies of the accelerator on a card
  std::optional<Bus> bus;  ///< present if there is a shell around the core
  bool streams = false;    ///< a top with AXI4-Streams around the core
};

}  // namespace rtlgen::spec
