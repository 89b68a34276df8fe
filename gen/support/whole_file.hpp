// Writes and reads whole files, and reports the reason of a failure.
//
// A regular file is written into a temporary folder beside its place and renamed, so that a full disk or a signal
// leaves what was there, and the next write clears what a killed program left; a device or a pipe is written as it is.
// Every failure is an EnvironmentError that ends with the system's reason.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "support/temporary_folder.hpp"

namespace rtlgen {

/// Replaces `path`, following links, and keeps its mode. Throws EnvironmentError: "cannot write PATH: REASON".
void write_whole_file(const std::filesystem::path& path, std::string_view bytes);

/// Whether `path` can be written, as far as can be checked without doing so; throws what write_whole_file would.
void check_writable(const std::filesystem::path& path);

/// A file that a library writes by its name: it is in a temporary folder beside its place until commit(). Without that
/// it goes, also if a signal ends the program.
class FileBeside {
 public:
  /// Throws what check_writable() does, and if `path` is a device or a pipe.
  explicit FileBeside(const std::filesystem::path& path);
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  /// An empty file, to be opened and written again.
  [[nodiscard]] const std::string& name() const { return beside_; }
  /// Puts it into its place. Throws EnvironmentError.
  void commit();

 private:
  std::filesystem::path path_, place_;
  std::optional<TemporaryFolder> folder_;
  std::string beside_;
};

/// All of a file. Throws EnvironmentError: "cannot read PATH: REASON".
std::string read_whole_file(const std::filesystem::path& path);

/// Where `path` leads: absolute, without links, dots or doubled slashes, whether or not it is there.
std::filesystem::path real_place(const std::filesystem::path& path);

/// Whether both names mean one regular file or folder: the same place, or links to one file. Devices and pipes are
/// never the same, for what is written to them replaces nothing.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace rtlgen
