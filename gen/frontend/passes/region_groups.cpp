// Groups lines into assignments: consecutive lines with regions and the same target form one.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/passes/cell_kinds.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/passes/regions.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

std::string cell_text(const spec::Extents& cell, int axes) {
  std::string out;
  for (int a = 0; a < axes; ++a)
    out += fmt::format("{}{} = {}", a == 0 ? "" : ", ", "xyz"[a], cell[static_cast<std::size_t>(a)]);
  return out;
}

/// Groups lines and compares their regions.
class Grouping {
 public:
  Grouping(Program& program, std::vector<Line>& lines) : program_(program), lines_(lines) {}

  std::vector<LineGroup> run() {
    sort_bundles();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!groups_.empty() && joins(i))
        ++groups_.back().count;
      else
        groups_.push_back({i, 1, true, lines_[i].sweep});
      if (lines_[i].region.is_rest && groups_.back().first == i) refuse_rest(i);
    }
    for (LineGroup& group : groups_) {
      if (lines_[group.first].region.value != nullptr) compare(group);
      check_order(group);
      assigned_.insert(lines_[group.first].array);
    }
    return std::move(groups_);
  }

 private:
  /// Moves the lines of a component together if lines of a vector form one assignment.
  void sort_bundles() {
    for (std::size_t first = 0, next = 0; first < lines_.size(); first = next) {
      std::size_t size = 1;
      while (first + size < lines_.size() && lines_[first].bundle >= 0 &&
             lines_[first + size].bundle == lines_[first].bundle)
        ++size;
      for (next = first + size; size > 1 && follows(first, next, size); next += size) {
      }
      const std::size_t turns = (next - first) / size;
      if (turns == 1) continue;
      std::vector<Line> sorted;
      for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t t = 0; t < turns; ++t) sorted.push_back(std::move(lines_[first + t * size + k]));
      }
      for (std::size_t i = 0; i < sorted.size(); ++i) {
        sorted[i].bundle = sorted.front().bundle;
        lines_[first + i] = std::move(sorted[i]);
      }
    }
  }

  /// Whether each of the `size` lines from `next` on continues the assignment of the line `size` before it, whose first
  /// lines start at `first`.
  bool follows(std::size_t first, std::size_t next, std::size_t size) const {
    if (next + size > lines_.size()) return false;
    bool reads_beside = false;
    for (std::size_t i = 0; i < size; ++i) {
      const Line& line = lines_[next + i];
      if (line.bundle != lines_[next].bundle || !joins(lines_[first + i].sweep, lines_[next + i - size], line))
        return false;
      reads_beside = reads_beside || line.reads_beside;
    }
    return !reads_beside || has_one_region(first, next + size, size);
  }

  /// Whether all components have the regions of the first: then no line has changed the other components in the cells
  /// of the next one.
  bool has_one_region(std::size_t first, std::size_t end, std::size_t size) const {
    for (std::size_t i = first; i < end; ++i) {
      if (!(lines_[i].region.box == lines_[i - (i - first) % size].region.box)) return false;
    }
    return true;
  }

  bool joins(std::size_t i) const {
    return lines_[i - 1].bundle == lines_[i].bundle && joins(groups_.back().sweep, lines_[i - 1], lines_[i]);
  }

  /// Whether `line` continues an assignment whose last line is `before` and whose order is `sweep`. A different order
  /// begins a new assignment.
  static bool joins(const std::optional<spec::Sweep>& sweep, const Line& before, const Line& line) {
    if (sweep && line.sweep && line.sweep != sweep && !line.region.is_rest) return false;
    return line.array.valid() && line.array == before.array && line.region.value != nullptr &&
           before.region.value != nullptr && !before.region.is_rest &&
           !reads_old_cells(line, line.sweep ? line.sweep : sweep);
  }

  /// Whether it reads other cells of the target that are not results of its sweep.
  static bool reads_old_cells(const Line& line, const std::optional<spec::Sweep>& sweep) {
    const auto is_old = [&](const spec::Offset& read) { return !sweep || !sweep->has(read); };
    return line.reads_others || std::any_of(line.target_reads.begin(), line.target_reads.end(), is_old);
  }

  /// All lines have the order of the first.
  void check_order(const LineGroup& group) const {
    const Line& first = lines_[group.first];
    for (std::size_t i = group.first + 1; i < group.first + group.count; ++i) {
      const Line& line = lines_[i];
      if (!line.sweep || line.sweep == group.sweep) continue;
      program_.diagnostics.error(Code::kInvalidOrder, line.order->where,
                                 fmt::format("the line continues an assignment of '{}' whose first line has {} order",
                                             line.target, first.order == nullptr ? "no" : "another"),
                                 {fmt::format("write `order: {}` on line {}: it applies to the following lines, too",
                                              line.order->text, first.where.line)});
    }
  }

  /// The target of a line; for a line of a vector, the whole vector.
  static std::string name_of(const Line& line) {
    return line.bundle < 0 ? line.target : line.target.substr(0, line.target.find('.'));
  }

  /// Whether `before`, the last line before `line`, assigns a part of what `line` assigns, in a region.
  bool has_region_of(const Line& before, const Line& line) const {
    if (before.region.value == nullptr || !line.array.valid() || !before.array.valid()) return false;
    const std::string& vector = program_.stencil.arrays[line.array].vector;
    const bool whole = line.bundle >= 0 || before.bundle >= 0;
    return before.array == line.array ||
           (whole && !vector.empty() && program_.stencil.arrays[before.array].vector == vector);
  }

  void refuse_rest(std::size_t i) {
    const Line& line = lines_[i];
    if (i > 0 && line.bundle >= 0 && lines_[i - 1].bundle == line.bundle) return;  // reported for its first component
    const Line* before = i > 0 && has_region_of(lines_[i - 1], line) ? &lines_[i - 1] : nullptr;
    bool reads_cells = false;
    for (std::size_t k = i; k < lines_.size() && (k == i || (line.bundle >= 0 && lines_[k].bundle == line.bundle)); ++k)
      reads_cells = reads_cells || lines_[k].reads_others || !lines_[k].target_reads.empty();
    const std::string name = name_of(line);
    std::string message = fmt::format("no line before this one assigns a region of '{}'", name);
    if (before != nullptr && (line.bundle < 0) != (before->bundle < 0))
      message = fmt::format("this line assigns '{}' and the one before it '{}', which are not one assignment", name,
                            name_of(*before));
    else if (before != nullptr && before->region.is_rest)
      message = fmt::format("the line before this one already assigns the rest of '{}'", name);
    else if (before != nullptr && reads_cells)
      message = fmt::format("the line reads other cells of '{}', which the lines before it have changed", name);
    else if (before != nullptr)
      message = fmt::format("the line reads other components of '{}', which have other regions", name);
    program_.unparsed = true;
    program_.diagnostics.error(
        Code::kInvalidRegion, line.region.where, message,
        {before != nullptr ? "give its region as bounds per axis: it is then computed after them"
                           : "rest is the part of the grid that the lines right before it leave out"});
  }

  void compare(LineGroup& group) {
    const spec::Extents& grid = program_.stencil.grid;
    bool overlaps = false;
    const std::size_t last = group.first + group.count - 1;
    bool rest_is_empty = lines_[last].region.is_rest && last > group.first;
    std::optional<spec::Extents> open;
    each_kind(lines_, group, grid, [&](const spec::Extents& cell) {
      const auto holding = lines_at(lines_, group, cell, grid);
      if (holding.empty() && !open) open = cell;
      rest_is_empty = rest_is_empty && (holding.empty() || holding.back() != last);
      if (holding.size() < 2 || overlaps) return;
      overlaps = true;
      program_.diagnostics.error(Code::kOverlappingRegions, lines_[holding[1]].region.where,
                                 fmt::format("two lines assign '{}' at {}", lines_[group.first].target,
                                             cell_text(cell, program_.stencil.axes)),
                                 {fmt::format("the other region is on line {}", lines_[holding[0]].region.where.line),
                                  "make the regions disjoint, or write `region: rest` in the last line"});
    });
    if (rest_is_empty) {
      program_.diagnostics.error(
          Code::kInvalidRegion, lines_[last].region.where,
          fmt::format("the region is empty: the lines before it assign '{}' in every cell", lines_[last].target),
          {"remove this line"});
    }
    group.covers = !open;
    const Line& first = lines_[group.first];
    if (!open || !first.array.valid()) return;
    if (program_.stencil.arrays[first.array].role != spec::Role::kTemporary || assigned_.contains(first.array)) return;
    program_.diagnostics.error(
        Code::kUncoveredCells, lines_[group.first + group.count - 1].region.where,
        fmt::format("no line assigns the temporary '{}' at {}", first.target, cell_text(*open, program_.stencil.axes)),
        {"a field would keep its old value there; a temporary has none",
         fmt::format("add `- {}: {{expr: ..., region: rest}}`, or leave the region out", first.target)});
  }

  Program& program_;
  std::vector<Line>& lines_;
  std::vector<LineGroup> groups_;
  std::set<spec::ArrayId> assigned_;
};

}  // namespace

std::vector<LineGroup> group_lines(Program& program, std::vector<Line>& lines) {
  return Grouping(program, lines).run();
}

}  // namespace rtlgen::frontend
