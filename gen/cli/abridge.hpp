// Shortens long reports so that they fit on a screen.
#pragma once

#include <cstddef>
#include <string>

namespace rtlgen::cli {

/// Shortens `text`, a report of headings and indented entries, to at most `lines` lines of about `width` characters. A
/// long line ends with the number of characters left out. Each list keeps the same number of its first entries and ends
/// with the number left out. Under "hardware", entries with different first words are separate lists, so that no kind
/// of fact is lost. If there are more lists than lines, the text has more lines.
std::string abridged(const std::string& text, std::size_t lines, std::size_t width);

}  // namespace rtlgen::cli
