// Results as MessagePack, because file names and messages may contain any bytes.
#include "driver/import/outcome.hpp"

#include <nlohmann/json.hpp>

#include "support/check.hpp"

namespace rtlgen::driver {

namespace {

using Json = nlohmann::json;

Json json_of(const Diagnostic& d) {
  Json out = {{"error", d.severity == Severity::kError},
              {"code", d.code},
              {"file", d.where.file},
              {"place", {d.where.line, d.where.column, d.where.length}},
              {"message", d.message},
              {"notes", d.notes}};
  if (d.fix) out["fix"] = {d.fix->replace, d.fix->with};
  return out;
}

void put(const Json& json, Diagnostics& into) {
  const Json& place = json.at("place");
  const SourceLocation where{json.at("file"), place.at(0), place.at(1), place.at(2)};
  std::vector<std::string> notes = json.at("notes");
  std::optional<Fix> fix;
  if (json.contains("fix")) {
    fix = Fix{json.at("fix").at(0), json.at("fix").at(1)};
    notes.erase(notes.begin());  // added again by the fix
  }
  const auto code = code_of(json.at("code").get<std::string>());
  RTLGEN_CHECK(code, "the child reports codes of the table");
  if (json.at("error"))
    into.error(*code, where, json.at("message"), notes, fix);
  else
    into.warning(*code, where, json.at("message"), notes, fix);
}

ImportOutcome outcome_of(const Json& json) {
  ImportOutcome out;
  if (json.contains("yaml")) out.yaml = json.at("yaml").get<std::string>();
  for (const auto& [file, lines] : json.at("sources").items()) {
    std::string source;
    for (const std::string line : lines) source += line + "\n";
    out.diagnostics.add_source(file, source);
  }
  for (const Json& fault : json.at("faults")) put(fault, out.diagnostics);
  return out;
}

}  // namespace

std::string text_of_outcome(const ImportOutcome& outcome) {
  Json out = {{"faults", Json::array()}, {"sources", Json::object()}};
  if (outcome.yaml) out["yaml"] = *outcome.yaml;
  for (const Diagnostic& d : outcome.diagnostics.all()) out["faults"].push_back(json_of(d));
  if (!outcome.diagnostics.all().empty()) {
    for (const auto& [file, lines] : outcome.diagnostics.sources()) out["sources"][file] = lines;
  }
  const std::vector<std::uint8_t> bytes = Json::to_msgpack(out);
  return {bytes.begin(), bytes.end()};
}

ImportOutcome outcome_of_text(const std::string& text) { return outcome_of(Json::from_msgpack(text)); }

ImportOutcome outcome_of_json(const std::string& text) { return outcome_of(Json::parse(text)); }

}  // namespace rtlgen::driver
