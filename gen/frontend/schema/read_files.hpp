// Lists the files that a description reads: they determine a design together with the description's own text.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::frontend {

class Texts;

/// A file that is included, or that has the values of a table or source.
struct ReadFile {
  std::string what;  ///< "include", "tables.curve.file", "sources.0.file"
  std::string path;  ///< as opened: relative paths are joined to the folder of the file that names them
  std::string text;  ///< empty if it cannot be read
};

/// The files that the description `text` at `path` reads with these --set options, as far as it can be parsed, read by
/// `texts`. Data of `inputs` and board files are not included.
std::vector<ReadFile> read_files(const std::string& text, const std::string& path, const std::vector<std::string>& sets,
                                 Texts& texts);

}  // namespace rtlgen::frontend
