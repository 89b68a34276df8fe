// The identity of a bitstream: a digest of everything that determines its bits and its use by a host.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "contract/manifest.hpp"

namespace rtlgen::driver {

struct Prepared;

/// The part of manifest.json about the hardware: the plan, the contract, and how a host reaches the card.
nlohmann::ordered_json hardware_json(const Prepared& prepared, int contract = contract::kContractVersion);

/// Digest of the Verilog without comments, for the family's blocks, and of hardware_json() without facts that are not
/// part of the hardware: defaults of run-time parameters, expressions as written. The register `digest` and
/// manifest.json contain it.
std::uint32_t identity_of(const Prepared& prepared, int contract = contract::kContractVersion);

}  // namespace rtlgen::driver
