// Names of warnings, and the table of diagnostic codes as a page of documentation.
#include "support/diagnostic_codes.hpp"

#include <fmt/format.h>

namespace rtlgen {

std::string diagnostics_reference() {
  std::string out =
      "# Diagnostics\n\n"
      "Generated from gen/support/diagnostic_codes.hpp; do not edit.\n\n"
      "A diagnostic is `file:line:column: error[CODE]: message`, the source line with the place\n"
      "underlined, and notes that say what would be right. Codes keep their meaning and are never\n"
      "reused. `rtlgen explain CODE` prints an example and how to fix it.\n\n"
      "A code with a name is a warning: `warning[CODE name]`. [warnings.md](warnings.md) describes what each checks,\n"
      "how to mark something as intended, and how to disable warnings or turn them into errors.\n\n"
      "| code | reported by | meaning |\n|---|---|---|\n";
  for (const DiagnosticCode& code : kDiagnosticCodes) {
    const std::string name = *code.name == '\0' ? "" : fmt::format(" `{}`", code.name);
    out += fmt::format("| {}{} | {} | {} |\n", code.code, name, code.layer, code.explanation);
  }
  return out;
}

std::string warning_name(const std::string& code) {
  for (const DiagnosticCode& known : kDiagnosticCodes) {
    if (code == known.code) return known.name;
  }
  return "";
}

std::string warning_code(const std::string& text) {
  for (const DiagnosticCode& known : kDiagnosticCodes) {
    if (*known.name != '\0' && (text == known.name || text == known.code)) return known.code;
  }
  return "";
}

std::vector<std::string> warning_names() {
  std::vector<std::string> names;
  for (const DiagnosticCode& known : kDiagnosticCodes) {
    if (*known.name != '\0') names.emplace_back(known.name);
  }
  return names;
}

}  // namespace rtlgen
