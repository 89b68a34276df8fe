// The files that a description reads: what decides a design beside the description's own text.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::frontend {

class Texts;

/// A file that is included, or that has the values of a table or of a source.
struct ReadFile {
  std::string what;  ///< "include", "tables.curve.file", "sources.0.file"
  std::string path;  ///< as it is opened: relative ones joined to the folder of the file that names them
  std::string text;  ///< empty if it cannot be read
};

/// The files that the description `text` at `path` reads under these --set, as far as it can be read, by `texts`. Data
/// of `inputs` and board files are not among them.
std::vector<ReadFile> read_files(const std::string& text, const std::string& path, const std::vector<std::string>& sets,
                                 Texts& texts);

}  // namespace rtlgen::frontend
