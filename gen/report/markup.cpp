// Escapes, tables, numbers.
#include "report/markup.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::report {

std::string escape(const OutsideText& text) { return safe::markup(text); }
std::string escape(std::string_view text) { return safe::markup(OutsideText(std::string(text))); }

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63U];
  }
  return out;
}

std::string shortest(double value, int digits) {
  if (!std::isfinite(value)) return "unknown";
  if (value == std::round(value) && std::abs(value) < 1e6) return fmt::format("{}", static_cast<std::int64_t>(value));
  return fmt::format("{:.{}g}", value, digits);
}

std::string percent(double part) {
  const double p = 100 * part;
  return p != 0 && std::abs(p) < 0.1 ? fmt::format("{:.2g} %", p) : fmt::format("{:.1f} %", p);
}

std::string bytes_text(std::int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  const double k = static_cast<double>(bytes) / 1024;
  return k < 1024 ? fmt::format("{:.1f} KiB", k) : fmt::format("{:.1f} MiB", k / 1024);
}

std::string extents_text(const spec::Extents& extents, int axes) {
  std::string text = std::to_string(extents[0]);
  for (std::size_t a = 1; a < static_cast<std::size_t>(axes); ++a) text += fmt::format(" × {}", extents[a]);
  return text;
}

std::string counted(std::int64_t n, std::string_view thing) {
  return fmt::format("{} {}{}", count_text(n), thing, n == 1 ? "" : "s");
}

Table::Table(std::string caption, std::vector<std::string> heads, std::string numbers)
    : caption_(std::move(caption)), kinds_(std::move(numbers)), heads_(std::move(heads)) {}

void Table::row(const std::vector<std::string>& cells, std::string_view css) {
  rows_ += css.empty() ? "<tr>" : fmt::format("<tr class=\"{}\">", css);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool number = i < kinds_.size() && kinds_[i] == 'n';
    if (i == 0)
      rows_ += fmt::format("<th scope=\"row\">{}</th>", cells[i]);
    else
      rows_ += fmt::format("<td{}>{}</td>", number ? " class=\"n\"" : "", cells[i]);
  }
  rows_ += "</tr>\n";
}

std::string Table::html() const {
  std::string heads;
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    heads += fmt::format("<th scope=\"col\"{}>{}</th>", i < kinds_.size() && kinds_[i] == 'n' ? " class=\"n\"" : "",
                         heads_[i]);
  }
  // Wide tables scroll on their own; the tab stop lets the keyboard do it too.
  return fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\"><table><caption>{0}</caption>"
      "<thead><tr>{1}</tr></thead>\n<tbody>{2}</tbody></table></div>\n",
      caption_, heads, rows_);
}

std::string chart_figure(Charts& charts, const std::string& id, Json chart, const std::string& label,
                         const std::string& caption, int tall) {
  charts[id] = std::move(chart);
  return fmt::format(
      "<figure class=\"chart\"><div class=\"canvas\" style=\"height:{}px\"><canvas id=\"{}\" data-chart=\"{}\" "
      "role=\"img\" aria-label=\"{}\"></canvas></div>"
      "<figcaption>{}</figcaption></figure>\n",
      tall, id, id, escape(label), caption);
}

std::string section(std::string_view id, std::string_view title, std::string_view lead, std::string_view inside) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n{2}{3}</section>\n", id, title,
      lead.empty() ? "" : fmt::format("<p class=\"lead\">{}</p>\n", lead), inside);
}

}  // namespace rtlgen::report
