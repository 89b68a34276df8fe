// Values of a checked document, with the defaults of the table of keys.
#include <algorithm>

#include "frontend/schema.hpp"
#include "frontend/yaml_value.hpp"
#include "support/check.hpp"

namespace rtlgen::frontend {

const YamlValue* Settings::find(std::string_view path) const {
  RTLGEN_CHECK(find_key(path) != nullptr, "a setting that is not in the table");
  const YamlValue* at = &document_;
  for (std::size_t begin = 0; at != nullptr && begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    at = at->find(std::string(path.substr(begin, end - begin)));
    begin = end + 1;
  }
  return at != nullptr && at->is_null() ? nullptr : at;
}

std::int64_t integer_or_default(const YamlValue* value, const KeySpec& spec) {
  std::int64_t out = 0;
  const std::string text = value != nullptr && value->is_scalar() ? value->text : std::string(spec.standard);
  RTLGEN_CHECK(parse_integer(text, out), "an unchecked integer");
  return out;
}

double number_or_default(const YamlValue* value, const KeySpec& spec) {
  double out = 0;
  const std::string text = value != nullptr && value->is_scalar() ? value->text : std::string(spec.standard);
  RTLGEN_CHECK(parse_number(text, out), "an unchecked number");
  return out;
}

int choice_or_default(const YamlValue* value, const KeySpec& spec) {
  const std::string text = value != nullptr && value->is_scalar() ? value->text : std::string(spec.standard);
  const std::vector<std::string> words = choices_of(spec);
  const auto found = std::find(words.begin(), words.end(), text);
  RTLGEN_CHECK(found != words.end(), "an unchecked choice");
  return static_cast<int>(found - words.begin());
}

bool boolean_or_default(const YamlValue* value, const KeySpec& spec) {
  return (value != nullptr && value->is_scalar() ? value->text : spec.standard) == "true";
}

std::int64_t Settings::integer(std::string_view path) const { return integer_or_default(find(path), key_spec(path)); }
double Settings::number(std::string_view path) const { return number_or_default(find(path), key_spec(path)); }
int Settings::choice(std::string_view path) const { return choice_or_default(find(path), key_spec(path)); }
std::string Settings::text(std::string_view path) const {
  const YamlValue* value = find(path);
  return value != nullptr && value->is_scalar() ? value->text : std::string(key_spec(path).standard);
}

}  // namespace rtlgen::frontend
