// State of reading a function, shared by its parts (parser.cpp: operations, parser_stencil.cpp: those of the dialect).
#pragma once

#include "import/mlir/cursor.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

class Parser {
 public:
  Parser(const Reporter& reporter, std::size_t begin, std::size_t end) : cursor_(reporter, begin, end) {}

  /// `func @name(...) {...}`; the cursor is after the word.
  Function pretty_function();
  /// `"func.func"() ({...}) {sym_name = "name"} : ...`; the cursor is after the string.
  Function generic_function();
  [[nodiscard]] std::size_t place() { return cursor_.at(); }

 private:
  // parser.cpp
  Block region();
  Operation operation();
  void read_results(Operation& op);
  void generic(Operation& op);
  void pretty(Operation& op);
  void read_operands(Operation& op);
  void read_types(std::vector<Type>& types);
  void read_result_types(Operation& op);
  void arithmetic(Operation& op);
  void constant(Operation& op);
  void comparison(Operation& op);
  void terminator(Operation& op);
  void branch(Operation& op);
  void loop(Operation& op);
  void memref_load(Operation& op);

  // parser_stencil.cpp
  bool stencil(Operation& op);
  void apply(Operation& op);
  void apply_operands(Operation& op, Block& block);
  void access(Operation& op);
  void combine(Operation& op);
  void store(Operation& op);
  void index(Operation& op);
  void unary(Operation& op);
  void bounded(Operation& op);
  void range(Operation& op);
  void signature(Operation& op);
  Attribute list(std::vector<std::int64_t>* places = nullptr);
  void keyword_attributes(Operation& op);
  std::int64_t part(Operation& op);

  Cursor cursor_;
  int depth_ = 0;
};

}  // namespace rtlgen::importer::mlir
