// Prints the tables of keys, words and types as JSON Schema of draft 7, which editors' YAML servers read.
#include "frontend/schema/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "board/board.hpp"
#include "frontend/board/board_reader.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"

namespace rtlgen::frontend {

namespace {

using Json = nlohmann::ordered_json;
using K = KeyKind;

constexpr const char* kName = "^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$";

constexpr const char* kField =
    "^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*(\\.([0-9]+|[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*))?$";

constexpr const char* kFunction = "^ *[A-Za-z][A-Za-z0-9_]* *\\([A-Za-z0-9_, ]*\\) *$";

Json reference(const char* name) { return {{"$ref", std::string("#/definitions/") + name}}; }

/// Words with their meanings.
Json explained(const std::vector<std::pair<std::string, std::string>>& words) {
  Json any = Json::array();
  for (const auto& [word, meaning] : words) {
    Json one{{"const", word}};
    if (!meaning.empty()) one["description"] = meaning;
    any.push_back(std::move(one));
  }
  return {{"anyOf", any}};
}

Json type_schema() {
  Json named = Json::array();
  for (const NamedType& type : named_types()) named.push_back(type.word);
  Json any = Json::array({{{"enum", named}}});
  for (const TypeFamily& family : type_families()) {
    std::string widths = " *[0-9]{1,4} *";
    if (family.letters.size() > 1) widths += "," + widths;
    any.push_back({{"type", "string"},
                   {"pattern", fmt::format("^ *{} *<{}> *$", family.word, widths)},
                   {"description", fmt::format("{}: {}; {}", family.pattern(), family.meaning, family.range_text())}});
  }
  return {{"anyOf", any}};
}

/// One value, or a list with one for each component.
Json one_or_list(const Json& value) {
  return {{"anyOf", {value, {{"type", "array"}, {"items", value}, {"minItems", 2}}}}};
}

Json rule_schema() {
  std::vector<std::pair<std::string, std::string>> words;
  for (const RuleWord& r : rule_words()) {
    if (r.rule.kind != spec::BoundaryKind::kConstant) words.emplace_back(r.word, r.meaning);
  }
  Json rule = explained(words);
  rule["anyOf"].push_back({{"type", "object"},
                           {"properties", {{"constant", one_or_list(reference("expression"))}}},
                           {"required", {"constant"}},
                           {"additionalProperties", false}});
  return rule;
}

/// A mapping from axis to `value`.
Json by_axis(const Json& value) {
  return {{"type", "object"},
          {"properties", {{"x", value}, {"y", value}, {"z", value}}},
          {"minProperties", 1},
          {"additionalProperties", false}};
}

Json boundary_schema() {
  const Json rule = reference("rule");
  const Json sides{{"type", "array"}, {"items", rule}, {"minItems", 2}, {"maxItems", 2}};
  return {{"anyOf", {rule, sides, by_axis({{"anyOf", {rule, sides}}})}}};
}

Json region_schema() {
  const Json bound = reference("expression");  // interior and all are strings too
  const Json bounds{{"type", "array"}, {"items", bound}, {"minItems", 2}, {"maxItems", 2}};
  return {{"anyOf", {{{"enum", {"interior", "rest"}}}, by_axis({{"anyOf", {bound, bounds}}})}}};
}

Json definitions() {
  return {{"name", {{"type", "string"}, {"pattern", kName}, {"maxLength", kLongestName}}},
          {"field", {{"type", "string"}, {"pattern", kField}}},
          {"expression", {{"type", {"string", "number"}}}},
          {"text", {{"type", {"string", "number", "boolean", "null"}}}},
          {"type", type_schema()},
          {"rule", rule_schema()},
          {"boundary", boundary_schema()},
          {"region", region_schema()}};
}

/// A word of a table; one of digits is a number in YAML.
Json word(const std::string& text) {
  const bool number = text.find_first_not_of("0123456789") == std::string::npos;
  return number ? Json(std::stoll(text)) : Json(text);
}

Json integer_schema(const KeySpec& spec) {
  return {{"type", "integer"},
          {"minimum", static_cast<std::int64_t>(spec.least)},
          {"maximum", static_cast<std::int64_t>(spec.most)}};
}

Json node(const KeySpec& spec);

/// The keys directly below a path, and which of them are required.
Json object_schema(const std::string& path) {
  const std::string prefix = path.empty() ? "" : path + ".";
  Json out{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  Json required = Json::array();
  for (const KeySpec& spec : key_table()) {
    if (!spec.path.starts_with(prefix)) continue;
    const std::string rest(spec.path.substr(prefix.size()));
    if (rest.empty() || rest == "*" || rest.find('.') != std::string::npos) continue;
    out["properties"][rest] = node(spec);
    if (spec.required) required.push_back(rest);
  }
  if (!required.empty()) out["required"] = required;
  return out;
}

Json map_schema(const KeySpec& spec) {
  Json object = object_schema(std::string(spec.path));
  const std::string path(spec.path);
  if (!spec.exclusive.empty()) {
    object["oneOf"] = {{{"required", {spec.shorthand}}}};
    for (const std::string& key : words_in(spec.exclusive)) object["oneOf"].push_back({{"required", {key}}});
  }
  if (!spec.shorthand.empty()) return {{"anyOf", {node(key_spec(path + "." + std::string(spec.shorthand))), object}}};
  object["type"] = {"object", "null"};
  if (object.contains("required")) object["type"] = "object";
  return object;
}

Json channels_schema(const KeySpec& spec) {
  const Json one = integer_schema(spec);
  const Json striped{{"type", "array"}, {"items", one}, {"minItems", 1}};
  return {{"anyOf", {one, {{"type", "array"}, {"items", {{"anyOf", {one, striped}}}}, {"minItems", 1}}}}};
}

Json integers_schema(const KeySpec& spec) {
  Json list{{"type", "array"}, {"items", integer_schema(spec)}, {"minItems", 1}, {"maxItems", spec::kMaxAxes}};
  if (spec.also.empty()) return list;
  list["minItems"] = 0;
  return {{"anyOf", {{{"const", spec.also}}, list}}};
}

Json number_schema(const KeySpec& spec) {
  return {{"type", "number"}, {"minimum", spec.least}, {"maximum", spec.most}};
}

Json components_schema(const KeySpec& spec) {
  const Json names{{"type", "array"},
                   {"items", reference("name")},
                   {"minItems", static_cast<std::int64_t>(spec.least)},
                   {"maxItems", static_cast<std::int64_t>(spec.most)},
                   {"uniqueItems", true}};
  return {{"anyOf", {integer_schema(spec), names}}};
}

Json choice_schema(const KeySpec& spec) {
  Json words = Json::array();
  for (const std::string& text : choices_of(spec)) words.push_back(word(text));
  return {{"enum", words}};
}

Json table_schema(const KeySpec& spec) {
  const Json one = reference("expression");
  const auto list_of = [&](const Json& items) {
    return Json{
        {"type", "array"}, {"items", items}, {"minItems", 1}, {"maxItems", static_cast<std::int64_t>(spec.most)}};
  };
  return {{"anyOf", {one, list_of(one), list_of(list_of(one))}}};
}

/// Lines, and groups that contain `lines` again.
Json lines_schema() {
  const Json line{{"type", "object"},
                  {"minProperties", 1},
                  {"maxProperties", 1},
                  {"propertyNames", reference("field")},
                  {"additionalProperties", node(key_spec("update.*"))}};
  const Json group{
      {"type", "object"},
      {"properties", {{"repeat", node(key_spec("update.repeat"))}, {"lines", node(key_spec("update.lines"))}}},
      {"required", {"repeat", "lines"}},
      {"additionalProperties", false}};
  return {{"type", "array"}, {"minItems", 1}, {"items", {{"anyOf", {line, group}}}}};
}

/// The name of the definition for a kind.
const char* definition_of(K kind) {
  static const std::map<K, const char*> names{
      {K::kLines, "lines"},       {K::kName, "name"},           {K::kField, "field"},
      {K::kText, "text"},         {K::kType, "type"},           {K::kRegion, "region"},
      {K::kBoundary, "boundary"}, {K::kConstant, "expression"}, {K::kExpression, "expression"}};
  return names.at(kind);
}

Json kind_schema(const KeySpec& spec) {
  const std::string path(spec.path);
  switch (spec.kind) {
    case K::kMap:
      return map_schema(spec);
    case K::kNamedMap: {
      Json map{{"type", {"object", "null"}},
               {"propertyNames", reference(path == "inputs" || path == "hardware.memory" ? "field" : "name")},
               {"additionalProperties", node(key_spec(path + ".*"))}};
      if (spec.also.empty()) return map;
      return {{"anyOf", {{{"const", spec.also}}, std::move(map)}}};
    }
    case K::kFunctions:
      return {{"type", {"object", "null"}},
              {"propertyNames", {{"pattern", kFunction}}},
              {"additionalProperties", node(key_spec(path + ".*"))}};
    case K::kEntries:
      return {{"type", "array"}, {"items", node(key_spec(path + ".*"))}};
    case K::kFiles:
      return {{"anyOf", {reference("text"), {{"type", "array"}, {"items", reference("text")}}}}};
    case K::kInteger:
      return integer_schema(spec);
    case K::kNumber:
      return number_schema(spec);
    case K::kNumbers:
      return one_or_list(number_schema(spec));
    case K::kComponents:
      return components_schema(spec);
    case K::kBoolean:
      return {{"type", "boolean"}};
    case K::kChoice:
      return choice_schema(spec);
    case K::kWords:
      return {{"type", "array"}, {"items", choice_schema(spec)}};
    case K::kIntegers:
      return integers_schema(spec);
    case K::kChannels:
      return channels_schema(spec);
    case K::kAxes:
      return {{"type", "array"}, {"items", {{"enum", {"x", "y", "z"}}}}, {"uniqueItems", true}};
    case K::kBorder:
      return {{"anyOf", {choice_schema(spec), object_schema(path)}}};
    case K::kExpressions:
      return one_or_list(reference("expression"));
    case K::kTable:
      return table_schema(spec);
    case K::kConstants:
      return {{"type", "array"},
              {"items", reference("expression")},
              {"minItems", static_cast<std::int64_t>(spec.least)},
              {"maxItems", static_cast<std::int64_t>(spec.most)}};
    default:
      return reference(definition_of(spec.kind));
  }
}

/// The description without Markdown marks, with the default.
std::string description_of(const KeySpec& spec) {
  std::string out;
  for (const char c : spec.meaning) {
    if (c != '`') out += c;
  }
  if (!spec.standard.empty() && !spec.required) {
    std::string standard(spec.standard);
    std::erase(standard, '`');
    out += fmt::format(" (default: {})", standard);
  }
  return out;
}

/// Draft 7 ignores everything next to a reference, so a reference goes into a list of one.
Json with_description(Json schema, const std::string& description) {
  Json out{{"description", description}};
  if (schema.contains("$ref"))
    out["allOf"] = Json::array({std::move(schema)});
  else
    out.update(schema);
  return out;
}

Json node(const KeySpec& spec) { return with_description(kind_schema(spec), description_of(spec)); }

Json head(const char* title, const char* pages) {
  return {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}, {"description", pages}};
}

// ---------------------------------------------------------------- board files

Json figure(const char* type, double least, double most) {
  Json value{{"type", type}};
  if (std::string(type) != "string") {
    value["minimum"] = least;
    value["maximum"] = most;
  } else {
    value["type"] = {"string", "number"};
  }
  return {{"type", "object"},
          {"properties",
           {{"value", value},
            {"source", {{"type", "string"}, {"minLength", 1}, {"description", "source of the figure"}}},
            {"unverified", {{"type", "boolean"}, {"description", "true: the figure is unverified"}}}}},
          {"required", {"value", "source"}},
          {"additionalProperties", false}};
}

template <class T>
Json fields_schema(std::span<const board::Field<T>> fields) {
  Json out{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const board::Field<T>& f : fields) {
    const std::string unit = f.unit.empty() ? "" : fmt::format("{}: ", f.unit);
    out["properties"][std::string(f.key)] =
        with_description(figure(f.whole ? "integer" : "number", f.least, f.most), unit + std::string(f.meaning));
  }
  return out;
}

Json terms(std::span<const board::Term> all) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const board::Term& t : all) words.emplace_back(t.word, t.meaning);
  return explained(words);
}

/// The words of a member of all generations, each once.
template <class Member>
Json generation_words(Member member) {
  Json words = Json::array();
  for (const board::Generation& g : board::generations()) {
    const Json one = std::string(g.*member);
    if (std::find(words.begin(), words.end(), one) == words.end()) words.push_back(one);
  }
  return {{"enum", words}};
}

Json board_property(const std::string& key) {
  if (key == "family") return generation_words(&board::Generation::family);
  if (key == "generation") return generation_words(&board::Generation::word);
  if (key == "part") return figure("string", 0, 0);
  if (key == "tool") return terms(board::tools());
  if (key == "pins") return {{"enum", {"public", "yours"}}};
  if (key == "works") return {{"type", "array"}, {"items", terms(board::abilities())}, {"uniqueItems", true}};
  if (key == "notes") return {{"type", "array"}, {"items", {{"type", "string"}}}};
  if (key == "resources") {
    Json out = fields_schema(board::resource_fields());
    out["properties"]["dsp_kind"] = generation_words(&board::Generation::dsp_kind);
    out["dependencies"] = {{"dsp", {"dsp_kind"}}};
    return out;
  }
  if (key == "memory") {
    Json one = fields_schema(board::memory_fields());
    one["properties"]["kind"] = terms(board::memory_kinds());
    one["properties"]["device"] = {{"type", "string"}, {"description", "the module or chip"}};
    one["properties"]["dram"] = terms(board::dram_models());
    one["required"] = {"kind", "channels"};
    return {{"type", "array"}, {"items", one}};
  }
  if (key == "pcie") {
    Json out = fields_schema(board::pcie_fields());
    out["required"] = Json::array();
    for (const auto& f : board::pcie_fields()) out["required"].push_back(f.key);
    return out;
  }
  return {{"type", {"string", "number"}}};  // name, vendor, pins_note
}

}  // namespace

std::string stencil_schema() {
  Json out =
      head("rtlgen stencil", "A stencil description for rtlgen. Keys: docs/config.md; their meaning: docs/language.md");
  out.update(object_schema(""));
  out["definitions"] = definitions();
  out["definitions"]["lines"] = lines_schema();
  return out.dump(1) + "\n";
}

std::string board_schema() {
  Json out = head("rtlgen board", "A board file for rtlgen: docs/boards.md");
  out.update({{"type", "object"},
              {"properties", Json::object()},
              {"required", required_board_keys()},
              {"additionalProperties", false}});
  for (const std::string& key : board_keys()) out["properties"][key] = board_property(key);
  return out.dump(1) + "\n";
}

}  // namespace rtlgen::frontend
