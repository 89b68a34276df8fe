// Converts regions to boxes, and lines with regions to choices.
#include "frontend/passes/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "frontend/expr/typing.hpp"
#include "frontend/passes/cell_kinds.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

constexpr char kAxes[] = {'x', 'y', 'z'};
const char* const kForms = "give each axis a cell, [first, last], interior or all; -1 is the last cell";

/// Whether the array is the target of the line, or another component of it.
bool is_target(const Program& program, const Line& line, spec::ArrayId array) {
  const std::string& vector = program.stencil.arrays[array].vector;
  return array == line.array || (!vector.empty() && program.stencil.arrays[line.array].vector == vector);
}

/// Records the reads of a line, and its reads of other cells of its target.
void note_line_reads(const Program& program, Line& line) {
  Scope scope = program.scope;
  for (spec::StreamId& stream : scope.streams) stream = spec::StreamId(0);  // all exist here; faults are found later
  Diagnostics unheard;
  for (const std::optional<Ast>* ast : {&line.ast, &line.condition}) {
    if (!*ast) continue;
    const std::vector<Typed> types = infer(**ast, scope, unheard);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const Symbol* symbol = types[i].symbol;
      if (symbol == nullptr || symbol->kind != Symbol::Kind::kArray) continue;
      const spec::ArrayId array(symbol->index);
      const bool is_other = array != line.array && is_target(program, line, array);
      line.reads_beside = line.reads_beside || (is_other && types[i].offset == spec::Offset{});
      if ((*ast)->nodes[i].kind != AstNode::Kind::kTap) continue;
      spec::Offset read{};
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
        const int offset = types[i].offset[a];
        const auto& rule = types[i].rules[a] ? types[i].rules[a] : program.stencil.arrays[array].rule(a, offset);
        read[a] = spec::wraps(rule) ? 0 : offset;
      }
      line.reads.push_back(read);
      if (!is_target(program, line, array) || types[i].offset == spec::Offset{}) continue;
      if (is_other)
        line.reads_others = true;
      else
        line.target_reads.push_back(types[i].offset);
    }
  }
}

class RegionReader {
 public:
  explicit RegionReader(Program& program) : program_(program), grid_(program.stencil.grid) {}

  /// False after a fault.
  bool read(Line& line) {
    turn_ = line.turn;
    const YamlValue& value = *line.region.value;
    line.region.where = value.where;
    if (value.is_scalar() && value.text == "rest") {
      line.region.is_rest = true;
      return true;
    }
    if (value.is_scalar()) {
      if (value.text != "interior") return fail(value.where, fmt::format("there is no region '{}'", value.text));
      for (int a = 0; a < program_.stencil.axes; ++a) line.region.box.spans[at(a)] = interior(line, at(a));
      return not_empty(line);
    }
    bool good = true;
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      const int axis = axis_number(value.keys[i]);
      if (axis < 0 || axis >= program_.stencil.axes) {
        program_.diagnostics.error(
            Code::kUnknownAxis, value.key_places[i], fmt::format("the grid has no axis {}", value.keys[i]),
            {fmt::format("a region has bounds along {}", program_.stencil.axes == 1   ? "x"
                                                         : program_.stencil.axes == 2 ? "x and y"
                                                                                      : "x, y and z")});
        good = false;
        continue;
      }
      const auto span = read_span(line, value.items[i], axis);
      if (span) line.region.box.spans[at(axis)] = *span;
      good = good && span;
    }
    return good && not_empty(line);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  bool fail(const SourceLocation& where, const std::string& message, const std::string& instead = {}) {
    std::vector<std::string> notes{
        instead.empty() ? "a region is interior, rest, or bounds per axis, such as {x: [1, -2], y: interior}"
                        : instead};
    if (!turn_.empty()) notes.push_back("where " + turn_);
    program_.diagnostics.error(Code::kInvalidRegion, where, message, std::move(notes));
    return false;
  }

  /// The cells for which the line's reads stay on the grid.
  static spec::Span interior(const Line& line, std::size_t axis) {
    int low = 0, high = 0;
    for (const spec::Offset& read : line.reads) {
      low = std::max(low, -read[axis]);
      high = std::max(high, read[axis]);
    }
    return {{low, false}, {high, true}};
  }

  std::optional<spec::Span> read_span(const Line& line, const YamlValue& value, int axis) {
    if (value.is_scalar() && value.text == "all") return spec::Span{};
    if (value.is_scalar() && value.text == "interior") return interior(line, at(axis));
    const bool pair =
        value.is_list() && value.items.size() == 2 && value.items[0].is_scalar() && value.items[1].is_scalar();
    if (!pair && !value.is_scalar()) {
      refuse_form(value, axis);
      return std::nullopt;
    }
    const auto first = bound(line, pair ? value.items[0] : value, axis);
    const auto last = pair ? bound(line, value.items[1], axis) : first;
    if (!first || !last) return std::nullopt;
    const std::int64_t n = grid_[at(axis)];
    const auto cell = [&](std::int64_t b) { return b < 0 ? n + b : b; };
    if (cell(*first) > cell(*last)) {
      fail(value.where,
           fmt::format("the region is empty: along {}, with {}, {} comes after {}", kAxes[axis], counted(n, "cell"),
                       *first, *last),
           "the first cell must not come after the last one; remove lines that apply to no cell");
      return std::nullopt;
    }
    if (*first < 0 && *last >= 0) {
      fail(value.where, fmt::format("{} counts from the end and {} from the start", *first, *last),
           fmt::format("a run may have a smaller grid: write [{}, {}], or count both from the end", cell(*first),
                       *last));
      return std::nullopt;
    }
    return spec::Span{*first < 0 ? spec::Place{-*first, true} : spec::Place{*first, false},
                      *last < 0 ? spec::Place{-*last - 1, true} : spec::Place{*last + 1, false}};
  }

  void refuse_form(const YamlValue& value, int axis) {
    const char* const range = "a range is [first, last], both included; -1 is the last cell: Python's 1:-1 is [1, -2]";
    const std::size_t count = value.items.size();
    if (!value.is_list()) {
      fail(value.where, fmt::format("{} cannot be {}", kAxes[axis], value.describe()), kForms);
    } else if (count == 1 && (value.items[0].is_map() || value.items[0].text.find(':') != std::string::npos)) {
      fail(value.where, fmt::format("the bounds of {} are separated by a comma, not ':'", kAxes[axis]), range);
    } else if (count != 2) {
      fail(value.where, fmt::format("the list of {} has {} instead of 2", kAxes[axis], counted(count, "value")), range);
    } else {
      fail(value.where, fmt::format("the two values of {} must be numbers", kAxes[axis]), range);
    }
  }

  std::optional<std::int64_t> bound(const Line& line, const YamlValue& value, int axis) {
    const auto ast = read_expression(program_, value, line.turns);
    if (!ast) return std::nullopt;
    const auto number = constant_of(program_, *ast);
    if (!number) return std::nullopt;
    const std::int64_t n = grid_[at(axis)];
    if (!is_integer(*number)) {
      fail(value.where, fmt::format("the bound '{}' is not an integer", value.text), kForms);
      return std::nullopt;
    }
    if (*number >= n || *number < -n) {
      fail(value.where, fmt::format("the region reaches outside the grid: {} has {}", kAxes[axis], counted(n, "cell")),
           fmt::format("cells go from 0 to {}, or from -{} to -1 counted from the end", n - 1, n));
      return std::nullopt;
    }
    return number->get_num().get_si();
  }

  bool not_empty(const Line& line) {
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const spec::Span& span = line.region.box.spans[a];
      if (span.first.at(grid_[a]) < span.end.at(grid_[a])) continue;
      return fail(line.region.where,
                  fmt::format("the region is empty: along {}, every cell has a read that leaves the grid", kAxes[a]),
                  fmt::format("the axis has {}; use smaller offsets, or give bounds", counted(grid_[a], "cell")));
    }
    return true;
  }

  Program& program_;
  const spec::Extents& grid_;
  std::string turn_;  ///< turn of the line that is being read
};

/// Per axis, the offsets of reads that leave the grid for some cell.
using Leaving = std::array<std::set<int>, spec::kMaxAxes>;

/// Marks the reads of an expression as open along the axes along which none of them leaves the grid. Reads of own
/// results are marked one by one, because outside the grid only a constant gives them a value.
class Opening {
 public:
  Opening(Graph& graph, const Leaving& leaving) : graph_(graph), leaving_(leaving) {}

  spec::NodeId opened(spec::NodeId id) {
    const auto known = made_.find(id);
    if (known != made_.end()) return known->second;
    spec::Node node = graph_.at(id);
    for (spec::NodeId& arg : node.args) arg = opened(arg);
    if (node.op == spec::Op::kTap) {
      const spec::Array& array = graph_.stencil().arrays[graph_.stencil().streams[node.stream].array];
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
        const bool wraps = spec::wraps(node.boundary[a]);
        const bool open = node.own ? !leaving_[a].contains(node.offset[a]) : leaving_[a].empty();
        const bool is_axis = static_cast<int>(a) < graph_.stencil().axes;
        if (open && is_axis && array.spans[a] && !wraps) node.boundary[a].reset();
      }
    }
    return made_[id] = graph_.add(std::move(node));
  }

 private:
  Graph& graph_;
  const Leaving& leaving_;
  std::map<spec::NodeId, spec::NodeId> made_;
};

/// Per line of the group: the reads that leave the grid for some cell of the line.
std::vector<Leaving> leaving_reads(const Program& program, const std::vector<Line>& lines, const LineGroup& group) {
  const spec::Extents& grid = program.stencil.grid;
  std::vector<Leaving> leaving(group.count);
  each_kind(lines, group, grid, [&](const spec::Extents& cell) {
    for (const std::size_t i : lines_at(lines, group, cell, grid)) {
      for (const spec::Offset& read : lines[i].reads) {
        for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
          const std::int64_t target = cell[a] + read[a];
          if (target < 0 || target >= grid[a]) leaving[i - group.first][a].insert(read[a]);
        }
      }
    }
  });
  return leaving;
}

}  // namespace

std::vector<LineGroup> read_regions(Program& program, std::vector<Line>& lines) {
  RegionReader reader(program);
  for (Line& line : lines) {
    if (!line.array.valid() || line.value == nullptr) continue;
    if (line.region.value == nullptr) continue;
    note_line_reads(program, line);
    const bool has_grid = program.settings.find("grid") != nullptr;
    if (!has_grid || !reader.read(line)) {
      line.region = {};  // reported
      program.unparsed = true;
    }
  }
  return group_lines(program, lines);
}

spec::NodeId join_regions(Program& program, Graph& graph, const std::vector<Line>& lines, const LineGroup& group,
                          std::vector<spec::NodeId> roots, spec::NodeId old) {
  const std::vector<Leaving> leaving = leaving_reads(program, lines, group);
  for (std::size_t i = 0; i < group.count; ++i) roots[i] = Opening(graph, leaving[i]).opened(roots[i]);
  if (old.valid()) old = Opening(graph, leaving[0]).opened(old);
  spec::NodeId value = old;
  for (std::size_t i = group.count; i-- > 0;) {
    const Line& line = lines[group.first + i];
    if (!value.valid()) {  // the last of the lines that cover the grid
      value = roots[i];
      continue;
    }
    spec::Node inside = spec::operation(spec::Op::kRegion, spec::Type::boolean(), {}, line.region.where);
    inside.index = program.stencil.region_id(line.region.box).index();
    const spec::NodeId condition = graph.add(std::move(inside));
    value =
        graph.add(spec::operation(spec::Op::kSelect, graph.at(value).type, {condition, roots[i], value}, line.where));
  }
  return value;
}

spec::Extents least_grid(const spec::Program& program) {
  spec::Extents least{1, 1, 1};
  for (std::size_t a = 0; a < spec::kMaxAxes && !program.regions.empty(); ++a) {
    std::set<std::int64_t> low{0}, high{0};  // cells from either end
    for (const spec::Region& region : program.regions) {
      for (const spec::Place& place : {region.spans[a].first, region.spans[a].end})
        (place.from_end ? high : low).insert(place.cells);
    }
    for (const spec::Node& node : program.nodes) {
      if (node.op != spec::Op::kTap || node.boundary[a]) continue;
      (node.offset[a] < 0 ? low : high).insert(std::abs(node.offset[a]));
    }
    for (const std::int64_t l : low) {
      for (const std::int64_t h : high) {
        if (l + h <= program.grid[a]) least[a] = std::max(least[a], l + h);
      }
    }
  }
  return least;
}

}  // namespace rtlgen::frontend
