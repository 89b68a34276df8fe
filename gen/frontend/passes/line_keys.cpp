// The keys of a line: region, border, order and arithmetic.
#include "frontend/passes/line_keys.hpp"

#include <fmt/format.h>

#include "frontend/passes/declarations.hpp"
#include "frontend/passes/line.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

class LineKeys {
 public:
  explicit LineKeys(Program& program) : program_(program), stencil_(program.stencil) {}

  void read(Line& line, bool first) {
    read_border(line);
    read_order(line);
    line.region.value = line.value->find("region");
    const YamlValue* arithmetic = line.value->find("arithmetic");
    if (arithmetic != nullptr && arithmetic->text != key_row("update.*.arithmetic").standard)
      line.arithmetic = arithmetic;
    if (!first) line.array = program_.arrays.at(line.target);
    if (!line.array.valid()) return;
    const spec::Role role = stencil_.arrays[line.array].role;
    if (!first) refuse_declarations(line, role);
    if (!first && stencil_.arrays[line.array].held()) {
      program_.diagnostics.error(Code::kTooFewAxes, line.where,
                                 fmt::format("'{}' has fewer axes than the grid: no line can assign it", line.target),
                                 {"leave out its 'axes', or assign a temporary"});
    }
    refuse_mixtures(line, first && role == spec::Role::kTemporary);
    if (role == spec::Role::kTemporary && !border_word(line.border).of_temporaries) {
      program_.diagnostics.error(Code::kKeepWithoutOldValue, line.where,
                                 fmt::format("the temporary '{}' has no old value to keep", line.target),
                                 {"border: keep is for lines that assign a field"});
    }
  }

 private:
  /// Refuses a kept border that leaves no cell for the line.
  void refuse_whole_border(const Line& line, const YamlValue* width) {
    for (std::size_t a = 0; width != nullptr && a < static_cast<std::size_t>(stencil_.axes); ++a) {
      if (2 * line.kept_width < stencil_.grid[a] || stencil_.grid[a] == 0) continue;
      program_.diagnostics.error(
          Code::kInvalidRegion, width->where,
          fmt::format("a border of {} leaves none of the {} along {}", counted(line.kept_width, "cell"),
                      counted(stencil_.grid[a], "cell"), "xyz"[a]),
          {fmt::format("at most {} can be kept at each end", (stencil_.grid[a] - 1) / 2)});
      return;
    }
  }

  void read_border(Line& line) {
    const YamlValue* border = line.value->find("border");
    if (border != nullptr && border->is_map()) {
      line.border = spec::Border::kKeep;
      line.kept_width = static_cast<int>(integer_or_default(border->find("keep"), key_row("update.*.border.keep")));
      refuse_whole_border(line, border->find("keep"));
      return;
    }
    line.border = border_table()[at(choice_or_default(border, key_row("update.*.border")))].border;
  }

  void read_order(Line& line) {
    const YamlValue* order = line.value->find("order");
    if (order == nullptr || order->text.empty() || order->text == key_row("update.*.order").standard) return;
    line.order = order;
    const std::string& words = line.order->text;
    const int axis = axis_number(words.substr(words.size() - 1));
    if (axis < stencil_.axes) {
      line.sweep = spec::Sweep{axis, words.starts_with("backward")};
      if (line.border == spec::Border::kIgnore)
        program_.diagnostics.error(Code::kInvalidOrder, line.order->where,
                                   "with 'border: ignore', no cell of a sweep would matter",
                                   {"each depends on the first cell, whose reads leave the grid: write border: keep, a "
                                    "region, or a constant rule"});
      return;
    }
    program_.diagnostics.error(Code::kUnknownAxis, line.order->where,
                               fmt::format("the grid has no axis {}", "xyz"[axis]),
                               {stencil_.axes == 1 ? "a grid with one axis can be swept along x"
                                                   : "a grid with two axes can be swept along x or y"});
  }

  void refuse_mixtures(const Line& line, bool has_no_old) {
    if (line.region.value != nullptr && line.border != spec::Border::kCompute) {
      program_.diagnostics.error(
          Code::kRegionNotAllowed, line.value->find("border")->where, "a line can have a region or a border, not both",
          {"a region already selects the cells: interior is where all reads of the line stay on the grid"});
    }
    if (line.condition && has_no_old) {
      program_.diagnostics.error(
          Code::kRegionNotAllowed, line.value->find("where")->where,
          fmt::format("the temporary '{}' has no old value to keep elsewhere", line.target),
          {fmt::format("write both: `condition ? value : other`, or assign '{}' in an earlier line", line.target)});
    }
  }

  /// Only the first line that assigns a temporary declares it.
  void refuse_declarations(const Line& line, spec::Role role) {
    for (const char* key : {"type", "boundary", "components"}) {
      const YamlValue* value = line.value->find(key);
      if (value == nullptr || value->is_null()) continue;
      program_.diagnostics.error(
          Code::kMisplacedProperty, value->where, fmt::format("'{}' cannot be set in this line", key),
          {role == spec::Role::kTemporary
               ? fmt::format("set it in the first line that assigns '{}'", line.target.substr(0, line.target.find('.')))
               : fmt::format("set fields.{}.{}", line.target.substr(0, line.target.find('.')), key)});
    }
  }

  Program& program_;
  spec::Stencil& stencil_;
};

}  // namespace

void read_keys(Program& program, Line& line, bool first) { LineKeys(program).read(line, first); }

}  // namespace rtlgen::frontend
