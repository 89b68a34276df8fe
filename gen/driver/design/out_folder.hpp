// A folder that a command writes completely or not at all, and never over the user's files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "runner/folder.hpp"
#include "support/interruption.hpp"

namespace rtlgen::driver {

struct Source;

/// Rules for recognising a folder that the command itself wrote.
struct FolderRules {
  std::function<bool(const std::filesystem::path& folder)> is_ours;
  /// Whether the command could have written this path, which is relative to the folder.
  std::function<bool(const std::filesystem::path& path, bool is_directory)> is_known;
};

/// The absolute path with symbolic links resolved: links are kept, and their targets are written.
std::filesystem::path target_folder(const std::string& folder);

/// Throws an EnvironmentError if `folder` must not be replaced: it contains the stencil file, is the current folder or,
/// without `force`, contains something that the command did not write.
void check_folder(const std::filesystem::path& folder, const FolderRules& rules, const Source& source, bool force);

/// Writes next to `folder`; finish() renames. Until then `folder` does not change, and signals that end the program are
/// delayed.
class OutFolder {
 public:
  explicit OutFolder(std::filesystem::path folder);
  OutFolder(const OutFolder&) = delete;
  OutFolder& operator=(const OutFolder&) = delete;
  ~OutFolder();

  void put(const std::filesystem::path& path, const std::string& text);
  void finish();

  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  interruption::Held
      held_;  ///< delays signals while files are half written; the first member, so that it is destroyed last
  std::filesystem::path folder_;
  runner::TemporaryFolder made_;
  std::vector<std::string> files_;
  std::int64_t bytes_ = 0;
};

}  // namespace rtlgen::driver
