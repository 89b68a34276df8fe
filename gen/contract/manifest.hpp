// The part of manifest.json that describes how an accelerator is used, written and read in one place.
//
// This covers core, shell, streams and registers. The plan adds a description of the inside, which no host reads.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"

namespace rtlgen::contract {

struct StreamTop;

/// Version of the conventions that host and hardware share besides the manifest: meaning of registers, sequence of a
/// run, layout of arrays, frames of a serial line. Increase it if a library with the old rules would get wrong bits, or
/// none.
inline constexpr int kContractVersion = 1;
/// Position in the register `version`; the bits below hold the version of the generator.
inline constexpr int kContractShift = 24;

/// An unusable manifest; the text gives the reason.
class ManifestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The source of a kernel clock that can be changed (docs/adr/0054-kernel-clock.md).
struct ClockSource {
  std::string family;    ///< generation of the FPGA
  double input_mhz = 0;  ///< the clock of the bus
};

/// The address of a board's card block (docs/adr/0050-card-block.md), and the clocks that it should measure.
struct CardBlockFacts {
  std::uint32_t offset = 0;  ///< in each kernel's registers
  double kernel_mhz = 0;
  std::vector<double> memory_mhz;         ///< clock of each memory controller, by channel of the card
  std::optional<ClockSource> clock = {};  ///< none: another rtlgen wrote the manifest
};

/// The facts about an accelerator that a host needs.
struct Design {
  std::string name;
  std::uint32_t digest = 0;  ///< digest of the hardware; the card's register holds the same
  int contract = 0;          ///< kContractVersion of the rtlgen that made it; 0: older than this key
  CoreInterface core;        ///< extents, ghosts, blocks and lags; no ports
  Shell shell;               ///< the streams are numbered like the arrays; no numbers, no ports of channels
  struct Param {
    std::string name;
    int bits = 0;
    std::uint64_t value = 0;
  };
  std::vector<Param> params;                 ///< run-time parameters with their defaults
  std::optional<CardBlockFacts> card_block;  ///< if the board has one
};

/// The expected result of a self-test case that may be any NaN.
inline constexpr const char* kAnyNan = "nan";

/// The name of a port's role in the manifest.
const char* role_name(PortRole role);

nlohmann::ordered_json to_json(const Distance& distance);
/// Keys of the core only: top, cells_per_cycle, steps, extents, ghosts, block, total_lag, total_latency, gap.
nlohmann::ordered_json to_json(const CoreInterface& core);
/// `axes`: number of axes of the grid.
nlohmann::ordered_json to_json(const Shell& shell, int axes);
nlohmann::ordered_json to_json(const StreamTop& top);

/// The JSON of a manifest, with its numbers checked: none is negative, fractional or huge unless a design can have such
/// a value. Throws ManifestError, also for text that is not JSON.
nlohmann::json parse_manifest(const std::string& text);

/// The digest in a manifest. Throws ManifestError.
std::uint32_t digest_in(const nlohmann::json& manifest);

/// Throws ManifestError if the text is not a manifest, has no shell, or is damaged.
Design read_design(const std::string& manifest);

}  // namespace rtlgen::contract
