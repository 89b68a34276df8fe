// How a core's ports become the bytes of a serial line, for boards without memory: rtl/rtlgen_uart_stream.v.
//
// The top that wires them and the host that packs them both read this. A run is one pass: `cfg_passes` is 1 and not
// among the settings.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::contract {

struct CoreInterface;

/// Bits of a port in its settings, status or word.
struct LineField {
  std::string port;
  int index = -1;  ///< as Port::index
  int low = 0, bits = 0;
  std::vector<int> arrays{};  ///< as Port::arrays
};

struct LineTop {
  std::vector<LineField> settings;  ///< cfg_* and param_* ports, close together
  std::vector<LineField> ins;       ///< of an input word: in_* ports, close together
  std::vector<LineField> outs;      ///< of an output word
  std::vector<LineField> loads;     ///< each alone in its words, from bit 0 on; the number of a field is its place here
  std::vector<LineField> monitors;  ///< of the status, each from a byte on
  int settings_bytes = 1, status_bytes = 0, in_bytes = 1, out_bytes = 1;
};

/// Bytes of the status: the digest of the description (4), one whose bits are these, then the monitors.
inline constexpr int kLineDigestBytes = 4, kLineDone = 0, kLineConfigError = 1;

/// Bytes that a frame may carry: all settings, all of the status, an output word behind the count of taken bytes.
inline constexpr int kLineFrameLog2 = 9, kLineFrameBytes = 1 << kLineFrameLog2, kLineTakenBytes = 2;

/// Bytes of a request and of a response beside those that they carry: head and CRC.
inline constexpr int kLineRequestBytes = 13, kLineResponseBytes = 9;

/// Clocks without a move that end a frame of words: REST_LOG2 of the bridge.
inline constexpr int kLineRestLog2 = 12;

/// For a core without late inputs.
LineTop line_top(const CoreInterface& core);

}  // namespace rtlgen::contract
