// The names of the codes of diagnostics. What each means is in the table (support/diagnostic_codes.hpp).
#pragma once

#include <cstdint>

#include "support/code.hpp"

namespace rtlgen {

/// A code has a row in support/diagnostic_codes.inc, or it does not compile. Texts for users show "RG0309", never the
/// name.
enum class Code : std::uint16_t {
#define RTLGEN_ERROR(code, name, ...) name,
#define RTLGEN_WARNING(code, name, ...) name,
#include "support/diagnostic_codes.inc"
#undef RTLGEN_ERROR
#undef RTLGEN_WARNING
};

}  // namespace rtlgen
