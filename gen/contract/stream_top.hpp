// The top with AXI4-Streams around a core: its streams and registers. Decided here; <name>_axis.v and manifest.json use
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contract/register_map.hpp"

namespace rtlgen::contract {

/// The path of a field into or out of the core.
struct AxisStream {
  std::string name;    ///< the field's name
  std::string prefix;  ///< prefix of its ports: "s_axis_t"
  int array = -1;      ///< the first array that it carries
  bool is_out = false;
  bool is_held = false;  ///< loaded before the first word
  bool is_late = false;  ///< not joined with the others
  int components = 1;    ///< per cell; more than one only for vectors
  int cell_bits = 0;     ///< all components together
  int lanes = 1;

  [[nodiscard]] int word_bits() const { return cell_bits * lanes; }
  [[nodiscard]] int data_bits() const { return (word_bits() + 7) / 8 * 8; }  ///< width of tdata: whole bytes
};

struct StreamTop {
  std::string module;               ///< <name>_axis
  std::vector<AxisStream> streams;  ///< inputs first, with held fields last of them, then outputs
  std::string frame_words;  ///< the register with the number of words in a frame, or the number if extents are fixed
  RegisterMap map;

  [[nodiscard]] int inputs() const {  ///< number of input streams
    int count = 0;
    for (const AxisStream& stream : streams) count += stream.is_out ? 0 : 1;
    return count;
  }
};

/// The first word of the status registers: "RTLS".
inline constexpr std::uint32_t kAxisIdentity = 0x52544c53;

}  // namespace rtlgen::contract
