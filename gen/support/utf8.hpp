// UTF-8, one sequence at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace rtlgen {

/// Length of the UTF-8 sequence at `i`, or 0 if none exists (also for overlong forms and surrogates).
inline std::size_t utf8_length(std::string_view s, std::size_t i) {
  const auto byte = [&](std::size_t k) { return k < s.size() ? static_cast<unsigned char>(s[k]) : 0U; };
  const auto follows = [&](std::size_t count) {
    for (std::size_t k = 1; k <= count; ++k) {
      if ((byte(i + k) & 0xC0U) != 0x80U) return false;
    }
    return true;
  };
  const unsigned lead = byte(i);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0 && byte(i + 1) < 0xA0) return 0;
    if (lead == 0xED && byte(i + 1) > 0x9F) return 0;
    return follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0 && byte(i + 1) < 0x90) return 0;
    if (lead == 0xF4 && byte(i + 1) > 0x8F) return 0;
    return follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace rtlgen
