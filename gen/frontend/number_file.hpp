// Numbers in a text file: the values of a table or of a source that are too many for the description.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/exact.hpp"
#include "support/result.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

/// A number of a file, exactly as written, and its place there.
struct FileNumber {
  Exact value;
  SourceLocation where;
};

/// The numbers of the file that `key` names, relative to the folder of the description `filename`: decimal, separated
/// by commas or blanks, `#` starts a comment. 1 to `most` of them. Faults: RG0101, RG0383.
Result<std::vector<FileNumber>> read_number_file(const YamlValue& key, const std::string& filename, std::size_t most,
                                                 Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
