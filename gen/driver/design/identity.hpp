// What a bitstream is known by: a digest of all that decides its bits and how a host uses it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "contract/manifest.hpp"

namespace rtlgen::driver {

struct Prepared;

/// The part of manifest.json that is of the hardware: the plan, the contract, and how a host reaches the card.
nlohmann::ordered_json hardware_json(const Prepared& prepared, int contract = contract::kContractVersion);

/// Of the Verilog without comments, for the family's blocks, and of hardware_json() without what no hardware has:
/// defaults of run-time parameters, expressions as they are written. The register `digest` and manifest.json hold it.
std::uint32_t identity_of(const Prepared& prepared, int contract = contract::kContractVersion);

}  // namespace rtlgen::driver
