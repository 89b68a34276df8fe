// Diagnostics as JSON.
#include "cli/faults.hpp"

#include <string_view>

namespace rtlgen::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The text between the first pair of quotes; "" without one.
std::string quoted(const std::string& text) {
  const std::size_t open = text.find('\'');
  const std::size_t close = open == std::string::npos ? open : text.find('\'', open + 1);
  return close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
}

/// From the note that names the nearest word: what to write in the place of which word.
Json fix_of(const Diagnostic& d) {
  for (const std::string& note : d.notes) {
    if (!note.starts_with("did you mean '")) continue;
    if (const std::string wrong = quoted(d.message); !wrong.empty()) return {{"replace", wrong}, {"with", quoted(note)}};
  }
  return nullptr;
}

Json place_number(int value) { return value > 0 ? Json(value) : Json(nullptr); }

}  // namespace

Json diagnostics_json(const Diagnostics& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics.all()) {
    Json one = {{"code", d.code},
                {"name", d.name},
                {"severity", d.severity == Severity::kError ? "error" : "warning"},
                {"file", d.where.file},
                {"line", place_number(d.where.line)},
                {"column", place_number(d.where.line > 0 ? d.where.column : 0)},
                {"length", place_number(d.where.line > 0 ? d.where.length : 0)},
                {"message", d.message},
                {"notes", d.notes}};
    if (Json fix = fix_of(d); !fix.is_null()) one["fix"] = std::move(fix);
    list.push_back(std::move(one));
  }
  return list;
}

Json with_faults(Json result, int status, const Diagnostics& diagnostics, const EndedBy& ended) {
  if (result.is_array()) return result;
  if (result.is_null()) result = Json::object();
  result["status"] = status;
  result["diagnostics"] = diagnostics_json(diagnostics);
  if (!ended.kind.empty()) result["error"] = {{"kind", ended.kind}, {"message", ended.message}};
  return result;
}

}  // namespace rtlgen::cli
