// One notation for numbers in all text for people: three digits, a blank, the unit with its prefix.
//
// JSON has plain numbers in base units; only text for people uses these functions.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/counted.hpp"

namespace rtlgen {

/// "5.69 G cell updates/s", "42.8 MB", "500 kHz" for 5e5 Hz: prefixes k to E, none below 1000. `value` is in `unit`,
/// which may be empty.
std::string si_text(double value, const std::string& unit);

/// "42.8 MB"; below 1000 all digits: "812 bytes".
std::string bytes_text(std::int64_t bytes);

/// "12.3 s" in ns, us, ms or s; from two minutes on "2 min 5 s", from an hour on "1 h 4 min".
std::string duration_text(double seconds);

/// "94.3 %" for 0.943; from 10 on a factor: "19.5 times".
std::string share_text(double part);

/// "0.7 % slower" for a ratio of 1.007 and the word "slower"; from a ratio of 2 on "2.4 times slower".
std::string compared_text(double ratio, const std::string& word);

/// "4,096" for counts that are exact.
std::string count_text(std::int64_t count);

/// "4,096 cells": counted() for text that people read; HDL and its comments have plain digits.
std::string counted_text(std::integral auto number, std::string_view one, std::string_view many = {}) {
  const std::string count = count_text(static_cast<std::int64_t>(number));
  if (number == 1 || !many.empty()) return count + " " + std::string(by_number(number, one, many));
  return count + " " + std::string(one) + "s";
}

}  // namespace rtlgen
