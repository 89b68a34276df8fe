// Converts a Program to a Document: names, roles, order of the lines.
#include "import/assemble.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/codes.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::importer {

void Assembler::declare_name(const std::string& name, Span span, Symbol symbol) {
  if (!symbols_.emplace(name, symbol).second) {
    reporter_.error(Code::kUndeclaredProgramName, span, fmt::format("'{}' is declared twice", name),
                    {"every input, parameter and stage needs a unique name"});
  }
}

void Assembler::declare() {
  for (std::size_t i = 0; i < program_.inputs.size(); ++i)
    declare_name(program_.inputs[i].name, program_.inputs[i].span, {Kind::kInput, i});
  for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
    declare_name(program_.parameters[i].name, program_.parameters[i].span, {Kind::kParameter, i});
  }
  for (std::size_t i = 0; i < program_.stages.size(); ++i)
    declare_name(program_.stages[i].name, program_.stages[i].span, {Kind::kStage, i});
  input_used_.resize(program_.inputs.size());
  parameter_used_.resize(program_.parameters.size());
  stages_.resize(program_.stages.size());
  for (const auto& [stage, input] : program_.feeds) stages_[stage].feeds = input;
  double cells = 1;
  for (const std::int64_t extent : program_.grid) cells *= static_cast<double>(extent);
  if (cells > 1099511627776.0) {
    reporter_.error(Code::kInvalidProgramValue, program_.name_span,
                    fmt::format("the grid {} has more than 2^40 cells", fmt::join(program_.grid, " x ")));
  }
}

void Assembler::find_order() {
  std::vector<std::vector<std::size_t>> needs(program_.stages.size());
  for (std::size_t i = 0; i < program_.stages.size(); ++i) {
    walk(program_.stages[i], [&](const Expr& node, const Offset3&) {
      if (node.kind != Expr::Kind::kRead) return;
      const auto found = symbols_.find(node.text);
      if (found == symbols_.end() || found->second.kind != Kind::kStage) return;
      needs[i].push_back(found->second.index);
      stages_[found->second.index].read = true;
    });
  }
  // Stages that others read come first, outputs that nothing reads last: they may overwrite what the others read.
  std::vector<std::size_t> roots;
  std::vector<std::size_t> sinks;
  for (std::size_t i = 0; i < program_.stages.size(); ++i) {
    if (!program_.stages[i].output) continue;
    for (const std::size_t need : needs[i]) roots.push_back(need);
    if (stages_[i].read)
      roots.push_back(i);
    else
      sinks.push_back(i);
  }
  roots.insert(roots.end(), sinks.begin(), sinks.end());
  const Order sorted = order(needs, roots);
  if (sorted.circle) {
    const Stage& stage = program_.stages[*sorted.circle];
    reporter_.fail(Code::kCircularProgram, stage.span, fmt::format("'{}' depends on its own value", stage.name),
                   {"stages must not depend on each other in a cycle; for the value of the last time step, read the "
                    "input it feeds"});
  }
  order_ = sorted.sorted;
  for (const std::size_t i : order_) stages_[i].live = true;
  for (std::size_t i = 0; i < program_.stages.size(); ++i) {
    if (stages_[i].live) continue;
    const Stage& stage = program_.stages[i];
    unused_.push_back({stage.span, fmt::format("no output needs '{}': it is left out", stage.name)});
    document_.head.push_back(fmt::format("Left out, since no output needs it: {}.", one_line(stage.name)));
  }
}

bool Assembler::reads_input(std::size_t stage, std::size_t input) const {
  bool found = false;
  walk(program_.stages[stage], [&](const Expr& node, const Offset3&) {
    const bool read = node.kind == Expr::Kind::kRead || node.kind == Expr::Kind::kName;
    found = found || (read && node.text == program_.inputs[input].name);
  });
  return found;
}

/// Chooses the name that each stage assigns. A field whose old value later lines still read is assigned last.
void Assembler::choose_targets() {
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const std::size_t i = order_[at];
    StageFacts& facts = stages_[i];
    const std::string& original = program_.stages[i].name;
    if (!program_.stages[i].output) {
      facts.name = renamer_.take(original);
      continue;
    }
    const std::string field = facts.feeds ? input_names_[*facts.feeds] : renamer_.take(original);
    bool early = facts.read;
    for (std::size_t later = at + 1; later < order_.size() && facts.feeds; ++later)
      early = early || reads_input(order_[later], *facts.feeds);
    if (early) {
      facts.copy_to = field;
      facts.name = renamer_.take(facts.feeds ? original : original + "_new");
    } else {
      facts.name = field;
    }
    if (facts.feeds && original != program_.inputs[*facts.feeds].name) {
      document_.head.push_back(fmt::format("Output '{}' is input '{}' of the next time step: one field, {}.",
                                           one_line(original), one_line(program_.inputs[*facts.feeds].name), field));
    }
  }
}

void Assembler::choose_names() {
  for (std::size_t i = 0; i < program_.stages.size(); ++i) {
    if (!stages_[i].live) continue;
    walk(program_.stages[i], [&](const Expr& node, const Offset3&) {
      const auto found = symbols_.find(node.text);
      const bool names = node.kind == Expr::Kind::kRead || node.kind == Expr::Kind::kName;
      if (!names || found == symbols_.end()) return;
      if (found->second.kind == Kind::kInput) input_used_[found->second.index] = true;
      if (found->second.kind == Kind::kParameter && node.kind == Expr::Kind::kName)
        parameter_used_[found->second.index] = true;
    });
    if (stages_[i].feeds) input_used_[*stages_[i].feeds] = true;
  }
  for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
    const Input& input = program_.inputs[i];
    input_names_.push_back(input_used_[i] ? renamer_.take(input.name) : "");
    if (input_used_[i]) continue;
    unused_.push_back({input.span, fmt::format("nothing reads the input '{}': it is left out", input.name)});
  }
  for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
    const Parameter& parameter = program_.parameters[i];
    parameter_names_.push_back(parameter_used_[i] ? renamer_.take(parameter.name) : "");
    if (parameter_used_[i]) continue;
    unused_.push_back({parameter.span, fmt::format("nothing reads '{}': it is left out", parameter.name)});
  }
}

void Assembler::head() {
  static const std::map<Format, const char*> kinds = {
      {Format::kSoda, "SODA DSL"}, {Format::kSasa, "SASA dialect"}, {Format::kStencilflow, "StencilFlow program"}};
  const OutsideText name(file_.substr(file_.find_last_of('/') + 1));
  std::vector<std::string> lines = {fmt::format("Imported by rtlgen from {} ({}); see docs/import.md.",
                                                safe::comment(name), kinds.at(program_.format))};
  lines.insert(lines.end(), program_.remarks.begin(), program_.remarks.end());
  lines.insert(lines.end(), document_.head.begin(), document_.head.end());
  document_.head = std::move(lines);
  document_.name = legal_name(program_.name);
  document_.source = name + ", " + std::string_view(kinds.at(program_.format));
}

std::string Assembler::run() {
  declare();
  reporter_.stop_if_failed();
  find_order();
  choose_names();
  choose_targets();
  for (const std::size_t i : order_) {
    if (!program_.stages[i].output) continue;
    default_type_ = program_.stages[i].type;
    break;
  }
  choose_boundaries();
  for (const std::size_t i : order_) put_stage(i);
  for (const std::size_t i : order_) {
    if (stages_[i].copy_to.empty()) continue;
    UpdateLine line;
    line.target = stages_[i].copy_to;
    line.text = stages_[i].name;
    document_.update.push_back(line);
  }
  put_fields();
  put_parameters();
  put_data();
  reporter_.stop_if_failed();
  for (const Unused& unused : unused_) reporter_.warning(Code::kUnneededPart, unused.span, unused.message);
  document_.grid = program_.grid;
  document_.type = default_type_.spelling();
  document_.iterations = program_.iterations;
  document_.steps = program_.steps;
  document_.cells_per_cycle = program_.cells_per_cycle;
  head();
  return print(document_);
}

std::string assemble(const Program& program, const std::string& file, const Reporter& reporter) {
  return Assembler(program, file, reporter).run();
}

}  // namespace rtlgen::importer
