// What a function does outside of its applies: fields, temps and stores in their order, and the time loop.
//
// Constants and parameters are values already; the bodies of applies are still operations, since what they compute
// depends on the cells for which it is needed (evaluate.hpp).
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/c/trace.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

/// A buffer as the program sees it.
struct Field {
  int buffer = -1;
  c::ValuePtr slot{};  ///< which of several arrays, by time step; null: there is one
  Type type{};
  std::optional<Bounds> bounds{};
};

/// What a name stands for.
struct Entity {
  enum class Kind { kValue, kField, kTemp, kMemref, kNothing };
  Kind kind = Kind::kNothing;
  c::ValuePtr value{};
  Field field{};
  int temp = -1;
  int memref = -1;
};

struct Scope {
  const Scope* outer = nullptr;
  std::map<std::string, Entity> names{};
};

struct Temp {
  enum class Kind { kLoad, kApply, kCombine };
  Kind kind = Kind::kLoad;
  std::string name{};
  Span span{};
  Type type{};
  int position = 0;  ///< in the order of the program
  bool in_loop = false;
  std::optional<Bounds> bounds{};  ///< of the cells that it has
  Field field{};                   ///< kLoad
  int apply = -1;                  ///< kApply: which, and which of its results
  std::size_t result = 0;
  int lower = -1;  ///< kCombine: of indices below `at` along axis `dim`, and of others
  int upper = -1;
  std::size_t dim = 0;
  std::int64_t at = 0;
  bool is_read = false;  ///< by an apply
  int stores = 0;
  std::vector<int> combines{};  ///< temps that it is a part of
};

struct Apply {
  const Operation* operation = nullptr;
  const Scope* scope = nullptr;
  std::vector<Entity> operands{};
  std::vector<int> temps{};  ///< its results
  int position = 0;
  bool in_loop = false;
};

struct Store {
  int temp = -1;
  Field field{};
  Bounds range{};
  Span span{};
  Span statement{};
  int position = 0;
  bool in_loop = false;
};

struct Program {
  c::Trace trace{};  ///< name, buffers without extents, parameters, time, exchanges
  bool column_major = false;
  std::vector<std::optional<Bounds>> buffer_bounds{};
  std::map<int, std::int64_t> copies{};  ///< by buffer: how many arrays a memref of memrefs has
  std::vector<Temp> temps{};
  std::vector<Apply> applies{};
  std::vector<Store> stores{};
  std::deque<Scope> scopes{};
};

/// `values` are of arguments, by name without '%'. Throws Abandoned.
Program read_program(const Function& function, const std::map<std::string, std::string>& values,
                     const Reporter& reporter);

const Entity* find(const Scope& scope, const std::string& name);

/// A name for people: %u is u, %5 is <prefix>5.
std::string plain_name(const std::string& name, const std::string& prefix);

}  // namespace rtlgen::importer::mlir
