// Reads written out: followed through parameters to a field, whose offsets add up, or to an entry of a table.
#include <fmt/format.h>

#include "frontend/expander.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

bool Expander::visible(const std::string& name, const Place& p, const SourceLocation& where) {
  if (!p.env->in_function || !program_.arrays.contains(name)) return true;
  fail("RG0329", p, where, fmt::format("a function cannot read '{}' by itself", name),
       {fmt::format("give the function a parameter for it, and pass '{}' where it is called", name)});
  return false;
}

int Expander::no_array(const Place& p, const SourceLocation& where, const std::string& name, const std::string& value) {
  return fail("RG0305", p, where, fmt::format("'{}' is read at an offset, but is the value '{}' here", name, value),
              {"what a function reads at an offset must be a field, a temporary or a read of one",
               "give the value a line of its own, as a temporary, and pass that"});
}

std::optional<Base> Expander::base_of(const Place& p, const AstNode& node) {
  Base out{node.name, p, {{p, &node}}};
  while (const Binding* bound = out.place.env->find(out.name)) {
    if (bound->is_value) {
      fail("RG0305", p, node.where, fmt::format("'{}' is the number {}, not an array", out.name, bound->value),
           {fmt::format("write {} without [ ]", out.name)});
      return std::nullopt;
    }
    const AstNode& argument = node_of(bound->place, bound->node);
    if (argument.kind != AstNode::Kind::kName && argument.kind != AstNode::Kind::kTap) {
      no_array(p, node.where, out.name, bound->place.ast->text_of(bound->node));
      return std::nullopt;
    }
    out.name = argument.name;
    out.place = bound->place;
    if (argument.kind == AstNode::Kind::kTap) out.reads.emplace_back(bound->place, &argument);
  }
  return out;
}

int Expander::read(const Place& p, const AstNode& node) {
  const auto base = base_of(p, node);
  if (!base) return -1;
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
  out.args.clear();
  out.rules.clear();
  const std::size_t count = node.offset_count();
  for (const auto& [place, other] : base->reads) {
    if (other->pairs > 1)
      return fail(
          "RG0301", p, other->where,
          fmt::format("'{}' has {} pairs of brackets, but is no table here", place.ast->text_of(*other), other->pairs),
          {"the offsets of a read stand in one pair, as in t[1,0]"});
    if (other->offset_count() == count) continue;
    return fail("RG0304", p, node.where,
                fmt::format("'{}' has {} offset{} here, and {} in '{}'", node.name, count, count == 1 ? "" : "s",
                            other->offset_count(), place.ast->text_of(*other)),
                {"the offsets of both are added, so both have one for each axis"});
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
      return fail("RG0305", p, node.where, fmt::format("'{}' is a table, which has no boundary", base.name),
                  {"leave out what follows the ';'"});
    for (const int arg : read->second->args) indices.emplace_back(read->first, arg);
  }
  if (indices.size() != table.shape.size()) {
    return fail("RG0304", p, node.where,
                fmt::format("{} ind{} where the table '{}' has {}", indices.size(), indices.size() == 1 ? "ex" : "ices",
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
      return fail("RG0330", place, node_of(place, index).where,
                  fmt::format("'{}' has no entry {}", base.name, to_text(*value)),
                  {fmt::format("index {} of '{}' goes from 0 to {}", i + 1, base.name, size - 1)});
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

}  // namespace rtlgen::frontend
