// A function of an MLIR file as a tree of operations, the same for both syntaxes.
//
// Operations have the names of the current dialects: `addf` of the old standard dialect is `arith.addf`, `loop.if` is
// `scf.if`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/c_types.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::mlir {

/// First index and the one after the last, by axis in the order of the text.
struct Bounds {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
};

struct Type {
  enum class Kind { kNumber, kField, kTemp, kMemref, kResult, kOther };
  Kind kind = Kind::kOther;
  std::string text{};
  Span span{};
  CType number{};                                    ///< type of the elements; width 0: a type that rtlgen lacks
  std::vector<bool> axes{};                          ///< the axes that the values have
  std::optional<Bounds> bounds{};                    ///< [-4,68]x[-4,68]
  std::vector<std::optional<std::int64_t>> sizes{};  ///< 72x72, ?x?
  std::optional<std::int64_t> copies{};              ///< memref<2xmemref<...>>: the number of elements
};

struct Attribute {
  std::string text{};
  Span span{};
  std::vector<std::int64_t> numbers{};  ///< its integers, in order
};

struct Operand {
  std::string name{};  ///< %x, %x#1
  Span span{};
};

struct Argument {
  std::string name{};
  Type type{};
  Span span{};
};

struct Operation;

struct Block {
  std::vector<Argument> arguments{};
  std::vector<Operation> operations;
};

struct Operation {
  std::string name{};
  Span span{};       ///< place of the name
  Span statement{};  ///< from the results to the end of the first line
  std::vector<std::string> results{};
  std::vector<Operand> operands{};
  std::vector<Type> operand_types{};
  std::vector<Type> result_types{};
  std::map<std::string, Attribute> attributes{};
  std::vector<Block> regions{};
};

struct Function {
  std::string name{};
  Span span{};
  bool column_major = false;  ///< the first index varies fastest, as in Open Earth Compiler, which writes `func`
  Block body{};
};

/// The function `wanted`, or the only one that uses the stencil dialect. Throws Abandoned.
Function read_function(const std::string& wanted, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
