// The shell around a core: streams between memory and core, memory channels, registers. Sizes and addresses
// are decided here; the text of <name>_shell.v, manifest.json and the host read them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "contract/register_map.hpp"
#include "contract/self_test.hpp"

namespace rtlgen::contract {

/// A field's way between memory and core: an instance of rtlgen_stream_in or rtlgen_stream_out.
struct ShellStream {
  std::string name;  ///< of the field
  int array = -1;    ///< the first that it carries
  bool is_out = false;
  bool is_held = false;  ///< an input of fewer axes: loaded once, before the first word
  int components = 1;    ///< of a cell: more than one only of vectors
  int cell_bits = 0;     ///< of all components
  int lanes = 1;
  int word_bits = 0;  ///< of the words between stream and memory; held fields: padded to a beat at least
  int axes = 1;       ///< of its frames; held fields: its own, in order
  std::array<int, 3> grid_axis{0, 1, 2};  ///< which axis of the grid each is
  std::array<bool, 3> blocked{false, false, false};
  std::array<bool, 3> wraps{false, false, false};
  bool ping_pong = false;                 ///< two buffers: state
  bool has_writer = false;                ///< reads wait for what the pass before writes: state
  std::vector<std::vector<int>> buffers;  ///< channels of each, one a stripe; one entry where both are the same
  /// Numbers of the walk, of unpack or pack: port of the instance and the register it takes them from, or a constant.
  std::vector<std::pair<std::string, std::string>> numbers;

  [[nodiscard]] int component_bits() const { return cell_bits / components; }
  [[nodiscard]] int banks() const { return static_cast<int>(buffers.size()); }
  [[nodiscard]] int stripes() const { return static_cast<int>(buffers.front().size()); }
};

/// A stream at a bank: part `part` of stream `stream`'s vectors (buffer * stripes + stripe).
struct BankPort {
  int stream = -1;
  int part = 0;
  int stripe = 0;
};

struct ShellChannel {
  int number = 0;
  std::vector<BankPort> readers, writers;
  bool has_base = false;  ///< buffers have addresses within the channel, which begins at the register `base_of`

  [[nodiscard]] static std::string base_of(int number) { return "channel_" + std::to_string(number) + "_base"; }
};

struct Shell {
  std::string module;  ///< <name>_shell
  int bus_bits = 512;
  int burst_beats = 64;
  int fifo_log2 = 8;     ///< beats of each FIFO between the clocks
  int outstanding = 16;  ///< bursts
  int group = 8;         ///< bursts of a direction in a row in channels that read and write
  double bus_mhz = 250;
  std::vector<ShellStream> streams;  ///< what reads first, held fields last of them, then what writes
  std::vector<ShellChannel> channels;
  SelfTest self_test;
  RegisterMap map;

  /// Streams that read.
  [[nodiscard]] int readers() const {
    int count = 0;
    for (const ShellStream& stream : streams) count += stream.is_out ? 0 : 1;
    return count;
  }
};

/// First word of the status registers' identity: "RTLG".
inline constexpr std::uint32_t kShellIdentity = 0x52544c47;

}  // namespace rtlgen::contract
