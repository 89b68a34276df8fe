// Diagnostics as JSON, for programs that call this one: docs/cli.md has the format.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "support/diagnostics.hpp"

namespace rtlgen::cli {

/// A reason other than a fault in the user's text that ended a command; `kind` is usage, environment, memory or bug.
struct EndedBy {
  std::string kind, message;    ///< kind "": no such reason
  std::optional<Fix> fix = {};  ///< for a word of the command line
};

/// Every diagnostic in the order found: code, name, severity, file, line, column, length, message, notes and, if a
/// similar word is known, fix. Line and column are null for a fault in a file or an option as a whole.
nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics);

/// The `result` of a command (null: none) with `status`, `diagnostics` and, if there is such a reason, `error`. A
/// result that is a list stays a list.
nlohmann::ordered_json with_faults(nlohmann::ordered_json result, int status, const Diagnostics& diagnostics,
                                   const EndedBy& ended);

}  // namespace rtlgen::cli
