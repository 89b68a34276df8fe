// The nearest of some known names to one that is not known.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rtlgen {
struct Fix;
}

namespace rtlgen::frontend {

/// The candidate with the smallest edit distance, or "" when none is near.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

/// The nearest in the place of `name`, for a diagnostic.
std::optional<Fix> nearest_fix(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace rtlgen::frontend
