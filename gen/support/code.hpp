// The codes of diagnostics. Sources that name one include support/codes.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rtlgen {

/// Its enumerators are in support/codes.hpp, so that a new one compiles only the sources that name codes.
enum class Code : std::uint16_t;

/// "RG0309"
std::string to_string(Code code);
/// The code of "RG0309"; none if there is no such code.
std::optional<Code> code_of(std::string_view text);

/// Writes a code into JSON as its text: the library would write the number of its row.
template <class Json>
void to_json(Json& json, Code code) {
  json = to_string(code);
}

}  // namespace rtlgen
