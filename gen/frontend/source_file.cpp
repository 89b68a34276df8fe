// Text of a YAML file.
#include "frontend/source_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "frontend/frontend.hpp"

namespace rtlgen::frontend {

Result<std::string> normalized_source(const std::string& text, const std::string& filename, Diagnostics& diagnostics) {
  if (text.size() > kMaxFileBytes) {
    diagnostics.error("RG0103", {filename, 0, 0, 1}, "the file is too large for a description",
                      {fmt::format("at most {} bytes are read", kMaxFileBytes)});
    return Failure{};
  }
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

Result<std::string> read_source_file(const std::string& path, Diagnostics& diagnostics) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  std::ifstream file(path, std::ios::binary);
  if (folder || !file) {
    diagnostics.error("RG0101", {path, 0, 0, 1}, "the file cannot be read",
                      {folder ? "it is a folder" : std::strerror(errno)});
    return Failure{};
  }
  std::string text(kMaxFileBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) {
    diagnostics.error("RG0101", {path, 0, 0, 1}, "the file cannot be read", {std::strerror(errno)});
    return Failure{};
  }
  return text;
}

}  // namespace rtlgen::frontend
