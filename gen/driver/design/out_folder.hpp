// A folder that a command writes: whole or not at all, and never over files of others.
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

/// How a folder that the command itself wrote is distinguished from others.
struct FolderRules {
  std::function<bool(const std::filesystem::path& folder)> is_ours;
  /// Would the command have written this? The path is relative to the folder.
  std::function<bool(const std::filesystem::path& path, bool is_directory)> is_known;
};

/// Absolute, and through symbolic links: they stay, and what they point at is written.
std::filesystem::path target_folder(const std::string& folder);

/// Throws an EnvironmentError if `folder` must not be replaced: it holds the stencil file or is the current one, or,
/// without `force`, something that the command did not write.
void check_folder(const std::filesystem::path& folder, const FolderRules& rules, const Source& source, bool force);

/// Writes beside `folder`; finish() renames. Until then nothing is there, and signals that end the program are held
/// back.
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
  interruption::Held held_;  ///< signals come when nothing is half written; first, so that it goes last
  std::filesystem::path folder_;
  runner::TemporaryFolder made_;
  std::vector<std::string> files_;
  std::int64_t bytes_ = 0;
};

}  // namespace rtlgen::driver
