// The function outside its applies: fields, temps and stores in order, and the time loop.
//
// Constants and parameters are already values. The bodies of applies are still operations, because their results depend
// on the cells for which they are needed (evaluate.hpp).
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/c/trace.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

/// A buffer from the program's point of view.
struct Field {
  int buffer = -1;
  c::ValuePtr slot{};  ///< selects one of several arrays, by time step; null: there is one
  Type type{};
  std::optional<Bounds> bounds{};
};

/// The meaning of a name.
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
  int position = 0;  ///< in program order
  bool in_loop = false;
  std::optional<Bounds> bounds{};  ///< the cells that it has
  Field field{};                   ///< kLoad
  int apply = -1;                  ///< kApply: the number of the apply, and of its result
  std::size_t result = 0;
  int lower = -1;  ///< kCombine: the temps for indices below `at` along axis `dim`, and for the others
  int upper = -1;
  std::size_t dim = 0;
  std::int64_t at = 0;
  bool is_read = false;  ///< an apply reads it
  int stores = 0;
  std::vector<int> combines{};  ///< temps of which it is a part
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
  std::map<int, std::int64_t> copies{};  ///< by buffer: number of arrays in a memref of memrefs
  std::vector<Temp> temps{};
  std::vector<Apply> applies{};
  std::vector<Store> stores{};
  std::deque<Scope> scopes{};
};

/// `values`: for arguments, by name without '%'. Throws Abandoned.
Program read_program(const Function& function, const std::map<std::string, std::string>& values,
                     const Reporter& reporter);

const Entity* find(const Scope& scope, const std::string& name);

/// A readable name: u for %u, <prefix>5 for %5.
std::string plain_name(const std::string& name, const std::string& prefix);

}  // namespace rtlgen::importer::mlir
