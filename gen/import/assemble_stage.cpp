// One stage as lines: its lets, the expression, the border.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "import/assemble.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

/// name[dx,dy] over the axes of the field; without brackets for the cell itself, if the field has all axes or none.
std::string read_text(const std::string& name, const Axes& axes, std::size_t grid_axes, const Offset3& offset,
                      const std::string& rule) {
  std::vector<int> list;
  for (std::size_t a = 0; a < grid_axes; ++a) {
    if (axes[a]) list.push_back(offset[a]);
  }
  const bool bare = offset == Offset3{} && (list.size() == grid_axes || list.empty());
  if (bare) return name;
  return fmt::format("{}[{}{}]", name, fmt::join(list, ","), rule.empty() ? "" : "; " + rule);
}

/// The condition under which a read at `offset` stays on the grid.
std::string stays_inside(const Offset3& low, const Offset3& high) {
  std::vector<std::string> parts;
  for (std::size_t a = 0; a < 3; ++a) {
    const char axis = "xyz"[a];
    if (low[a] < 0) parts.push_back(fmt::format("{} >= {}", axis, -low[a]));
    if (high[a] > 0) parts.push_back(fmt::format("{} < n{} - {}", axis, axis, high[a]));
  }
  return fmt::format("{}", fmt::join(parts, " && "));
}

/// The cells whose whole window stays on the grid, as a region.
std::string region_inside(const Window& window) {
  std::vector<std::string> parts;
  for (std::size_t a = 0; a < 3; ++a) {
    if (window.low[a] < 0 || window.high[a] > 0)
      parts.push_back(fmt::format("{}: [{}, {}]", "xyz"[a], -window.low[a], -window.high[a] - 1));
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace

const Assembler::Symbol& Assembler::symbol_of(const Expr& expr) const {
  const auto found = symbols_.find(expr.text);
  if (found == symbols_.end()) {
    reporter_.fail(Code::kUndeclaredProgramName, expr.span, fmt::format("'{}' is not declared", expr.text),
                   {"declare it as an input, a local or a parameter"});
  }
  return found->second;
}

Value Assembler::name_value(const Expr& expr) {
  if (const auto let = current_.lets.find(expr.text); let != current_.lets.end()) {
    current_.window.add({}, current_.let_windows[expr.text]);
    return let->second;
  }
  const Symbol& symbol = symbol_of(expr);
  if (symbol.kind == Kind::kParameter) {
    return {program_.parameters[symbol.index].type, parameter_names_[symbol.index], kPrimary, std::nullopt};
  }
  const bool scalar = symbol.kind == Kind::kInput && program_.inputs[symbol.index].axes == Axes{};
  if (!scalar) {
    const bool brackets = program_.format == Format::kStencilflow;
    reporter_.fail(Code::kProgramMismatch, expr.span, fmt::format("the array '{}' is read without indices", expr.text),
                   {brackets ? fmt::format("write {}[k] with the iterators of its dimensions", expr.text)
                             : fmt::format("write {}(0, ...) with one index per axis", expr.text)});
  }
  return {program_.inputs[symbol.index].type, input_names_[symbol.index], kPrimary, std::nullopt};
}

Value Assembler::read_value(const Expr& expr) {
  const Symbol& symbol = symbol_of(expr);
  if (symbol.kind == Kind::kParameter)
    reporter_.fail(Code::kProgramMismatch, expr.span, fmt::format("the parameter '{}' cannot have indices", expr.text));
  const bool input = symbol.kind == Kind::kInput;
  Axes axes{};
  for (std::size_t a = 0; a < program_.grid.size(); ++a) axes[a] = true;
  if (input) axes = program_.inputs[symbol.index].axes;
  if (expr.axes != axes) {
    reporter_.fail(Code::kProgramMismatch, expr.span,
                   fmt::format("the indices of '{}' do not match its axes", expr.text),
                   {"write one index per axis of the field, in order"});
  }
  Offset3 offset{};
  for (std::size_t a = 0; a < 3; ++a) offset[a] = expr.offset[a] - (axes[a] ? current_.store[a] : 0);
  current_.window.add(offset, input ? Window{} : stages_[symbol.index].window);
  if (!input && !stages_[symbol.index].window.is_centre()) current_.plain = false;
  const std::string& name = input ? input_names_[symbol.index] : stages_[symbol.index].name;
  const CType& type = input ? program_.inputs[symbol.index].type : program_.stages[symbol.index].type;
  if (offset != Offset3{}) {
    if (program_.border == Program::Border::kByRead) return ruled_read(expr, name, type, axes, offset);
    current_.far = true;
  }
  return {type, read_text(name, axes, program_.grid.size(), offset, ""), kPrimary, std::nullopt};
}

/// A read at an offset, for which the reading kernel defines the values outside the grid.
Value Assembler::ruled_read(const Expr& expr, const std::string& name, const CType& type, const Axes& axes,
                            const Offset3& offset) {
  const std::size_t count = program_.grid.size();
  const auto rule = current_.stage->rules.find(expr.text);
  if (rule == current_.stage->rules.end()) {
    reporter_.fail(Code::kProgramStatementCount, expr.span,
                   fmt::format("'{}' has no boundary condition for '{}'", current_.stage->name, expr.text),
                   {fmt::format("add one to its boundary_conditions: \"{}\": {{\"type\": \"constant\", \"value\": 0}}",
                                expr.text)});
  }
  Value plain{type, read_text(name, axes, count, offset, ""), kPrimary, std::nullopt};
  switch (rule->second.kind) {
    case ReadRule::Kind::kConstant: {
      const std::string value = number_for(rule->second.value, type, rule->second.span);
      const bool own = field_rules_.at(expr.text) == value;
      return {type, read_text(name, axes, count, offset, own ? "" : fmt::format("constant({})", value)), kPrimary,
              std::nullopt};
    }
    case ReadRule::Kind::kCopy:
      return {
          type,
          fmt::format("{} ? {} : {}", stays_inside(offset, offset), plain.text, read_text(name, axes, count, {}, "")),
          kTernary, std::nullopt};
    default:
      break;
  }
  if (!current_.mixed) {
    current_.far = true;
    return plain;
  }
  // Other reads of this line have values outside the grid: only cells that need this read are ignored.
  const std::string shrunk = renamer_.take(fmt::format("{}_{}", current_.stage->name, name));
  current_.far = true;
  put_line(shrunk, plain.text, type, false);
  current_.far = false;
  return {type, shrunk, kPrimary, std::nullopt};
}

Value Assembler::store_value(const Value& value) {
  const std::string name = renamer_.take(current_.stage->name + "_part");
  put_line(name, value.text, value.type, false);
  current_.plain = false;
  return {value.type, name, kPrimary, std::nullopt};
}

Translator Assembler::translator() {
  return Translator(program_, reporter_,
                    {[this](const Expr& e) { return name_value(e); }, [this](const Expr& e) { return read_value(e); },
                     [this](const Value& v) { return store_value(v); }});
}

/// Adds a line with the border rule that its reads need.
void Assembler::put_line(const std::string& target, const std::string& text, const CType& type, bool is_field) {
  UpdateLine line;
  line.target = target;
  line.text = text;
  line.remark = std::move(pending_remark_);
  pending_remark_.clear();
  if (!is_field && type.spelling() != default_type_.spelling()) line.type = type.spelling();
  if (current_.far && program_.border != Program::Border::kPreserve) line.border = "ignore";
  if (type.is_fixed()) document_.fixed_point = true;
  document_.update.push_back(std::move(line));
}

/// Assigns `target` in the cells that the previous line leaves out.
void Assembler::put_rest(const std::string& target, const std::string& text) {
  UpdateLine line;
  line.target = target;
  line.text = text;
  line.region = "rest";
  document_.update.push_back(std::move(line));
}

CType Assembler::let_type(const Let& let, const Value& value, Translator& translator) {
  if (let.type) return *let.type;
  if (program_.let_types == Program::LetTypes::kOfValue) return value.type;
  // SODA takes the type of the first operand and ignores the others.
  const Expr* first = &let.value;
  while (first->kind == Expr::Kind::kBinary || first->kind == Expr::Kind::kUnary) first = &first->args[0];
  const bool known =
      first->kind == Expr::Kind::kNumber || first->kind == Expr::Kind::kName || first->kind == Expr::Kind::kRead;
  if (!known) return value.type;
  const CType type = translator.expression(*first).type;
  if (type != value.type) {
    reporter_.warning(Code::kFirstOperand, let.span,
                      fmt::format("'{}' has the type of its first operand, {}, although its value is {}", let.name,
                                  type.spelling(), value.type.spelling()),
                      {"this is SODA's rule; write a type before the name to choose one"});
  }
  return type;
}

void Assembler::put_let(const Let& let) {
  current_.store = let.store;
  current_.far = false;
  const Window outer = current_.window;
  current_.window = {};
  Translator translator = this->translator();
  Value value = translator.expression(let.value);
  const CType type = let_type(let, value, translator);
  value = translator.convert_to(value, type, let.span);
  if (!value.constant) {
    if (!current_.window.is_centre()) current_.plain = false;
    const bool taken = symbols_.contains(let.name);
    const std::string name = renamer_.take(taken ? current_.stage->name + "_" + let.name : let.name);
    pending_remark_ = one_line(fmt::format("{} = {}", let.name, reporter_.quote(let.value.span)));
    put_line(name, translator.line_text(value), type, false);
    value = {type, name, kPrimary, std::nullopt};
  }
  current_.lets.emplace(let.name, value);
  current_.let_windows[let.name] = current_.window;
  current_.window = outer;
}

void Assembler::put_lets() {
  const std::vector<Let>& lets = current_.stage->lets;
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < lets.size(); ++i) {
    if (!index.emplace(lets[i].name, i).second) {
      reporter_.fail(Code::kUndeclaredProgramName, lets[i].span, fmt::format("'{}' is assigned twice", lets[i].name),
                     {"every value needs a unique name"});
    }
  }
  std::vector<std::vector<std::size_t>> needs(lets.size());
  std::vector<std::size_t> roots;
  const auto collect = [&](const Expr& expr, std::vector<std::size_t>& into) {
    walk(expr, [&](const Expr& node) {
      const auto found = index.find(node.text);
      if (node.kind == Expr::Kind::kName && found != index.end()) into.push_back(found->second);
    });
  };
  for (std::size_t i = 0; i < lets.size(); ++i) collect(lets[i].value, needs[i]);
  collect(current_.stage->value, roots);
  const Order sorted = order(needs, roots);
  if (sorted.circle)
    reporter_.fail(Code::kCircularProgram, lets[*sorted.circle].span,
                   fmt::format("'{}' depends on its own value", lets[*sorted.circle].name));
  std::vector<bool> used(lets.size());
  for (const std::size_t i : sorted.sorted) {
    used[i] = true;
    put_let(lets[i]);
  }
  for (std::size_t i = 0; i < lets.size(); ++i) {
    if (used[i]) continue;
    unused_.push_back({lets[i].span, fmt::format("nothing reads '{}': it is left out", lets[i].name)});
  }
}

void Assembler::put_stage(std::size_t index) {
  const Stage& stage = program_.stages[index];
  current_ = {};
  current_.stage = &stage;
  std::set<ReadRule::Kind> kinds;
  walk(stage, [&](const Expr& node, const Offset3& store) {
    const auto rule = stage.rules.find(node.text);
    if (node.kind == Expr::Kind::kRead && node.offset != store && rule != stage.rules.end())
      kinds.insert(rule->second.kind);
  });
  current_.mixed = kinds.size() > 1;
  put_lets();
  current_.store = stage.store;
  current_.far = false;
  Translator translator = this->translator();
  pending_remark_ = one_line(reporter_.quote(stage.text));
  const Value value = translator.convert_to(translator.expression(stage.value), stage.type, stage.value.span);
  stages_[index].window = current_.window;
  finish_stage(index, value, translator);
}

/// The stage's own line. `preserve`: cells whose whole window is not on the grid keep the old value.
void Assembler::finish_stage(std::size_t index, const Value& value, Translator& translator) {
  const Stage& stage = program_.stages[index];
  const StageFacts& facts = stages_[index];
  const bool is_field = stage.output && facts.copy_to.empty();
  const std::string text = translator.line_text(value);
  const std::size_t first = document_.update.size();
  const bool preserved = program_.border == Program::Border::kPreserve && stage.output && !facts.window.is_centre();
  const bool keep = preserved && current_.plain && is_field;
  put_line(facts.name, text, stage.type, is_field);
  if (keep) document_.update.back().border = "keep";
  if (preserved && !keep) {
    document_.update.back().region = region_inside(facts.window);
    const std::string& old = input_names_[*facts.feeds];
    if (old != facts.name) put_rest(facts.name, old);
  }
  UpdateLine& line = document_.update[first];
  if (const auto rule = field_rules_.find(stage.name); rule != field_rules_.end() && !is_field)
    line.boundary = fmt::format("{{constant: {}}}", rule->second);
}

}  // namespace rtlgen::importer
