// Whether two descriptions are one program, node by node as the frontend gives them.
#pragma once

#include <optional>
#include <string>

namespace rtlgen::test {

enum class Sameness {
  kAll,     ///< names of temporaries and the order of nodes too
  kMeaning  ///< not these: nodes are compared in the order in which lines reach them
};

/// All of the program that what follows the frontend looks at, as text; nullopt: the description is refused.
std::optional<std::string> program_facts(const std::string& yaml, Sameness sameness);

/// Where both load and are different programs, both with their facts; where one is refused, its faults; "": they are
/// the same program.
std::string difference(const std::string& yaml, const std::string& other, Sameness sameness = Sameness::kMeaning);

}  // namespace rtlgen::test
