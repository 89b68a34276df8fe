// HTML text: escapes, tables, numbers for people.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "spec/axes.hpp"
#include "support/numbers.hpp"

namespace rtlgen {
class OutsideText;
}

namespace rtlgen::report {

using Json = nlohmann::ordered_json;

/// For text and for attributes in double quotes.
std::string escape(std::string_view text);
std::string escape(const OutsideText& text);

std::string base64(std::string_view bytes);

/// At most `digits` significant digits, without trailing zeros.
std::string shortest(double value, int digits = 4);
std::string percent(double part);
std::string bytes_text(std::int64_t bytes);
/// 1024 × 1024
std::string extents_text(const spec::Extents& extents, int axes);
/// "1 word", "2 words"
std::string counted(std::int64_t n, std::string_view thing);

/// A table whose cells are already HTML. Columns marked in `numbers` ('n' a number, 't' text) are aligned right.
class Table {
 public:
  Table(std::string caption, std::vector<std::string> heads, std::string numbers);
  void row(const std::vector<std::string>& cells, std::string_view css = {});
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string html() const;

 private:
  std::string caption_, kinds_, rows_;
  std::vector<std::string> heads_;
};

/// The data of page.js' drawings, by the id of the canvas.
using Charts = Json;

/// A canvas that page.js fills from `chart`, with a caption. `tall`: pixels.
std::string chart_figure(Charts& charts, const std::string& id, Json chart, const std::string& label,
                         const std::string& caption, int tall = 320);

/// A section of the page; `inside` is HTML.
std::string section(std::string_view id, std::string_view title, std::string_view lead, std::string_view inside);

}  // namespace rtlgen::report
