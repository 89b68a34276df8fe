// Folders that are removed automatically, even after their program was killed.
#pragma once

#include <filesystem>

namespace rtlgen {

/// The parent of temporary folders: $TMPDIR or an equivalent, else /tmp. If its path has a character that make, which
/// builds simulations, would misread (such as a blank), another location is used. Throws an EnvironmentError if none is
/// writable.
std::filesystem::path temporary_place();

/// A new private folder. It is removed with the object, or when a signal ends the program. Folders that a killed rtlgen
/// left behind are removed when the next folder is created in the same place: they are recognised by name, owner, and a
/// lock that no process holds.
class TemporaryFolder {
 public:
  /// Inside `parent` ("": temporary_place()).
  explicit TemporaryFolder(const std::filesystem::path& parent = {});
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder was renamed away, so there is nothing to remove.
  void release();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< held while this program runs
};

/// In a temporary folder, the name for the user's files while new ones replace them. A folder of a killed program that
/// contains this name is kept.
inline constexpr const char* kTakenAway = "old";

/// Removes, once per program run, what killed programs of this machine left in `place`.
void remove_stale_folders(const std::filesystem::path& place);

}  // namespace rtlgen
