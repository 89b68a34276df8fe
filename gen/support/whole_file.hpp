// Writes and reads whole files, and reports the reason of a failure.
//
// A regular file is written into a temporary folder next to it and then renamed, so that a full disk or a signal leaves
// the old file in place, and the next write removes leftovers of a killed program. A device or a pipe is written
// directly. Every failure is an EnvironmentError that ends with the system's reason.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "support/temporary_folder.hpp"

namespace rtlgen {

/// Replaces `path`, following links, and keeps its mode. Throws EnvironmentError: "cannot write PATH: REASON".
void write_whole_file(const std::filesystem::path& path, std::string_view bytes);

/// Writes `path`, and creates its folders, in a folder that is still hidden. Messages name `shown` instead.
void write_hidden_file(const std::filesystem::path& path, std::string_view bytes, const std::filesystem::path& shown);

/// Checks that `path` can be written, as far as possible without writing; throws what write_whole_file would throw.
void check_writable(const std::filesystem::path& path);

/// A file that a library writes by name: it is in a temporary folder next to its final place until commit(). Without
/// commit() it is removed, also if a signal ends the program.
class FileBeside {
 public:
  /// Throws what check_writable() throws, and if `path` is a device or a pipe.
  explicit FileBeside(const std::filesystem::path& path);
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  /// The name of an empty file, to be opened and written again.
  [[nodiscard]] const std::string& name() const { return beside_; }
  /// Writes the whole contents. Throws EnvironmentError, which names the final place.
  void put(std::string_view bytes);
  /// Moves the file into its place. Throws EnvironmentError.
  void commit();

 private:
  std::filesystem::path path_, place_;
  std::optional<TemporaryFolder> folder_;
  std::string beside_;
};

/// The whole contents of a file. Throws EnvironmentError: "cannot read PATH: REASON".
std::string read_whole_file(const std::filesystem::path& path);

/// The target of `path`: absolute, without links, dots or doubled slashes, whether or not it exists.
std::filesystem::path real_place(const std::filesystem::path& path);

/// Whether both names mean one regular file or folder: the same place, or links to one file. Devices and pipes are
/// never the same, because writing to them replaces nothing.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace rtlgen
