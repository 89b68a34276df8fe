// Executes a C function symbolically: loops over cells once for all their cells, other loops turn by turn.
//
// In: the tree of a file and what the user says about it. Out: the trace of one time step. Whatever cannot be followed
// is refused where it stands. Throws Abandoned.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/c/trace.hpp"
#include "import/c/tree.hpp"

namespace rtlgen::importer::c {

/// A pointer into an array: the indices so far, and what is added to the next one.
struct Pointer {
  int buffer = -1;
  std::vector<ValuePtr> index{};
  ValuePtr pending{};
};

/// What a variable is bound to.
struct Binding {
  enum class State {
    kUnset,
    kSet,
    kCarried,  ///< assigned in the loop around, not yet in this turn
    kLost      ///< assigned in a loop over cells that is over
  };
  State state = State::kUnset;
  std::string name{};
  CType type{};
  ValuePtr value{};
  std::optional<Pointer> pointer{};
  std::vector<std::int64_t> extents{};  ///< of a table; slowest first
  std::vector<ValuePtr> table{};        ///< elements that may be null
  int record = -1;                      ///< a pointer to a record: its declaration
};

class Executor {
 public:
  Executor(const Unit& unit, const Wishes& wishes, const Reporter& reporter)
      : unit_(unit), wishes_(wishes), reporter_(reporter) {}

  Trace run();

 private:
  enum class Flow { kNext, kLeft };
  using Environment = std::map<int, Binding>;
  struct Header {  ///< of a for loop
    const Node* variable = nullptr;
    int decl = -1;
    std::string name{};
    ValuePtr first{}, limit{};
    std::string relation{};
    std::int64_t stride = 0;
    std::vector<const Node*> others{};  ///< further assignments of the step
    CType type{};
  };

  // executor.cpp: what is executed
  const Function& chosen() const;
  void report(const Function& function) const;
  void bind_globals(const Function& function);
  void bind_parameter(const Node& parameter);
  void statement(const Node& node, Flow& flow);
  Flow block(const std::vector<Node>& nodes, std::size_t from);
  Flow branch(const Node& node, const std::vector<Node>& nodes, std::size_t next);
  void declare(const Node& variable);
  void lose(const Node& node);
  void declare_array(const Node& variable, Binding& binding);
  void fill_table(const Node& list, Binding& binding, std::size_t depth, std::size_t& at);
  void merge(const ValuePtr& condition, const Environment& then, const Environment& otherwise, Span span);

  // executor_loops.cpp
  void loop(const Node& node);
  Header header(const Node& node);
  void check_header(const Node& node, const Header& header) const;
  void check_exchanges(const Node& node, const Environment& start);
  void read_step(const Node& node, Header& out);
  void cell_loop(const Node& node, const Header& header);
  void time_loop(const Node& node, const Header& header);
  void turns(const Node& node, const Header& header);
  std::vector<int> poison(const Node& body);
  std::int64_t known(const ValuePtr& value, const std::string& what, Span span);

  // executor_values.cpp
  ValuePtr expression(const Node& node);
  ValuePtr name_value(const Node& node);
  ValuePtr index_value(const Node& node);
  ValuePtr call_value(const Node& node);
  ValuePtr inlined(const Function& function, const Node& node);
  ValuePtr math(const Node& node, std::vector<ValuePtr> args);
  ValuePtr assign(const Node& node);
  void assign_to(const Node& target, const ValuePtr& value, Span span);
  ValuePtr condition(const Node& node);
  ValuePtr chosen_value(const Node& node);
  ValuePtr logical(const Node& node);
  ValuePtr step(const Node& node);
  ValuePtr copy(const Node& node);
  ValuePtr member_value(const Node& node);
  ValuePtr kept(const std::string& name, const ValuePtr& value);

  // executor_arrays.cpp
  Pointer pointer(const Node& node);
  Pointer member(const Node& node, const Type& type);
  int new_buffer(const std::string& name, const Type& type, Span span, bool is_local);
  ValuePtr read(const Pointer& pointer, const CType& type, Span span);
  void store(const Pointer& pointer, const ValuePtr& value, Span span);
  int access(const Pointer& pointer, Span span);
  Index index(const ValuePtr& value, const Box& box, Span span);
  Box box() const;
  ValuePtr* table_element(const Node& node, CType& type);
  /// Whether the value depends on nothing but numbers and variables that have one.
  bool pure(const Node& node) const;
  /// Whether a pointer's first value is memory of its own: malloc and the like.
  static bool new_memory(const Node& first);
  [[noreturn]] void refuse_node(const Node& node) const;
  [[noreturn]] void refuse(Span span, const std::string& message, const std::string& note) const;

  const Unit& unit_;
  const Wishes& wishes_;
  const Reporter& reporter_;
  Trace trace_;
  Environment environment_;
  std::vector<int> loops_;   ///< over cells, that are open
  std::vector<Fact> facts_;  ///< of the conditions that are open
  std::map<std::pair<int, std::string>, int> members_;
  bool in_time_ = false;
  bool is_live_ = true;           ///< false: before the loop that the pragma names
  const Node* wanted_ = nullptr;  ///< that loop
  ValuePtr returned_;
  CType return_type_;
  std::set<const Function*> active_;  ///< that are being executed
  const Node* body_ = nullptr;        ///< of the loop or function that is executed
  int turns_ = 0;                     ///< loops around, in the function that is executed
  std::int64_t turns_in_all_ = 0;
  std::set<std::string> given_;  ///< names that take a value
  bool is_over_ = false;         ///< the loop that the pragma names has been executed
};

/// Whether a loop's variable decides which element some assignment of its body stores to. `tables` are declarations of
/// arrays that a cell has for itself.
bool is_over_cells(const Unit& unit, const Node& loop, int variable, const std::set<int>& tables);
/// Whether an element of one of the tables is chosen by the variable.
bool reads_table_by(const Node& node, int variable, const std::set<int>& tables);
/// Whether a loop over cells is in the tree, in functions that it calls too.
bool has_loop_over_cells(const Unit& unit, const Node& node);
/// The declarations of all variables that the tree assigns and that were declared outside.
std::set<int> assigned(const Node& node);
/// Those of the functions that it calls too.
std::set<int> assigned(const Unit& unit, const Node& node);
/// The declarations of all names in the tree, and in functions that it calls.
std::set<int> mentioned(const Unit& unit, const Node& node);
/// The loop variable of a for loop, or -1.
int variable_of(const Node& loop);

}  // namespace rtlgen::importer::c
