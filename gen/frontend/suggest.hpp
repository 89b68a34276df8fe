// The nearest of some known names to one that is not known.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::frontend {

/// The candidate with the smallest edit distance, or "" when none is near.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

/// "did you mean 'x'?" as a list of at most one note.
std::vector<std::string> nearest_note(const std::string& name,
                                      const std::vector<std::string>& candidates);

}  // namespace rtlgen::frontend
