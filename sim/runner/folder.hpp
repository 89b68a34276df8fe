// Folders that clean up after themselves, and whole-file reads and writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rtlgen::runner {

/// Where temporary folders are made: $TMPDIR or what stands for it, else /tmp. If its path has a character that make,
/// which builds simulations, takes for something else (a blank, for one), a place without. An EnvironmentError if there
/// is none to write in.
std::filesystem::path temporary_place();

/// A fresh private folder, removed with the object, and if a signal ends the program. What a killed rtlgen left in the
/// system's place or in the cache is removed with the next folder made there: it is known by its name, its owner, and a
/// lock without a holder.
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

/// Removes what killed programs left in `place`, once a program.
void remove_stale_folders(const std::filesystem::path& place);

/// All throw an EnvironmentError that names the file.
void move_file(const std::filesystem::path& from, const std::filesystem::path& to);
void write_file(const std::filesystem::path& path, std::string_view text);
std::string read_file(const std::filesystem::path& path);

}  // namespace rtlgen::runner
