// Update lines: roles, streams and stages; then assembles the whole program.
#include "frontend/passes/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "frontend/expr/line_arithmetic.hpp"
#include "frontend/expr/lower.hpp"
#include "frontend/given.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/passes/lines.hpp"
#include "frontend/passes/regions.hpp"
#include "frontend/passes/signs.hpp"
#include "frontend/passes/sweeps.hpp"
#include "frontend/passes/unused.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "spec/warn.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

/// Determines roles and start streams, then lowers one line after the other.
class StageBuilder {
 public:
  StageBuilder(Program& program, std::vector<Line>& lines)
      : program_(program),
        stencil_(program.stencil),
        lines_(lines),
        groups_(read_regions(program, lines)),
        graph_(stencil_),
        arithmetic_(program, graph_) {}

  void run() {
    decide_roles();
    lower_step_params(program_, graph_);
    start_streams();
    for (const LineGroup& group : groups_) {
      if (lines_[group.first].bundle < 0 || lines_[group.first].bundle != bundle_) take_over();
      bundle_ = lines_[group.first].bundle;
      if (!too_many_errors(program_.diagnostics)) build(group);
    }
    take_over();
    if (!program_.unparsed) check_reads();
    if (!program_.unparsed) check_sources(program_);
    arithmetic_.check();
    stencil_.least_grid = least_grid(stencil_);
    check_wraps_of_sweeps(program_);
    lower_after_pass(program_, graph_);
  }

 private:
  void decide_roles() {
    IndexVector<spec::ArrayId, bool> assigned(stencil_.arrays.size());
    IndexVector<spec::ArrayId, bool> read(stencil_.arrays.size());
    for (const Line& line : lines_) {
      if (line.array.valid()) assigned[line.array] = true;
      if (line.array.valid() && (line.border == spec::Border::kKeep || line.condition)) read[line.array] = true;
    }
    for (const LineGroup& group : groups_) {
      if (lines_[group.first].array.valid() && !group.covers) read[lines_[group.first].array] = true;
    }
    for (const auto& [name, array] : program_.arrays) {
      if (program_.used.contains(name)) read[array] = true;
    }
    leave_own_reads(program_, lines_, groups_, read);
    bool any = false;
    for (const spec::ArrayId i : stencil_.arrays.ids()) {
      spec::Array& array = stencil_.arrays[i];
      if (array.role == spec::Role::kTemporary) continue;
      any = any || assigned[i];
      if (!assigned[i])
        array.role = spec::Role::kInput;
      else
        array.role = read[i] ? spec::Role::kState : spec::Role::kOutput;
      if (assigned[i]) program_.used.insert(array.shown());
    }
    if (!any && !program_.unparsed) {
      const YamlValue* update = program_.settings.find("update");
      program_.diagnostics.error(Code::kNoFieldAssigned, update->where, "no line assigns a field", {unassigned_note()});
    }
  }

  /// The names that the lines assign, and those that they could.
  [[nodiscard]] std::string unassigned_note() const {
    std::vector<std::string> temporaries, fields;
    for (const spec::Array& array : stencil_.arrays)
      (array.role == spec::Role::kTemporary ? temporaries : fields).push_back(array.shown());
    constexpr std::size_t kMost = 8;
    if (fields.empty() || temporaries.empty() || fields.size() > kMost || temporaries.size() > kMost)
      return "results that are not stored in a field are lost: add '- field: expression'";
    return fmt::format("{} {}; the {} {}", fmt::join(temporaries, ", "),
                       temporaries.size() == 1 ? "is a temporary" : "are temporaries",
                       fields.size() == 1 ? "only field is" : "fields are", fmt::join(fields, ", "));
  }

  void start_streams() {
    for (const spec::ArrayId i : stencil_.arrays.ids()) {
      const spec::Role role = stencil_.arrays[i].role;
      if (role != spec::Role::kState && role != spec::Role::kInput) continue;
      program_.scope.streams[i] = stencil_.streams.push_back({i, {}});
    }
    read_.resize(stencil_.streams.size());
  }

  void note_reads(const Ast& ast) {
    const std::vector<bool> own = own_results(ast, program_.scope);
    for (std::size_t i = 0; i < ast.nodes.size(); ++i) {
      const AstNode& node = ast.nodes[i];
      if ((node.kind != AstNode::Kind::kName && node.kind != AstNode::Kind::kTap) || own[i]) continue;
      const auto array = program_.arrays.find(node.name);
      if (array == program_.arrays.end()) continue;
      const spec::StreamId stream = program_.scope.streams[array->second];
      if (stream.valid()) read_[stream] = true;
    }
  }

  void build(const LineGroup& group) {
    const Line& first = lines_[group.first];
    if (!first.array.valid()) {
      if (first.ast) infer(*first.ast, program_.scope, program_.diagnostics);
      return;
    }
    spec::Stage stage;
    stage.output = stencil_.streams.push_back({first.array, spec::StageId(stencil_.stages.size())});
    stage.where = first.where;
    stage.border = first.border;
    stage.sweep = group.sweep;
    program_.scope.sweep = sweep_of(group, first.array, stage.output);
    const spec::StreamId before = program_.scope.streams[first.array];
    if (stencil_.arrays[first.array].role != spec::Role::kTemporary) stage.old_stream = before;
    if ((first.border == spec::Border::kKeep || !group.covers) && before.valid()) read_[before] = true;
    for (std::size_t a = 0; a < at(stencil_.axes); ++a)
      stage.reach_low[a] = stage.reach_high[a] = first.border == spec::Border::kKeep ? first.kept_width : 0;
    std::vector<spec::NodeId> roots;
    for (std::size_t i = 0; i < group.count; ++i) {
      const Line& line = lines_[group.first + i];
      if (const auto root = lowered(line, group, stage)) roots.push_back(*root);
      if (line.ast) stage.text += (i == 0 ? "" : "; ") + text_of(line);
    }
    const bool has_old = group.covers || before.valid();  // a missing one has been reported
    if (roots.size() == group.count && has_old && first.region.value != nullptr)
      stage.root = join_regions(program_, graph_, lines_, group, std::move(roots),
                                group.covers ? spec::NodeId() : cell_of(before, first.where));
    else if (roots.size() == group.count && has_old)
      stage.root = roots.front();
    if (stage.root.valid() && is_last(group)) {
      if (!is_plain(group)) stage.root = add_sources(program_, graph_, stage, first.array);
      if (has_sources(program_, first.array))
        stage.text += fmt::format(" + the sources of {}", stencil_.arrays[first.array].shown());
    }
    if (stage.root.valid() && stage.sweep) check_sweep(program_, stage, first);
    assigned_.emplace_back(first.array, stage.output);
    read_.push_back(false);
    stencil_.stages.push_back(std::move(stage));
  }

  /// From here on, lines read the values assigned by the bundle.
  void take_over() {
    for (const auto& [array, stream] : assigned_) program_.scope.streams[array] = stream;
    assigned_.clear();
  }

  /// Whether no later line assigns its target.
  [[nodiscard]] bool is_last(const LineGroup& group) const {
    return std::none_of(lines_.begin() + static_cast<std::ptrdiff_t>(group.first + group.count), lines_.end(),
                        [&](const Line& later) { return later.array == lines_[group.first].array; });
  }

  /// Whether it is a single line that applies everywhere.
  [[nodiscard]] bool is_plain(const LineGroup& group) const {
    const Line& first = lines_[group.first];
    return group.count == 1 && first.region.value == nullptr && !first.condition;
  }

  /// The expression, and its region.
  static std::string text_of(const Line& line) {
    const std::string text = one_line(line.ast->text);
    const std::string where = (line.condition ? fmt::format(" where {}", one_line(line.condition->text)) : "") +
                              (line.turn.empty() ? "" : fmt::format(", {}", line.turn));
    if (line.region.value == nullptr) return text + where;
    return fmt::format("{}{} in {}", text, where, line.region.is_rest ? "the rest" : region_text(line.region.box));
  }

  /// The current cell of a stream.
  spec::NodeId cell_of(spec::StreamId stream, const SourceLocation& where) {
    const spec::Array& array = stencil_.arrays[stencil_.streams[stream].array];
    spec::Node node = spec::operation(spec::Op::kTap, array.type, {}, where);
    node.stream = stream;
    node.boundary = array.boundary;
    return graph_.add(std::move(node));
  }

  /// The value of a line of `group` where it applies; if it applies everywhere, with the sources of its target.
  std::optional<spec::NodeId> lowered(const Line& line, const LineGroup& group, spec::Stage stage) {
    if (!line.ast) return std::nullopt;
    note_reads(*line.ast);
    const spec::Array& array = stencil_.arrays[line.array];
    if (program_.scope.symbols[array.shown()].kind != Symbol::Kind::kArray) {
      infer(*line.ast, program_.scope, program_.diagnostics);
      return std::nullopt;
    }
    auto root = lower(*line.ast, program_.scope, array.type, array.shown(), graph_, program_.diagnostics);
    if (root && is_plain(group) && is_last(group)) {
      stage.root = *root;
      root = add_sources(program_, graph_, stage, line.array);
    }
    if (root) root = arithmetic_.applied(*root, line.arithmetic);
    return line.condition ? conditional(line, root) : root;
  }

  /// `value` if the line's condition is true, otherwise the old value.
  std::optional<spec::NodeId> conditional(const Line& line, std::optional<spec::NodeId> value) {
    note_reads(*line.condition);
    const spec::StreamId before = program_.scope.streams[line.array];
    const auto typed = infer(*line.condition, program_.scope, program_.diagnostics).back();
    if (typed.failed()) return std::nullopt;
    if (!typed.exact() && !(typed.typed() && typed.type == spec::Type::boolean())) {
      program_.diagnostics.error(Code::kNotACondition, line.condition->nodes.back().where,
                                 "'where' must be a condition",
                                 {"a condition has the type uint<1>, like a comparison"});
      return std::nullopt;
    }
    Diagnostics reported_by_infer;
    const auto condition = lower(*line.condition, program_.scope, spec::Type::boolean(), "where", graph_,
                                 typed.exact() ? program_.diagnostics : reported_by_infer);
    if (!condition || !value || !before.valid()) return std::nullopt;
    read_[before] = true;
    const spec::NodeId old = cell_of(before, line.where);
    return graph_.add(
        spec::operation(spec::Op::kSelect, graph_.at(*value).type, {*condition, *value, old}, line.where));
  }

  /// A value that a line computes must not be overwritten before another line reads it.
  void check_reads() {
    for (const spec::StreamId i : stencil_.streams.ids()) {
      if (!stencil_.streams[i].stage.valid()) continue;
      const spec::ArrayId array = stencil_.streams[i].array;
      const spec::Array& target = stencil_.arrays[array];
      if (read_[i] || stencil_.final_stream(array) == i) continue;  // drop_unused handles temporaries
      const SourceLocation& where = stencil_.stages[stencil_.streams[i].stage].where;
      program_.diagnostics.error(
          Code::kOverwrittenValue, where,
          fmt::format("this value of '{}' is overwritten before anything reads it", target.shown()),
          {"remove the line, or read the value in a line in between"});
    }
  }

  Program& program_;
  spec::Stencil& stencil_;
  std::vector<Line>& lines_;
  std::vector<LineGroup> groups_;
  Graph graph_;
  LineArithmetic arithmetic_;
  IndexVector<spec::StreamId, bool> read_;
  int bundle_ = -1;                                                 ///< bundle of the last group's lines
  std::vector<std::pair<spec::ArrayId, spec::StreamId>> assigned_;  ///< by its lines
};

/// Without state every iteration starts from the same inputs.
void warn_without_state(const Program& program) {
  const spec::Stencil& stencil = program.stencil;
  const auto is_state = [](const spec::Array& array) { return array.role == spec::Role::kState; };
  if (stencil.iterations < 2 || std::any_of(stencil.arrays.begin(), stencil.arrays.end(), is_state)) return;
  spec::warn(stencil, program.diagnostics, Code::kNoState, program.settings.find("iterations")->where,
             fmt::format("{} iterations, but no field is state: nothing carries over from one to the next, and only "
                         "the last one counts",
                         stencil.iterations),
             {"a state is a field that is both assigned and read, as in - t: t + 0.1*(t[-1] - t)",
              "leave 'iterations' out if one is intended"});
}

}  // namespace

namespace {

void note_targets(const YamlValue& lines, std::set<std::string>& names) {
  for (const YamlValue& line : lines.items) {
    const YamlValue* const group = line.is_map() && line.keys.size() == 2 ? line.find("lines") : nullptr;
    if (group != nullptr) note_targets(*group, names);
    if (line.is_map() && line.keys.size() == 1) names.insert(line.keys[0]);
  }
}

/// Collects the names whose calls deserve a hint.
void collect_hint_names(Program& program) {
  Vocabulary& vocabulary = program.definitions.vocabulary;
  if (const YamlValue* fields = program.settings.find("fields"))
    vocabulary.arrays.insert(fields->keys.begin(), fields->keys.end());
  if (const YamlValue* update = program.settings.find("update")) note_targets(*update, vocabulary.arrays);
  if (const YamlValue* tables = program.settings.find("tables"))
    vocabulary.lists.insert(tables->keys.begin(), tables->keys.end());
  const YamlValue* params = program.settings.find("params");
  for (std::size_t i = 0; params != nullptr && i < params->keys.size(); ++i) {
    const YamlValue* value = params->items[i].is_map() ? params->items[i].find("value") : nullptr;
    if (value != nullptr && value->is_list()) vocabulary.lists.insert(params->keys[i]);
  }
}

}  // namespace

std::string one_line(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Result<spec::Stencil> build_stencil(const YamlValue& document, const std::string& filename, bool overridden,
                                    const Given& given, Diagnostics& diagnostics, NodePlaces* places) {
  Program program(document, given, diagnostics);
  program.scope.places = places;
  program.stencil.file = OutsideText(filename);
  declare_builtins(program);
  read_settings(program);
  program.scope.axes = program.stencil.axes;
  program.scope.has_grid = program.settings.find("grid") != nullptr;
  declare_extents(program);
  read_fields(program);
  declare_tables(program);
  collect_hint_names(program);
  read_functions(program);
  read_params(program);
  read_tables(program);
  read_field_boundaries(program);
  read_monitors(program);
  read_sources(program);
  std::vector<Line> lines = read_lines(program);
  StageBuilder(program, lines).run();
  read_probes(program);
  read_inputs(program, filename);
  read_memory(program);
  check_unused(program, overridden);
  if (diagnostics.has_errors()) return Failure{};
  warn_without_state(program);
  program.losses.report(program.stencil, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  for (const spec::Stage& stage : program.stencil.stages)
    RTLGEN_CHECK(stage.root.valid(), "a line has no value, and nothing was reported");
  write_out_signs(program.stencil, places);
  drop_unused(program);
  if (diagnostics.has_errors()) return Failure{};  // warnings may count as errors
  spec::validate(program.stencil);
  return std::move(program.stencil);
}

}  // namespace rtlgen::frontend
