// Finds the known name that is most similar to an unknown one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rtlgen {
struct Fix;
}

namespace rtlgen::frontend {

/// The candidate with the smallest edit distance, or "" if none is similar.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

/// The most similar candidate as a Fix that replaces `name`, for a diagnostic.
std::optional<Fix> nearest_fix(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace rtlgen::frontend
