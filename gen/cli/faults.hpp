// Faults as JSON, for programs that call this one: docs/cli.md has the format.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "support/diagnostics.hpp"

namespace rtlgen::cli {

/// What ended a command that is no fault of the user's text; `kind` is usage, environment, memory or bug.
struct EndedBy {
  std::string kind, message;    ///< kind "": nothing did
  std::optional<Fix> fix = {};  ///< of a word of the command line
};

/// Every diagnostic in the order found: code, name, severity, file, line, column, length, message, notes and, where a
/// nearest word is known, fix. Line and column are null where a fault is of a file or an option as a whole.
nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics);

/// `result` of a command (null: it has none) with `status`, `diagnostics` and, where something ended it, `error`. A
/// result that is a list stays one.
nlohmann::ordered_json with_faults(nlohmann::ordered_json result, int status, const Diagnostics& diagnostics,
                                   const EndedBy& ended);

}  // namespace rtlgen::cli
