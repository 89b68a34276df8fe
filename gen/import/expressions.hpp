// Recursive descent for the two expression grammars: C's (SODA, SASA) and Python's (StencilFlow).
#pragma once

#include "import/lexer.hpp"
#include "import/program.hpp"

namespace rtlgen::importer {

/// The features of C expressions that a language has.
struct CGrammar {
  std::size_t axes = 1;
  bool casts = false;        ///< uint16(expression)
  bool reversed = false;     ///< the last index is x
  bool if_function = false;  ///< if(c, a, b)
};

/// An expression, up to the first token that cannot continue it.
Expr parse_c_expression(TokenReader& reader, const CGrammar& grammar);

/// ( INT, INT, ... ) with one integer per axis.
Offset3 parse_indices(TokenReader& reader, const CGrammar& grammar, Span array);

/// `iterators` are the names of indices from x on: k, j, i.
Expr parse_python_expression(TokenReader& reader, const std::vector<std::string>& iterators);

}  // namespace rtlgen::importer
