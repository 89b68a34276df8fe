// manifest.json as JSON whose numbers can be taken for integers.
#pragma once

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/host.hpp"

namespace rtlgen::host {

/// Whether a design can have `number` under `key`. Converting 1e300 to its integers is undefined, 0.5 would become 0,
/// and -1 some 2^64.
inline bool is_possible(std::string_view key, const nlohmann::json& number) {
  constexpr double kMost = 1e9;
  constexpr std::array<std::string_view, 3> kClocks = {"_mhz", "_ps", "_ns"};
  // Distances in a frame may lead back, a block that goes round need not reach beyond its ghosts, and an axis of -1 is
  // none.
  constexpr std::array<std::string_view, 5> kSigned = {"planes", "rows", "words", "stride", "grid_axis"};
  if (number.is_number_float()) {
    const bool clock = std::any_of(kClocks.begin(), kClocks.end(), [&](std::string_view unit) {
      return key.size() > unit.size() && key.substr(key.size() - unit.size()) == unit;
    });
    return clock && number.get<double>() >= 0 && number.get<double>() <= kMost;
  }
  const bool negative = number.is_number_integer() && !number.is_number_unsigned() && number.get<std::int64_t>() < 0;
  return !negative || std::find(kSigned.begin(), kSigned.end(), key) != kSigned.end();
}

/// What describes the inside of the core: nothing here is read by hosts.
inline bool is_inside(std::string_view key) {
  constexpr std::array<std::string_view, 4> kInside = {"executor", "monitors", "numbers", "core_numbers"};
  return std::find(kInside.begin(), kInside.end(), key) != kInside.end();
}

inline void check_numbers(const nlohmann::json& manifest) {
  std::vector<std::pair<std::string, const nlohmann::json*>> left = {
      {"", &manifest}};  // no recursion: a text may be as deep as it is long
  while (!left.empty()) {
    const auto [key, value] = left.back();
    left.pop_back();
    if (value->is_number() && !is_possible(key, *value))
      throw Error("manifest.json is damaged: '" + key + "' is " + value->dump());
    if (value->is_object()) {
      for (const auto& item : value->items()) {
        if (!is_inside(item.key())) left.emplace_back(item.key(), &item.value());
      }
    } else if (value->is_array()) {
      for (const nlohmann::json& inside : *value) left.emplace_back(key, &inside);
    }
  }
}

/// Throws Error, or nlohmann's exception for what is no JSON.
inline nlohmann::json parse_manifest(const std::string& text) {
  nlohmann::json manifest = nlohmann::json::parse(text);
  check_numbers(manifest);
  return manifest;
}

}  // namespace rtlgen::host
