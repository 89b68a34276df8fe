// Calibration factors and their file.
#include "model/area/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "model/area/calibration_texts.hpp"
#include "support/codes.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::model {

namespace {

double ratio(std::int64_t counted, std::int64_t mapped) {
  return mapped > 0 ? static_cast<double>(counted) / static_cast<double>(mapped) : 1;
}

Error unusable(std::string message) { return {.code = Code::kUnusableCalibration, .message = std::move(message)}; }

}  // namespace

double Calibration::factor(const std::string& kind) const {
  if (const auto found = kinds.find(kind); found != kinds.end() && found->second.mapped > 0)
    return ratio(found->second.counted, found->second.mapped);
  std::int64_t mapped = 0, counted = 0;
  for (const auto& [name, k] : kinds) {
    mapped += k.mapped;
    counted += k.counted;
  }
  return ratio(counted, mapped);
}

void Calibration::add(const std::string& kind, std::int64_t mapped, std::int64_t counted) {
  Kind& k = kinds[kind];
  ++k.modules;
  k.mapped += mapped;
  k.counted += counted;
}

const Calibration& calibration_of(const std::string& fabric) {
  static const std::map<std::string, Calibration> all = [] {
    std::map<std::string, Calibration> tables;
    for (const auto& [name, text] : calibration_texts()) tables.emplace(name, *calibration_from(text));
    return tables;
  }();
  static const Calibration none;
  const auto found = all.find(fabric);
  return found == all.end() ? none : found->second;
}

std::string to_json(const Calibration& c) {
  nlohmann::ordered_json json{{"fabric", c.fabric}, {"tool", c.tool}, {"kinds", nlohmann::ordered_json::object()}};
  for (const auto& [name, k] : c.kinds)
    json["kinds"][name] = {{"modules", k.modules}, {"mapped", k.mapped}, {"counted", k.counted}};
  return json.dump(2) + "\n";
}

Expected<Calibration> calibration_from(const std::string& text) {
  try {
    const auto json = nlohmann::ordered_json::parse(text);
    Calibration c{json.at("fabric"), json.at("tool"), {}};
    for (const auto& [name, k] : json.at("kinds").items()) {
      for (const char* key : {"modules", "mapped", "counted"}) {
        // 1e300 is a number but not an integer: converting it is undefined.
        if (!k.at(key).is_number_integer())
          return unusable(fmt::format("'{}' has a number that is not an integer", name));
      }
      const Calibration::Kind kind{k.at("modules"), k.at("mapped"), k.at("counted")};
      // No device has that many LUTs, and sums of such numbers fit.
      constexpr std::int64_t kMost = 1'000'000'000'000;
      if (kind.modules < 1 || kind.mapped < 0 || kind.counted < 0 ||
          std::max({kind.modules, kind.mapped, kind.counted}) > kMost)
        return unusable(fmt::format("'{}' has numbers below zero or above {}, or no module", name, kMost));
      c.kinds.emplace(name, kind);
    }
    return c;
  } catch (const nlohmann::json::exception& fault) {
    if (!looks_like_json(text)) return unusable("this is not JSON; `rtlgen calibrate` writes the right file");
    return unusable(fmt::format("this is not a calibration file of `rtlgen calibrate`: {}", json_fault(fault.what())));
  }
}

}  // namespace rtlgen::model
