// A drawing as SVG: boxes, lines and words. Colours are classes of page.css, so the drawing adapts to light and dark
// mode.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtlgen::report {

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;

  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] Point middle() const { return {x + width / 2, y + height / 2}; }
};

enum class Anchor : unsigned char { kStart, kMiddle, kEnd };

class Drawing {
 public:
  /// `id` distinguishes its arrows from those of other drawings on the page.
  explicit Drawing(std::string id) : id_(std::move(id)) {}

  /// `css`: the class of a rectangle; `title`: its tooltip.
  void box(const Box& box, std::string_view css, double radius = 6, std::string_view title = {});
  /// `at`: the start, middle or end of the base line. `size` in units of the drawing.
  void text(Point at, std::string_view words, double size, Anchor anchor = Anchor::kMiddle, std::string_view css = {});
  void line(const std::vector<Point>& points, std::string_view css, bool arrow = false);
  /// A curve with horizontal ends.
  void curve(Point from, Point to, std::string_view css, bool arrow = false);
  void dot(Point at, double radius, std::string_view css, std::string_view title = {});

  /// Draws `other` on top of this drawing.
  void add(const Drawing& other) { body_ += other.body_; }

  /// The complete drawing, with `label` for screen readers. `css` is the class of the svg element.
  [[nodiscard]] std::string svg(double width, double height, std::string_view css, std::string_view label) const;

 private:
  std::string id_, body_;
};

/// The text, cut to at most `most` characters with an ellipsis.
std::string cut(std::string_view words, std::size_t most);
/// The text as lines of at most `most` characters, broken at spaces.
std::vector<std::string> wrapped(std::string_view words, std::size_t most);

}  // namespace rtlgen::report
