// Determines which loops run over cells: those whose variable is part of the index of a store.
#include <algorithm>
#include <map>
#include <tuple>

#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr int kDeepestCalls = 16;

using Decls = std::set<int>;

/// Whether it uses one of the variables outside a remainder: A[t % 2] is a choice between two arrays.
bool mentions(const Node& node, const Decls& decls) {
  if (node.kind == Node::Kind::kName) return decls.contains(node.decl);
  if (node.kind == Node::Kind::kBinary && (node.text == "%" || node.text == "&")) return false;
  return std::any_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return mentions(kid, decls); });
}

bool is_element(const Node& node) {
  return node.kind == Node::Kind::kIndex || (node.kind == Node::Kind::kUnary && node.text == "*");
}

/// Whether the variables determine the element. They may also have set a pointer; an array does not move.
bool is_chosen_by(const Node& element, const Decls& decls) {
  const Node* at = &element;
  for (; at->kind == Node::Kind::kIndex; at = &at->kids[0]) {
    if (mentions(at->kids[1], decls)) return true;
  }
  const bool is_array = at->kind == Node::Kind::kName && at->type.kind == Type::Kind::kArray;
  return !is_array && mentions(*at, decls);
}

int base_of(const Node& element) {
  const Node* at = &element;
  while (is_element(*at)) at = &at->kids[0];
  return at->decl;
}

const Function* called(const Unit& unit, const Node& node) {
  const auto found = unit.function_of.find(node.decl);
  return found == unit.function_of.end() ? nullptr : &unit.functions[found->second];
}

/// The calls that are followed, and the results for calls with equal parameters: without them, a chain of functions
/// that each call the next one twice would take exponential time.
struct Followed {
  int depth = 0;
  std::map<std::tuple<const Function*, Decls, Decls>, bool> known{};
};

bool stores_by(const Unit& unit, const Node& node, Decls& decls, const Decls& tables, Followed& followed);

bool call_stores_by(const Unit& unit, const Node& node, const Decls& decls, const Decls& tables, Followed& followed) {
  const Function* const function = called(unit, node);
  if (function == nullptr || followed.depth > kDeepestCalls) return false;
  Decls inner;
  Decls inner_tables = tables;
  for (std::size_t i = 0; i < node.kids.size() && i < function->parameters.size(); ++i) {
    if (tables.contains(node.kids[i].decl)) inner_tables.insert(function->parameters[i].decl);
    if (mentions(node.kids[i], decls)) inner.insert(function->parameters[i].decl);
  }
  if (inner.empty()) return false;
  const auto [place, is_new] = followed.known.try_emplace({function, inner, inner_tables}, false);
  if (!is_new) return place->second;
  ++followed.depth;
  // `place` stays valid: nothing is erased.
  place->second = stores_by(unit, function->body, inner, inner_tables, followed) ||
                  stores_by(unit, function->body, inner, inner_tables, followed);
  --followed.depth;
  return place->second;
}

bool stores_by(const Unit& unit, const Node& node, Decls& decls, const Decls& tables, Followed& followed) {
  bool found = false;
  const bool is_step =
      node.kind == Node::Kind::kUnary && node.text.find_first_of("+-") != std::string::npos && node.text.size() > 1;
  const bool is_assign = node.kind == Node::Kind::kAssign;
  if ((is_step || is_assign) && is_element(node.kids[0]) && !tables.contains(base_of(node.kids[0])))
    found = is_chosen_by(node.kids[0], decls);
  if (is_assign && node.kids[0].kind == Node::Kind::kName && mentions(node.kids[1], decls))
    decls.insert(node.kids[0].decl);
  if (node.kind == Node::Kind::kVariable && !node.kids.empty() && mentions(node.kids[0], decls))
    decls.insert(node.decl);
  if (node.kind == Node::Kind::kCall) found = found || call_stores_by(unit, node, decls, tables, followed);
  for (const Node& kid : node.kids) found = stores_by(unit, kid, decls, tables, followed) || found;
  return found;
}

bool has_cells(const Unit& unit, const Node& node, const Decls& tables, std::set<const Function*>& seen) {
  if (node.kind == Node::Kind::kFor && is_over_cells(unit, node, variable_of(node), tables)) return true;
  if (node.kind == Node::Kind::kCall) {
    const Function* const function = called(unit, node);
    if (function != nullptr && seen.insert(function).second && has_cells(unit, function->body, tables, seen))
      return true;
  }
  return std::any_of(node.kids.begin(), node.kids.end(),
                     [&](const Node& kid) { return has_cells(unit, kid, tables, seen); });
}

void collect_called(const Unit& unit, const Node& node, std::set<const Function*>& seen) {
  if (node.kind == Node::Kind::kCall) {
    const Function* const function = called(unit, node);
    if (function != nullptr && seen.insert(function).second) collect_called(unit, function->body, seen);
  }
  for (const Node& kid : node.kids) collect_called(unit, kid, seen);
}

void collect_names(const Node& node, Decls& names) {
  if (node.kind == Node::Kind::kName) names.insert(node.decl);
  for (const Node& kid : node.kids) collect_names(kid, names);
}

const Node* base_name(const Node& node) {
  const Node* at = &node;
  while (at->kind != Node::Kind::kName && !at->kids.empty()) {
    // The pointer in a sum is the operand that is not a number.
    const bool second = at->kind == Node::Kind::kBinary && at->kids[0].type.kind == Type::Kind::kNumber;
    at = &at->kids[second ? 1 : 0];
  }
  return at->kind == Node::Kind::kName ? at : nullptr;
}

bool steps(const Node& node) {
  return node.kind == Node::Kind::kUnary &&
         (node.text.find("++") != std::string::npos || node.text.find("--") != std::string::npos);
}

struct Inner {
  Decls all;       ///< declared inside
  Decls pointers;  ///< the subset that are pointers
};

void collect_target(const Node& target, Touched& out) {
  if (target.kind == Node::Kind::kName) {
    out.names.insert(target.decl);
  } else if (target.kind == Node::Kind::kMember) {
    out.members.insert(target.text);
  } else if (const Node* const base = base_name(target)) {
    out.elements.insert(base->decl);
  }
}

/// Objects that functions touch; each is examined once, because a chain of functions that each call the next one twice
/// would take exponential time. A recursive call, which is refused later, is skipped.
struct Known {
  std::set<const Function*> active{};
  std::map<const Function*, std::pair<Touched, Inner>> touched{};
};

void collect_touched(const Unit& unit, const Node& node, Touched& out, Inner& inner, Known& known);

void collect_call(const Unit& unit, const Node& node, Touched& out, Known& known) {
  const Function* const function = called(unit, node);
  if (function == nullptr) {
    for (const Node& kid : node.kids) {
      const Node* const base = kid.type.kind == Type::Kind::kNumber ? nullptr : base_name(kid);
      if (base != nullptr) out.passed.insert(base->decl);
    }
    return;
  }
  if (known.active.contains(function)) return;
  if (!known.touched.contains(function)) {
    known.active.insert(function);
    std::pair<Touched, Inner> fresh;
    collect_touched(unit, function->body, fresh.first, fresh.second, known);
    known.active.erase(function);
    known.touched.emplace(function, std::move(fresh));
  }
  auto [own, inner] = known.touched.at(function);
  // A local pointer may point into any parameter.
  const bool any = std::any_of(inner.pointers.begin(), inner.pointers.end(), [&touched = own](int decl) {
    return touched.elements.contains(decl) || touched.passed.contains(decl);
  });
  for (std::size_t i = 0; i < function->parameters.size(); ++i) {
    const Node& parameter = function->parameters[i];
    const bool is_pointer = parameter.type.kind != Type::Kind::kNumber;
    const bool stores = own.elements.erase(parameter.decl) > 0;
    const bool passes = own.passed.erase(parameter.decl) > 0;
    own.names.erase(parameter.decl);
    const Node* const base = is_pointer && i < node.kids.size() ? base_name(node.kids[i]) : nullptr;
    if (base == nullptr) continue;
    if (stores || any) out.elements.insert(base->decl);
    if (passes) out.passed.insert(base->decl);
  }
  for (const int decl : inner.all) {
    own.names.erase(decl);
    own.elements.erase(decl);
    own.passed.erase(decl);
  }
  out.names.merge(own.names);
  out.elements.merge(own.elements);
  out.passed.merge(own.passed);
  out.members.merge(own.members);
}

void collect_touched(const Unit& unit, const Node& node, Touched& out, Inner& inner, Known& known) {
  if (node.kind == Node::Kind::kVariable) {
    inner.all.insert(node.decl);
    if (node.type.kind == Type::Kind::kPointer) inner.pointers.insert(node.decl);
  }
  // A variable whose address is taken may be assigned later through it.
  const bool gives_address = node.kind == Node::Kind::kUnary && node.text == "&";
  if ((node.kind == Node::Kind::kAssign || steps(node) || gives_address) && !node.kids.empty())
    collect_target(node.kids[0], out);
  if (node.kind == Node::Kind::kCall) collect_call(unit, node, out, known);
  for (const Node& kid : node.kids) collect_touched(unit, kid, out, inner, known);
}

void collect_headers(const Node& node, Decls& headers) {
  if (node.kind == Node::Kind::kFor) headers.insert(variable_of(node));
  for (const Node& kid : node.kids) collect_headers(kid, headers);
}

void collect_stepped(const Node& node, Decls& out) {
  const bool adds = steps(node) || (node.kind == Node::Kind::kAssign && (node.text == "+=" || node.text == "-="));
  if (adds && node.kids[0].kind == Node::Kind::kName && node.kids[0].type.kind == Type::Kind::kNumber &&
      node.kids[0].type.number.is_integer())
    out.insert(node.kids[0].decl);
  for (const Node& kid : node.kids) collect_stepped(kid, out);
}

/// How loops over the cells of other arrays use an array.
struct TableUse {
  bool in_cells = false;  ///< read there
  bool by_cell = false;   ///< at an index that depends on the cell
  bool by_loop = false;   ///< at an index that depends on any loop
  bool by_index = false;  ///< at all
  /// Calls that were followed, with their arguments: a repeated one changes nothing.
  std::set<std::tuple<const Function*, Decls, Decls, Decls>> followed{};
};

void collect_use(const Unit& unit, const Node& node, const Decls& tables, const Decls& cells, const Decls& loops,
                 TableUse& out, int depth) {
  Decls inner = cells;
  if (node.kind == Node::Kind::kFor) {
    Decls own{variable_of(node)};
    own.merge(stepped(node));
    const bool over_cells = is_over_cells(unit, node, variable_of(node), tables);
    if (over_cells || !cells.empty()) {
      Decls derived = over_cells ? own : Decls{};
      derived.insert(cells.begin(), cells.end());
      for (int turn = 0; turn < 2; ++turn) {
        Followed followed;
        stores_by(unit, node.kids[3], derived, tables, followed);
      }
      inner = derived;
    }
  }
  if (is_element(node)) {
    const Node* const base = base_name(node);
    if (base != nullptr && tables.contains(base->decl)) {
      out.in_cells = out.in_cells || !cells.empty();
      out.by_cell = out.by_cell || mentions(node, cells);
      out.by_loop = out.by_loop || mentions(node, loops);
      out.by_index = true;
    }
  }
  const Function* const function = node.kind == Node::Kind::kCall ? called(unit, node) : nullptr;
  if (function != nullptr && depth < kDeepestCalls) {
    Decls given;
    Decls by;
    for (std::size_t i = 0; i < node.kids.size() && i < function->parameters.size(); ++i) {
      const Node* const base = base_name(node.kids[i]);
      if (base != nullptr && tables.contains(base->decl)) given.insert(function->parameters[i].decl);
      if (mentions(node.kids[i], cells)) by.insert(function->parameters[i].decl);
    }
    if (!cells.empty() && by.empty()) by.insert(-2);  // in a loop over cells, but depends on none
    given.insert(tables.begin(), tables.end());
    Decls inner_loops = loops;
    collect_headers(function->body, inner_loops);
    if (out.followed.insert({function, given, by, inner_loops}).second)
      collect_use(unit, function->body, given, by, inner_loops, out, depth + 1);
  }
  for (const Node& kid : node.kids) collect_use(unit, kid, tables, inner, loops, out, depth);
}

/// Whether a loop over cells of other arrays reads the array at a neighbour of the loop's variable, or at the variable.
bool reads_as_row(const Node& node, int variable, int decl, bool neighbours) {
  if (node.kind == Node::Kind::kIndex && node.kids[0].kind == Node::Kind::kName && node.kids[0].decl == decl &&
      mentions(node.kids[1], {variable}) && (!neighbours || node.kids[1].kind != Node::Kind::kName))
    return true;
  return std::any_of(node.kids.begin(), node.kids.end(),
                     [&](const Node& kid) { return reads_as_row(kid, variable, decl, neighbours); });
}

}  // namespace

bool reads_table_by(const Node& node, int variable, const std::set<int>& tables) {
  if (is_element(node) && tables.contains(base_of(node)) && mentions(node, {variable})) return true;
  return std::any_of(node.kids.begin(), node.kids.end(),
                     [&](const Node& kid) { return reads_table_by(kid, variable, tables); });
}

int variable_of(const Node& loop) {
  const Node* init = &loop.kids[0];
  while (init->kind == Node::Kind::kBinary && init->text == ",") init = &init->kids[0];
  if (init->kind == Node::Kind::kBlock && !init->kids.empty()) return init->kids[0].decl;
  if (init->kind == Node::Kind::kAssign && init->kids[0].kind == Node::Kind::kName) return init->kids[0].decl;
  return -1;
}

bool is_over_cells(const Unit& unit, const Node& loop, int variable, const std::set<int>& tables) {
  Decls decls = stepped(loop);
  decls.insert(variable);
  // A variable that is assigned after its use is known only in the second pass.
  const auto stores = [&] {
    Followed followed;
    return stores_by(unit, loop.kids[3], decls, tables, followed);
  };
  return stores() || stores();
}

bool has_loop_over_cells(const Unit& unit, const Node& node, const std::set<int>& tables) {
  std::set<const Function*> seen;
  return has_cells(unit, node, tables, seen);
}

std::set<int> stepped(const Node& loop) {
  Decls out;
  Decls headers;
  collect_stepped(loop.kids[2], out);
  collect_stepped(loop.kids[3], out);
  collect_headers(loop, headers);
  for (const int decl : headers) out.erase(decl);
  return out;
}

Touched touched(const Unit& unit, const Node& node) {
  Touched out;
  Inner inner;
  Known known;
  collect_touched(unit, node, out, inner, known);
  for (const int decl : inner.all) {
    out.names.erase(decl);
    out.elements.erase(decl);
    out.passed.erase(decl);
  }
  return out;
}

bool is_table(const Unit& unit, const Node& body, int decl) {
  TableUse use;
  Decls loops;
  collect_headers(body, loops);
  collect_use(unit, body, {decl}, {}, loops, use, 0);
  return !use.by_cell && (use.in_cells || (use.by_index && !use.by_loop));
}

bool is_row(const Unit& unit, const Node& body, int decl, bool is_long, const std::set<int>& tables) {
  if (body.kind == Node::Kind::kFor && is_over_cells(unit, body, variable_of(body), tables) &&
      reads_as_row(body.kids[3], variable_of(body), decl, !is_long))
    return true;
  return std::any_of(body.kids.begin(), body.kids.end(),
                     [&](const Node& kid) { return is_row(unit, kid, decl, is_long, tables); });
}

std::set<int> assigned(const Unit& unit, const Node& node) {
  Touched all = touched(unit, node);
  all.names.merge(all.elements);
  return all.names;
}

bool acts(const Node& node) {
  const bool does = node.kind == Node::Kind::kAssign || node.kind == Node::Kind::kCall ||
                    node.kind == Node::Kind::kOther || steps(node);
  return does || std::any_of(node.kids.begin(), node.kids.end(), acts);
}

bool assigns(const Node& node, int decl) {
  const bool does =
      node.kind == Node::Kind::kAssign || steps(node) || (node.kind == Node::Kind::kUnary && node.text == "&");
  const Node* const base = does ? base_name(node.kids[0]) : nullptr;
  if (base != nullptr && base->decl == decl) return true;
  return std::any_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return assigns(kid, decl); });
}

std::set<int> declared(const Function& function) {
  Decls out;
  for (const Node& parameter : function.parameters) out.insert(parameter.decl);
  const auto collect = [&](const auto& self, const Node& node) -> void {
    if (node.kind == Node::Kind::kVariable) out.insert(node.decl);
    for (const Node& kid : node.kids) self(self, kid);
  };
  collect(collect, function.body);
  return out;
}

std::set<int> mentioned(const Unit& unit, const Node& node) {
  std::set<int> out;
  collect_names(node, out);
  std::set<const Function*> seen;
  collect_called(unit, node, seen);
  for (const Function* function : seen) collect_names(function->body, out);
  return out;
}

}  // namespace rtlgen::importer::c
