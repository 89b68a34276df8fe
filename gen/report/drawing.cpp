// Prints SVG.
#include "report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "report/markup.hpp"

namespace rtlgen::report {

namespace {

/// Tenths are sufficient, and give the same text on every machine.
std::string at(double x) {
  const auto tenths = static_cast<std::int64_t>(std::llround(x * 10));
  if (tenths % 10 == 0) return fmt::format("{}", tenths / 10);
  return fmt::format("{}{}.{}", tenths < 0 ? "-" : "", std::abs(tenths) / 10, std::abs(tenths) % 10);
}

std::string tip(std::string_view title) { return title.empty() ? "" : fmt::format("<title>{}</title>", escape(title)); }

std::string stroke(std::string_view css, bool arrow, std::string_view id) {
  return fmt::format("class=\"{}\" fill=\"none\"{}", css,
                     arrow ? fmt::format(" marker-end=\"url(#{}-arrow)\"", id) : "");
}

/// The number of characters in UTF-8 text: counts the bytes that begin one.
std::size_t characters(std::string_view words) {
  return static_cast<std::size_t>(std::count_if(
      words.begin(), words.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}  // namespace

void Drawing::box(const Box& b, std::string_view css, double radius, std::string_view title) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\">{}</rect>\n", css,
                       at(b.x), at(b.y), at(b.width), at(b.height), at(radius), tip(title));
}

void Drawing::text(Point p, std::string_view words, double size, Anchor anchor, std::string_view css) {
  const char* const where = anchor == Anchor::kStart ? "start" : anchor == Anchor::kMiddle ? "middle" : "end";
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", at(p.x), at(p.y),
                       at(size), where, css.empty() ? "" : fmt::format(" class=\"{}\"", css), escape(words));
}

void Drawing::line(const std::vector<Point>& points, std::string_view css, bool arrow) {
  std::string list;
  for (const Point& p : points) list += fmt::format("{}{},{}", list.empty() ? "" : " ", at(p.x), at(p.y));
  body_ += fmt::format("<polyline points=\"{}\" {}/>\n", list, stroke(css, arrow, id_));
}

void Drawing::curve(Point from, Point to, std::string_view css, bool arrow) {
  const double bend = std::max(12.0, std::abs(to.x - from.x) / 2) * (to.x < from.x ? -1 : 1);
  body_ += fmt::format("<path d=\"M{} {} C{} {} {} {} {} {}\" {}/>\n", at(from.x), at(from.y), at(from.x + bend),
                       at(from.y), at(to.x - bend), at(to.y), at(to.x), at(to.y), stroke(css, arrow, id_));
}

void Drawing::dot(Point p, double radius, std::string_view css, std::string_view title) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\">{}</circle>\n", css, at(p.x), at(p.y),
                       at(radius), tip(title));
}

std::string Drawing::svg(double width, double height, std::string_view css, std::string_view label) const {
  return fmt::format(
      "<svg class=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n<defs><marker id=\"{}-arrow\" "
      "viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
      "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"head\" d=\"M0,0 L10,5 L0,10 "
      "z\"/></marker></defs>\n{}</svg>\n",
      css, at(width), at(height), escape(label), id_, body_);
}

std::string cut(std::string_view words, std::size_t most) {
  if (characters(words) <= most) return std::string(words);
  std::string out;
  std::size_t n = 0;
  for (const char c : words) {
    const bool begins = (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    if (begins && ++n >= most) break;
    out += c;
  }
  return out + "…";
}

std::vector<std::string> wrapped(std::string_view words, std::size_t most) {
  std::vector<std::string> lines(1);
  while (!words.empty()) {
    const std::size_t space = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, space);
    words.remove_prefix(std::min(space + 1, words.size()));
    std::string& last = lines.back();
    if (last.empty())
      last = cut(word, most);
    else if (characters(last) + 1 + characters(word) <= most)
      last += " " + std::string(word);
    else
      lines.push_back(cut(word, most));
  }
  return lines;
}

}  // namespace rtlgen::report
