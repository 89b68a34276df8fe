// Structural modules: instances, nets, gates for handshakes, and registers for resets or status LEDs.
//
// A shell, a stream top and a card's top are Modules; so are black boxes and simulation replacements for a vendor's IP.
// A Module may have several clocks, ports of both directions and instances of foreign modules. The hardware IR
// (hw/ir.hpp) lacks those, because it describes computations with one clock (docs/adr/0020-structural-netlist.md).
// verify() proves the invariants, the printers in print.hpp verify first, and constraints are made from the same value
// (crossings.hpp).
//
// Items refer to nets by name; verify() finds undeclared names.
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

/// The times at which a port may change.
enum class Timing : std::uint8_t {
  kUnknown,      ///< not known, not checked
  kClock,        ///< is a clock
  kClocked,      ///< in the clock domain of the port `clock`
  kAny,          ///< an input that accepts a level from any clock domain
  kResting,      ///< an output of `clock` that is stable whenever registers of another clock sample it
  kReadsResting  ///< an input of `clock` that samples registers of another clock while they are stable
};

struct Port {
  std::string name;
  Direction direction = Direction::kIn;
  int width = 1;  ///< bits
  Timing timing = Timing::kUnknown;
  std::string clock = {};     ///< the port with its clock
  std::string range = {};     ///< "BITS-1:0": a vector, even with one bit, whose bounds depend on parameters
  std::string comment = {};   ///< printed on the line before it
  std::string lint_off = {};  ///< a warning of Verilator that its name would cause
};

/// The ports of an instantiated module.
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
  Expr value;  ///< for an output: nets, slices of nets, or a concatenation of those
};

struct Instance {
  Interface of;
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Connection> ports;  ///< each once, in the order of printing

  /// The net at a port; "" for any other expression.
  [[nodiscard]] std::string net_at(const std::string& port) const;
};

/// A continuous assignment: target = value.
struct Assign {
  Expr target, value;
};

/// Registers of one clock: each takes its next value at the rising edge.
struct Registers {
  std::string clock;
  std::vector<std::pair<std::string, Expr>> next;
  std::string cleared_by = {};  ///< a net that sets them asynchronously to their initial values while it is low
};

/// A comment before the next item.
struct Note {
  std::string text;
};

using Item = std::variant<Note, Assign, Registers, Instance>;

/// Nets with the same width, declared together.
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

/// Bits that nothing reads, intentionally.
struct Unread {
  std::string name;
  std::vector<Expr> bits;
  std::string comment = {};
};

/// A register's output.
struct State {
  std::string name;
  int width = 1;
  std::optional<Expr> initial = {};  ///< a constant; without one the register starts unknown
  std::string attributes = {};       ///< Verilog attributes: "preserve"
};

using Declaration = std::variant<Wires, Alias, Unread, State>;

/// A section of a module. The nets of all parts are declared before the first instance.
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
  kStandIn,  ///< for simulation: ports may be unconnected
  kBlackBox  ///< only ports
};

struct Module {
  std::string name;
  std::vector<std::string> header = {};    ///< comment lines before the module
  std::vector<Parameter> parameters = {};  ///< with default values, which an instance may override
  std::vector<Port> ports = {};
  std::vector<Part> parts = {};
  Role role = Role::kDesign;

  /// All instances, in order.
  [[nodiscard]] std::vector<const Instance*> instances() const;
  [[nodiscard]] Interface interface() const;
};

/// A module of rtl/ with these parameters; its ports are read from the built-in file. An unknown parameter or module is
/// an InternalError.
Interface leaf_interface(const std::string& module, const std::vector<Parameter>& parameters);

/// Renames instances and unread bits, to which no item refers, if a port or net has the same name: a number is
/// appended. Required for a module with user-defined names before it is used.
Module settled(Module module);

/// All faults of a module; empty if it is valid. Checks names (legal in both languages and unique, except the module's
/// own, which is in another namespace), widths of all connections, assignments and registers, parameters and ports of
/// instances (each once, none unknown), drivers (one for each bit of a net), readers (at least one for each bit, unless
/// its name begins with unused_), use of aliases only after their declaration, and clocks: if those of both ends are
/// known, they are equal, or the ends allow a difference (Timing).
std::vector<std::string> faults_of(const Module& module);

/// Throws the faults as an InternalError.
void verify(const Module& module);

/// Widths of expressions over a module's nets.
class Widths {
 public:
  explicit Widths(const Module& module);
  /// The width of an expression; 0 if a net is unknown or the parts do not fit. The reason is added to `faults`, if
  /// given.
  [[nodiscard]] int of(const Expr& e, std::vector<std::string>* faults = nullptr) const;

 private:
  [[nodiscard]] int of_gate(const Expr& e, std::vector<std::string>* faults) const;
  std::vector<std::pair<std::string, int>> nets_;  ///< sorted
};

}  // namespace rtlgen::netlist
