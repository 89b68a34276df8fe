// Reads libclang's tree together with the tokens that it prints: declarations and statements in clang_reader.cpp,
// expressions in clang_expressions.cpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "import/c/clang_tree.hpp"
#include "import/c/printed_text.hpp"
#include "import/c/tree.hpp"

namespace rtlgen::importer::c {

/// Whether the tree is deeper than rtlgen supports; libclang's printer has no limit.
bool is_too_deep(CXCursor cursor, int depth = 0);

/// Children that have tokens in the printed text: all except types and attributes.
std::vector<CXCursor> operands(CXCursor cursor);

class Reader {
 public:
  explicit Reader(const Reporter& reporter) : reporter_(reporter) {}

  /// Reads a variable of the file, or nothing if its members are known numbers.
  void read_global(CXCursor cursor, Unit& out);
  /// Records what cannot be read in the function's errors.
  Function read_function(CXCursor cursor);
  /// A number for each declaration, the same wherever it is named.
  int decl_of(CXCursor cursor);

 private:
  /// A node with its location and type, of a kind that is not imported.
  [[nodiscard]] Node begun(CXCursor cursor) const;
  /// Stores the members of a constant record with known numbers, so that its variable is not needed.
  bool keep_record(CXCursor cursor, const Node& variable);

  // Each reads its part of the text. Throws Mismatch.
  Node variable(CXCursor cursor, int depth = 0);
  void read_sizes(const std::vector<CXCursor>& sizes, const std::vector<std::size_t>& brackets, Node& out);
  void declarations(CXCursor cursor, Node& out, int depth);
  Node statement(CXCursor cursor, int depth = 0);
  Node plain_statement(CXCursor cursor, int depth);
  Node for_loop(const std::vector<CXCursor>& kids, Node out, int depth);
  Node by_pattern(const std::vector<CXCursor>& kids, Node out, const std::vector<std::string>& pattern, int depth);
  Node expression(CXCursor cursor, int depth = 0);
  Node operation(CXCursor cursor, const std::vector<CXCursor>& kids, Node out, int depth);
  Node member(CXCursor cursor, const std::vector<CXCursor>& kids, Node out, int depth);
  Node call(const std::vector<CXCursor>& kids, Node out, int depth);
  Node list(const std::vector<CXCursor>& kids, Node out, int depth);
  Node literal(CXCursor cursor, Node out);
  Node size_of(CXCursor cursor, const std::vector<CXCursor>& kids, Node out);

  Node unknown(CXCursor cursor);
  void declared(CXCursor cursor, Node& out);

  const Reporter& reporter_;
  PrintedText text_{""};
  std::map<unsigned, std::vector<std::pair<CXCursor, int>>> decls_;  ///< by libclang's hash
  int count_ = 0;
  std::map<int, std::map<std::string, Node>> records_;  ///< values of constant records, by declaration and member
};

}  // namespace rtlgen::importer::c
