// Temporary folders and whole-file reads and writes.
#include "runner/folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "support/diagnostics.hpp"

namespace rtlgen::runner {

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::error_code error;
  const std::filesystem::path base =
      parent.empty() ? std::filesystem::temp_directory_path(error) : parent;
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  std::string name = (base / "rtlgen.XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr) {
    throw EnvironmentError(fmt::format("cannot make a folder in {}: {}", base.string(),
                                       error ? error.message() : std::strerror(errno)));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) {
    throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  }
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    throw EnvironmentError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  return std::move(text).str();
}

}  // namespace rtlgen::runner
