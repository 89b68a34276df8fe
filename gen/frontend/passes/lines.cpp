// Reads lines; a temporary of a group is a separate array in each turn.
#include "frontend/passes/lines.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "frontend/passes/declarations.hpp"
#include "frontend/passes/line_keys.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
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
      read_line(line);
      if (lines_.size() <= kMostLines) continue;
      const char* const counted = has_groups_    ? ", counting all turns of 'repeat'"
                                  : has_vectors_ ? ", counting one per component"
                                                 : "";
      program_.diagnostics.error(Code::kInvalidRepeat, lines_.back().where,
                                 fmt::format("the time step has more than {} lines{}", kMostLines, counted));
      too_many_ = true;
    }
  }

  /// Adds the lines of a group, once per turn.
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
    const Turns outer_turns = turns_;
    for (long i = turns->first; i <= turns->last && !too_many_; ++i) {
      turn_ = fmt::format("{}_{}", outer, i - turns->first + 1);
      // Each turn has its own temporaries.
      known_ = outside;
      if (!turns->name.empty()) turns_[turns->name] = i;
      const std::size_t before = lines_.size();
      read_all(group);
      // A turn without lines is faulty, and so are all others.
      if (lines_.size() == before || too_many_errors(program_.diagnostics)) break;
    }
    turn_ = outer;
    turns_ = outer_turns;
  }

  struct Range {
    std::string name;  ///< name of the variable; empty: none
    long first = 1, last = 0;
  };

  /// The range that `repeat` gives.
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
      const bool is_end = ends.size() > 1;
      if (!is_integer(*value) || (!is_end && *value < 0)) return refuse_turns(count, to_text(*value));
      if (abs(*value) > kMostTurns) return refuse_huge(count, to_text(*value), is_end);
      values.push_back(value->get_num().get_si());
    }
    if (values.size() > 1) out.first = values[0];
    out.last = values.back();
    if (out.last < out.first) return refuse_turns(count, fmt::format("{}", out.last - out.first + 1));
    return out;
  }

  std::nullopt_t refuse_turns(const YamlValue& count, const std::string& turns) {
    program_.diagnostics.error(Code::kInvalidRepeat, count.where,
                               fmt::format("lines cannot be repeated {} times", turns),
                               {"write a positive number, repeat: 4, or a range with a variable, repeat: k in 0..3"});
    return std::nullopt;
  }

  std::nullopt_t refuse_huge(const YamlValue& count, const std::string& value, bool is_end) {
    const std::string message = is_end ? fmt::format("{} cannot be an end of a range of 'repeat'", value)
                                       : fmt::format("lines cannot be repeated {} times", value);
    const std::string limit = is_end ? fmt::format("an end is an integer from -{0} to {0}", kMostTurns)
                                     : fmt::format("at most {} times", kMostTurns);
    program_.diagnostics.error(Code::kInvalidRepeat, count.where, message, {limit});
    return std::nullopt;
  }

  /// Adds a line of the description: one line, or one for each component of a vector.
  void read_line(Line& line) {
    const Target target = target_of(program_, line, known_, turns_);
    if (target.kind == Target::Kind::kFaulty) {
      program_.unparsed = true;
      return;
    }
    if (target.kind == Target::Kind::kVector)
      return read_vector(line, program_.definitions.vectors.at(line.target), false);
    line.target = target.key;
    Part part;
    part.target = line.target;
    const YamlValue* components = line.value->find("components");
    const bool is_new = target.kind == Target::Kind::kNew;
    const YamlValue* expr = line.value->find("expr");
    std::optional<std::vector<std::string>> names;
    if (is_new && components != nullptr && !components->is_null()) {
      names = read_components(program_, *components);
      if (!names) {
        program_.unparsed = true;
        return;
      }
    } else if (is_new && expr != nullptr && expr->is_list()) {
      names = numbered(expr->items.size());
    } else if (is_new && (!program_.definitions.vectors.empty() || line.value->find("each") != nullptr)) {
      // The expression determines whether the target is a vector.
      part.count = 0;
      part.each = variable_of(program_, line);
      const Line before = line;
      read_texts(line, part);
      const Vector* like = part.like != nullptr ? part.like : part.selected;
      if (like != nullptr) names = like->components;
      if (like == nullptr && !part.each.empty() && line.ast) return refuse_number(program_, line, part.each);
      if (like != nullptr && !line.ast) return;  // reported
      if (names) line = before;
    }
    if (names) return read_vector(line, {line.target + turn_, *names}, true);
    if (part.count == 1) {
      refuse_each(program_, line);
      read_texts(line, part);
    }
    if (is_new) declare_temporary(line);
    name_own(line);
    read_keys(program_, line, is_new);
    lines_.push_back(std::move(line));
  }

  /// Adds one line per component of `vector`; `is_new`: they declare a temporary.
  void read_vector(const Line& line, const Vector& vector, bool is_new) {
    has_vectors_ = true;
    std::vector<Line> all;
    Part part;
    part.target = line.target;
    part.count = vector.count();
    part.each = variable_of(program_, line);
    for (std::size_t i = 0; i < vector.count(); ++i) {
      Line one = line;
      one.target = fmt::format("{}.{}", line.target, vector.components[i]);
      one.bundle = bundles_;
      one.turns = turns_;
      if (!part.each.empty()) {
        one.turn = fmt::format("{} = {}", part.each, i);
        one.turns[part.each] = static_cast<long>(i);
      }
      all.push_back(std::move(one));
    }
    ++bundles_;
    // A sweep reads the components of its own line.
    const bool is_there = !is_new || declare_vector(all, vector);
    const YamlValue* expr = line.value->find("expr");
    const bool is_list = expr != nullptr && expr->is_list();
    for (part.index = 0; part.index < all.size(); ++part.index) {
      read_texts(all[part.index], part);
      if (!all[part.index].ast && !is_list) break;  // the others have the same fault
    }
    if (!is_there) return;
    for (Line& one : all) {
      name_own(one);
      read_keys(program_, one, is_new);
      lines_.push_back(std::move(one));
    }
  }

  /// The expressions of a line.
  void read_texts(Line& line, Part& part) {
    Turns turns = turns_;
    if (!part.each.empty()) turns[part.each] = static_cast<long>(part.index);
    line.turns = turns;
    const YamlValue* expr = expression_for(line, part);
    if (expr != nullptr && expr->is_scalar())
      line.ast = expression(*expr, turns, part);
    else
      program_.unparsed = true;
    if (const YamlValue* where = line.value->find("where")) {
      line.condition = where->is_scalar() ? expression(*where, turns, part) : std::nullopt;
      program_.unparsed = program_.unparsed || !line.condition;
    }
  }

  /// The text of a line's expression; from a list, that of the part.
  const YamlValue* expression_for(const Line& line, const Part& part) {
    const YamlValue* expr = line.value->find("expr");
    if (expr == nullptr || !expr->is_list()) return expr;
    if (part.count > 1 && expr->items.size() == part.count) return &expr->items[part.index];
    refuse_list(program_, line, part, *expr);
    return nullptr;
  }

  std::optional<Ast> expression(const YamlValue& scalar, const Turns& turns, Part& part) {
    auto parsed = parse_expression(scalar, program_.definitions.vocabulary, program_.diagnostics);
    program_.unparsed = program_.unparsed || !parsed;
    return parsed ? expand(program_, *std::move(parsed), turns, part) : std::nullopt;
  }

  /// Makes the line's expressions use the turn's own temporaries, which include the target.
  void name_own(Line& line) {
    for (std::optional<Ast>* ast : {&line.ast, &line.condition}) {
      if (!*ast) continue;
      for (AstNode& node : (*ast)->nodes) {
        const auto latest = latest_.find(node.name);
        const bool named = node.kind == AstNode::Kind::kName || node.kind == AstNode::Kind::kTap;
        if (named && latest != latest_.end()) node.name = latest->second;
      }
    }
  }

  /// Reserves the names of a temporary. The plain name belongs to it in every turn, so that nothing else can take it.
  bool take_names(const std::string& target, const SourceLocation& where) {
    const auto take = [&](const std::string& n) { return take_name(program_, n, "temporary", where); };
    const bool taken = taken_.contains(target) || take(target);
    taken_.insert(target);
    return taken && (turn_.empty() || program_.names.is_refused(target) || take(target + turn_));
  }

  void declare_temporary(Line& line) {
    if (!take_names(line.target, line.where)) return;
    const auto type = read_type(program_, line.value->find("type"));
    line.array = add_array(program_, line.target + turn_, type, line.where);
    declare(line);
    known_.insert(line.target);
  }

  /// Adds the arrays of a vector, one per line.
  bool declare_vector(std::vector<Line>& lines, const Vector& vector) {
    const Line& first = lines.front();
    const std::string name = first.target.substr(0, first.target.find('.'));
    if (!take_names(name, first.where)) return false;
    const auto type = read_type(program_, first.value->find("type"));
    const std::vector<spec::ArrayId> arrays = add_vector(program_, vector, type, first.where);
    program_.definitions.vectors[name] = vector;
    known_.insert(name);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      lines[i].array = arrays[i];
      declare(lines[i]);
    }
    return true;
  }

  /// Completes the declaration once the array of a temporary's line exists.
  void declare(Line& line) {
    const std::string name = stencil_.arrays[line.array].shown();
    if (!turn_.empty()) {
      latest_[line.target] = name;
      program_.arrays[line.target] = line.array;
      program_.scope.symbols[line.target] = program_.scope.symbols[name];
    }
    set_boundary(program_, line.array, line.value->find("boundary"), line.turns);
    stencil_.arrays[line.array].role = spec::Role::kTemporary;
  }

  Program& program_;
  spec::Stencil& stencil_;
  std::vector<Line> lines_;
  std::string turn_;                           ///< suffix of temporaries: "_2", "_2_1"; empty: outside of `repeat`
  Turns turns_;                                ///< values of the variables of `repeat`
  std::set<std::string> known_;                ///< temporaries that a line has assigned, in this turn or around it
  std::set<std::string> taken_;                ///< names of temporaries of any turn
  std::map<std::string, std::string> latest_;  ///< current array names of the temporaries of groups
  int bundles_ = 0;
  bool has_groups_ = false;
  bool has_vectors_ = false;
  bool too_many_ = false;
};

}  // namespace

std::vector<Line> read_lines(Program& program) { return LineReader(program).run(); }

}  // namespace rtlgen::frontend
