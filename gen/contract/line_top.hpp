// How the ports of a core map to bytes on a serial line, for boards without memory: rtl/rtlgen_uart_stream.v.
//
// Both the top, which wires them, and the host, which packs them, use this. A run is one pass: `cfg_passes` is 1 and
// not one of the settings.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::contract {

struct CoreInterface;

/// The bits of a port in the settings, the status or a word.
struct LineField {
  std::string port;
  int index = -1;  ///< as in Port::index
  int low = 0, bits = 0;
  std::vector<int> arrays{};  ///< as in Port::arrays
};

struct LineTop {
  std::vector<LineField> settings;  ///< cfg_* and param_* ports, packed
  std::vector<LineField> ins;       ///< fields of an input word: in_* ports, packed
  std::vector<LineField> outs;      ///< fields of an output word
  std::vector<LineField> loads;  ///< each alone in its words, from bit 0 on; the index here is the number of the field
  std::vector<LineField> monitors;  ///< in the status, each aligned to a byte
  int settings_bytes = 1, status_bytes = 0, in_bytes = 1, out_bytes = 1;
};

/// Bytes of the status: the digest of the description (4), one with the bits below, then the monitors.
inline constexpr int kLineDigestBytes = 4, kLineDone = 0, kLineConfigError = 1;

/// Bytes that a frame can carry: all settings, the whole status, or an output word after the count of accepted bytes.
inline constexpr int kLineFrameLog2 = 9, kLineFrameBytes = 1 << kLineFrameLog2, kLineTakenBytes = 2;

/// Bytes of a request and of a response besides the payload: header and CRC.
inline constexpr int kLineRequestBytes = 13, kLineResponseBytes = 9;

/// Idle clocks that end a frame of words: REST_LOG2 of the bridge.
inline constexpr int kLineRestLog2 = 12;

/// `core` must have no late inputs.
LineTop line_top(const CoreInterface& core);

}  // namespace rtlgen::contract
