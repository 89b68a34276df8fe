// What a command reads and writes: nothing that it writes may be what it reads, or be written twice.
#pragma once

#include <string>
#include <vector>

#include "support/diagnostics.hpp"

namespace rtlgen::cli {

struct Options;

/// A file or folder that a command line names.
struct NamedPath {
  std::string option;  ///< "--output t=x.npy"; of what is read: what it is, "the description"
  std::string path;
  bool is_folder = false;  ///< of what is written: it is replaced with all that is in it
};

/// The file that `rtlgen new NAME` writes.
std::string new_file(const std::string& name);

/// Reports (RG0830) every place of `written` that is also read, is written twice, or holds what is read; links and
/// other spellings of a name do not hide it.
void check_apart(const std::vector<NamedPath>& read, const std::vector<NamedPath>& written, Diagnostics& diagnostics);

/// Before anything runs: the places of all options apart, names of data and waveforms with ends that are known (RG0602,
/// RG0831). False: something was reported. Throws EnvironmentError where a file cannot be written.
bool check_places(const Options& options, Diagnostics& diagnostics);

/// Whether writing `json` loses nothing that the command line names: what faults are written to.
bool is_free_for_json(const std::string& json, const Options& options);

/// Where `--json` of a command line that was refused points: "" without one, or where that is a file which another word
/// names.
std::string json_asked_for(const std::vector<std::string>& words);

}  // namespace rtlgen::cli
