// The cells of a path of static timing, in words.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::bench {

/// The cells of a path in a report of iCE40 or ECP5, equal neighbours counted: "FF, 3 LUT, 12 CARRY, LUT, FF".
std::string path_text(const std::vector<std::string>& cells);

}  // namespace rtlgen::bench
