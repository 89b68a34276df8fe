// Reads the file and runs the steps: YAML, overrides, schema, program.
#include "frontend/frontend.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/program.hpp"
#include "frontend/schema.hpp"
#include "frontend/yaml_value.hpp"

namespace rtlgen::frontend {

namespace {

/// The text without byte order mark and with plain line ends, so that columns are what one sees.
std::string normalized(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

Failure too_large(const std::string& filename, Diagnostics& diagnostics) {
  diagnostics.error("RG0103", {filename, 0, 0, 1},
                    "the file is too large for a stencil description",
                    {fmt::format("at most {} bytes are read", kMaxFileBytes)});
  return {};
}

}  // namespace

Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  if (text.size() > kMaxFileBytes) return too_large(filename, diagnostics);
  const std::string source = normalized(text);
  diagnostics.add_source(filename, source);
  auto document = read_yaml(source, filename, diagnostics);
  if (!document) return Failure{};
  for (const std::string& assignment : sets) apply_override(*document, assignment, diagnostics);
  check_schema(*document, diagnostics);
  if (!document->is_map() || too_many_errors(diagnostics)) return Failure{};
  return build_stencil(*document, filename, !sets.empty(), diagnostics);
}

Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets,
                                Diagnostics& diagnostics) {
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
  return load_text(text, path, sets, diagnostics);
}

}  // namespace rtlgen::frontend
