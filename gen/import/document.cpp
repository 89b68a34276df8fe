// Prints YAML; every text that comes from the program is quoted or in a comment.
#include "import/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/safe_text.hpp"

namespace rtlgen::importer {

namespace {

constexpr std::size_t kLineLength = 96;

/// `text` broken at blanks into lines of at most kLineLength, indented.
std::string wrapped(const std::string& text, const std::string& indent) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.size();
    if (end - begin > kLineLength - indent.size()) {
      end = text.rfind(' ', begin + kLineLength - indent.size());
      if (end == std::string::npos || end <= begin) end = text.find(' ', begin);
      if (end == std::string::npos) end = text.size();
    }
    out += indent + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string section(const char* key, const std::vector<Entry>& entries) {
  if (entries.empty()) return "";
  std::string out = fmt::format("{}:\n", key);
  for (const Entry& entry : entries) {
    if (entry.name.empty()) {
      out += fmt::format("  # {}\n", entry.remark);
      continue;
    }
    out += fmt::format("  {}: {}{}\n", entry.name, entry.body, entry.remark.empty() ? "" : "  # " + entry.remark);
  }
  return out;
}

std::string tables(const std::vector<Table>& all) {
  std::string out = all.empty() ? "" : "\ntables:\n";
  for (const Table& table : all) {
    out += fmt::format("  {}:\n    type: \"{}\"\n    values:\n{}", table.name, table.type,
                       wrapped(fmt::format("[{}]", fmt::join(table.values, ", ")), "      "));
  }
  return out;
}

std::string update_line(const UpdateLine& line) {
  std::string out;
  if (!line.remark.empty()) out += fmt::format("  # {}\n", line.remark);
  std::string keys;
  if (!line.type.empty()) keys += fmt::format(", type: \"{}\"", line.type);
  if (!line.boundary.empty()) keys += ", boundary: " + line.boundary;
  if (!line.border.empty()) keys += ", border: " + line.border;
  if (!line.region.empty()) keys += ", region: " + line.region;
  if (!line.where.empty()) keys += fmt::format(", where: \"{}\"", line.where);
  if (!line.order.empty()) keys += ", order: " + line.order;
  const std::string flat = keys.empty() ? fmt::format("  - {}: \"{}\"\n", line.target, line.text)
                                        : fmt::format("  - {}: {{expr: \"{}\"{}}}\n", line.target, line.text, keys);
  if (flat.size() <= kLineLength + 1) return out + flat;
  out += fmt::format("  - {}:\n      expr: >\n{}", line.target, wrapped(line.text, "        "));
  if (!line.type.empty()) out += fmt::format("      type: {}\n", line.type);
  if (!line.boundary.empty()) out += fmt::format("      boundary: {}\n", line.boundary);
  if (!line.border.empty()) out += fmt::format("      border: {}\n", line.border);
  if (!line.region.empty()) out += fmt::format("      region: {}\n", line.region);
  if (!line.where.empty()) out += fmt::format("      where: >\n{}", wrapped(line.where, "        "));
  if (!line.order.empty()) out += fmt::format("      order: {}\n", line.order);
  return out;
}

}  // namespace

std::string one_line(const std::string& text, std::size_t most) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool blank = byte <= 0x20 || byte == 0x7f;
    if (!blank) {
      out += byte < 0x80 ? c : '?';
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out.size() > most ? out.substr(0, most) + " ..." : out;
}

std::string print(const Document& d) {
  std::string out;
  for (const std::string& line : d.head) out += fmt::format("# {}\n", line);
  out += fmt::format("name: {}\n", d.name);
  if (!d.source.empty()) out += fmt::format("source: {}\n", safe::yaml_quoted(d.source));
  out += fmt::format("grid: [{}]\ntype: {}\n", fmt::join(d.grid, ", "), d.type);
  if (d.fixed_point) out += "rounding: truncate  # as ap_fixed stores: bits are dropped\noverflow: wrap\n";
  out += "\n" + section("fields", d.fields);
  if (!d.params.empty()) out += "\n" + section("params", d.params);
  out += tables(d.tables);
  out += "\nupdate:\n";
  for (const UpdateLine& line : d.update) out += update_line(line);
  out += fmt::format("\niterations: {}\n", d.iterations);
  out += fmt::format("hardware: {{cells_per_cycle: {}, steps: {}}}\n", d.cells_per_cycle, d.steps);
  if (!d.inputs.empty()) out += "\n" + section("inputs", d.inputs);
  return out;
}

}  // namespace rtlgen::importer
