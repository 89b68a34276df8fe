// The files that a description reads: what decides a design beside the description's own text.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::frontend {

/// A file that is included, or that has the values of a table or of a source.
struct ReadFile {
  std::string what;  ///< "include", "tables.curve.file", "sources.0.file"
  std::string path;  ///< as it is opened: relative ones joined to the folder of the file that names them
  std::string text;  ///< empty where it cannot be read
};

/// The files that the description at `path` reads under these --set, as far as it can be read. Data of `inputs` and
/// board files are not among them.
std::vector<ReadFile> read_files(const std::string& path, const std::vector<std::string>& sets);

/// The same of a text in memory; `path` is where relative paths start.
std::vector<ReadFile> read_files_of(const std::string& text, const std::string& path,
                                    const std::vector<std::string>& sets);

}  // namespace rtlgen::frontend
