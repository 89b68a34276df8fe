// Reads lines; a temporary of a group is an array of its own in each turn.
#include "frontend/lines.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "frontend/declarations.hpp"
#include "frontend/words.hpp"
#include "frontend/yaml_value.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

constexpr long kMostTurns = 4096;

class LineReader {
 public:
  explicit LineReader(Program& program) : program_(program), stencil_(program.stencil) {}

  std::vector<Line> run() {
    const YamlValue* update = program_.settings.find("update");
    if (update == nullptr)
      program_.unparsed = true;
    else
      read_all(*update);
    return std::move(lines_);
  }

 private:
  void read_all(const YamlValue& list) {
    for (const YamlValue& item : list.items) {
      const bool stop = too_many_ || too_many_errors(program_.diagnostics);
      if (item.is_map() && item.keys.size() == 2 && !stop) {
        repeat(*item.find("repeat"), *item.find("lines"));
        continue;
      }
      if (!item.is_map() || stop) {  // reported by the schema
        program_.unparsed = true;
        continue;
      }
      Line line;
      line.target = item.keys[0];
      line.where = item.key_places[0];
      line.value = &item.items[0];
      read(line);
      lines_.push_back(std::move(line));
      if (!has_groups_ || lines_.size() <= kMostLines) continue;
      program_.diagnostics.error("RG0332", lines_.back().where,
                                 "with all turns of 'repeat' a time step has too many lines",
                                 {fmt::format("at most {}", kMostLines)});
      too_many_ = true;
    }
  }

  /// The lines of a group, once for each turn.
  void repeat(const YamlValue& count, const YamlValue& group) {
    if (!count.is_scalar() || !group.is_list()) {
      program_.unparsed = true;
      return;
    }
    const auto turns = range_of(count);
    if (!turns) {
      program_.unparsed = true;
      return;
    }
    has_groups_ = true;
    const std::set<std::string> outside = known_;
    const std::string outer = turn_;
    const Turns around = turns_;
    for (long i = turns->first; i <= turns->last && !too_many_; ++i) {
      turn_ = fmt::format("{}_{}", outer, i - turns->first + 1);
      // Each turn has temporaries of its own.
      known_ = outside;
      if (!turns->name.empty()) turns_[turns->name] = i;
      const std::size_t before = lines_.size();
      read_all(group);
      // A turn without lines has a fault, as all others have.
      if (lines_.size() == before || too_many_errors(program_.diagnostics)) break;
    }
    turn_ = outer;
    turns_ = around;
  }

  struct Range {
    std::string name;  ///< of the variable; empty: there is none
    long first = 1, last = 0;
  };

  /// What `repeat` says.
  std::optional<Range> range_of(const YamlValue& count) {
    auto ast = parse_repeat(count, program_.definitions.vocabulary, program_.diagnostics);
    if (!ast) return std::nullopt;
    Range out;
    const AstNode root = ast->nodes.back();
    std::vector<Ast> ends;
    if (root.kind == AstNode::Kind::kFold && root.name == "repeat") {
      out.name = root.loops[0].name;
      for (const int end : {root.args[0], root.args[1]}) {
        Ast one = *ast;
        one.nodes.resize(static_cast<std::size_t>(end) + 1);
        ends.push_back(std::move(one));
      }
    } else {
      ends.push_back(*std::move(ast));
    }
    std::vector<long> values;
    for (Ast& end : ends) {
      const auto expanded = expand(program_, std::move(end), turns_);
      const auto value = expanded ? constant_of(program_, *expanded) : std::nullopt;
      if (!value) return std::nullopt;
      if (!is_integer(*value) || abs(*value) > kMostTurns) return refuse_turns(count, to_text(*value));
      values.push_back(value->get_num().get_si());
    }
    if (values.size() > 1) out.first = values[0];
    out.last = values.back();
    if (out.last < out.first) return refuse_turns(count, fmt::format("{}", out.last - out.first + 1));
    return out;
  }

  std::nullopt_t refuse_turns(const YamlValue& count, const std::string& turns) {
    program_.diagnostics.error("RG0332", count.where, fmt::format("lines cannot be repeated {} times", turns),
                               {"write a positive number, repeat: 4, or a range with a variable, repeat: k in 0..3"});
    return std::nullopt;
  }

  void read(Line& line) {
    const YamlValue* expr = line.value->find("expr");
    if (expr != nullptr && expr->is_scalar())
      line.ast = expression(*expr);
    else
      program_.unparsed = true;
    read_border(line);
    read_order(line);
    line.region.value = line.value->find("region");
    line.turns = turns_;
    if (const YamlValue* where = line.value->find("where")) {
      line.condition = where->is_scalar() ? expression(*where) : std::nullopt;
      program_.unparsed = program_.unparsed || !line.condition;
    }
    const YamlValue* arithmetic = line.value->find("arithmetic");
    if (arithmetic != nullptr && arithmetic->text != key_spec("update.*.arithmetic").standard)
      line.arithmetic = arithmetic;
    const auto known = program_.arrays.find(line.target);
    const bool field = known != program_.arrays.end() && stencil_.arrays[known->second].role != spec::Role::kTemporary;
    const bool first = !field && !known_.contains(line.target);
    if (first)
      declare_temporary(line);
    else
      line.array = known->second;
    if (!line.array.valid()) return;
    const spec::Role role = stencil_.arrays[line.array].role;
    if (!first) refuse_declarations(line, role);
    if (!first && stencil_.arrays[line.array].held()) {
      program_.diagnostics.error("RG0367", line.where,
                                 fmt::format("'{}' has fewer axes than the grid: no line can assign it", line.target),
                                 {"leave out its 'axes', or assign a temporary"});
    }
    refuse_mixtures(line, first && role == spec::Role::kTemporary);
    if (role == spec::Role::kTemporary && !border_word(line.border).of_temporaries) {
      program_.diagnostics.error("RG0353", line.where,
                                 fmt::format("the temporary '{}' has no old value to keep", line.target),
                                 {"border: keep is for lines that assign a field"});
    }
  }

  /// A kept border that leaves no cell for the line.
  void refuse_whole_border(const Line& line, const YamlValue* width) {
    for (std::size_t a = 0; width != nullptr && a < static_cast<std::size_t>(stencil_.axes); ++a) {
      if (2 * line.kept_width < stencil_.grid[a] || stencil_.grid[a] == 0) continue;
      program_.diagnostics.error(
          "RG0371", width->where,
          fmt::format("a border of {} cells leaves none of {} along {}", line.kept_width, stencil_.grid[a], "xyz"[a]),
          {fmt::format("at most {} are kept at each end", (stencil_.grid[a] - 1) / 2)});
      return;
    }
  }

  void read_border(Line& line) {
    const YamlValue* border = line.value->find("border");
    if (border != nullptr && border->is_map()) {
      line.border = spec::Border::kKeep;
      line.kept_width = static_cast<int>(integer_or_default(border->find("keep"), key_spec("update.*.border.keep")));
      refuse_whole_border(line, border->find("keep"));
      return;
    }
    line.border = border_table()[at(choice_or_default(border, key_spec("update.*.border")))].border;
  }

  void read_order(Line& line) {
    const YamlValue* order = line.value->find("order");
    if (order == nullptr || order->text.empty() || order->text == key_spec("update.*.order").standard) return;
    line.order = order;
    const int axis = axis_number(line.order->text.substr(line.order->text.size() - 1));
    if (axis < stencil_.axes) {
      line.sweep = spec::Sweep{axis};
      if (line.border == spec::Border::kIgnore)
        program_.diagnostics.error(
            "RG0376", line.order->where, "with 'border: ignore' no cell of a sweep would matter",
            {"each is computed from the first, whose reads leave the grid: write border: keep, a "
             "region, or a constant rule"});
      return;
    }
    program_.diagnostics.error("RG0215", line.order->where, fmt::format("the grid has no axis {}", "xyz"[axis]),
                               {stencil_.axes == 1 ? "a sweep goes along y or z: a grid of one axis has neither"
                                                   : "a grid of two axes is swept along y: order: forward y"});
  }

  void refuse_mixtures(const Line& line, bool has_no_old) {
    if (line.region.value != nullptr && line.border != spec::Border::kCompute) {
      program_.diagnostics.error(
          "RG0374", line.value->find("border")->where, "a line has a region or a border, not both",
          {"a region says itself where the line holds: interior is as far as its reads stay on the grid"});
    }
    if (line.condition && has_no_old) {
      program_.diagnostics.error(
          "RG0374", line.value->find("where")->where,
          fmt::format("the temporary '{}' has no old value to keep elsewhere", line.target),
          {fmt::format("write both: `condition ? value : other`, or assign '{}' before", line.target)});
    }
  }

  /// The expression with the turn's own temporaries.
  std::optional<Ast> expression(const YamlValue& scalar) {
    auto ast = read_expression(program_, scalar, turns_);
    if (!ast) return std::nullopt;
    for (AstNode& node : ast->nodes) {
      const auto latest = latest_.find(node.name);
      const bool named = node.kind == AstNode::Kind::kName || node.kind == AstNode::Kind::kTap;
      if (named && latest != latest_.end()) node.name = latest->second;
    }
    return ast;
  }

  void declare_temporary(Line& line) {
    const std::string name = line.target + turn_;
    const auto take = [&](const std::string& n) {
      return program_.names.take(n, "temporary", line.where, program_.diagnostics);
    };
    // The plain name is the temporary's in every turn, so that nothing else can have it.
    if ((!latest_.contains(line.target) && !take(line.target)) || (!turn_.empty() && !take(name))) {
      program_.unparsed = true;
      return;
    }
    line.array = add_array(program_, name, read_type(program_, line.value->find("type")), line.where);
    known_.insert(line.target);
    if (!turn_.empty()) {
      latest_[line.target] = name;
      program_.arrays[line.target] = line.array;
      program_.scope.symbols[line.target] = program_.scope.symbols[name];
    }
    set_boundary(program_, line.array, line.value->find("boundary"), turns_);
    stencil_.arrays[line.array].role = spec::Role::kTemporary;
  }

  /// Only the line that brings a temporary into being says what it is.
  void refuse_declarations(const Line& line, spec::Role role) {
    for (const char* key : {"type", "boundary"}) {
      const YamlValue* value = line.value->find(key);
      if (value == nullptr) continue;
      program_.diagnostics.error(
          "RG0354", value->where, fmt::format("'{}' does not belong to this line", key),
          {role == spec::Role::kTemporary ? fmt::format("give it in the first line that assigns '{}'", line.target)
                                          : fmt::format("give it as fields.{}.{}", line.target, key)});
    }
  }

  Program& program_;
  spec::Stencil& stencil_;
  std::vector<Line> lines_;
  std::string turn_;             ///< behind names of temporaries: "_2", "_2_1"; empty: outside of `repeat`
  Turns turns_;                  ///< values of the variables of `repeat`
  std::set<std::string> known_;  ///< temporaries that a line has assigned, in this turn or around it
  std::map<std::string, std::string> latest_;  ///< names of the arrays that the temporaries of groups are
  bool has_groups_ = false;
  bool too_many_ = false;
};

}  // namespace

std::vector<Line> read_lines(Program& program) { return LineReader(program).run(); }

}  // namespace rtlgen::frontend
