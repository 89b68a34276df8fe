// Compares two descriptions as programs, node by node after the frontend.
#pragma once

#include <optional>
#include <string>

namespace rtlgen::test {

enum class Sameness {
  kAll,     ///< including names of temporaries and the order of nodes
  kMeaning  ///< without these: nodes are compared in the order in which lines reach them
};

/// Everything in the program that later layers read, as text; nullopt: the description is refused.
std::optional<std::string> program_facts(const std::string& yaml, Sameness sameness);

/// "" if both descriptions are the same program. If both are valid but different, the facts of both; if one is refused,
/// its faults.
std::string difference(const std::string& yaml, const std::string& other, Sameness sameness = Sameness::kMeaning);

}  // namespace rtlgen::test
