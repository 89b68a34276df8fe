// Expands reads: follows parameters to a field (offsets add up), a component of a vector, or an entry of a table.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/expr/expander.hpp"
#include "frontend/expr/hints.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/schema/words.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

bool Expander::visible(const std::string& name, const Place& p, const SourceLocation& where) {
  if (!p.env->in_function || (!program_.arrays.contains(name) && !definitions_.vectors.contains(name))) return true;
  fail(Code::kFunctionReadsOutside, p, where, fmt::format("a function cannot read '{}' directly", name),
       {fmt::format("add a parameter to the function, and pass '{}' in the call", name)});
  return false;
}

int Expander::no_array(const Place& p, const SourceLocation& where, const std::string& name, const std::string& value) {
  return fail(Code::kNotReadableAtOffset, p, where,
              fmt::format("'{}' is read at an offset, but here it is the value '{}'", name, value),
              {"a function can only read fields, temporaries and reads of them at an offset",
               "assign the value to a temporary, and pass that"});
}

std::optional<Base> Expander::base_of(const Place& p, const AstNode& node) {
  Base out{node.name, p, {}, {}};
  const auto follow = [&](const Place& place, const AstNode& read) {
    if (read.kind == AstNode::Kind::kTap) out.reads.emplace_back(place, &read);
    if (read.is_component()) out.picks.emplace_back(place, &read);
  };
  follow(p, node);
  while (const Binding* bound = out.place.env->find(out.name)) {
    if (bound->is_value && node.kind == AstNode::Kind::kName) {
      fail(Code::kUnknownComponent, p, node.where,
           fmt::format("'{}' is the number {}, which has no components", out.name, bound->value),
           {fmt::format("write just {}", out.name)});
      return std::nullopt;
    }
    if (bound->is_value) {
      fail(Code::kNotReadableAtOffset, p, node.where,
           fmt::format("'{}' is the number {}, not an array", out.name, bound->value),
           {fmt::format("write {} without [ ]", out.name)});
      return std::nullopt;
    }
    const AstNode& argument = node_of(bound->place, bound->node);
    if (argument.kind != AstNode::Kind::kName && argument.kind != AstNode::Kind::kTap) {
      const std::string value = bound->place.ast->text_of(bound->node);
      if (node.kind == AstNode::Kind::kTap)
        no_array(p, node.where, out.name, value);
      else
        fail(Code::kUnknownComponent, p, node.where,
             fmt::format("here '{}' is the value '{}', which has no components", out.name, value),
             {"only fields, temporaries and reads of them have components",
              "assign the value to a temporary, and pass that"});
      return std::nullopt;
    }
    const std::string name = argument.name;
    out.place = bound->place;
    follow(bound->place, argument);
    out.name = name;
  }
  return out;
}

int Expander::read(const Place& p, const AstNode& node) {
  const auto base = base_of(p, node);
  if (!base) return -1;
  const auto vector = definitions_.vectors.find(base->name);
  if (vector == definitions_.vectors.end() && !base->picks.empty()) return no_vector(p, node, *base);
  const auto table = definitions_.tables.find(base->name);
  if (table != definitions_.tables.end()) return entry(p, node, *base, table->second);
  const auto symbol = program_.scope.symbols.find(base->name);
  const bool stored = symbol != program_.scope.symbols.end() && symbol->second.kind == Symbol::Kind::kStoredTable;
  if (stored && base->reads.size() > 1) {
    const auto& [place, lookup] = base->reads.back();
    return no_array(p, node.where, node.name, place.ast->text_of(*lookup));
  }
  if (!visible(base->name, base->place, node.where)) return -1;
  AstNode out = node;
  out.name = base->name;
  if (vector != definitions_.vectors.end()) {
    const auto index = component(p, node, *base, vector->second);
    if (!index) return -1;
    out.name = fmt::format("{}.{}", base->name, vector->second.components[*index]);
  }
  out.kind = base->reads.empty() ? AstNode::Kind::kName : AstNode::Kind::kTap;
  out.component.clear();
  out.chosen = -1;
  out.args.clear();
  out.rules.clear();
  const std::size_t count = base->reads.empty() ? 0 : base->reads.front().second->offset_count();
  for (const auto& [place, other] : base->reads) {
    if (other->pairs > 1)
      return fail(Code::kSyntaxError, p, other->where,
                  fmt::format("'{}' has {} pairs of brackets, but is not a table here", place.ast->text_of(*other),
                              other->pairs),
                  {"write all offsets of a read in one pair, as in t[1,0]"});
    if (other->offset_count() == count) continue;
    return fail(Code::kOffsetCount, p, node.where,
                fmt::format("'{}' has {} offset{} here, but {} in '{}'", node.name, count, count == 1 ? "" : "s",
                            other->offset_count(), place.ast->text_of(*other)),
                {"the offsets of both reads are added, so both need one per axis"});
  }
  for (std::size_t i = 0; i < count; ++i) out.args.push_back(offset(p, node, *base, i));
  add_rules(out, *base);
  return add(std::move(out), p);
}

int Expander::offset(const Place& p, const AstNode& node, const Base& base, std::size_t axis) {
  int sum = -1;
  for (const auto& [place, read] : base.reads) {
    const int one = clone(place, read->args[axis]);
    if (sum < 0)
      sum = one;
    else
      sum = join(p, node, spec::Op::kAdd, sum, one);
  }
  return sum;
}

void Expander::add_rules(AstNode& out, const Base& base) {
  for (auto read = base.reads.rbegin(); read != base.reads.rend(); ++read) {
    for (RuleOverride rule : read->second->rules) {
      if (rule.constant >= 0) out.args.push_back(rule.constant = clone(read->first, rule.constant));
      out.rules.push_back(std::move(rule));
    }
  }
}

int Expander::entry(const Place& p, const AstNode& node, const Base& base, const Table& table) {
  std::vector<std::pair<Place, int>> indices;
  for (auto read = base.reads.rbegin(); read != base.reads.rend(); ++read) {
    if (!read->second->rules.empty())
      return fail(Code::kNotReadableAtOffset, p, node.where,
                  fmt::format("'{}' is a table, which has no boundary", base.name), {"remove the rule after the ';'"});
    for (const int arg : read->second->args) indices.emplace_back(read->first, arg);
  }
  if (indices.size() != table.shape.size()) {
    return fail(Code::kOffsetCount, p, node.where,
                fmt::format("{} ind{}, but the table '{}' has {}", indices.size(), indices.size() == 1 ? "ex" : "ices",
                            base.name, table.shape.size()),
                {table.shape.size() == 1 ? fmt::format("write {}[i]", base.name)
                                         : fmt::format("write {0}[i][j] or {0}[i, j]", base.name)});
  }
  std::size_t at = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto& [place, index] = indices[i];
    const auto value = constant(place, index);
    if (!value) return -1;
    const auto size = static_cast<long>(table.shape[i]);
    if (!is_integer(*value) || *value < 0 || *value >= size) {
      return fail(Code::kIndexBeyondEntries, place, node_of(place, index).where,
                  fmt::format("'{}' has no entry {}", base.name, to_text(*value)),
                  {fmt::format("index {} of '{}' ranges from 0 to {}", i + 1, base.name, size - 1)});
    }
    at = at * table.shape[i] + static_cast<std::size_t>(value->get_num().get_si());
  }
  const int value = number(p, node, table.values[at]);
  if (!table.type || failed_) return value;
  AstNode out;
  out.kind = AstNode::Kind::kCast;
  out.type = *table.type;
  out.name = table.type->name();
  out.args = {value};
  out.where = node.where;
  out.begin = node.begin;
  out.end = node.end;
  return add(std::move(out), p);
}

int Expander::no_vector(const Place& p, const AstNode& node, const Base& base) {
  const auto& [place, pick] = base.picks.front();
  if (!program_.scope.symbols.contains(base.name) && !definitions_.tables.contains(base.name)) {
    AstNode unknown = node;  // reported by the look-up of names
    unknown.kind = AstNode::Kind::kName;
    unknown.name = base.name;
    unknown.component.clear();
    unknown.chosen = -1;
    unknown.args.clear();
    unknown.rules.clear();
    return add(std::move(unknown), p);
  }
  const bool table = definitions_.tables.contains(base.name);
  if (is_faulty_vector(program_, base.name)) {
    failed_ = true;  // reported
    return -1;
  }
  return fail(Code::kUnknownComponent, place, pick->where, fmt::format("'{}' has no components", base.name),
              {table ? fmt::format("it is a table: write {}[i]", base.name)
                     : fmt::format("a vector is declared with `components`, as in {}: {{components: 3}}", base.name)});
}

std::optional<std::size_t> Expander::component(const Place& p, const AstNode& node, const Base& base,
                                               const Vector& vector) {
  if (base.picks.size() > 1) {
    const auto& [place, pick] = base.picks.back();
    fail(Code::kUnknownComponent, p, node.where,
         fmt::format("'{}' is already a single component", place.ast->text_of(*pick)),
         {fmt::format("leave '.{}' out, or pass '{}' as a whole", node.component, base.name)});
    return std::nullopt;
  }
  if (!base.picks.empty()) return picked(p, node, base, vector);
  if (part_.count == 0) {
    part_.count = vector.count();
    part_.like = &vector;
  }
  if (part_.count == vector.count()) return part_.index;
  const std::string target = part_.target.empty() ? "one value" : fmt::format("'{}'", part_.target);
  const std::string all = fmt::format("'{}' has {} components", base.name, vector.count());
  if (part_.count == 1) {
    fail(Code::kComponentCount, p, node.where,
         part_.target.empty() ? fmt::format("{}, but a single value is required", all)
                              : fmt::format("{}, but {} is a single value", all, target),
         {fmt::format("select one: {}.{}", base.name, vector.components.front()),
          fmt::format("or combine all: max({0}), min({0}), sum({0})", base.name)});
  } else {
    const std::string other = part_.like != nullptr ? fmt::format("'{}'", part_.like->name) : target;
    fail(Code::kComponentCount, p, node.where, fmt::format("{}, but {} has {}", all, other, part_.count),
         {"vectors in one line need the same number of components; single components and values mix with all of them",
          fmt::format("select one: {}.{}", base.name, vector.components.front())});
  }
  return std::nullopt;
}

std::optional<Exact> Expander::variable(const Binding& bound) {
  if (bound.is_value) return Exact(bound.value);
  return constant(bound.place, bound.node);
}

bool Expander::has_each(const Binding& bound) const {
  return bound.is_value ? &bound == env_.find(part_.each) : has_each(bound.place, bound.node);
}

bool Expander::has_each(const Place& p, int root) const {
  const std::set<std::string> names = free_names(*p.ast, root);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const Binding* bound = p.env->find(name);
    return bound != nullptr && has_each(*bound);
  });
}

std::optional<std::size_t> Expander::picked(const Place& p, const AstNode& node, const Base& base,
                                            const Vector& vector) {
  const auto& [place, pick] = base.picks.front();
  const auto refuse = [&](const std::string& message, const std::string& note) {
    fail(Code::kUnknownComponent, p, node.where, message, {note, components_note(base.name, vector)});
    return std::nullopt;
  };
  const auto named = component_number(vector, pick->component);
  const Binding* bound = pick->chosen < 0 ? place.env->find(pick->component) : nullptr;
  if (named && bound != nullptr) {
    return refuse(fmt::format("'{0}' is both a component of '{1}' and a variable here", pick->component, base.name),
                  "give the variable another name");
  }
  if (named) return named;
  if (bound == nullptr && pick->chosen < 0) {
    return refuse(fmt::format("'{}' has no component '{}'", base.name, pick->component),
                  fmt::format("write a computed number in brackets: {}.(k + 1)", base.name));
  }
  const auto number = bound != nullptr ? variable(*bound) : constant(place, pick->chosen);
  if (!number) return std::nullopt;
  if (part_.selected == nullptr && (bound != nullptr ? has_each(*bound) : has_each(place, pick->chosen)))
    part_.selected = &vector;
  if (!is_integer(*number) || *number < 0 || *number >= static_cast<long>(vector.count())) {
    return refuse(fmt::format("'{}' has no component {}", base.name, to_text(*number)),
                  fmt::format("components are numbered from 0 to {}", vector.count() - 1));
  }
  return static_cast<std::size_t>(number->get_num().get_ui());
}

int Expander::over(const Place& p, const AstNode& node) {
  const FoldWord& word = *find_fold(node.name);
  Part own;
  own.count = 0;
  own.each = part_.each;
  std::swap(part_, own);
  std::vector<int> terms{clone(p, node.args[0])};
  const std::size_t count = part_.count;
  for (part_.index = 1; !failed_ && part_.index < count; ++part_.index) terms.push_back(clone(p, node.args[0]));
  std::swap(part_, own);
  if (failed_) return -1;
  if (count == 0) {
    std::vector<std::string> notes = hint_for_reduction(node.name, p.ast->text_of(node.args[0]));
    if (find_operation(Form::kFunction, node.name) == nullptr) {
      notes.insert(notes.begin(), fmt::format("write {0}(k in 0..2: ...), or {0}(v)", node.name));
      return fail(Code::kArgumentCount, p, node.where, fmt::format("{} takes a range, or one vector", node.name),
                  std::move(notes));
    }
    notes.insert(notes.begin(),
                 fmt::format("write {}({}, ...); with one argument it combines the components of a vector", node.name,
                             p.ast->text_of(node.args[0])));
    return fail(Code::kArgumentCount, p, node.where, fmt::format("{} takes 2 or more arguments, not 1", node.name),
                std::move(notes));
  }
  int result = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) result = join(p, node, word.joins, result, terms[i]);
  return word.fused ? fused(p, node, result) : result;
}

}  // namespace rtlgen::frontend
