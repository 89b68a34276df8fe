// Prints the table of diagnostic codes as a page of documentation.
#include "support/diagnostic_codes.hpp"

#include <fmt/format.h>

namespace rtlgen {

std::string diagnostics_reference() {
  std::string out =
      "# Diagnostics\n\n"
      "Generated from gen/support/diagnostic_codes.hpp; do not edit.\n\n"
      "A diagnostic is `file:line:column: error[CODE]: message`, the line it is about with the\n"
      "place underlined, and notes that say what would be right. Codes keep their meaning; a code\n"
      "is never used again for something else.\n\n"
      "| code | reported by | meaning |\n|---|---|---|\n";
  for (const DiagnosticCode& code : kDiagnosticCodes) {
    out += fmt::format("| {} | {} | {} |\n", code.code, code.layer, code.explanation);
  }
  return out;
}

}  // namespace rtlgen
