// manifest.json as hosts read it: what is wrong with it is a host::Error.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "contract/manifest.hpp"

namespace rtlgen::host {

using contract::Design;

/// Throws host::Error if the text is not a manifest, or has no shell.
Design read_design(const std::string& manifest);

/// Throws host::Error where a number cannot be, or nlohmann's exception for a text that is not JSON.
nlohmann::json parse_manifest(const std::string& text);

}  // namespace rtlgen::host
