// What a command reads and writes: nothing that it writes may be what it reads, or be written twice.
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
  std::string option;  ///< "--output t=x.npy"; of what is read: what it is, "the description"
  std::string path;
  bool is_folder = false;  ///< of what is written: it is replaced with all that is in it
};

/// The places of a command's options. "" and "-" are none.
struct Places {
  std::vector<NamedPath> read, results, written;
  std::vector<std::string> data_written;  ///< with their places
  std::vector<NamedPath> numbered;        ///< files that are written with numbers in their names

  void read_file(const std::string& what, const std::string& path);
  /// Of an option that takes a name or a file: nothing where it is not a file.
  void read_named(const std::string& option, const std::string& value);
  /// What the command is about: fields, a description.
  void write_result(const std::string& what, const std::string& path);
  /// Files of FIELD=PATH. Several fields may be written to places of one file.
  void read_data(const std::string& option, const std::string& assignment);
  void write_data(const std::string& option, const std::string& assignment, bool is_numbered);
  void write_file(const std::string& option, const std::string& path);
  void write_folder(const std::string& option, const std::string& path);
};

/// Behind the first '=' of FIELD=PATH; empty without one.
std::string path_of(const std::string& assignment);

/// Reports (RG0602) every FIELD=PATH whose name has no known format extension, or one that cannot be read or written.
void check_data_names(const std::string& option, const std::vector<std::string>& assignments, bool for_input,
                      Diagnostics& diagnostics);

/// The file that `rtlgen new NAME` writes.
std::string new_file(const std::string& name);

/// Reports (RG0830) every place of `written` that is also read, is written twice, or holds what is read; links and
/// other spellings of a name do not hide it.
void check_apart(const std::vector<NamedPath>& read, const std::vector<NamedPath>& written, Diagnostics& diagnostics);

/// Before anything runs: the places of all options apart, names of data and waveforms with ends that are known (RG0602,
/// RG0831). False: something was reported. Throws EnvironmentError where a file cannot be written.
bool check_places(Command& command, Diagnostics& diagnostics);

/// Whether writing `--json` loses nothing that the command line names: what faults are written to.
bool is_free_for_json(Command& command);

/// Where `--json` of a command line that was refused points: "" without one, or where that is a file which another word
/// names.
std::string json_asked_for(const std::vector<std::string>& words);

}  // namespace rtlgen::cli
