// The contract's errors as those of the host library.
#include "host/design.hpp"

#include <nlohmann/json.hpp>

#include "host/host.hpp"

namespace rtlgen::host {

Design read_design(const std::string& manifest) {
  try {
    return contract::read_design(manifest);
  } catch (const contract::ManifestError& fault) {
    throw Error(fault.what());
  }
}

nlohmann::json parse_manifest(const std::string& text) {
  try {
    return contract::parse_manifest(text);
  } catch (const contract::ManifestError& fault) {
    throw Error(fault.what());
  }
}

}  // namespace rtlgen::host
