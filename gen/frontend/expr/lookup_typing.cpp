// Checks of table indices.
#include "frontend/expr/lookup_typing.hpp"

#include <fmt/format.h>

#include "frontend/expr/hints.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// Whether an index has a value for each cell here; if not, reports why.
bool is_of_cells(const AstNode& node, const Scope& scope, Diagnostics& diagnostics) {
  if (scope.constants_only) {
    diagnostics.error(Code::kNotConstant, node.where,
                      fmt::format("'{}' is a table: its values are read in hardware", node.name),
                      {"use only numbers and parameters without 'runtime: true' here"});
    return false;
  }
  if (scope.value_of == Scope::Of::kPass) {
    diagnostics.error(Code::kUnavailableValue, node.where,
                      fmt::format("'{}' is a table: only lines and parameters by step can read it", node.name),
                      {"'until' and 'next' can read monitors, constants, run-time params and extents"});
    return false;
  }
  return true;
}

bool is_one_index(const AstNode& node, Diagnostics& diagnostics) {
  if (!node.rules.empty()) {
    diagnostics.error(Code::kTableIndexCount, node.where,
                      fmt::format("the table '{}' has no boundary rules", node.name),
                      {"an index below 0 reads the first value, and one beyond the end reads the last"});
    return false;
  }
  if (node.args.size() == 1) return true;
  diagnostics.error(Code::kTableIndexCount, node.where,
                    fmt::format("the table '{}' has one index, not {}", node.name, node.args.size()),
                    {fmt::format("write {0}[index], for example {0}[row*8 + column]", node.name)});
  return false;
}

}  // namespace

Typed infer_lookup(const Ast& ast, const AstNode& node, const Symbol& table, const Scope& scope,
                   const std::vector<Typed>& known, Diagnostics& diagnostics) {
  if (!is_one_index(node, diagnostics) || !is_of_cells(node, scope, diagnostics)) return {};
  const int arg = node.args[0];
  const Typed& index = known[static_cast<std::size_t>(arg)];
  const AstNode& place = ast.nodes[static_cast<std::size_t>(arg)];
  const auto refuse = [&](Code code, const std::string& message, const std::string& note) {
    diagnostics.error(code, place.where, message, {note});
    return Typed{};
  };
  if (index.failed()) return {};
  if (index.open()) return refuse(Code::kUntypedConstants, "the index has no type", "cast it, e.g. uint8(...)");
  Typed out;
  out.status = Typed::Status::kTyped;
  out.type = table.type;
  out.symbol = &table;
  if (index.exact()) {
    if (is_integer(index.value) && index.value >= 0 && index.value < table.value) return out;
    return refuse(Code::kTableIndexOutOfRange,
                  fmt::format("the table '{}' has no entry {}", node.name, to_text(index.value)),
                  fmt::format("its entries are numbered from 0 to {}", to_text(table.value - 1)));
  }
  if (!index.type.is_integer())
    return refuse(Code::kTableIndexType,
                  fmt::format("the index '{}' is {}, not an integer", ast.text_of(arg), index.type.name()),
                  fmt::format("cast it: {}[{}]", node.name, cast_text(ast, known, arg, spec::Type::int_of(32))));
  out.index = index.type;
  return out;
}

Typed bare_table(const AstNode& node, const Symbol& table, Diagnostics& diagnostics) {
  if (table.kind == Symbol::Kind::kTable) {
    diagnostics.error(Code::kNotReadableAtOffset, node.where, fmt::format("'{}' is a table", node.name),
                      {fmt::format("select one of its entries, such as {}[0]", node.name)});
    return {};
  }
  diagnostics.error(Code::kTableIndexCount, node.where, fmt::format("'{}' is a table, not a value", node.name),
                    {fmt::format("select one of its values: {}[index]", node.name)});
  return {};
}

}  // namespace rtlgen::frontend
