// Start values are written like lines: the same parser, types and nodes, in a program with one line per field.
#include "frontend/passes/start_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "frontend/expr/lower.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/passes/line.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

constexpr const char* kRandom = "random";

/// The index of a cell in the array, as an expression: x varies fastest, then y, then z.
std::string cell_text(const spec::Array& array, int axes) {
  std::string out;
  for (int axis = axes - 1; axis >= 0; --axis) {
    if (!array.spans[static_cast<std::size_t>(axis)]) continue;
    const char name = "xyz"[axis];
    out = out.empty() ? fmt::format("uint64({})", name) : fmt::format("({0})*uint64(n{1}) + uint64({1})", out, name);
  }
  return out.empty() ? "uint64(0)" : out;
}

/// The numbers in [0, 1) that `random` gives in the array's type: as many bits of the hash as the type represents
/// exactly.
std::string unit_text(const spec::Type& type) {
  const spec::Type of = type.is_float() ? type : spec::Type::float_of(11, 52);
  const int bits = of.exponent > 2 ? of.fraction + 1 : of.fraction;
  return fmt::format("{}(float64(hash >> {}) / {})", of.name(), 64 - bits, std::uint64_t{1} << bits);
}

/// `random(seed)` for one array, in the language itself (docs/language_data.md).
class RandomFunction {
 public:
  RandomFunction(Program& program, const spec::Array& array, const SourceLocation& where) : all_(program.definitions) {
    if (all_.functions.contains(kRandom)) return;
    is_ours_ = true;
    all_.vocabulary.functions.insert(kRandom);
    const auto text = [&](const std::string& expression) {
      YamlValue scalar;
      scalar.kind = YamlValue::Kind::kScalar;
      scalar.text = expression;
      scalar.where = where;
      return *parse_expression(scalar, all_.vocabulary, program.diagnostics);
    };
    Function function{kRandom, where, {"seed"}, {}, {}, {}, true};
    function.locals = {
        {"state", text(fmt::format("seed + 0x9e3779b97f4a7c15*({} + 1)", cell_text(array, program.stencil.axes)))},
        {"mixed", text("(state ^ (state >> 30)) * 0xbf58476d1ce4e5b9")},
        {"again", text("(mixed ^ (mixed >> 27)) * 0x94d049bb133111eb")},
        {"hash", text("again ^ (again >> 31)")}};
    function.body = text(unit_text(array.type));
    all_.functions[kRandom] = std::move(function);
  }
  ~RandomFunction() {
    if (!is_ours_) return;
    all_.functions.erase(kRandom);
    all_.vocabulary.functions.erase(kRandom);
  }
  RandomFunction(const RandomFunction&) = delete;
  RandomFunction& operator=(const RandomFunction&) = delete;

 private:
  Definitions& all_;
  bool is_ours_ = false;  ///< a function of the description hides it
};

/// A program with one line, which assigns an array of the grid; parameters and tables keep their numbers.
spec::Program empty_program(const spec::Program& whole, const spec::Array& array) {
  spec::Program out;
  out.name = whole.name;
  out.file = whole.file;
  out.axes = whole.axes;
  out.grid = whole.grid;
  out.subnormals = whole.subnormals;
  out.rounding = whole.rounding;
  out.overflow = whole.overflow;
  out.guard_bits = whole.guard_bits;
  out.tables = whole.tables;
  out.params = whole.params;
  for (spec::Param& param : out.params) param.next = {};
  spec::Array target = array;
  target.role = spec::Role::kOutput;
  target.spans = {true, true, true};
  const spec::ArrayId id = out.arrays.push_back(std::move(target));
  out.streams.push_back({id, spec::StageId(0)});
  return out;
}

class StartValues {
 public:
  StartValues(Program& program, const std::string& name, const SourceLocation& where, const YamlValue& entry)
      : program_(program), entry_(entry) {
    line_.target = name;
    line_.where = where;
    line_.value = &entry;
  }

  void run(const std::vector<spec::ArrayId>& arrays) {
    Part part;
    part.target = line_.target;
    part.count = arrays.size();
    if (part.count > 1)
      part.each = variable_of(program_, line_);
    else
      refuse_each(program_, line_);
    for (const spec::ArrayId array : arrays) {
      const YamlValue* text = text_of(part);
      if (text == nullptr || !one(array, *text, part)) {
        program_.unparsed = true;
        return;
      }
      ++part.index;
    }
  }

 private:
  /// The expression of a component, or none after a diagnostic.
  const YamlValue* text_of(const Part& part) {
    const YamlValue* expr = entry_.find("expr");
    if (!expr->is_list()) return expr->is_scalar() ? expr : nullptr;
    if (part.count > 1 && expr->items.size() == part.count) return &expr->items[part.index];
    refuse_list(program_, line_, part, *expr);
    return nullptr;
  }

  bool one(spec::ArrayId id, const YamlValue& text, Part& part) {
    const spec::Array& array = program_.stencil.arrays[id];
    const RandomFunction random(program_, array, text.where);
    auto parsed = parse_expression(text, program_.definitions.vocabulary, program_.diagnostics);
    Turns turns;
    if (!part.each.empty()) turns[part.each] = static_cast<long>(part.index);
    const auto ast = parsed ? expand(program_, *std::move(parsed), turns, part) : std::nullopt;
    if (!ast) return false;
    spec::Program values = empty_program(program_.stencil, array);
    Graph graph(values);
    program_.scope.value_of = Scope::Of::kStart;
    const auto root = lower(*ast, program_.scope, array.type, array.shown(), graph, program_.diagnostics);
    program_.scope.value_of = Scope::Of::kCell;
    if (!root || !has_axes(values, array)) return false;
    spec::Stage stage;
    stage.output = spec::StreamId(0);
    stage.root = *root;
    stage.text = one_line(text.text);
    if (!part.each.empty()) stage.text += fmt::format(", {} = {}", part.each, part.index);
    stage.where = text.where;
    values.stages.push_back(std::move(stage));
    spec::validate(values);
    spec::DataSource source;
    source.array = id;
    source.kind = spec::DataKind::kExpression;
    source.values = std::make_shared<const spec::Program>(std::move(values));
    source.where = line_.where;
    program_.stencil.inputs.push_back(std::move(source));
    return true;
  }

  /// Whether the values differ only along axes that the array has.
  bool has_axes(const spec::Program& values, const spec::Array& array) {
    for (const spec::Node& node : values.nodes) {
      if (node.op != spec::Op::kCoordinate || node.index >= values.axes ||
          array.spans[static_cast<std::size_t>(node.index)])
        continue;
      program_.diagnostics.error(Code::kUnknownAxis, node.where,
                                 fmt::format("'{}' has no axis {}", array.shown(), "xyz"[node.index]),
                                 {"it has one value for all cells along this axis: see its 'axes'"});
      return false;
    }
    return true;
  }

  Program& program_;
  const YamlValue& entry_;
  Line line_;  ///< the entry in the form of a line
};

}  // namespace

void read_start_values(Program& program, const std::string& name, const SourceLocation& where, const YamlValue& entry,
                       const std::vector<spec::ArrayId>& arrays) {
  StartValues(program, name, where, entry).run(arrays);
}

}  // namespace rtlgen::frontend
