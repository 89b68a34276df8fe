// Sources: values added to single cells. Each is one more term of the last line that assigns its field.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "spec/reach.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Op;

/// The neutral element of sums: -0 for floats, so that -0 is preserved too.
std::uint64_t neutral_bits(const spec::Type& type) {
  return type.is_float() ? std::uint64_t{1} << (type.width - 1) : 0;
}

/// An unused name.
std::string free_name(const Program& program, std::size_t number) {
  std::string name = fmt::format("source{}", number);
  while (program.names.is_taken(name)) name += "_i";
  return name;
}

/// Makes a parameter by step from the values, followed by the neutral element.
bool set_values(Program& program, const YamlValue& entry, const spec::Type& type, std::size_t number,
                PointSource& source) {
  spec::Param param;
  param.name = free_name(program, number);
  param.type = type;
  param.where = entry.where;
  const auto most = static_cast<std::size_t>(key_row("sources.*.values").most);
  param.by_step = read_values(program, entry, type, most, "a source without 'add'");
  if (param.by_step.empty()) return false;
  param.by_step.push_back(neutral_bits(type));
  source.param = spec::ParamId(program.stencil.params.size());
  program.stencil.params.push_back(std::move(param));
  return true;
}

bool set_amount(Program& program, const YamlValue& entry, const spec::Type& type, std::size_t number,
                PointSource& source) {
  const YamlValue* add = entry.find("add");
  if (add == nullptr) return set_values(program, entry, type, number, source);
  if (entry.find("values") != nullptr || entry.find("file") != nullptr) {
    program.diagnostics.error(Code::kIneffectiveSource, add->where,
                              "a source cannot have both 'add' and a list of values",
                              {"'add' is an expression of step, 'values' and 'file' have one number per step"});
    return false;
  }
  if (add->is_scalar()) source.add = read_expression(program, *add);
  return source.add.has_value();
}

/// Checks that the line assigns the cell; with a border that keeps or ignores it, the added value would be lost.
/// `reach`: of the line.
bool is_clear_of_border(Program& program, const PointSource& source, const spec::Stage& stage,
                        const spec::Reach& reach) {
  if (stage.border == spec::Border::kCompute) return true;
  const spec::Extents& grid = program.stencil.grid;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (source.at[a] >= reach.low[a] && source.at[a] + reach.high[a] < grid[a]) continue;
    const bool keeps = stage.border == spec::Border::kKeep;
    program.diagnostics.error(
        Code::kIneffectiveSource, source.where,
        fmt::format("this cell is in the border of the line, which {}",
                    keeps ? "keeps its old value" : "does not matter"),
        {fmt::format("cells {} to {} along {} are outside it", reach.low[a], grid[a] - reach.high[a] - 1, "xyz"[a]),
         "or leave 'border' out: boundary rules then define what the line reads outside"});
    return false;
  }
  return true;
}

/// Makes the nodes that add sources to a line.
class SourceAdder {
 public:
  SourceAdder(Program& program, Graph& graph, const spec::Array& field, const SourceLocation& where)
      : program_(program), graph_(graph), type_(field.type), name_(field.shown()), where_(where) {}

  /// `here ? value : rest`, or none after a diagnostic.
  std::optional<spec::NodeId> chosen(const PointSource& source, spec::NodeId rest) {
    const auto value = value_of(source);
    if (!value) return std::nullopt;
    return make(Op::kSelect, type_, {here(source), *value, rest}, where_);
  }

  spec::NodeId nothing() { return graph_.add(spec::constant_node(type_, neutral_bits(type_), where_)); }
  spec::NodeId sum(spec::NodeId a, spec::NodeId b) { return make(Op::kAdd, type_, {a, b}, where_); }

 private:
  spec::NodeId make(Op op, const spec::Type& type, std::vector<spec::NodeId> args, const SourceLocation& where) {
    return graph_.add(spec::operation(op, type, std::move(args), where));
  }

  /// A condition that is true in the cell of the source.
  spec::NodeId here(const PointSource& source) {
    const spec::Type coordinate = spec::Type::int_of(32);
    spec::NodeId all;
    for (int axis = 0; axis < program_.stencil.axes; ++axis) {
      spec::Node node = spec::operation(Op::kCoordinate, coordinate, {}, source.where);
      node.index = axis;
      const spec::NodeId own = graph_.add(std::move(node));
      const auto place = static_cast<std::uint64_t>(source.at[static_cast<std::size_t>(axis)]);
      const spec::NodeId other = graph_.add(spec::constant_node(coordinate, place, source.where));
      const spec::NodeId same = make(Op::kEq, spec::Type::boolean(), {own, other}, source.where);
      all = all.valid() ? make(Op::kAnd, spec::Type::boolean(), {all, same}, source.where) : same;
    }
    return all;
  }

  std::optional<spec::NodeId> value_of(const PointSource& source) {
    if (source.add) {
      program_.scope.value_of = Scope::Of::kStep;
      const auto value = lower(*source.add, program_.scope, type_, name_, graph_, program_.diagnostics);
      program_.scope.value_of = Scope::Of::kCell;
      return value;
    }
    spec::Node node = spec::operation(Op::kParam, type_, {}, where_);
    node.index = source.param.index();
    return graph_.add(std::move(node));
  }

  Program& program_;
  Graph& graph_;
  spec::Type type_;
  std::string name_;
  SourceLocation where_;
};

}  // namespace

std::optional<spec::Extents> read_place(Program& program, const YamlValue& at, const std::string& what) {
  const spec::Stencil& s = program.stencil;
  const auto refuse = [&](const SourceLocation& where, const std::string& message, const std::string& note) {
    program.diagnostics.error(Code::kNotACell, where, message, {note});
    return std::nullopt;
  };
  if (program.settings.find("grid") == nullptr) return std::nullopt;  // reported
  if (at.items.size() != static_cast<std::size_t>(s.axes)) {
    return refuse(at.where,
                  fmt::format("{} has {} coordinate{}, but the grid has {} ax{}s", what, at.items.size(),
                              at.items.size() == 1 ? "" : "s", s.axes, s.axes == 1 ? "i" : "e"),
                  fmt::format("write at: {}", s.axes == 1   ? "[x]"
                                              : s.axes == 2 ? "[x, y]"
                                                            : "[x, y, z]"));
  }
  spec::Extents place{0, 0, 0};
  for (std::size_t a = 0; a < at.items.size(); ++a) {
    const YamlValue& item = at.items[a];
    const auto ast = read_expression(program, item);
    const auto value = ast ? constant_of(program, *ast) : std::nullopt;
    if (!value) return std::nullopt;
    if (!is_integer(*value) || *value < 0 || *value >= static_cast<long>(s.grid[a])) {
      return refuse(item.where, fmt::format("{} = {} is not a cell of the grid", "xyz"[a], to_text(*value)),
                    fmt::format("{} ranges from 0 to {}", "xyz"[a], s.grid[a] - 1));
    }
    place[a] = value->get_num().get_si();
  }
  return place;
}

spec::ArrayId read_point_field(Program& program, const YamlValue& field) {
  const spec::ArrayId array = find_field(program, field.text, field.where);
  if (!array.valid() || program.scope.symbols[program.stencil.arrays[array].shown()].kind != Symbol::Kind::kArray)
    return {};
  return array;
}

void read_sources(Program& program) {
  const YamlValue* sources = program.settings.find("sources");
  if (sources == nullptr) return;
  for (std::size_t i = 0; i < sources->items.size(); ++i) {
    const YamlValue& entry = sources->items[i];
    const YamlValue* at = entry.is_map() ? entry.find("at") : nullptr;
    const YamlValue* field = entry.is_map() ? entry.find("field") : nullptr;
    if (at == nullptr || field == nullptr || !at->is_list() || !field->is_scalar()) {
      program.unparsed = true;
      continue;
    }
    PointSource source;
    source.where = at->where;
    source.field = read_point_field(program, *field);
    const auto place = read_place(program, *at, "the source");
    if (!source.field.valid()) continue;
    const bool has_amount = set_amount(program, entry, program.stencil.arrays[source.field].type, i + 1, source);
    if (!place || !has_amount) continue;
    source.at = *place;
    source.field_where = field->where;
    program.sources.push_back(std::move(source));
  }
}

spec::NodeId add_sources(Program& program, Graph& graph, spec::Stage stage, spec::ArrayId array) {
  if (!has_sources(program, array)) return stage.root;
  std::vector<const PointSource*> left;
  const spec::Reach reach = spec::reach_of(program.stencil, stage);
  for (const PointSource& source : program.sources) {
    if (source.field != array) continue;
    if (!is_clear_of_border(program, source, stage, reach)) return stage.root;
    left.push_back(&source);
  }
  SourceAdder adder(program, graph, program.stencil.arrays[array], stage.where);
  // Sources in different cells share one term; several sources in one cell need several terms.
  while (!left.empty()) {
    std::vector<const PointSource*> round, later;
    for (const PointSource* source : left) {
      const bool again = std::any_of(round.begin(), round.end(), [&](const auto* r) { return r->at == source->at; });
      (again ? later : round).push_back(source);
    }
    spec::NodeId term = adder.nothing();
    for (auto source = round.rbegin(); source != round.rend(); ++source) {
      const auto chosen = adder.chosen(**source, term);
      if (!chosen) return stage.root;
      term = *chosen;
    }
    stage.root = adder.sum(stage.root, term);
    left = std::move(later);
  }
  return stage.root;
}

bool has_sources(const Program& program, spec::ArrayId array) {
  return std::any_of(program.sources.begin(), program.sources.end(),
                     [&](const PointSource& source) { return source.field == array; });
}

void check_sources(Program& program) {
  for (const PointSource& source : program.sources) {
    if (program.stencil.arrays[source.field].role != spec::Role::kInput) continue;
    const std::string name = program.stencil.arrays[source.field].shown();
    program.diagnostics.error(Code::kIneffectiveSource, source.field_where, fmt::format("no line assigns '{}'", name),
                              {fmt::format("a source adds to the result of a line: write - {0}: {0}", name)});
  }
}

}  // namespace rtlgen::frontend
