// Folders that clean up after themselves, and whole-file reads and writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rtlgen::runner {

/// A fresh private folder, removed with the object.
class TemporaryFolder {
 public:
  /// Inside `parent` ("": the system's place for temporary files).
  explicit TemporaryFolder(const std::filesystem::path& parent = {});
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder was renamed away: nothing is left to remove.
  void release() { path_.clear(); }

 private:
  std::filesystem::path path_;
};

/// Both throw an EnvironmentError that names the file.
void write_file(const std::filesystem::path& path, std::string_view text);
std::string read_file(const std::filesystem::path& path);

}  // namespace rtlgen::runner
