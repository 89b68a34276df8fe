// Reports a warning where the description lets it.
#include "spec/warn.hpp"

#include <algorithm>
#include <utility>

namespace rtlgen::spec {

void warn(const Stencil& stencil, Diagnostics& diagnostics, const std::string& code, const SourceLocation& where,
          const std::string& message, std::vector<std::string> notes, const std::optional<Fix>& fix) {
  if (std::find(stencil.no_warn.begin(), stencil.no_warn.end(), code) != stencil.no_warn.end()) return;
  diagnostics.warning(code, where, message, std::move(notes), fix);
}

}  // namespace rtlgen::spec
