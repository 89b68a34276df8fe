// Proves the invariants of the hardware IR, independently of how modules are built.
//
// Module: expressions in order and of exact width, one driver per signal, legal unique names, state
// only with a clock, resets only with a reset port, no combinational loop. Design: modules before
// their users, instances that match what they instantiate, no loop through instances
// (verify_design.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "hw/verify_module.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::hw {
namespace {

template <class... Kinds>
struct Visitor : Kinds... {
  using Kinds::operator()...;
};
template <class... Kinds>
Visitor(Kinds...) -> Visitor<Kinds...>;

}  // namespace

void ModuleVerifier::claim_name(const std::string& name) {
  need(!is_reserved_or_illegal(name), {"name", name}, "is not legal in both languages");
  need(names_.insert(lower_case(name)).second, {"name", name}, "is used twice (ignoring case)");
}

void ModuleVerifier::check_names() {
  need(!is_reserved_or_illegal(module_.name), "name", "is not legal in both languages");
  names_.reserve(module_.signals.size());
  for (const Signal& s : module_.signals) {
    claim_name(s.name);
    need(s.width >= 1, {"signal", s.name}, "has width {}", s.width);
  }
  for (const Item& item : module_.items) {
    if (const auto* memory = std::get_if<Memory>(&item)) claim_name(memory->name);
    if (const auto* instance = std::get_if<Instance>(&item)) claim_name(instance->name);
  }
}

void ModuleVerifier::check_exprs() const {
  for (const ExprId id : module_.exprs.ids()) check_expr(id);
}

void ModuleVerifier::check_expr(ExprId id) const {
  const Expr& e = module_.exprs[id];
  need(e.width >= 1, id, "has width {}", e.width);
  for (const ExprId argument : e.args) {
    need(argument.valid() && argument < id, id, "argument {} does not precede it", argument.index());
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
    case ExprKind::kTable:
      wanted = 1;
      break;
    case ExprKind::kAddCarry:
    case ExprKind::kBlockSum:
    case ExprKind::kMux:
      wanted = 3;
      break;
    case ExprKind::kConcat:
      wanted = std::max<std::size_t>(e.args.size(), 1);
      break;
    default:
      break;
  }
  need(e.args.size() == wanted, id, "has {} arguments instead of {}", e.args.size(), wanted);
  check_widths(e, id);
}

void ModuleVerifier::check_widths(const Expr& e, const Place& where) const {
  const auto arg = [&](std::size_t i) { return module_.exprs[e.args[i]].width; };
  const auto equal = [&](int a, int b) { need(a == b, where, "widths {} and {} should be equal", a, b); };
  switch (e.kind) {
    case ExprKind::kConst: {
      equal(e.bits.width, e.width);
      need(e.bits.limbs.size() == (static_cast<std::size_t>(e.width) + 63) / 64, where,
           "constant has the wrong number of limbs");
      const int top = e.width % 64;
      need(top == 0 || e.bits.limbs.back() >> top == 0, where, "constant does not fit its width");
      break;
    }
    case ExprKind::kSignal:
      equal(signal(e.signal, where).width, e.width);
      break;
    case ExprKind::kSlice:
      need(e.low >= 0 && e.low + e.width <= arg(0), where, "slice {}:{} of {} bits", e.low + e.width - 1, e.low,
           arg(0));
      break;
    case ExprKind::kConcat: {
      int sum = 0;
      for (std::size_t i = 0; i < e.args.size(); ++i) sum += arg(i);
      equal(sum, e.width);
      break;
    }
    case ExprKind::kRepeat:
      need(e.width % arg(0) == 0, where, "repetition count is not an integer");
      break;
    case ExprKind::kZext:
    case ExprKind::kSext:
      need(arg(0) <= e.width, where, "{} bits cannot be extended to {}", arg(0), e.width);
      break;
    case ExprKind::kTable:
      need(arg(0) <= kMaxTableIndex, where, "has an index of {} bits", arg(0));
      equal(e.bits.width, e.width << arg(0));
      break;
    default:
      check_operator_widths(e, where);
  }
}

/// Checks operations that compute and do not only move bits.
void ModuleVerifier::check_operator_widths(const Expr& e, const Place& where) const {
  const auto arg = [&](std::size_t i) { return module_.exprs[e.args[i]].width; };
  const auto equal = [&](int a, int b) { need(a == b, where, "widths {} and {} should be equal", a, b); };
  switch (e.kind) {
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
    case ExprKind::kBlockSum:
      need(e.width <= kBlockSumBits, where, "a DSP block adds {} bits, not {}", kBlockSumBits, e.width);
      [[fallthrough]];
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
    default:
      fail(where, "is of an unknown kind");
  }
}

void ModuleVerifier::drive(SignalId id, const Item& by) {
  const auto text = [](const Item& item) {
    return std::visit(Visitor{[](const Section&) { return std::string("a comment"); },
                              [](const Assign&) { return std::string("an assignment"); },
                              [](const Register&) { return std::string("a register"); },
                              [](const DelayLine&) { return std::string("a delay line"); },
                              [](const Memory& memory) { return "memory " + memory.name; },
                              [](const Instance& instance) { return "instance " + instance.name; }},
                      item);
  };
  const Signal& s = module_.signals.contains(id) ? module_.signals[id] : signal(id, text(by));
  if (s.kind == SignalKind::kInput) fail({"signal", s.name}, "an input port is driven by " + text(by));
  const Item*& driver = driver_[id];
  if (driver != nullptr) fail({"signal", s.name}, fmt::format("is driven by {} and by {}", text(*driver), text(by)));
  driver = &by;
}

void ModuleVerifier::check_drivers() {
  driver_.assign(module_.signals.size(), nullptr);
  for (const Item& item : module_.items) {
    std::visit(Visitor{[](const Section&) {}, [&](const Assign& a) { drive(a.target, item); },
                       [&](const Register& r) { drive(r.q, item); }, [&](const DelayLine& d) { drive(d.q, item); },
                       [&](const Memory& memory) { drive(memory.q, item); },
                       [&](const Instance& instance) {
                         for (const auto& [port, id] : instance.outputs) drive(id, item);
                       }},
               item);
  }
  for (const SignalId id : module_.signals.ids()) {
    const Signal& s = module_.signals[id];
    need(s.kind == SignalKind::kInput || driver_[id] != nullptr, {"signal", s.name}, "has no driver");
  }
}

void ModuleVerifier::check_register(const Register& r) const {
  const Signal& q = signal(r.q, "a register");
  const Place where("register", q.name);
  need(module_.uses_clock, where, "the module has no clock");
  need_width(r.d, q.width, where, "d");
  if (r.enable.valid()) need_width(r.enable, 1, where, "enable");
  if (r.reset) {
    need(module_.uses_reset, where, "has a reset value but the module has no reset");
    need(r.reset->width == q.width, where, "reset value is {} bits wide instead of {}", r.reset->width, q.width);
  }
}

void ModuleVerifier::check_memory(const Memory& memory) const {
  const Place where("memory", memory.name);
  need(module_.uses_clock, where, "the module has no clock");
  need(memory.depth >= 1 && memory.width >= 1, where, "is empty");
  need(signal(memory.q, where).width == memory.width, where, "q has the wrong width");
  if (memory.is_rom()) {
    need(!memory.d.valid() && !memory.enable.valid() && !memory.write.valid() && !memory.read_address.valid(), where,
         "is a ROM that is written or enabled");
    need(static_cast<int>(memory.contents.size()) == memory.depth, where, "has contents of {} words instead of {}",
         memory.contents.size(), memory.depth);
    for (const Bits& word : memory.contents) need(word.width == memory.width, where, "has a word of the wrong width");
  } else {
    need_width(memory.d, memory.width, where, "d");
  }
  if (memory.enable.valid()) need_width(memory.enable, 1, where, "enable");
  if (memory.write.valid()) need_width(memory.write, 1, where, "write");
  const int address_width = expr(memory.address, where).width;
  need(!memory.read_address.valid() || expr(memory.read_address, where).width == address_width, where,
       "is read and written at addresses of different widths");
  need(address_width < 31 && (std::int64_t{1} << address_width) >= memory.depth, where, "{} address bits for {} words",
       address_width, memory.depth);
}

void ModuleVerifier::check_item(const Item& item) const {
  std::visit(Visitor{[](const Section&) {},
                     [&](const Assign& a) {
                       const Signal& target = signal(a.target, "an assignment");
                       need_width(a.value, target.width, {"signal", target.name}, "its value");
                     },
                     [&](const Register& r) { check_register(r); },
                     [&](const DelayLine& d) {
                       const Signal& q = signal(d.q, "a delay line");
                       const Place where("delay line", q.name);
                       need(module_.uses_clock, where, "the module has no clock");
                       need(d.cycles >= 1, where, "has {} cycles", d.cycles);
                       need_width(d.d, q.width, where, "d");
                     },
                     [&](const Memory& memory) { check_memory(memory); },
                     [&](const Instance& instance) {
                       const Place where("instance", instance.name);
                       for (const auto& [port, value] : instance.inputs) {
                         static_cast<void>(expr(value, where));
                       }
                     }},
             item);
}

template <class Edge>
void ModuleVerifier::for_all_edges(Edge edge) const {
  for (const ExprId id : module_.exprs.ids()) {
    const Expr& e = module_.exprs[id];
    for (const ExprId argument : e.args) edge(expr_node(id), expr_node(argument));
    if (e.kind == ExprKind::kSignal) edge(expr_node(id), signal_node(e.signal));
  }
  for (const Item& item : module_.items) {
    if (const auto* a = std::get_if<Assign>(&item)) edge(signal_node(a->target), expr_node(a->value));
    const auto* instance = std::get_if<Instance>(&item);
    if (instance == nullptr || paths_ == nullptr) continue;
    const auto module_paths = paths_->find(instance->module);
    if (module_paths == paths_->end()) continue;  // a leaf: registered outputs
    for (const auto& [port, id] : instance->outputs) {
      const auto through = module_paths->second.find(port);
      if (through == module_paths->second.end()) continue;
      for (const auto& [input, value] : instance->inputs) {
        if (through->second.count(input) != 0) edge(signal_node(id), expr_node(value));
      }
    }
  }
}

/// Counts the edges of each node, then places them.
void ModuleVerifier::build_graph() {
  const std::size_t nodes = module_.exprs.size() + module_.signals.size();
  begins_.assign(nodes + 1, 0);
  for_all_edges([&](std::size_t from, std::size_t) { ++begins_[from + 1]; });
  for (std::size_t n = 0; n < nodes; ++n) begins_[n + 1] += begins_[n];
  edges_.resize(begins_.back());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for_all_edges([&](std::size_t from, std::size_t to) { edges_[next[from]++] = to; });
}

/// Depth-first search with an explicit stack: chains may be thousands of expressions long.
void ModuleVerifier::check_loops() {
  build_graph();
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(begins_.size() - 1, Mark::kNew);
  std::vector<std::pair<std::size_t, std::size_t>> stack;  // nodes, with their next edges
  for (std::size_t root = 0; root < marks.size(); ++root) {
    if (marks[root] != Mark::kNew) continue;
    marks[root] = Mark::kOpen;
    stack.emplace_back(root, begins_[root]);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == begins_[node + 1]) {
        marks[node] = Mark::kDone;
        stack.pop_back();
        continue;
      }
      const std::size_t child = edges_[next++];
      if (marks[child] == Mark::kOpen) {
        // Every loop passes through a signal; name the innermost one on the stack.
        std::size_t loop_node = child;
        for (const auto& [open, unused] : stack) {
          if (signal_of(open).valid()) loop_node = open;
        }
        fail({"signal", module_.signals[signal_of(loop_node)].name}, "is part of a combinational loop");
      }
      if (marks[child] == Mark::kNew) {
        marks[child] = Mark::kOpen;
        stack.emplace_back(child, begins_[child]);
      }
    }
  }
}

PathMap ModuleVerifier::paths() {
  PathMap result;
  for (const SignalId id : module_.signals.ids()) {
    if (module_.signals[id].kind != SignalKind::kOutput) continue;
    std::set<std::string>& inputs = result[module_.signals[id].name];
    std::vector<bool> seen(begins_.size() - 1, false);
    std::vector<std::size_t> stack{signal_node(id)};
    while (!stack.empty()) {
      const std::size_t node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      if (const SignalId through = signal_of(node); through.valid()) {
        const Signal& s = module_.signals[through];
        if (s.kind == SignalKind::kInput) inputs.insert(s.name);
      }
      for (std::size_t e = begins_[node]; e < begins_[node + 1]; ++e) stack.push_back(edges_[e]);
    }
  }
  return result;
}

void verify(const Module& module) { ModuleVerifier(module, nullptr).check_all(); }

}  // namespace rtlgen::hw
