// The effects of a C program on its arrays: one time step as a list of assignments over boxes of loop variables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/c/value.hpp"

namespace rtlgen::importer::c {

struct Buffer {
  std::string name;
  Span span{};
  CType type{};
  std::vector<std::optional<std::int64_t>> extents{};  ///< slowest first; none: not known
  bool is_flat = false;                                ///< reached through a pointer: one index may represent several
  bool is_local = false;                               ///< declared in the function itself
  std::vector<std::optional<Constant>> first{};        ///< values that the declaration gives to the elements
};

struct Loop {
  std::string name;
  Span span{};
  Range range{};
  bool down = false;
  CType type{};
};

/// A loop variable plus `offset` modulo `modulus`, as a separate variable.
struct Remainder {
  int loop = -1;
  std::int64_t offset = 0;
  std::int64_t modulus = 0;
};

struct Index {
  std::optional<Affine> form{};  ///< in terms of loop variables and remainders
  ValuePtr slot{};               ///< alternatively, depends on the time step
};

struct Access {
  int buffer = -1;
  std::vector<Index> index{};
  Box box{};             ///< bounds of all enclosing loops, as far as conditions narrow them
  bool guarded = false;  ///< conditions inside the loops apply
  Span span{};
};

/// One assignment in one iteration of its loops.
struct Effect {
  enum class Kind { kLet, kStore };
  Kind kind = Kind::kStore;
  std::string name{};  ///< for a let: the name of the local variable
  int access = -1;     ///< kStore
  int let = -1;        ///< kLet
  ValuePtr value{};
  ValuePtr where{};          ///< null: in the whole box
  std::vector<int> loops{};  ///< outermost first
  Box box{};
  Span span{};
};

struct Parameter {
  std::string name;
  Span span{};
  CType type{};
  std::optional<Constant> first{};  ///< value that the declaration gives to it
};

/// The number of time steps, and the values of their variable.
struct Time {
  std::string name{};
  Span span{};
  std::int64_t first = 0;
  std::int64_t stride = 1;
  std::int64_t count = 1;

  /// Whether the variable has values outside int32, the type of `step`.
  [[nodiscard]] bool is_wide() const;
};

struct Trace {
  std::string name;
  std::string language = "C";
  bool simultaneous = false;  ///< an assignment reads, in all of its cells, the values from before it
  std::vector<Buffer> buffers;
  std::vector<Loop> loops;              ///< by variable; remainders have empty ones
  std::map<int, Remainder> remainders;  ///< by variable
  std::vector<Access> accesses;
  std::vector<Effect> effects;
  std::vector<Parameter> parameters;
  std::optional<Time> time;
  /// The buffer behind the pointers of a buffer in the next time step, where pointers are exchanged.
  std::map<int, int> exchanges;
  int lets = 0;
  std::vector<std::string> remarks;
  /// Buffers that start with equal contents, according to the user.
  std::vector<std::pair<std::string, std::string>> equal;
};

/// Settings of the user besides the program, in `#pragma rtlgen` and options.
struct Settings {
  std::string function{};
  std::optional<std::size_t> pragma{};  ///< its position in the text
  std::map<std::string, std::string> values{};
  std::set<std::string> of_options{};  ///< names of values that only -D sets: one command may serve several programs
  std::vector<std::pair<std::string, std::string>> equal{};
};

}  // namespace rtlgen::importer::c
