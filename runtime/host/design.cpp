// Reads designs and files, and reports faults as errors of the host library.
#include "host/design.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host/host.hpp"

namespace rtlgen::host {

Design read_design(const std::string& manifest) {
  try {
    return contract::read_design(manifest);
  } catch (const contract::ManifestError& fault) {
    throw Error(fault.what());
  }
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  const bool is_folder = std::filesystem::is_directory(path);
  if (is_folder || !stream || !(text << stream.rdbuf()))
    throw Error(fmt::format("cannot read {}: {}", path, is_folder ? "it is a folder" : std::strerror(errno)));
  return text.str();
}

nlohmann::json parse_manifest(const std::string& text) {
  try {
    return contract::parse_manifest(text);
  } catch (const contract::ManifestError& fault) {
    throw Error(fault.what());
  }
}

}  // namespace rtlgen::host
