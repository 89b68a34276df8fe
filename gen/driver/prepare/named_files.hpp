// The files that a description names, so that a command does not write over one.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::driver {

struct Source;

struct NamedFile {
  std::string what;  ///< "inputs.t", "tables.curve.file", "hardware.board"
  std::string path;  ///< as it is opened
};

/// Data files, what the description includes, files of its tables and sources, and a board file. Of a
/// description with faults, which the command that reads it reports, only what is included and files of tables and
/// sources.
std::vector<NamedFile> named_files(const Source& source);

}  // namespace rtlgen::driver
