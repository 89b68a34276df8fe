// Reads manifest.json for hosts; faults in it are host::Error.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "contract/manifest.hpp"

namespace rtlgen::host {

using contract::Design;

/// Throws host::Error if the text is not a manifest, or has no shell.
Design read_design(const std::string& manifest);

/// Throws host::Error if a number is impossible, or nlohmann's exception for text that is not JSON.
nlohmann::json parse_manifest(const std::string& text);

}  // namespace rtlgen::host
