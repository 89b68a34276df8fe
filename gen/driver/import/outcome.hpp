// The result of the process that reads a program: YAML and diagnostics, as one text.
#pragma once

#include <optional>
#include <string>

#include "support/diagnostics.hpp"

namespace rtlgen::driver {

struct ImportOutcome {
  std::optional<std::string> yaml{};
  Diagnostics diagnostics{};
};

std::string text_of_outcome(const ImportOutcome& outcome);
ImportOutcome outcome_of_text(const std::string& text);

/// The same as JSON, which the Python package writes.
ImportOutcome outcome_of_json(const std::string& text);

}  // namespace rtlgen::driver
