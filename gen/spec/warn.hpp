// Warnings about a description, unless the description itself switches them off.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/code.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}  // namespace rtlgen

namespace rtlgen::spec {

struct Program;

/// Reports the warning `code` (docs/warnings.md) unless `no_warn` of the description has it.
void warn(const Program& program, Diagnostics& diagnostics, Code code, const SourceLocation& where,
          const std::string& message, std::vector<std::string> notes = {},
          const std::optional<Fix>& fix = std::nullopt);

}  // namespace rtlgen::spec
