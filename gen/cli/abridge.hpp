// Long reports cut to what fits on a screen.
#pragma once

#include <cstddef>
#include <string>

namespace rtlgen::cli {

/// `text`, a report of headings and indented entries, in at most `lines` lines of about `width` characters. Long lines
/// end in the number of characters left out. Each list of entries keeps its first ones, as many in every list, and ends
/// in the number left out; entries with different first words under "hardware" are lists of their own, so that none of
/// its facts is lost. If there are more lists than lines, the text has more lines.
std::string abridged(const std::string& text, std::size_t lines, std::size_t width);

}  // namespace rtlgen::cli
