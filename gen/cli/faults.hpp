// Diagnostics as JSON, for programs that call this one: docs/cli.md has the format.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "support/diagnostics.hpp"
#include "support/error.hpp"

namespace rtlgen::cli {

/// Every diagnostic in the order found: code, name, severity, file, line, column, length, message, notes and, if a
/// similar word is known, fix. Line and column are null for a fault in a file or an option as a whole.
nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics);

/// The `result` of a command (null: none) with `status`, `diagnostics` and `error`: a reason other than a diagnostic
/// that ended it. A result that is a list stays a list.
nlohmann::ordered_json with_faults(nlohmann::ordered_json result, int status, const Diagnostics& diagnostics,
                                   const std::optional<Error>& ended);

}  // namespace rtlgen::cli
