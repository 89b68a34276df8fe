// Whole-file reads and writes.
#include "runner/folder.hpp"

#include <fmt/format.h>

#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::runner {

namespace fs = std::filesystem;

void move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) fs::copy_file(from, to, error);
  if (error) throw EnvironmentError(fmt::format("cannot write {}: {}", to.string(), error.message()));
}

void write_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), error.message()));
  write_whole_file(path, text);
}

std::string read_file(const fs::path& path) { return read_whole_file(path); }

}  // namespace rtlgen::runner
