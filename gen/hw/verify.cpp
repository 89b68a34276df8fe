// Proves the invariants of the hardware IR; knows nothing of how modules are built.
//
// Module: expressions in order and of exact width, one driver a signal, legal unique names, state
// only with a clock, resets only with a reset port, no combinational loop. Design: modules before
// their users, instances that match what they instantiate, no loop through instances.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "hw/ir.hpp"

namespace rtlgen::hw {
namespace {

template <class... Kinds>
struct Visitor : Kinds... {
  using Kinds::operator()...;
};
template <class... Kinds>
Visitor(Kinds...) -> Visitor<Kinds...>;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// For every output port of a module: the input ports it depends on without a register between.
using PathMap = std::unordered_map<std::string, std::set<std::string>>;

class ModuleVerifier {
 public:
  /// `paths` has an entry for every instantiable module; null: instances are opaque.
  ModuleVerifier(const Module& module, const std::unordered_map<std::string, PathMap>* paths)
      : m_(module), paths_(paths) {}

  void check_all() {
    check_names();
    check_exprs();
    check_drivers();
    for (const Item& item : m_.items) check_item(item);
    check_loops();
  }

  /// After check_all: the combinational paths from inputs to outputs.
  PathMap paths();

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& what) const {
    throw InternalError(fmt::format("hw::verify: module '{}': {}: {}", m_.name, where, what));
  }
  void need(bool condition, const std::string& where, const std::string& what) const {
    if (!condition) fail(where, what);
  }
  [[nodiscard]] const Signal& signal(SignalId id, const std::string& user) const {
    need(id >= 0 && static_cast<std::size_t>(id) < m_.signals.size(), user,
         fmt::format("refers to signal {} that does not exist", id));
    return m_.signals[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] const Expr& expr(ExprId id, const std::string& user) const {
    need(id >= 0 && static_cast<std::size_t>(id) < m_.exprs.size(), user,
         fmt::format("refers to expression {} that does not exist", id));
    return m_.exprs[static_cast<std::size_t>(id)];
  }
  void need_width(ExprId id, int width, const std::string& where, const char* role) const {
    const int actual = expr(id, where).width;
    need(actual == width, where,
         fmt::format("{} is {} bits wide, {} are needed", role, actual, width));
  }

  void claim_name(const std::string& name);
  void check_names();
  void check_exprs() const;
  void check_expr(int index) const;
  void check_widths(const Expr& e, const std::string& where) const;
  void drive(SignalId id, const std::string& by);
  void check_drivers();
  void check_item(const Item& item) const;
  void check_register(const Register& r) const;
  void check_memory(const Memory& memory) const;

  // The dependency graph: nodes are expressions, then signals.
  [[nodiscard]] std::size_t signal_node(SignalId id) const {
    return m_.exprs.size() + static_cast<std::size_t>(id);
  }
  void build_graph();
  void check_loops();

  const Module& m_;
  const std::unordered_map<std::string, PathMap>* paths_;
  std::unordered_set<std::string> names_;
  std::vector<std::string> driver_;
  std::vector<std::vector<std::size_t>> graph_;
};

void ModuleVerifier::claim_name(const std::string& name) {
  need(!is_reserved_or_illegal(name), "name '" + name + "'", "is not legal in both languages");
  need(names_.insert(lower(name)).second, "name '" + name + "'",
       "is used twice (letter case does not count)");
}

void ModuleVerifier::check_names() {
  need(!is_reserved_or_illegal(m_.name), "name", "is not legal in both languages");
  for (const Signal& s : m_.signals) {
    claim_name(s.name);
    need(s.width >= 1, "signal '" + s.name + "'", fmt::format("has width {}", s.width));
  }
  for (const Item& item : m_.items) {
    if (const auto* memory = std::get_if<Memory>(&item)) claim_name(memory->name);
    if (const auto* instance = std::get_if<Instance>(&item)) claim_name(instance->name);
  }
}

void ModuleVerifier::check_exprs() const {
  for (int index = 0; static_cast<std::size_t>(index) < m_.exprs.size(); ++index) {
    check_expr(index);
  }
}

void ModuleVerifier::check_expr(int index) const {
  const Expr& e = m_.exprs[static_cast<std::size_t>(index)];
  const std::string where = fmt::format("expression {}", index);
  need(e.width >= 1, where, fmt::format("has width {}", e.width));
  for (const ExprId argument : e.args) {
    need(argument >= 0 && argument < index, where,
         fmt::format("argument {} does not precede it", argument));
  }
  std::size_t wanted = 2;
  switch (e.kind) {
    case ExprKind::kConst:
    case ExprKind::kSignal:
      wanted = 0;
      break;
    case ExprKind::kSlice:
    case ExprKind::kRepeat:
    case ExprKind::kNot:
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
    case ExprKind::kZext:
    case ExprKind::kSext:
      wanted = 1;
      break;
    case ExprKind::kAddCarry:
    case ExprKind::kMux:
      wanted = 3;
      break;
    case ExprKind::kConcat:
      wanted = std::max<std::size_t>(e.args.size(), 1);
      break;
    default:
      break;
  }
  need(e.args.size() == wanted, where,
       fmt::format("has {} arguments instead of {}", e.args.size(), wanted));
  check_widths(e, where);
}

void ModuleVerifier::check_widths(const Expr& e, const std::string& where) const {
  const auto arg = [&](std::size_t i) {
    return m_.exprs[static_cast<std::size_t>(e.args[i])].width;
  };
  const auto equal = [&](int a, int b) {
    need(a == b, where, fmt::format("widths {} and {} should be equal", a, b));
  };
  switch (e.kind) {
    case ExprKind::kConst: {
      equal(e.bits.width, e.width);
      need(e.bits.limbs.size() == (static_cast<std::size_t>(e.width) + 63) / 64, where,
           "constant has a wrong number of limbs");
      const int top = e.width % 64;
      need(top == 0 || e.bits.limbs.back() >> top == 0, where, "constant is wider than its width");
      break;
    }
    case ExprKind::kSignal:
      equal(signal(e.signal, where).width, e.width);
      break;
    case ExprKind::kSlice:
      need(e.low >= 0 && e.low + e.width <= arg(0), where,
           fmt::format("slice {}:{} of {} bits", e.low + e.width - 1, e.low, arg(0)));
      break;
    case ExprKind::kConcat: {
      int sum = 0;
      for (std::size_t i = 0; i < e.args.size(); ++i) sum += arg(i);
      equal(sum, e.width);
      break;
    }
    case ExprKind::kRepeat:
      need(e.width % arg(0) == 0, where, "repetition is not a whole number of times");
      break;
    case ExprKind::kNot:
      equal(arg(0), e.width);
      break;
    case ExprKind::kAnd:
    case ExprKind::kOr:
    case ExprKind::kXor:
    case ExprKind::kAdd:
    case ExprKind::kSub:
      equal(arg(0), e.width);
      equal(arg(1), e.width);
      break;
    case ExprKind::kAddCarry:
      equal(arg(0), e.width);
      equal(arg(1), e.width);
      equal(arg(2), 1);
      break;
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
      equal(e.width, 1);
      break;
    case ExprKind::kMul:
    case ExprKind::kMulSigned:
      equal(arg(0) + arg(1), e.width);
      break;
    case ExprKind::kEq:
    case ExprKind::kNe:
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      equal(arg(0), arg(1));
      equal(e.width, 1);
      break;
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      equal(arg(0), e.width);
      break;
    case ExprKind::kMux:
      equal(arg(0), 1);
      equal(arg(1), e.width);
      equal(arg(2), e.width);
      break;
    case ExprKind::kZext:
    case ExprKind::kSext:
      need(arg(0) <= e.width, where,
           fmt::format("{} bits cannot be extended to {}", arg(0), e.width));
      break;
  }
}

void ModuleVerifier::drive(SignalId id, const std::string& by) {
  const Signal& s = signal(id, by);
  const std::string where = "signal '" + s.name + "'";
  need(s.kind != SignalKind::kInput, where, "an input port is driven by " + by);
  std::string& driver = driver_[static_cast<std::size_t>(id)];
  need(driver.empty(), where, "is driven by " + driver + " and by " + by);
  driver = by;
}

void ModuleVerifier::check_drivers() {
  driver_.assign(m_.signals.size(), "");
  for (const Item& item : m_.items) {
    std::visit(
        Visitor{[](const Section&) {}, [&](const Assign& a) { drive(a.target, "an assignment"); },
                [&](const Register& r) { drive(r.q, "a register"); },
                [&](const DelayLine& d) { drive(d.q, "a delay line"); },
                [&](const Memory& memory) { drive(memory.q, "memory " + memory.name); },
                [&](const Instance& instance) {
                  for (const auto& [port, id] : instance.outputs) {
                    drive(id, "instance " + instance.name);
                  }
                }},
        item);
  }
  for (std::size_t i = 0; i < m_.signals.size(); ++i) {
    const Signal& s = m_.signals[i];
    need(s.kind == SignalKind::kInput || !driver_[i].empty(), "signal '" + s.name + "'",
         "has no driver");
  }
}

void ModuleVerifier::check_register(const Register& r) const {
  const Signal& q = signal(r.q, "a register");
  const std::string where = "register '" + q.name + "'";
  need(m_.uses_clock, where, "the module has no clock");
  need_width(r.d, q.width, where, "d");
  if (r.enable >= 0) need_width(r.enable, 1, where, "enable");
  if (r.reset) {
    need(m_.uses_reset, where, "has a reset value but the module has no reset");
    need(r.reset->width == q.width, where,
         fmt::format("reset value is {} bits wide instead of {}", r.reset->width, q.width));
  }
}

void ModuleVerifier::check_memory(const Memory& memory) const {
  const std::string where = "memory '" + memory.name + "'";
  need(m_.uses_clock, where, "the module has no clock");
  need(memory.depth >= 1 && memory.width >= 1, where, "is empty");
  need(signal(memory.q, where).width == memory.width, where, "q has another width");
  need_width(memory.d, memory.width, where, "d");
  if (memory.enable >= 0) need_width(memory.enable, 1, where, "enable");
  const int address_width = expr(memory.address, where).width;
  need(address_width < 31 && (std::int64_t{1} << address_width) >= memory.depth, where,
       fmt::format("{} address bits for {} words", address_width, memory.depth));
}

void ModuleVerifier::check_item(const Item& item) const {
  std::visit(Visitor{[](const Section&) {},
                     [&](const Assign& a) {
                       const Signal& target = signal(a.target, "an assignment");
                       need_width(a.value, target.width, "signal '" + target.name + "'",
                                  "its value");
                     },
                     [&](const Register& r) { check_register(r); },
                     [&](const DelayLine& d) {
                       const Signal& q = signal(d.q, "a delay line");
                       const std::string where = "delay line '" + q.name + "'";
                       need(m_.uses_clock, where, "the module has no clock");
                       need(d.cycles >= 1, where, fmt::format("has {} cycles", d.cycles));
                       need_width(d.d, q.width, where, "d");
                     },
                     [&](const Memory& memory) { check_memory(memory); },
                     [&](const Instance& instance) {
                       const std::string where = "instance '" + instance.name + "'";
                       for (const auto& [port, value] : instance.inputs) {
                         static_cast<void>(expr(value, where));
                       }
                     }},
             item);
}

void ModuleVerifier::build_graph() {
  graph_.assign(m_.exprs.size() + m_.signals.size(), {});
  for (std::size_t i = 0; i < m_.exprs.size(); ++i) {
    const Expr& e = m_.exprs[i];
    for (const ExprId argument : e.args) graph_[i].push_back(static_cast<std::size_t>(argument));
    if (e.kind == ExprKind::kSignal) graph_[i].push_back(signal_node(e.signal));
  }
  for (const Item& item : m_.items) {
    if (const auto* a = std::get_if<Assign>(&item)) {
      graph_[signal_node(a->target)].push_back(static_cast<std::size_t>(a->value));
    }
    const auto* instance = std::get_if<Instance>(&item);
    if (instance == nullptr || paths_ == nullptr) continue;
    const auto module_paths = paths_->find(instance->module);
    if (module_paths == paths_->end()) continue;  // a leaf: registered outputs
    for (const auto& [port, id] : instance->outputs) {
      const auto through = module_paths->second.find(port);
      if (through == module_paths->second.end()) continue;
      for (const auto& [input, value] : instance->inputs) {
        if (through->second.count(input) != 0) {
          graph_[signal_node(id)].push_back(static_cast<std::size_t>(value));
        }
      }
    }
  }
}

/// Depth-first search with an explicit stack: chains may be thousands of expressions long.
void ModuleVerifier::check_loops() {
  build_graph();
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(graph_.size(), Mark::kNew);
  std::vector<std::pair<std::size_t, std::size_t>> stack;
  for (std::size_t root = 0; root < graph_.size(); ++root) {
    if (marks[root] != Mark::kNew) continue;
    marks[root] = Mark::kOpen;
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == graph_[node].size()) {
        marks[node] = Mark::kDone;
        stack.pop_back();
        continue;
      }
      const std::size_t child = graph_[node][next++];
      if (marks[child] == Mark::kOpen) {
        // Every loop passes through a signal; name the innermost one on the stack.
        std::size_t loop_node = child;
        for (const auto& [open, unused] : stack) {
          if (open >= m_.exprs.size()) loop_node = open;
        }
        fail("signal '" + m_.signals[loop_node - m_.exprs.size()].name + "'",
             "is part of a combinational loop");
      }
      if (marks[child] == Mark::kNew) {
        marks[child] = Mark::kOpen;
        stack.emplace_back(child, 0);
      }
    }
  }
}

PathMap ModuleVerifier::paths() {
  PathMap result;
  for (std::size_t i = 0; i < m_.signals.size(); ++i) {
    if (m_.signals[i].kind != SignalKind::kOutput) continue;
    std::set<std::string>& inputs = result[m_.signals[i].name];
    std::vector<bool> seen(graph_.size(), false);
    std::vector<std::size_t> stack{m_.exprs.size() + i};
    while (!stack.empty()) {
      const std::size_t node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      if (node >= m_.exprs.size()) {
        const Signal& s = m_.signals[node - m_.exprs.size()];
        if (s.kind == SignalKind::kInput) inputs.insert(s.name);
      }
      stack.insert(stack.end(), graph_[node].begin(), graph_[node].end());
    }
  }
  return result;
}

/// What an instance must match: name -> (is input, width) of every port.
struct Interface {
  std::map<std::string, std::pair<bool, int>> ports;
  bool uses_clock = true;
  bool uses_reset = false;
};

Interface interface_of(const Module& module) {
  Interface result;
  for (const Signal& s : module.signals) {
    if (s.kind != SignalKind::kWire) {
      result.ports[s.name] = {s.kind == SignalKind::kInput, s.width};
    }
  }
  result.uses_clock = module.uses_clock;
  result.uses_reset = module.uses_reset;
  return result;
}

class DesignVerifier {
 public:
  explicit DesignVerifier(const Design& design) : design_(design) {}

  void check_all() {
    std::unordered_set<std::string> names;
    for (const Leaf& leaf : design_.leaves) {
      if (is_reserved_or_illegal(leaf.name)) fail(leaf.name, "its name is not legal");
      if (!names.insert(lower(leaf.name)).second) fail(leaf.name, "is there twice");
      leaves_[leaf.name] = &leaf;
    }
    for (const Module& module : design_.modules) {
      if (!names.insert(lower(module.name)).second) fail(module.name, "is there twice");
      for (const Item& item : module.items) {
        if (const auto* instance = std::get_if<Instance>(&item)) check_instance(module, *instance);
      }
      ModuleVerifier verifier(module, &paths_);
      verifier.check_all();
      paths_[module.name] = verifier.paths();
      interfaces_[module.name] = interface_of(module);
    }
    if (interfaces_.count(design_.top) == 0) fail(design_.top, "the top module is missing");
  }

 private:
  [[noreturn]] static void fail(const std::string& module, const std::string& what) {
    throw InternalError(fmt::format("hw::verify: module '{}': {}", module, what));
  }

  [[nodiscard]] Interface leaf_interface(const Module& user, const Instance& instance) const {
    const Leaf& leaf = *leaves_.at(instance.module);
    std::map<std::string, std::int64_t> values;
    for (const auto& [name, value] : instance.parameters) {
      if (std::find(leaf.parameters.begin(), leaf.parameters.end(), name) ==
          leaf.parameters.end()) {
        fail(user.name,
             fmt::format("instance '{}': {} has no parameter {}", instance.name, leaf.name, name));
      }
      values[name] = value;
    }
    Interface result;
    result.uses_reset = leaf.uses_reset;
    for (const std::string& name : leaf.parameters) {
      if (values.count(name) == 0) {
        fail(user.name,
             fmt::format("instance '{}': parameter {} is not given", instance.name, name));
      }
    }
    for (const LeafPort& port : leaf.ports) {
      const auto width = port.width_parameter.empty() ? 1 : values.at(port.width_parameter);
      result.ports[port.name] = {port.is_input, static_cast<int>(width)};
    }
    return result;
  }

  void check_instance(const Module& user, const Instance& instance) const {
    const auto fail_here = [&](const std::string& what) {
      fail(user.name, fmt::format("instance '{}' of {}: {}", instance.name, instance.module, what));
    };
    Interface interface;
    if (leaves_.count(instance.module) != 0) {
      interface = leaf_interface(user, instance);
    } else if (const auto found = interfaces_.find(instance.module); found != interfaces_.end()) {
      if (!instance.parameters.empty()) fail_here("a generated module has no parameters");
      interface = found->second;
    } else {
      fail_here("no such module precedes its user");
    }
    if (interface.uses_clock && !user.uses_clock) fail_here("needs a clock, its user has none");
    if (interface.uses_reset && !user.uses_reset) fail_here("needs a reset, its user has none");
    std::set<std::string> connected;
    const auto connect = [&](const std::string& port, bool is_input, int width) {
      const auto found = interface.ports.find(port);
      if (found == interface.ports.end()) fail_here("has no port '" + port + "'");
      if (found->second.first != is_input) fail_here("port '" + port + "' has another direction");
      if (found->second.second != width) {
        fail_here(fmt::format("port '{}' is {} bits wide, connected to {}", port,
                              found->second.second, width));
      }
      if (!connected.insert(port).second) fail_here("port '" + port + "' is connected twice");
    };
    for (const auto& [port, value] : instance.inputs) {
      connect(port, true, user.exprs.at(static_cast<std::size_t>(value)).width);
    }
    for (const auto& [port, id] : instance.outputs) {
      connect(port, false, user.signals.at(static_cast<std::size_t>(id)).width);
    }
    for (const auto& [port, unused] : interface.ports) {
      if (connected.count(port) == 0) fail_here("port '" + port + "' is not connected");
    }
  }

  const Design& design_;
  std::unordered_map<std::string, const Leaf*> leaves_;
  std::unordered_map<std::string, Interface> interfaces_;
  std::unordered_map<std::string, PathMap> paths_;
};

}  // namespace

void verify(const Module& module) { ModuleVerifier(module, nullptr).check_all(); }

void verify(const Design& design) { DesignVerifier(design).check_all(); }

}  // namespace rtlgen::hw
