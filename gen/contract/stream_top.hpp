// The top of AXI4-Streams around a core: its streams and registers. Decided here; the text of <name>_axis.v and
// manifest.json read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contract/register_map.hpp"

namespace rtlgen::contract {

/// A field's way in or out.
struct AxisStream {
  std::string name;    ///< of the field
  std::string prefix;  ///< of its ports: "s_axis_t"
  int array = -1;      ///< the first that it carries
  bool is_out = false;
  bool is_held = false;  ///< loaded before the first word
  bool is_late = false;  ///< not joined with the others
  int components = 1;    ///< of a cell: more than one only of vectors
  int cell_bits = 0;     ///< of all components
  int lanes = 1;

  [[nodiscard]] int word_bits() const { return cell_bits * lanes; }
  [[nodiscard]] int data_bits() const { return (word_bits() + 7) / 8 * 8; }  ///< of tdata: whole bytes
};

struct StreamTop {
  std::string module;               ///< <name>_axis
  std::vector<AxisStream> streams;  ///< what comes in first, held fields last of them, then what goes out
  std::string frame_words;  ///< the register that holds the words of a frame, or the number where extents are fixed
  RegisterMap map;

  [[nodiscard]] int inputs() const {  ///< streams that come in
    int count = 0;
    for (const AxisStream& stream : streams) count += stream.is_out ? 0 : 1;
    return count;
  }
};

/// First word of the status registers: "RTLS".
inline constexpr std::uint32_t kAxisIdentity = 0x52544c53;

}  // namespace rtlgen::contract
