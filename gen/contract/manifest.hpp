// The part of manifest.json that describes the use of an accelerator from outside, written and read in one place.
//
// What is written here is read here: core, shell, streams and registers. The plan adds what describes the inside, and
// no host reads that.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"

namespace rtlgen::contract {

struct StreamTop;

/// What host and hardware agree on beside the manifest: what registers mean, how a run goes, how arrays lie in memory,
/// the frames of a serial line. It rises when a library that follows the old rules would get wrong bits, or none.
inline constexpr int kContractVersion = 1;
/// The bits of the register `version` above the generator's.
inline constexpr int kContractShift = 24;

/// An unusable manifest; the text gives the reason.
class ManifestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The facts about an accelerator that a host needs.
struct Design {
  std::string name;
  std::uint32_t digest = 0;  ///< of the hardware; the card's register holds the same
  int contract = 0;          ///< kContractVersion of the rtlgen that made it; 0: from before there was one
  CoreInterface core;        ///< extents, ghosts, blocks and lags; no ports
  Shell shell;               ///< its streams count as the arrays; no numbers, no ports of channels
  struct Param {
    std::string name;
    int bits = 0;
    std::uint64_t value = 0;
  };
  std::vector<Param> params;  ///< run-time parameters with their defaults
};

/// What a case of the self-test expects where any NaN will do.
inline constexpr const char* kAnyNan = "nan";

/// The name of a port's role in the manifest.
const char* role_name(PortRole role);

nlohmann::ordered_json to_json(const Distance& distance);
/// Keys of the core alone: top, cells_per_cycle, steps, extents, ghosts, block, total_lag, total_latency.
nlohmann::ordered_json to_json(const CoreInterface& core);
/// `axes`: of the grid.
nlohmann::ordered_json to_json(const Shell& shell, int axes);
nlohmann::ordered_json to_json(const StreamTop& top);

/// The JSON of a manifest, its numbers checked: none is negative, fractional or huge where a design cannot have that.
/// Throws ManifestError, also for a text that is not JSON.
nlohmann::json parse_manifest(const std::string& text);

/// The digest of a manifest. Throws ManifestError.
std::uint32_t digest_in(const nlohmann::json& manifest);

/// Throws ManifestError if the text is not a manifest, has no shell, or is damaged.
Design read_design(const std::string& manifest);

}  // namespace rtlgen::contract
