// Executes a C function symbolically: a loop over cells once for all its cells, other loops iteration by iteration.
//
// In: the tree of a file, and settings of the user. Out: the trace of one time step. Refuses whatever cannot be
// followed, at its location. Throws Abandoned.
//
// An expression always has a value. A value that the import cannot know, such as that of rand(), is a lost value: it
// passes through operators, variables and arrays, and is refused if a result depends on it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/c/trace.hpp"
#include "import/c/tree.hpp"

namespace rtlgen::importer::c {

/// A pointer into an array: its indices so far, and the offset to add to the next one.
struct Pointer {
  int buffer = -1;
  std::vector<ValuePtr> index{};
  ValuePtr pending{};
};

/// The value bound to a variable.
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
  std::vector<std::int64_t> extents{};  ///< extents of a table, slowest first
  std::vector<ValuePtr> table{};        ///< assigned in the enclosing loop, but not yet in this iteration
  bool carries = false;                 ///< assigned in a loop over cells that has ended
  int table_of = -1;                    ///< for a parameter: the declaration whose table this is
  int record = -1;                      ///< for a pointer to a record: its declaration
};

/// The target of an assignment: a variable, an element of a table or array, or a member of a record.
struct Target {
  int decl = -1;                     ///< declaration of a variable, a table or a record
  std::optional<std::size_t> at{};   ///< position in the table
  std::optional<Pointer> pointer{};  ///< for an element of an array
  std::string member{};              ///< for a member of the record
  std::string name{};
  CType type{};
};

/// The reason why a value is not known.
struct Reason {
  std::string what{};  ///< "rand()"
  Span span{};
  std::string variable{};  ///< the variable with the value
};

class Executor {
 public:
  Executor(const Unit& unit, const Settings& settings, const Reporter& reporter)
      : unit_(unit), settings_(settings), reporter_(reporter) {}

  Trace run();

 private:
  enum class Flow { kNext, kLeft };
  using Environment = std::map<int, Binding>;
  struct Header {  ///< the header of a for loop
    const Node* variable = nullptr;
    int decl = -1;
    std::string name{};
    ValuePtr first{}, limit{};
    std::string relation{};
    std::int64_t stride = 0;
    std::vector<std::pair<const Node*, bool>>
        others{};  ///< further parts of the step, after that of the loop's own variable
    CType type{};
  };

  // executor.cpp: the function to execute
  const Function& chosen() const;
  [[noreturn]] void refuse_name() const;
  void report(const Function& function) const;
  void bind_globals(const Function& function);
  void bind_parameter(const Node& parameter);
  void bind_table(const Node& global, bool is_start);
  void statement(const Node& node, Flow& flow);
  Flow block(const std::vector<Node>& nodes, std::size_t from);
  [[noreturn]] void refuse_statement(const Node& node) const;

  // executor_branches.cpp
  Flow branch(const Node& node, const std::vector<Node>& nodes, std::size_t next);
  Flow side(const Node& node, bool holds);
  void merge(const ValuePtr& condition, const Environment& then, const Environment& otherwise, Span span);
  void merge_table(const ValuePtr& condition, const Binding& then, Binding& out, Span span);

  // executor_declare.cpp
  void declare(const Node& variable);
  void declare_array(const Node& variable, Binding& binding);
  bool declare_row(const Node& variable, const Type& type, Binding& binding);
  std::vector<std::optional<Constant>> first_values(const Node& variable);
  void fill_table(const Node& list, Binding& binding, std::size_t depth, std::size_t& at);

  // executor_lost.cpp: values that are not known, and code before the loop that the pragma names
  ValuePtr lost(const std::string& what, const CType& type, Span span);
  ValuePtr named(const std::string& name, const ValuePtr& value);
  void need(const Value& value, Span span) const;
  void lose(const Node& node, const std::string& what);
  void lose(Binding& binding, const std::string& what, Span span);
  void tolerant(const Node& node, Flow& flow);
  void check_dropped() const;
  [[nodiscard]] bool holds_wanted(const Node& node) const;
  void append(Effect effect);
  void check_held(std::size_t first_access) const;
  /// Records what an expression reads and writes, to find out whether the order of evaluation matters.
  void touch(int thing, bool writes);
  void forget_touches(std::size_t first, const std::set<int>& things);
  void check_order(std::size_t first, std::size_t second, Span span) const;

  // executor_loops.cpp
  void loop(const Node& node);
  Header header(const Node& node);
  void check_header(const Node& node, const Header& header) const;
  void check_ends(const Node& node, const Header& header, std::int64_t first, std::int64_t limit) const;
  void check_exchanges(const Node& node, const Environment& start);
  void read_step(const Node& node, Header& out);
  void cell_loop(const Node& node, const Header& header);
  void time_loop(const Node& node, const Header& header);
  void turns(const Node& node, const Header& header);
  void body(const Node& node);
  std::vector<int> poison(const Node& loop, bool pointers);
  std::int64_t known(const ValuePtr& value, const std::string& what, Span span);

  // executor_counters.cpp: variables that grow by the same number in each iteration of a loop over cells
  std::map<int, std::int64_t> counters(const Node& node, const Header& header, int loop) const;
  void set_counters(const std::map<int, std::int64_t>& counters, const Environment& before, const Header& header,
                    int loop, std::int64_t turn);
  void one_turn(const Node& node, const Header& header, int loop);
  std::set<int> tables() const;

  // executor_values.cpp
  ValuePtr expression(const Node& node);
  ValuePtr value_of(const Node& node);
  ValuePtr name_value(const Node& node);
  ValuePtr index_value(const Node& node);
  ValuePtr condition(const Node& node);
  ValuePtr truth(const Node& node);
  ValuePtr chosen_value(const Node& node);
  ValuePtr logical(const Node& node);
  ValuePtr binary_value(const Node& node);
  ValuePtr member_value(const Node& node);
  ValuePtr kept(const std::string& name, const ValuePtr& value);
  static ValuePtr whole_if_known(const ValuePtr& value);

  // executor_assign.cpp
  void perform(const Node& node);
  ValuePtr assign(const Node& node, bool is_used);
  void assign_pointer(const Node& node);
  [[noreturn]] void refuse_moving(const Node& target) const;
  ValuePtr step(const Node& node, bool is_used);
  Target target_of(const Node& node);
  ValuePtr get(const Target& target, const Node& node);
  void put(const Target& target, const ValuePtr& value, Span span);

  // executor_calls.cpp
  ValuePtr call_value(const Node& node);
  ValuePtr inlined(const Function& function, const Node& node);
  Binding argument(const Node& parameter, const Node& given);
  ValuePtr math(const Node& node, std::vector<ValuePtr> args);
  void copy(const Node& node);
  /// Whether a pointer's first value is newly allocated memory: malloc and the like.
  static bool new_memory(const Node& first);

  // executor_arrays.cpp
  Pointer pointer(const Node& node);
  Pointer member(const Node& node, const Type& type);
  int new_buffer(const std::string& name, const Type& type, Span span, bool is_local);
  ValuePtr read(const Pointer& pointer, const CType& type, Span span);
  /// An index that wraps around, as in i == 0 ? n - 1 : i - 1, as a remainder; null if it does not.
  ValuePtr going_round(const ValuePtr& index, const Value& choice, const std::optional<std::int64_t>& extent);
  void store(const Pointer& pointer, const ValuePtr& value, Span span);
  int access(const Pointer& pointer, Span span);
  Index index(const ValuePtr& value, const Box& box, Span span);
  Box box() const;
  std::optional<Target> table_element(const Node& node);
  Binding* table_behind(int decl);
  /// Whether the value depends only on numbers and on variables with a value.
  bool pure(const Node& node) const;
  [[noreturn]] void refuse_node(const Node& node) const;
  [[noreturn]] void refuse(Span span, const std::string& message, const std::string& note) const;

  const Unit& unit_;
  const Settings& settings_;
  const Reporter& reporter_;
  Trace trace_;
  Environment environment_;
  std::vector<int> loops_;   ///< open loops over cells
  std::vector<Fact> facts_;  ///< open conditions
  std::map<std::pair<int, std::string>, int> members_;
  bool in_time_ = false;
  bool is_live_ = true;           ///< false: before the loop that the pragma names
  const Node* wanted_ = nullptr;  ///< that loop
  ValuePtr returned_;
  CType return_type_;
  std::set<const Function*> active_;  ///< being executed
  const Node* body_ = nullptr;        ///< body of the loop or function that is being executed
  std::string empty_loop_;            ///< variable of the first loop over cells without iterations; "": none
  int turns_ = 0;                     ///< enclosing loops in the function that is being executed
  std::int64_t turns_in_all_ = 0;
  int calls_ = 0;                ///< executed so far
  std::set<std::string> given_;  ///< names that a value of the user can set
  bool is_over_ = false;         ///< the loop that the pragma names has been executed
  bool is_start_ = false;        ///< the function is main: globals have their initial values
  const Function* function_ = nullptr;
  std::vector<Reason> reasons_;  ///< reasons why values are lost
  std::map<int, Span> dropped_;  ///< by buffer: an assignment before the loop that the pragma names
  std::map<std::pair<int, std::string>, Binding> record_values_;  ///< members that code before the loops assigns
  std::vector<std::size_t> ages_;                                 ///< by access: number of effects at that time
  std::vector<std::pair<int, bool>>
      touches_;                            ///< accesses of the current statement: the object, and whether it is written
  std::map<int, std::size_t> last_store_;  ///< by buffer: position after the last effect that assigns it
  std::size_t last_write_ = 0;             ///< position after the last effect that writes
  int callings_ = 0;                       ///< calls that are being executed
};

/// Whether a loop's variable determines the element that some assignment in its body stores to. `tables` are the
/// declarations of arrays of which each cell has its own.
bool is_over_cells(const Unit& unit, const Node& loop, int variable, const std::set<int>& tables);
/// Whether the variable selects an element of one of the tables.
bool reads_table_by(const Node& node, int variable, const std::set<int>& tables);
/// Whether the tree, including functions that it calls, contains a loop over cells.
bool has_loop_over_cells(const Unit& unit, const Node& node, const std::set<int>& tables = {});
/// The variables that a for loop counts besides its own.
std::set<int> stepped(const Node& loop);
/// Whether an array is used by cells of other arrays, and never at an index that depends on the cell, like weights.
bool is_table(const Unit& unit, const Node& body, int decl);
/// Whether a loop over cells of other arrays runs along the array, which makes it a row of cells. An array that is not
/// long counts only if neighbours are read.
bool is_row(const Unit& unit, const Node& body, int decl, bool is_long, const std::set<int>& tables);

/// Objects that code may change, by declarations outside it.
struct Touched {
  std::set<int> names{};            ///< variables
  std::set<int> elements{};         ///< arrays with assigned elements
  std::set<int> passed{};           ///< arrays passed to functions that are not in the file
  std::set<std::string> members{};  ///< members of records
};

/// Includes functions that it calls.
Touched touched(const Unit& unit, const Node& node);
/// Whether its evaluation can have side effects.
bool acts(const Node& node);
/// Whether it assigns the variable or array, or takes its address; calls are not followed.
bool assigns(const Node& node, int decl);
/// The variables and parameters of a function.
std::set<int> declared(const Function& function);
/// The variables and arrays that the tree may assign, including functions that it calls.
std::set<int> assigned(const Unit& unit, const Node& node);
/// The declarations of all names in the tree, and in functions that it calls.
std::set<int> mentioned(const Unit& unit, const Node& node);
/// The loop variable of a for loop, or -1.
int variable_of(const Node& loop);

}  // namespace rtlgen::importer::c
