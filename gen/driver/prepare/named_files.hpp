// The files that a description names, so that a command does not write over one.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::driver {

struct Source;

struct NamedFile {
  std::string what;  ///< "inputs.t", "hardware.board"
  std::string path;  ///< as it is opened
};

/// Data files, and a board file. Nothing for a description with faults: the command that reads it reports them.
std::vector<NamedFile> named_files(const Source& source);

}  // namespace rtlgen::driver
