// The shell around a core: streams between memory and core, memory channels, registers. Sizes and addresses are decided
// here; <name>_shell.v, manifest.json and the host use them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contract/register_map.hpp"
#include "contract/self_test.hpp"

namespace rtlgen::contract {

/// The path of a field between memory and core: an instance of rtlgen_stream_in or rtlgen_stream_out.
struct ShellStream {
  std::string name;  ///< the field's name
  int array = -1;    ///< the first array that it carries
  bool is_out = false;
  bool is_held = false;  ///< an input with fewer axes: loaded once, before the first word
  int components = 1;    ///< per cell; more than one only for vectors
  int cell_bits = 0;     ///< all components together
  int lanes = 1;
  int word_bits = 0;  ///< width of the words between stream and memory; for held fields at least a beat, with padding
  int axes = 1;       ///< axes of its frames; for held fields: their axes, in order
  std::array<int, 3> grid_axis{0, 1, 2};  ///< the grid axis that each corresponds to
  std::array<bool, 3> blocked{false, false, false};
  std::array<bool, 3> wraps{false, false, false};
  bool ping_pong = false;   ///< two buffers: for state
  bool has_writer = false;  ///< reads wait for writes of the previous pass: for state
  std::vector<std::vector<int>>
      buffers;  ///< channels of each buffer, one per stripe; a single entry if both are the same
  /// Numbers of walk, unpack or pack: the port of the instance, and the register or constant that drives it.
  std::vector<std::pair<std::string, std::string>> numbers;

  [[nodiscard]] int component_bits() const { return cell_bits / components; }
  [[nodiscard]] int banks() const { return static_cast<int>(buffers.size()); }
  [[nodiscard]] int stripes() const { return static_cast<int>(buffers.front().size()); }
};

/// A stream on a bank: vectors of part `part` of stream `stream` (buffer * stripes + stripe).
struct BankPort {
  int stream = -1;
  int part = 0;
  int stripe = 0;
};

struct ShellChannel {
  int number = 0;
  std::vector<BankPort> readers, writers;
  bool has_base = false;  ///< buffer addresses are relative to the start of the channel, in register `base_of`
  std::optional<std::int64_t> bank_round;  ///< none: that of the shell

  [[nodiscard]] static std::string base_of(int number) { return "channel_" + std::to_string(number) + "_base"; }
};

struct Shell {
  std::string module;  ///< <name>_shell
  int bus_bits = 512;
  int burst_beats = 64;
  int fifo_log2 = 8;     ///< beats in each FIFO between the clock domains
  int outstanding = 16;  ///< bursts
  int group = 8;         ///< consecutive bursts in one direction, in channels that read and write
  double bus_mhz = 250;
  std::int64_t bank_round = 0;  ///< bytes after which addresses map to the same DRAM banks again, in channels without
                                ///< their own; 0: not known
  std::vector<ShellStream> streams;  ///< readers first, with held fields last of them, then writers
  std::vector<ShellChannel> channels;
  SelfTest self_test;
  RegisterMap map;

  /// The number of streams that read.
  [[nodiscard]] int readers() const {
    int count = 0;
    for (const ShellStream& stream : streams) count += stream.is_out ? 0 : 1;
    return count;
  }
};

/// A shell without streams for such a bus: its bursts, FIFOs and groups.
Shell shell_on_bus(int bus_bits, int longest_burst);

/// The first word of the identity in the status registers: "RTLG".
inline constexpr std::uint32_t kShellIdentity = 0x52544c47;

}  // namespace rtlgen::contract
