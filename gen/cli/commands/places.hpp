// The paths that a command reads and writes. It must not write a path that it reads, nor write one twice.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::cli {

class Command;

/// A file or folder that a command line names.
struct NamedPath {
  std::string option;  ///< "--output t=x.npy"; for a path that is read, its role: "the description"
  std::string path;
  bool is_folder = false;  ///< for a path that is written: it is replaced with all its contents
};

/// The paths of a command's options. "" and "-" are skipped.
struct Places {
  std::vector<NamedPath> read, results, written;
  std::vector<std::string> data_written;  ///< with the places inside the files
  std::vector<NamedPath> numbered;        ///< files whose names get numbers when they are written

  void read_file(const std::string& what, const std::string& path);
  /// For an option that takes a name or a file: skipped if it is not a file.
  void read_named(const std::string& option, const std::string& value);
  /// `what`: the result that is written, such as fields or a description.
  void write_result(const std::string& what, const std::string& path);
  /// Adds the files of FIELD=PATH. Several fields may be written to places in one file.
  void read_data(const std::string& option, const std::string& assignment);
  void write_data(const std::string& option, const std::string& assignment, bool is_numbered);
  void write_file(const std::string& option, const std::string& path);
  void write_folder(const std::string& option, const std::string& path);
};

/// The path in FIELD=PATH; empty if there is no '='.
std::string path_of(const std::string& assignment);

/// Reports (RG0602) every FIELD=PATH whose name has no known extension, or one that cannot be read or written.
void check_data_names(const std::string& option, const std::vector<std::string>& assignments, bool for_input,
                      Diagnostics& diagnostics);

/// The file that `rtlgen new NAME` writes.
std::string new_file(const std::string& name);

/// Reports (RG0830) every path of `written` that is also read, is written twice, or contains one that is read. Links
/// and other spellings of a path are recognised.
void check_apart(const std::vector<NamedPath>& read, const std::vector<NamedPath>& written, Diagnostics& diagnostics);

/// Call before anything runs. Checks that the paths of all options are different, and that names of data and waveforms
/// have known extensions (RG0602, RG0831). Returns false if something was reported. Throws EnvironmentError if a file
/// cannot be written.
bool check_places(Command& command, Diagnostics& diagnostics);

/// Whether diagnostics can be written to `--json` without overwriting anything that the command line names.
bool is_free_for_json(Command& command);

/// The path of `--json` in a rejected command line; "" if none exists, or if another word names the same file.
std::string requested_json(const std::vector<std::string>& words);

}  // namespace rtlgen::cli
