// State of evaluating a program, shared by its parts (evaluate.cpp: order and hazards, reads.cpp, body.cpp: the
// computation of an apply in a cell).
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "import/c/trace.hpp"
#include "import/mlir/program.hpp"

namespace rtlgen::importer::mlir {

class Evaluator {
 public:
  Evaluator(const Program& program, const Reporter& reporter) : program_(program), reporter_(reporter) {}

  c::Trace run();

 private:
  /// A read relative to the cell: its offsets along these axes of the grid.
  struct Spot {
    std::vector<std::size_t> axes{};
    std::vector<std::int64_t> offsets{};
  };
  /// The effect of an apply or a store on the arrays.
  struct Group {
    int position = 0;
    std::vector<c::Effect> effects{};
  };
  /// Records that a group reads a load, for an apply that is computed at its store.
  struct Reading {
    int load = -1;
    int position = 0;
    int stored = -1;  ///< the stored temp; -1: the group is the apply itself
    Span span{};
  };
  struct Frame {
    const Scope* scope = nullptr;
    std::vector<std::map<std::string, Entity>> names{};  ///< names of the enclosing regions, innermost last
    std::map<std::string, int> uses{};
  };

  // evaluate.cpp
  void find_grid();
  bool pass();
  bool is_at_store(int temp) const;
  bool is_used_once(const Temp& temp) const;
  void put_store(const Store& store);
  void put_apply(const Apply& apply);
  void begin(int position, const std::vector<c::Range>& range);
  void assign(int buffer, const c::ValuePtr& slot, const c::ValuePtr& value, Span span);
  bool settle(const Reading& reading);
  void make_remarks();
  [[nodiscard]] const Temp& temp(int id) const { return program_.temps[static_cast<std::size_t>(id)]; }
  [[noreturn]] void refuse(Span span, const std::string& message, const std::string& note) const;

  // reads.cpp
  [[nodiscard]] c::Box box() const;
  [[nodiscard]] Spot here() const;
  c::ValuePtr value_at(int id, const Spot& spot, Span span);
  c::ValuePtr field_value(int id, const Spot& spot, Span span);
  c::ValuePtr temp_value(int id, const Spot& spot, Span span);
  c::ValuePtr combined(int id, const Spot& spot, Span span);
  void check_range(const Bounds& bounds, std::size_t axis, std::size_t dim, std::int64_t offset,
                   const std::string& what, Span span) const;
  int access(int buffer, const c::ValuePtr& slot, const Spot& spot, Span span);
  int buffer_of(int id);

  // body.cpp
  std::vector<c::ValuePtr> body(const Apply& apply, const std::vector<std::size_t>& results);
  void count_uses(const Block& block, std::map<std::string, int>& uses) const;
  std::vector<c::ValuePtr> block(const Block& block, Frame& frame);
  void operation(const Operation& op, Frame& frame);
  void branch(const Operation& op, Frame& frame);
  c::ValuePtr index(const Operation& op) const;
  c::ValuePtr read(const Operation& op, const Frame& frame);
  c::ValuePtr number(const Operand& operand, const Frame& frame) const;
  const Entity& entity(const Operand& operand, const Frame& frame) const;
  c::ValuePtr kept(const std::string& name, const c::ValuePtr& value, bool several, Span span);

  const Program& program_;
  const Reporter& reporter_;
  std::size_t rank_ = 0;
  std::vector<std::int64_t> low_, high_;  ///< bounds of the grid, by axis of the program
  std::vector<std::size_t> order_;        ///< axes, slowest first
  std::set<int> at_apply_;  ///< temps computed at their applies, because they would see newer values at the store
  c::Trace trace_;
  std::vector<Group> groups_;
  std::vector<Reading> readings_;
  std::map<int, std::vector<c::Range>> needs_;  ///< by temp: the cells that are read
  std::map<int, int> buffers_;                  ///< by temp
  // For the current group.
  std::vector<int> loops_;  ///< by axis
  std::vector<c::Fact> facts_;
  int stored_ = -1;
  int depth_ = 0;  ///< number of temps that are being computed inside each other
  int lets_ = 0;
};

}  // namespace rtlgen::importer::mlir
