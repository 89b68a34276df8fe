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

/// Whether the command wrote a folder of this kind.
using Marker = std::function<bool(const std::filesystem::path& folder)>;
/// Whether the command could have written this path, which is relative to the folder.
using KnownName = std::function<bool(const std::filesystem::path& path, bool is_directory)>;
/// The reason why a folder must not be replaced, after its name in a sentence; "" if it may be.
using Objection = std::function<std::string(const std::filesystem::path& folder)>;

/// Objects to names that the command does not write, for folders in which other programs leave files too.
Objection objection_by_name(Marker is_ours, KnownName is_known);

/// Objects to files that the folder's list (file_list.hpp) does not have, or has with other content.
Objection objection_by_list(Marker is_ours);

/// The absolute path with symbolic links resolved: links are kept, and their targets are written.
std::filesystem::path target_folder(const std::string& folder);

/// Throws an EnvironmentError if `folder` must not be replaced: it contains the stencil file, is the current folder or,
/// without `force`, there is an objection.
void check_folder(const std::filesystem::path& folder, const Objection& objection, const Source& source, bool force);

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
