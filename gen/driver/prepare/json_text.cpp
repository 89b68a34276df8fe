// Strings that are not UTF-8 are rare, so they are searched for only after a failure.
#include "driver/prepare/json_text.hpp"

#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

namespace {

using Json = nlohmann::ordered_json;

Json in_utf8(const Json& json) {
  if (json.is_string()) return safe::utf8(OutsideText(json.get<std::string>()));
  if (json.is_array()) {
    Json out = Json::array();
    for (const Json& item : json) out.push_back(in_utf8(item));
    return out;
  }
  if (!json.is_object()) return json;
  Json out = Json::object();
  for (const auto& [key, value] : json.items()) out[safe::utf8(OutsideText(key))] = in_utf8(value);
  return out;
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& json) {
  try {
    return json.dump(2) + "\n";
  } catch (const Json::type_error&) {
    return in_utf8(json).dump(2) + "\n";
  }
}

}  // namespace rtlgen::driver
