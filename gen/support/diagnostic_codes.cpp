// Texts and names of codes, and their table as a page of documentation.
#include "support/diagnostic_codes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rtlgen {

namespace {

const DiagnosticCode& row_of(Code code) { return kDiagnosticCodes.at(static_cast<std::size_t>(code)); }

}  // namespace

std::string to_string(Code code) { return row_of(code).code; }

std::optional<Code> code_of(std::string_view text) {
  const auto row = std::find_if(kDiagnosticCodes.begin(), kDiagnosticCodes.end(),
                                [&](const DiagnosticCode& known) { return text == known.code; });
  return row == kDiagnosticCodes.end() ? std::nullopt : std::optional(row->id);
}

std::string diagnostics_reference() {
  std::string out =
      "# Diagnostics\n\n"
      "Generated from gen/support/diagnostic_codes.inc; do not edit.\n\n"
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

std::string warning_name(Code code) { return row_of(code).name; }

std::optional<Code> warning_code(std::string_view text) {
  for (const DiagnosticCode& known : kDiagnosticCodes) {
    if (*known.name != '\0' && (text == known.name || text == known.code)) return known.id;
  }
  return std::nullopt;
}

std::vector<std::string> warning_names() {
  std::vector<std::string> names;
  for (const DiagnosticCode& known : kDiagnosticCodes) {
    if (*known.name != '\0') names.emplace_back(known.name);
  }
  return names;
}

}  // namespace rtlgen
