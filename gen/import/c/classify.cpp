// Which loops run over cells: those whose variable is part of an index that is stored to.
#include <algorithm>

#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr int kDeepestCalls = 16;

using Decls = std::set<int>;

/// Mentions one of the variables, other than in a remainder: A[t % 2] is a choice between two arrays.
bool mentions(const Node& node, const Decls& decls) {
  if (node.kind == Node::Kind::kName) return decls.contains(node.decl);
  if (node.kind == Node::Kind::kBinary && (node.text == "%" || node.text == "&")) return false;
  return std::any_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return mentions(kid, decls); });
}

bool is_element(const Node& node) {
  return node.kind == Node::Kind::kIndex || (node.kind == Node::Kind::kUnary && node.text == "*");
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

bool stores_by(const Unit& unit, const Node& node, Decls& decls, const Decls& tables, int depth);

bool call_stores_by(const Unit& unit, const Node& node, const Decls& decls, const Decls& tables, int depth) {
  const Function* const function = called(unit, node);
  if (function == nullptr || depth > kDeepestCalls) return false;
  Decls inner;
  Decls inner_tables = tables;
  for (std::size_t i = 0; i < node.kids.size() && i < function->parameters.size(); ++i) {
    if (tables.contains(node.kids[i].decl)) inner_tables.insert(function->parameters[i].decl);
    if (mentions(node.kids[i], decls)) inner.insert(function->parameters[i].decl);
  }
  if (inner.empty()) return false;
  return stores_by(unit, function->body, inner, inner_tables, depth + 1) ||
         stores_by(unit, function->body, inner, inner_tables, depth + 1);
}

bool stores_by(const Unit& unit, const Node& node, Decls& decls, const Decls& tables, int depth) {
  bool found = false;
  if (node.kind == Node::Kind::kAssign) {
    if (is_element(node.kids[0]) && !tables.contains(base_of(node.kids[0]))) found = mentions(node.kids[0], decls);
    if (node.kids[0].kind == Node::Kind::kName && mentions(node.kids[1], decls)) decls.insert(node.kids[0].decl);
  }
  if (node.kind == Node::Kind::kVariable && !node.kids.empty() && mentions(node.kids[0], decls))
    decls.insert(node.decl);
  if (node.kind == Node::Kind::kCall) found = found || call_stores_by(unit, node, decls, tables, depth);
  for (const Node& kid : node.kids) found = stores_by(unit, kid, decls, tables, depth) || found;
  return found;
}

bool has_cells(const Unit& unit, const Node& node, std::set<const Function*>& seen) {
  if (node.kind == Node::Kind::kFor && is_over_cells(unit, node, variable_of(node), {})) return true;
  if (node.kind == Node::Kind::kCall) {
    const Function* const function = called(unit, node);
    if (function != nullptr && seen.insert(function).second && has_cells(unit, function->body, seen)) return true;
  }
  return std::any_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return has_cells(unit, kid, seen); });
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

void collect_assigned(const Node& node, Decls& assigned, Decls& inner) {
  if (node.kind == Node::Kind::kVariable) inner.insert(node.decl);
  const bool steps =
      node.kind == Node::Kind::kUnary && node.text.size() > 1 && node.text.find_first_of("+-") != std::string::npos;
  // What has its address taken may be assigned behind it.
  const bool gives_address = node.kind == Node::Kind::kUnary && node.text == "&";
  if ((node.kind == Node::Kind::kAssign || steps || gives_address) && !node.kids.empty()) {
    const Node* target = &node.kids[0];
    while (target->kind == Node::Kind::kIndex) target = &target->kids[0];
    if (target->kind == Node::Kind::kName) assigned.insert(target->decl);
  }
  for (const Node& kid : node.kids) collect_assigned(kid, assigned, inner);
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
  Decls decls{variable};
  // A variable that is assigned behind its use is known in the second turn.
  return stores_by(unit, loop.kids[3], decls, tables, 0) || stores_by(unit, loop.kids[3], decls, tables, 0);
}

bool has_loop_over_cells(const Unit& unit, const Node& node) {
  std::set<const Function*> seen;
  return has_cells(unit, node, seen);
}

std::set<int> assigned(const Node& node) {
  Decls out;
  Decls inner;
  collect_assigned(node, out, inner);
  for (const int decl : inner) out.erase(decl);
  return out;
}

std::set<int> assigned(const Unit& unit, const Node& node) {
  std::set<int> out = assigned(node);
  std::set<const Function*> seen;
  collect_called(unit, node, seen);
  for (const Function* function : seen) out.merge(assigned(function->body));
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
