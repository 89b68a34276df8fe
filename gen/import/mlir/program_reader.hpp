// State of reading a function, shared by its parts (program.cpp: fields and loops, program_stencil.cpp: the dialect).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/mlir/program.hpp"

namespace rtlgen::importer::mlir {

class ProgramReader {
 public:
  ProgramReader(const Function& function, const std::map<std::string, std::string>& values, const Reporter& reporter)
      : function_(function), values_(values), reporter_(reporter) {}
  Program run();

 private:
  struct Memref {
    Type type{};
    std::string name{};
    Span span{};
    c::ValuePtr slot{};
    int buffer = -1;
    int whole = -1;  ///< the memref that contains this element
  };
  [[noreturn]] void refuse(Span span, const std::string& message, const std::string& note) const;
  static Entity of_value(const c::ValuePtr& value);
  static Entity of_field(const Field& field);
  void declare(const Argument& argument, Scope& scope);
  Field new_field(const std::string& name, const Type& type, Span span, bool is_local);
  /// Takes bounds from a type that has them, once per buffer.
  void learn(Field& field, const Type& type, Span span);
  void set_bounds(Field& field, const Bounds& bounds, Span span);
  const Entity& entity(const Operand& operand, const Scope& scope) const;
  const Entity& needed(const Operation& op, std::size_t index, Entity::Kind kind, const Scope& scope,
                       const char* what) const;
  Field field_of(const Operation& op, std::size_t index, const Scope& scope);
  std::string result_name(const Operation& op, std::size_t index = 0) const;
  const Type& result_type(const Operation& op, std::size_t index = 0) const;
  std::optional<Bounds> declared_bounds(const Operation& op) const;
  void walk(const Block& block, Scope& scope);
  void numbers(const Operation& op, Scope& scope);
  void stencil(const Operation& op, Scope& scope);
  void cast(const Operation& op, Scope& scope, bool has_result);
  void external(const Operation& op, Scope& scope);
  void external_store(const Operation& op, const Scope& scope);
  /// %data[%t] of a memref of memrefs.
  void element(const Operation& op, Scope& scope);
  int new_temp(const Operation& op, Temp::Kind kind, std::size_t result, Scope& scope);
  void need_bounds(const Field& field, const Operation& op) const;
  void load(const Operation& op, Scope& scope);
  void store(const Operation& op, Scope& scope);
  void add_store(const Operation& op, int id, const Field& field, const Bounds& range);
  void apply(const Operation& op, Scope& scope);
  Entity operand_of(const Operation& op, std::size_t index, Scope& scope);
  /// Handles results that are written directly to fields.
  void write_outs(const Operation& op, std::size_t first, std::size_t count, Apply& apply, int id, Scope& scope);
  void combine(const Operation& op, Scope& scope);
  std::int64_t known(const Operation& op, std::size_t index, const Scope& scope, const char* what) const;
  void time_loop(const Operation& op, Scope& outer);
  void exchange(const Operation& op, Scope& scope);
  void name_results(const Operation& op, const Scope& scope, Scope& outer);
  const Function& function_;
  const std::map<std::string, std::string>& values_;
  const Reporter& reporter_;
  Program out_;
  std::vector<Memref> memrefs_;
  std::vector<int> carried_;                   ///< buffers carried by the loop, by argument
  std::vector<std::pair<int, Span>> outside_;  ///< buffers that the loop uses through names from outside
  int position_ = 0;
  bool in_loop_ = false;
  bool after_loop_ = false;
};

}  // namespace rtlgen::importer::mlir
