// Files of functions and parameters that a description includes.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

class Texts;
struct YamlValue;

constexpr std::size_t kMostIncludes = 64;  ///< the most files that a description includes

/// A file that a description includes, directly or through another.
struct Included {
  std::string path;  ///< relative paths are joined to the folder of the including file
  std::string text;
};

/// Adds the functions and parameters of the files that `document` (of `filename`) includes, before its own, and
/// registers these files with `diagnostics` for quoting. A file that is included twice is read once. Reports RG0101 to
/// RG0111, RG0203, RG0333, RG0334.
std::vector<Included> include_files(YamlValue& document, const std::string& filename, Texts& texts,
                                    Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
