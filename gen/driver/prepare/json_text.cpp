// Strings that are not UTF-8 are rare, so they are searched for only after a failure.
#include "driver/prepare/json_text.hpp"

#include <algorithm>
#include <functional>

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

/// Joins the parts of an array or an object; `part` gets the number of columns that its key takes.
std::string joined(const Json& json, const std::string& between,
                   const std::function<std::string(const Json& item, std::size_t key)>& part) {
  std::string text;
  for (const auto& [name, value] : json.items()) {
    const std::string key = json.is_object() ? Json(name).dump() + ": " : "";
    if (!text.empty()) text += between;
    text += key + part(value, key.size());
  }
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

bool is_plain(const Json& json) { return !json.is_structured() || json.empty(); }

/// `json` in a line with `indent` blanks and a key of `key` columns before it.
std::string in_records(const Json& json, std::size_t indent, std::size_t key) {
  constexpr std::size_t kColumns = 120;
  if (is_plain(json)) return json.dump();
  if (std::ranges::all_of(json, is_plain)) {
    const std::string line = joined(json, ", ", [](const Json& item, std::size_t) { return item.dump(); });
    if (indent + key + line.size() < kColumns) return line;
  }
  const std::string start = "\n" + std::string(indent + 2, ' ');
  std::string text = joined(
      json, "," + start, [&](const Json& item, std::size_t columns) { return in_records(item, indent + 2, columns); });
  text.insert(1, start);
  text.insert(text.size() - 1, "\n" + std::string(indent, ' '));
  return text;
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& json) {
  try {
    return json.dump(2) + "\n";
  } catch (const Json::type_error&) {
    return in_utf8(json).dump(2) + "\n";
  }
}

std::string json_records(const nlohmann::ordered_json& json) {
  try {
    return in_records(json, 0, 0) + "\n";
  } catch (const Json::type_error&) {
    return in_records(in_utf8(json), 0, 0) + "\n";
  }
}

}  // namespace rtlgen::driver
