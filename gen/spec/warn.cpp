// Reports a warning unless the description disables it.
#include "spec/warn.hpp"

#include <algorithm>
#include <utility>

#include "spec/program.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::spec {

void warn(const Program& program, Diagnostics& diagnostics, Code code, const SourceLocation& where,
          const std::string& message, std::vector<std::string> notes, const std::optional<Fix>& fix) {
  if (std::find(program.no_warn.begin(), program.no_warn.end(), code) != program.no_warn.end()) return;
  diagnostics.warning(code, where, message, std::move(notes), fix);
}

}  // namespace rtlgen::spec
