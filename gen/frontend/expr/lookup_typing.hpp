// Types of table reads.
#pragma once

#include <vector>

#include "frontend/expr/typing.hpp"

namespace rtlgen::frontend {

/// The type of `table[index]`: the index is an integer of any type, or a constant within the table. `known` has the
/// types of earlier nodes. Reports RG0315, RG0317, RG0363, RG0380 to RG0382.
Typed infer_lookup(const Ast& ast, const AstNode& node, const Symbol& table, const Scope& scope,
                   const std::vector<Typed>& known, Diagnostics& diagnostics);

/// Whether it is one of `tables`, or a param that is a list.
inline bool is_table(const Symbol& symbol) {
  return symbol.kind == Symbol::Kind::kStoredTable || symbol.kind == Symbol::Kind::kTable;
}

/// Reports the name of a table without an index, which has no value: RG0380, or RG0305 for a param.
Typed bare_table(const AstNode& node, const Symbol& table, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
