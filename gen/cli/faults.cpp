// Diagnostics as JSON.
#include "cli/faults.hpp"

namespace rtlgen::cli {

using Json = nlohmann::ordered_json;

namespace {

Json fix_json(const Fix& fix) { return {{"replace", fix.replace}, {"with", fix.with}}; }

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
    if (d.fix) one["fix"] = fix_json(*d.fix);
    list.push_back(std::move(one));
  }
  return list;
}

Json with_faults(Json result, int status, const Diagnostics& diagnostics, const std::optional<Error>& ended) {
  if (result.is_array()) return result;
  if (result.is_null()) result = Json::object();
  result["status"] = status;
  result["diagnostics"] = diagnostics_json(diagnostics);
  if (ended) result["error"] = {{"kind", name_of(ended->kind)}, {"message", ended->message}};
  if (ended && ended->fix) result["error"]["fix"] = fix_json(*ended->fix);
  return result;
}

}  // namespace rtlgen::cli
