// Folders that clean up after themselves, even after a program that was killed.
#pragma once

#include <filesystem>

namespace rtlgen {

/// Where temporary folders are made: $TMPDIR or what stands for it, else /tmp. If its path has a character that make,
/// which builds simulations, takes for something else (a blank, for one), a place without. An EnvironmentError if there
/// is none to write in.
std::filesystem::path temporary_place();

/// A fresh private folder, removed with the object, and if a signal ends the program. Those that a killed rtlgen left
/// in a place are removed with the next folder made there: they are known by name, owner, and a lock without a holder.
class TemporaryFolder {
 public:
  /// Inside `parent` ("": the system's place for temporary files).
  explicit TemporaryFolder(const std::filesystem::path& parent = {});
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder was renamed away: nothing is left to remove.
  void release();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< held while this program lives
};

/// Under this name a temporary folder holds what belongs to the user while something new takes its place. A killed
/// program's folder with it stays.
inline constexpr const char* kTakenAway = "old";

/// Removes what killed programs of this machine left in `place`, once a program.
void remove_stale_folders(const std::filesystem::path& place);

}  // namespace rtlgen
