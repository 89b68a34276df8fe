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

constexpr std::size_t kMostIncludes = 64;  ///< files of one description

/// A file that a description includes, directly or through another.
struct Included {
  std::string path;  ///< relative ones joined to the folder of the file that includes them
  std::string text;
};

/// Puts the functions and parameters of what `document`, the file `filename`, includes before its own, and gives these
/// files to `diagnostics` for quoting. A file that is included twice is there once. Faults: RG0101 to RG0111, RG0203,
/// RG0333, RG0334.
std::vector<Included> include_files(YamlValue& document, const std::string& filename, Texts& texts,
                                    Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
