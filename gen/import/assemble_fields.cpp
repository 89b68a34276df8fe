// Fields with their types and boundaries, parameters, start data.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>

#include "import/assemble.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

bool is_far(const Expr& node, const Offset3& store) { return node.offset != store; }

}  // namespace

/// A number of the program as a constant of `type`, rounded as C++ does.
std::string Assembler::number_for(const std::string& text, const CType& type, Span span) const {
  const bool negative = !text.empty() && text[0] == '-';
  Fault fault = Fault::kNone;
  std::optional<Constant> number = parse_literal(negative ? text.substr(1) : text, fault);
  if (number && negative) {
    if (!number->type.is_float()) number->type = CType::integer(true, 64);
    number = fold_unary("-", *number, fault);
  }
  if (number && number->type.is_float() && type.is_integer() && number->real != std::floor(number->real))
    fault = Fault::kRange;
  if (number && !number->type.is_float() && type.kind == CType::Kind::kInt) {
    const auto held = convert(*number, type, fault);
    if (!held || held->whole != number->whole) fault = Fault::kRange;
  }
  std::optional<Constant> rounded;
  if (number && fault == Fault::kNone) rounded = convert(*number, type, fault);
  const bool half = type.is_float() && type.width == 16;
  if (half && number && fault == Fault::kNone) {
    const double value = std::strtod(text.c_str(), nullptr);
    if (std::fabs(value) < 65520.0) return value == 0 ? "0" : text;
    fault = Fault::kRange;
  }
  if (!rounded || fault != Fault::kNone || !std::isfinite(rounded->real)) {
    reporter_.fail(Code::kInvalidProgramNumber, span,
                   fmt::format("{} is not a number of type {}", text, type.spelling()));
  }
  if (rounded->is_zero()) return "0";
  return spelled(*rounded);
}

/// The value that most readers of a field expect outside the grid becomes the field's boundary.
void Assembler::choose_boundaries() {
  if (program_.border != Program::Border::kByRead) return;
  std::map<std::string, std::vector<std::pair<std::string, int>>> votes;
  for (const std::size_t i : order_) {
    const Stage& stage = program_.stages[i];
    walk(stage, [&](const Expr& node, const Offset3& store) {
      if (node.kind != Expr::Kind::kRead || !is_far(node, store)) return;
      const auto rule = stage.rules.find(node.text);
      const auto symbol = symbols_.find(node.text);
      if (rule == stage.rules.end() || rule->second.kind != ReadRule::Kind::kConstant || symbol == symbols_.end())
        return;
      if (symbol->second.kind == Kind::kParameter) return;
      const bool input = symbol->second.kind == Kind::kInput;
      const CType& type =
          input ? program_.inputs[symbol->second.index].type : program_.stages[symbol->second.index].type;
      const std::string value = number_for(rule->second.value, type, rule->second.span);
      auto& list = votes[node.text];
      for (auto& [known, count] : list) {
        if (known == value) {
          ++count;
          return;
        }
      }
      list.emplace_back(value, 1);
    });
  }
  for (const auto& [field, list] : votes) {
    const auto most =
        std::max_element(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    field_rules_[field] = most->first;
  }
}

std::string Assembler::renamed_remark(const std::string& original, const std::string& name) const {
  return original == name ? "" : fmt::format("originally '{}'", one_line(original));
}

void Assembler::put_fields() {
  const auto add = [&](const std::string& name, const std::string& original, const CType& type, const Axes& axes,
                       const std::string& extra) {
    std::vector<std::string> keys;
    if (type != default_type_ && type.spelling() != default_type_.spelling())
      keys.push_back(fmt::format("type: \"{}\"", type.spelling()));
    std::vector<std::string> has;
    for (std::size_t a = 0; a < program_.grid.size(); ++a) {
      if (axes[a]) has.emplace_back(1, "xyz"[a]);
    }
    if (has.size() < program_.grid.size()) keys.push_back(fmt::format("axes: [{}]", fmt::join(has, ", ")));
    if (const auto rule = field_rules_.find(original); rule != field_rules_.end())
      keys.push_back(fmt::format("boundary: {{constant: {}}}", rule->second));
    const std::string renamed = renamed_remark(original, name);
    document_.fields.push_back({name, fmt::format("{{{}}}", fmt::join(keys, ", ")),
                                renamed.empty() ? extra : renamed + (extra.empty() ? "" : "; " + extra)});
  };
  for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
    if (input_used_[i])
      add(input_names_[i], program_.inputs[i].name, program_.inputs[i].type, program_.inputs[i].axes, "");
  }
  Axes all{};
  for (std::size_t a = 0; a < program_.grid.size(); ++a) all[a] = true;
  for (const std::size_t i : order_) {
    const StageFacts& facts = stages_[i];
    if (!program_.stages[i].output || facts.feeds) continue;
    const bool copied = !facts.copy_to.empty();
    add(copied ? facts.copy_to : facts.name, copied ? facts.copy_to : program_.stages[i].name, program_.stages[i].type,
        all, "");
  }
}

void Assembler::put_parameters() {
  for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
    if (!parameter_used_[i]) continue;
    const Parameter& parameter = program_.parameters[i];
    const std::string value = number_for(parameter.value, parameter.type, parameter.span);
    std::string remark = renamed_remark(parameter.name, parameter_names_[i]);
    if (parameter.runtime) remark = (remark.empty() ? "" : remark + "; ") + "the program gives no value: set one";
    document_.params.push_back({parameter_names_[i],
                                fmt::format("{{value: {}, type: \"{}\"{}}}", value, parameter.type.spelling(),
                                            parameter.runtime ? ", runtime: true" : ""),
                                remark});
  }
}

void Assembler::put_data() {
  for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
    const Input& input = program_.inputs[i];
    if (!input_used_[i]) continue;
    const std::string& name = input_names_[i];
    switch (input.data.kind) {
      case Data::Kind::kConstant:
        document_.inputs.push_back(
            {name, fmt::format("{{kind: constant, value: {}}}", number_for(input.data.value, input.type, input.span)),
             ""});
        break;
      case Data::Kind::kRandom:
        document_.inputs.push_back({name,
                                    fmt::format("{{kind: random, low: {}, high: {}}}",
                                                number_for(input.data.low, CType::floating(64), input.span),
                                                number_for(input.data.high, CType::floating(64), input.span)),
                                    ""});
        break;
      case Data::Kind::kFile:
        if (one_line(input.data.path) != input.data.path ||
            input.data.path.find_first_of("\"\\") != std::string::npos) {
          document_.head.push_back(fmt::format("Data of {}: {}", name, one_line(input.data.path)));
        } else {
          document_.inputs.push_back({name, fmt::format("\"{}\"", input.data.path), "relative to this file"});
        }
        break;
      case Data::Kind::kNone:
        break;
    }
    if (!input.data.remark.empty())
      document_.head.push_back(fmt::format("Field {}: {}", name, one_line(input.data.remark, 200)));
  }
}

}  // namespace rtlgen::importer
