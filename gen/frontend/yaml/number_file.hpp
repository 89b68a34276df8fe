// Reads numbers from a text file: the values of a table or source that would be too many for the description.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/expr/constants.hpp"
#include "support/result.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

class Texts;
struct YamlValue;

/// The exact values of the numbers in the file that `key` names, relative to the folder of the description `filename`:
/// decimal numbers, separated by commas or blanks; `#` starts a comment. The file must have 1 to `most` of them.
/// Reports RG0101, RG0383.
Result<std::vector<PlacedNumber>> read_number_file(const YamlValue& key, const std::string& filename, std::size_t most,
                                                   Texts& texts, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
