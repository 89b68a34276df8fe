// manifest.json as JSON whose numbers can be taken for integers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/host.hpp"

namespace rtlgen::host {

/// Converting 1e300 or -1.5 to the integers of a design is undefined, and nothing in a manifest is so with a fraction or an exponent: clocks are the largest.
inline void check_numbers(const nlohmann::json& manifest) {
  constexpr double kMost = 1e9;
  std::vector<const nlohmann::json*> left = {&manifest};  // no recursion: a text may be as deep as it is long
  while (!left.empty()) {
    const nlohmann::json& value = *left.back();
    left.pop_back();
    const bool fits = !value.is_number_float() || (value.get<double>() >= 0 && value.get<double>() <= kMost);
    if (!fits) throw Error("manifest.json is damaged: no part of a design is " + value.dump());
    if (!value.is_structured()) continue;
    for (const nlohmann::json& inside : value) left.push_back(&inside);
  }
}

/// Throws Error, or nlohmann's exception for what is no JSON.
inline nlohmann::json parse_manifest(const std::string& text) {
  nlohmann::json manifest = nlohmann::json::parse(text);
  check_numbers(manifest);
  return manifest;
}

}  // namespace rtlgen::host
