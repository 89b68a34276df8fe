// Modules that are wires: instances, nets, gates of handshakes, registers that bring a reset or a status LED up.
//
// A shell, a stream top and a card's top is a Module; so is a black box or a stand-in of a vendor's IP. It may have
// several clocks, ports of both directions and instances of foreign modules. The hardware IR (hw/ir.hpp) lacks those,
// as it describes computations with one clock (docs/adr/0020-structural-netlist.md). verify() proves the invariants,
// the printers in print.hpp verify first, and constraints are made from the same value (crossings.hpp).
//
// Items refer to nets by name; verify() finds names without a declaration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "netlist/expr.hpp"

namespace rtlgen::netlist {

enum class Direction : std::uint8_t { kIn, kOut, kInout };

/// What is known of when a port changes.
enum class Timing : std::uint8_t {
  kUnknown,      ///< nothing: not checked
  kClock,        ///< is a clock
  kClocked,      ///< with the clock of the port `clock`
  kAny,          ///< an input that takes a level of any clock
  kResting,      ///< an output of `clock` that rests whenever another clock's registers take it
  kReadsResting  ///< an input of `clock` that reads what another clock's registers hold when they rest
};

struct Port {
  std::string name;
  Direction direction = Direction::kIn;
  int width = 1;  ///< bits
  Timing timing = Timing::kUnknown;
  std::string clock = {};     ///< the port that is its clock
  std::string range = {};     ///< "BITS-1:0": a vector, even of one bit, whose bounds depend on parameters
  std::string comment = {};   ///< a line before it
  std::string lint_off = {};  ///< a warning of Verilator that its name would cause
};

/// The ports of a module that is instantiated.
struct Interface {
  std::string module;
  std::vector<std::string> parameters;
  std::vector<Port> ports;

  [[nodiscard]] const Port* find(const std::string& port) const;
};

struct Parameter {
  std::string name;
  std::variant<std::int64_t, Expr> value;  ///< a number, a sized constant, or the name of a parameter of the module
};

struct Connection {
  std::string port;
  Expr value;  ///< of an output: nets, slices of them, or a concatenation of those
};

struct Instance {
  Interface of;
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Connection> ports;  ///< each once, as the order of printing

  /// The net at a port; "" where it is another expression.
  [[nodiscard]] std::string net_at(const std::string& port) const;
};

/// target = value, all the time.
struct Assign {
  Expr target, value;
};

/// Registers of one clock: each takes its next value at the rising edge.
struct Registers {
  std::string clock;
  std::vector<std::pair<std::string, Expr>> next;
  std::string cleared_by = {};  ///< a net that sets them to their initial values while it is low, without a clock
};

/// A comment before what follows.
struct Note {
  std::string text;
};

using Item = std::variant<Note, Assign, Registers, Instance>;

/// Nets of one width, declared together.
struct Wires {
  int width = 1;
  std::vector<std::string> names;
  std::string comment = {};
};

/// A name for a value.
struct Alias {
  std::string name;
  int width = 1;
  Expr value;
  std::string comment = {};
};

/// What nothing reads, and may remain so.
struct Unread {
  std::string name;
  std::vector<Expr> bits;
  std::string comment = {};
};

/// A register's output.
struct State {
  std::string name;
  int width = 1;
  std::optional<Expr> initial = {};  ///< a constant; without one it starts unknown
  std::string attributes = {};       ///< of Verilog: "preserve"
};

using Declaration = std::variant<Wires, Alias, Unread, State>;

/// A section of a module: all parts' nets are declared before the first instance.
struct Part {
  std::string title;
  std::vector<Declaration> nets = {};
  std::vector<Item> items = {};

  void wire(std::string name, int width = 1) { nets.emplace_back(Wires{width, {std::move(name)}}); }
  void wires(int width, std::vector<std::string> names) { nets.emplace_back(Wires{width, std::move(names)}); }
  void alias(std::string name, int width, Expr value, std::string comment = "");
  void unread(std::string name, std::vector<Expr> bits, std::string comment = "");
  void state(std::string name, int width, std::optional<Expr> initial, std::string attributes = "");
  void note(std::string text) { items.emplace_back(Note{std::move(text)}); }
  void assign(Expr target, Expr value) { items.emplace_back(Assign{std::move(target), std::move(value)}); }
  void registers(std::string clock, std::vector<std::pair<std::string, Expr>> next, std::string cleared_by = "");
  void instance(Interface of, std::string name, std::vector<Parameter> parameters, std::vector<Connection> ports);
  /// An instance of a module of rtl/.
  void leaf(const std::string& module, std::string name, std::vector<Parameter> parameters,
            std::vector<Connection> ports);
};

enum class Role : std::uint8_t {
  kDesign,
  kStandIn,  ///< for simulation: ports may be left alone
  kBlackBox  ///< ports alone
};

struct Module {
  std::string name;
  std::vector<std::string> header = {};    ///< comment lines before the module
  std::vector<Parameter> parameters = {};  ///< with the values that they have unless an instance says otherwise
  std::vector<Port> ports = {};
  std::vector<Part> parts = {};
  Role role = Role::kDesign;

  /// All instances, in their order.
  [[nodiscard]] std::vector<const Instance*> instances() const;
  [[nodiscard]] Interface interface() const;
};

/// A module of rtl/ with these parameters: its ports are read from the file that the program holds. A parameter that
/// the file does not have, or a name that is not a module of rtl/, is an InternalError.
Interface leaf_interface(const std::string& module, const std::vector<Parameter>& parameters);

/// Makes instances and unread bits, to which no item refers, give way to ports and nets: one whose name is taken gets a
/// number. A module with names of the user's in it is settled before anything is made from it.
Module settled(Module module);

/// Every fault of a module, none where it is right:
/// names (legal in both languages, once; the module's own, which is in another namespace, aside), widths of all
/// connections, assignments and registers, parameters and ports of instances (each once, none unknown), drivers (each
/// bit of a net one), readers (each bit some, unless its name begins with unused_), aliases before their use, and
/// clocks: where those of both ends are known they are the same, or the ends may differ (Timing).
std::vector<std::string> faults_of(const Module& module);

/// The faults as an InternalError.
void verify(const Module& module);

/// Widths of expressions over a module's nets.
class Widths {
 public:
  explicit Widths(const Module& module);
  /// 0 where a net is unknown or the parts do not fit; `faults`, if given, takes why.
  [[nodiscard]] int of(const Expr& e, std::vector<std::string>* faults = nullptr) const;

 private:
  [[nodiscard]] int of_gate(const Expr& e, std::vector<std::string>* faults) const;
  std::vector<std::pair<std::string, int>> nets_;  ///< sorted
};

}  // namespace rtlgen::netlist
