// The table of a sweep: variants, key figures, CSV and JSON.
#include <fmt/format.h>

#include <algorithm>

#include "driver/sweep/sweep.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

using Json = nlohmann::ordered_json;

/// Column, and path in the command's JSON.
using Column = std::pair<const char*, const char*>;

const std::vector<Column>& columns(const std::string& command) {
  static const std::vector<Column> model = {{"fits", "/fits"},
                                            {"clock_mhz", "/clock/used_mhz"},
                                            {"luts", "/area/luts"},
                                            {"flip_flops", "/area/flip_flops"},
                                            {"rams", "/area/rams"},
                                            {"dsps", "/area/dsps"},
                                            {"seconds", "/memory/seconds"},
                                            {"cell_updates_per_s", "/memory/cell_updates_per_s"},
                                            {"gflops", "/memory/gflops"},
                                            {"paced_by", "/memory/paced_by"},
                                            {"ideal_seconds", "/ideal/seconds"}};
  static const std::vector<Column> sim = {{"match", "/match"},
                                          {"mismatches", "/mismatches"},
                                          {"cycles", "/cycles"},
                                          {"cells_per_cycle", "/cells_per_cycle"},
                                          {"efficiency", "/efficiency"}};
  static const std::vector<Column> synth = {{"luts", "/counted/luts"},
                                            {"flip_flops", "/counted/flip_flops"},
                                            {"rams", "/counted/rams"},
                                            {"dsps", "/counted/dsps"},
                                            {"predicted_luts", "/predicted/luts"}};
  static const std::vector<Column> project = {{"board", "/board"}, {"fits", "/fits"}, {"files", "/files"}};
  static const std::vector<Column> generate = {{"files", "/files"}, {"bytes", "/bytes"}};
  return command == "sim"        ? sim
         : command == "synth"    ? synth
         : command == "project"  ? project
         : command == "generate" ? generate
                                 : model;
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

/// Values of one axis; commas in brackets and quotes do not separate them.
std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    }
    if (c == ',' && depth == 0 && quote == 0)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

}  // namespace

Result<std::vector<SweepAxis>> parse_axes(const std::vector<std::string>& over, Diagnostics& diagnostics) {
  constexpr std::int64_t kMost = 100000;
  std::vector<SweepAxis> axes;
  const auto refuse = [&](const std::string& text, const std::string& message, const char* note) {
    diagnostics.error(Code::kInvalidVariants, {"--over " + text}, message, {note});
  };
  for (const std::string& text : over) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      refuse(text, "this is not KEY=A,B,C",
             "for example --over hardware.steps=1,2,4 or --over 'hardware.block=[256],[512]'");
      continue;
    }
    SweepAxis axis{text.substr(0, equals), split_values(text.substr(equals + 1))};
    std::vector<std::string> sorted = axis.values;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.front().empty()) refuse(text, "a value is empty", "separate values by single commas");
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
      refuse(text, fmt::format("the value '{}' is given twice", *twice), "each variant is run once");
    if (std::any_of(axes.begin(), axes.end(), [&](const SweepAxis& a) { return a.key == axis.key; }))
      refuse(text, fmt::format("'{}' is swept twice", axis.key), "give all of its values in one --over");
    axes.push_back(std::move(axis));
  }
  if (over.empty())
    diagnostics.error(Code::kInvalidVariants, {"--over"}, "there is nothing to sweep over",
                      {"name a key and its values: --over hardware.steps=1,2,4"});
  double count = 1;
  for (const SweepAxis& axis : axes) count *= static_cast<double>(axis.values.size());
  if (count > kMost)
    diagnostics.error(Code::kInvalidVariants, {"--over"}, fmt::format("this sweep has {:.0f} variants", count),
                      {fmt::format("the limit is {}: split the sweep", kMost)});
  if (diagnostics.has_errors()) return Failure{};
  return axes;
}

std::int64_t variants_of(const std::vector<SweepAxis>& axes) {
  std::int64_t count = 1;
  for (const SweepAxis& axis : axes) count *= static_cast<std::int64_t>(axis.values.size());
  return count;
}

std::vector<std::string> values_of(const std::vector<SweepAxis>& axes, std::int64_t index) {
  std::vector<std::string> values(axes.size());
  for (std::size_t a = axes.size(); a-- > 0;) {
    const auto count = static_cast<std::int64_t>(axes[a].values.size());
    values[a] = axes[a].values[static_cast<std::size_t>(index % count)];
    index /= count;
  }
  return values;
}

std::vector<std::pair<std::string, Json>> figures_of(const std::string& command, const Json& result) {
  std::vector<std::pair<std::string, Json>> figures;
  for (const auto& [name, place] : columns(command)) {
    const Json::json_pointer pointer(place);
    Json value = result.contains(pointer) ? result.at(pointer) : Json(nullptr);
    if (value.is_array()) value = value.size();
    figures.emplace_back(name, std::move(value));
  }
  return figures;
}

Json row_json(const SweepRow& row) {
  Json json{{"status", row.status}, {"seconds", row.seconds}, {"error", row.error}, {"figures", Json::object()}};
  for (const auto& [name, value] : row.figures) json["figures"][name] = value;
  return json;
}

bool row_from(const std::string& text, SweepRow& row) {
  const Json json = Json::parse(text, nullptr, false);
  const auto is = [&](const char* key, auto kind) { return json.contains(key) && (json.at(key).*kind)(); };
  if (!json.is_object() || !is("status", &Json::is_string) || !is("figures", &Json::is_object)) return false;
  if (!is("seconds", &Json::is_number) || !is("error", &Json::is_string) ||
      json.at("status").get<std::string>().empty())
    return false;
  row.status = json.at("status").get<std::string>();
  row.seconds = json.at("seconds").get<double>();
  row.error = json.at("error").get<std::string>();
  for (const auto& [name, value] : json.at("figures").items()) row.figures.emplace_back(name, value);
  return true;
}

std::int64_t SweepReport::count(bool ok) const {
  return std::count_if(rows.begin(), rows.end(),
                       [ok](const SweepRow& r) { return !r.status.empty() && (r.status == "ok") == ok; });
}

std::string csv_of(const SweepReport& report) {
  std::string text = "index";
  for (const SweepAxis& axis : report.axes) text += "," + quoted(axis.key);
  text += ",status,wall_seconds";
  for (const auto& [name, place] : columns(report.command)) text += fmt::format(",{}", name);
  text += ",error\n";
  for (const SweepRow& row : report.rows) {
    if (row.status.empty()) continue;
    text += fmt::format("{}", row.index);
    for (const std::string& value : row.values) text += "," + quoted(value);
    text += fmt::format(",{},{:.2f}", row.status, row.seconds);
    for (std::size_t c = 0; c < columns(report.command).size(); ++c) {
      const Json value = c < row.figures.size() ? row.figures[c].second : Json(nullptr);
      text += "," + (value.is_null() ? "" : value.is_string() ? quoted(value.get<std::string>()) : value.dump());
    }
    text += "," + quoted(row.error) + "\n";
  }
  return text;
}

Json json_of(const SweepReport& report) {
  Json json{{"command", report.command}, {"folder", report.folder},       {"variants", report.rows.size()},
            {"ok", report.count(true)},  {"failed", report.count(false)}, {"complete", report.complete()}};
  json["rows"] = Json::array();
  for (const SweepRow& row : report.rows) {
    Json r{{"index", row.index}};
    for (std::size_t a = 0; a < report.axes.size(); ++a) r["set"][report.axes[a].key] = row.values[a];
    r["status"] = row.status.empty() ? Json(nullptr) : Json(row.status);
    if (!row.status.empty()) r["wall_seconds"] = row.seconds;
    for (const auto& [name, value] : row.figures) r[name] = value;
    if (!row.error.empty()) r["error"] = row.error;
    json["rows"].push_back(std::move(r));
  }
  return json;
}

}  // namespace rtlgen::driver
