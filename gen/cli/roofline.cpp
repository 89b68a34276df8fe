// Draws the roofline as text.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/advise.hpp"

namespace rtlgen::cli {

namespace {

constexpr int kColumns = 60, kRows = 14;

/// The width of the labels left of the y axis: that of the unit, if it is wider than the numbers.
std::size_t label_columns(const std::string& unit) { return std::max<std::size_t>(8, unit.size()); }

/// A logarithmic axis of whole decades, from cell 0 to the last.
struct Axis {
  double low = 0, high = 1;  ///< powers of ten
  int cells = 1;

  Axis(double least, double most, int count)
      : low(std::floor(std::log10(least))), high(std::ceil(std::log10(most))), cells(count) {
    if (high <= low) high = low + 1;
  }
  [[nodiscard]] int cell(double value) const {
    return static_cast<int>(std::lround((std::log10(value) - low) / (high - low) * (cells - 1)));
  }
  [[nodiscard]] double value(int cell) const { return std::pow(10, low + (high - low) * cell / (cells - 1)); }
};

class Drawing {
 public:
  Drawing(const Axis& x, const Axis& y)
      : x_(x), y_(y), lines_(static_cast<std::size_t>(y.cells), std::string(static_cast<std::size_t>(x.cells), ' ')) {}

  void put(int column, double value, char mark, bool over = true) {
    const int row = y_.cell(value);
    if (row < 0 || row >= y_.cells || column < 0 || column >= x_.cells) return;
    char& at = lines_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    if (over || at == ' ') at = mark;
  }

  [[nodiscard]] std::string text(const std::string& unit) const {
    std::string out;
    for (int row = y_.cells - 1; row >= 0; --row) {
      const bool marked = row == y_.cells - 1 || row == 0;
      std::string line = lines_[static_cast<std::size_t>(row)];
      line.erase(line.find_last_not_of(' ') + 1);
      out += fmt::format("    {:>{}} |{}\n",
                         marked                ? fmt::format("{:.0e}", y_.value(row))
                         : row == y_.cells - 2 ? unit
                                               : "",
                         label_columns(unit), line);
    }
    return out + fmt::format("    {:>{}} +{}\n", "", label_columns(unit),
                             std::string(static_cast<std::size_t>(x_.cells), '-'));
  }

 private:
  const Axis &x_, &y_;
  std::vector<std::string> lines_;
};

}  // namespace

std::string roofline_text(const model::Roof& roof) {
  if (roof.intensity <= 0) return "";
  const double ridge = roof.ridge() > 0 ? roof.ridge() : roof.intensity,
               top = std::max(roof.compute, roof.board_compute);
  const Axis x(std::min(roof.intensity, ridge) / 4, std::max(roof.intensity, ridge) * 4, kColumns);
  const double lowest =
      std::min({roof.attained, roof.compute, roof.bytes_s() > 0 ? roof.bytes_s() * std::pow(10, x.low) : roof.compute});
  const Axis y(std::max(lowest, std::min(roof.attained, roof.compute) / 100), top * 1.5, kRows);
  Drawing drawing(x, y);
  for (int column = 0; column < kColumns; ++column) {
    const double memory = roof.bytes_s() > 0 ? x.value(column) * roof.bytes_s() : roof.compute;
    if (roof.board_compute > roof.compute && (roof.bytes_s() == 0 || memory >= roof.compute))
      drawing.put(column, std::min(roof.board_compute, std::max(memory, roof.compute)), '.');
    drawing.put(column, std::min(roof.compute, memory), memory < roof.compute ? '/' : '-');
  }
  drawing.put(x.cell(roof.intensity), roof.attained, '*');
  std::string text = drawing.text(roof.unit);
  const std::string left = fmt::format("{:.0e}", x.value(0)),
                    right = fmt::format("{:.0e} {} per byte", x.value(kColumns - 1), roof.each);
  text += fmt::format("    {:>{}}  {}{:>{}}\n", "", label_columns(roof.unit), left, right,
                      kColumns - static_cast<int>(left.size()));
  text += "    * this design   - its arithmetic   . arithmetic of the full board   / memory\n";
  return text;
}

}  // namespace rtlgen::cli
