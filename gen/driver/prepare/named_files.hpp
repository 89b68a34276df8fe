// Lists the files that a description names, so that a command does not overwrite one.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::driver {

struct Source;

struct NamedFile {
  std::string what;  ///< "inputs.t", "tables.curve.file", "hardware.board"
  std::string path;  ///< the path to open
};

/// Data files, included files, files of tables and sources, and a board file. For a faulty description, which the
/// command itself reports, only included files and files of tables and sources.
std::vector<NamedFile> named_files(const Source& source);

}  // namespace rtlgen::driver
