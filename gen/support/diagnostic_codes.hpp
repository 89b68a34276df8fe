// Every diagnostic code with the layer that reports it and one line of explanation; a code with a name is a warning.
//
// docs/diagnostics.md is printed from this table. Tests prove that every code of the frontend is provoked by a
// bad-input case, and that C++ sources write no code as text.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/codes.hpp"

namespace rtlgen {

struct DiagnosticCode {
  Code id;
  const char* code;  ///< "RG0309"
  const char* layer;
  const char* explanation;
  const char* name = "";  ///< name of a warning for --no-warn and `no_warn`; empty for errors
};

/// In the order of Code, which is that of the texts.
inline constexpr auto kDiagnosticCodes = std::to_array<DiagnosticCode>({
#define RTLGEN_ERROR(code, name, layer, explanation) {Code::name, #code, layer, explanation},
#define RTLGEN_WARNING(code, name, layer, warning, explanation) {Code::name, #code, layer, explanation, warning},
#include "support/diagnostic_codes.inc"
#undef RTLGEN_ERROR
#undef RTLGEN_WARNING
});

/// Whether codes ascend and no two warnings have the same name.
constexpr bool are_distinct(std::span<const DiagnosticCode> rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (std::string_view(rows[i - 1].code) >= std::string_view(rows[i].code)) return false;
    for (std::size_t k = 0; k < i; ++k) {
      const std::string_view name = rows[i].name;
      if (!name.empty() && name == rows[k].name) return false;
    }
  }
  return true;
}
static_assert(are_distinct(kDiagnosticCodes), "diagnostic_codes.inc: a code or a warning's name is duplicated");

/// The name of a warning; empty if `code` is not a warning.
std::string warning_name(Code code);
/// The warning that `text` gives by name or code; none if it does not exist.
std::optional<Code> warning_code(std::string_view text);
/// In the order of the codes.
std::vector<std::string> warning_names();

/// The text of docs/diagnostics.md.
std::string diagnostics_reference();

}  // namespace rtlgen
