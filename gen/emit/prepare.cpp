// The two halves of prepare: canonical expressions, then wires for what cannot be nested.
#include "emit/prepare.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

#include "emit/canonical.hpp"

namespace rtlgen::emit {
namespace {

using hw::Expr;
using hw::ExprId;
using hw::ExprKind;
using hw::SignalId;

/// A wire is made for an argument when the expression around it would have more leaves than this.
constexpr int kMaxLeaves = 20;

/// Names of one module, compared without letter case.
class NameTable {
 public:
  explicit NameTable(const hw::Module& module) {
    for (const hw::Signal& s : module.signals) claim(s.name);
    for (const hw::Item& item : module.items) {
      if (const auto* memory = std::get_if<hw::Memory>(&item)) claim(memory->name);
      if (const auto* instance = std::get_if<hw::Instance>(&item)) claim(instance->name);
    }
  }
  std::string fresh(const std::string& base) {
    int& count = counts_[base];
    std::string name;
    do {
      name = base + "_t" + std::to_string(++count);
    } while (!claim(name));
    return name;
  }
  std::string fresh_exactly(const std::string& wanted) { return claim(wanted) ? wanted : fresh(wanted); }

 private:
  bool claim(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return used_.insert(name).second;
  }
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, int> counts_;
};

class Hoister {
 public:
  explicit Hoister(hw::Module& module) : m_(module), names_(module) {}

  void run() {
    detach_outputs();
    replace_single_words();
    count_uses();
    find_homes();
    std::vector<hw::Item> items = std::move(m_.items);
    m_.items.clear();
    for (hw::Item& item : items) {
      if (auto* instance = std::get_if<hw::Instance>(&item)) mark_instance(*instance);
      std::visit([&](auto& concrete) { legalise(concrete); }, item);
      m_.items.push_back(std::move(item));
    }
  }

 private:
  Expr& expr(ExprId id) { return m_.exprs[static_cast<std::size_t>(id)]; }
  hw::Signal& signal(SignalId id) { return m_.signals[static_cast<std::size_t>(id)]; }

  SignalId add_wire(const std::string& name, int width, const std::string& comment = "") {
    m_.signals.push_back({name, width, hw::SignalKind::kWire, comment, false});
    return static_cast<SignalId>(m_.signals.size() - 1);
  }
  ExprId add_read(SignalId id) {
    Expr read;
    read.kind = ExprKind::kSignal;
    read.width = signal(id).width;
    read.signal = id;
    m_.exprs.push_back(std::move(read));
    return static_cast<ExprId>(m_.exprs.size() - 1);
  }

  /// The condition that two enables make together; -1: always.
  ExprId both(ExprId a, ExprId b) {
    if (a < 0 || b < 0) return a < 0 ? b : a;
    Expr e;
    e.kind = hw::ExprKind::kAnd;
    e.width = 1;
    e.args = {a, b};
    m_.exprs.push_back(std::move(e));
    return static_cast<ExprId>(m_.exprs.size() - 1);
  }

  /// A signal inside must not be called like an instance above it (Verilator: VARHIDDEN).
  void mark_instance(hw::Instance& instance) {
    if (instance.name.compare(0, 2, "u_") != 0) {
      instance.name = names_.fresh_exactly("u_" + instance.name);
    }
  }
  void detach_outputs();
  void replace_single_words();
  void count_uses();
  void count(ExprId id);
  void find_homes();

  ExprId as_wire(ExprId id);
  ExprId nested(ExprId id, bool needs_signal);
  void legalise_arguments(ExprId id, bool is_root);
  ExprId root(ExprId id, bool conditional_allowed);
  [[nodiscard]] bool is_signal(ExprId id) const {
    return m_.exprs[static_cast<std::size_t>(id)].kind == ExprKind::kSignal;
  }

  void legalise(hw::Section&) {}
  void legalise(hw::Assign& assign);
  void legalise(hw::Register& r) {
    owner_ = signal(r.q).name;
    r.d = root(r.d, false);
    if (r.enable >= 0) r.enable = root(r.enable, false);
  }
  void legalise(hw::DelayLine& line) {
    owner_ = signal(line.q).name;
    line.d = signal_or_atom(line.d);
  }
  void legalise(hw::Memory& memory) {
    owner_ = memory.name;
    memory.address = signal_or_atom(memory.address);
    memory.d = signal_or_atom(memory.d);
    if (memory.enable >= 0) memory.enable = root(memory.enable, false);
    if (memory.write >= 0) memory.write = root(memory.write, false);
  }
  void legalise(hw::Instance& instance) {
    for (auto& [port, value] : instance.inputs) {
      owner_ = instance.name + "_" + port;
      value = signal_or_atom(value);
    }
  }
  ExprId signal_or_atom(ExprId id) { return is_atom(m_, id) ? id : as_wire(id); }

  hw::Module& m_;
  NameTable names_;
  std::string owner_;           ///< names the wires made for the item at hand
  std::vector<int> uses_;       ///< of every expression, by expressions and items
  std::vector<SignalId> home_;  ///< the wire that holds an expression, or -1
  std::vector<bool> legal_;     ///< its arguments have been looked at
  std::vector<int> leaves_;
  std::vector<ExprId> read_of_;  ///< signal -> expression that reads it, or -1
};

/// Outputs of registers, memories and instances, and outputs that are read, get a wire inside.
void Hoister::detach_outputs() {
  std::vector<bool> read(m_.signals.size(), false);
  std::vector<bool> assigned(m_.signals.size(), false);
  for (const Expr& e : m_.exprs) {
    if (e.kind == ExprKind::kSignal) read[static_cast<std::size_t>(e.signal)] = true;
  }
  for (const hw::Item& item : m_.items) {
    if (const auto* a = std::get_if<hw::Assign>(&item)) {
      assigned[static_cast<std::size_t>(a->target)] = true;
    }
  }
  std::vector<SignalId> inside(m_.signals.size(), -1);
  std::vector<hw::Assign> copies;
  const std::size_t count = m_.signals.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (m_.signals[i].kind != hw::SignalKind::kOutput || (assigned[i] && !read[i])) continue;
    inside[i] = add_wire(names_.fresh_exactly(m_.signals[i].name + "_i"), m_.signals[i].width, m_.signals[i].comment);
    const ExprId value = add_read(inside[i]);
    copies.push_back({static_cast<SignalId>(i), value});
  }
  if (copies.empty()) return;
  const auto redirect = [&](SignalId& id) {
    if (static_cast<std::size_t>(id) < count && inside[static_cast<std::size_t>(id)] >= 0) {
      id = inside[static_cast<std::size_t>(id)];
    }
  };
  for (Expr& e : m_.exprs) {
    if (e.kind == ExprKind::kSignal) redirect(e.signal);
  }
  for (hw::Item& item : m_.items) {
    if (auto* a = std::get_if<hw::Assign>(&item)) redirect(a->target);
    if (auto* r = std::get_if<hw::Register>(&item)) redirect(r->q);
    if (auto* d = std::get_if<hw::DelayLine>(&item)) redirect(d->q);
    if (auto* memory = std::get_if<hw::Memory>(&item)) redirect(memory->q);
    if (auto* instance = std::get_if<hw::Instance>(&item)) {
      for (auto& [port, id] : instance->outputs) redirect(id);
    }
  }
  for (const hw::Assign& copy : copies) m_.items.emplace_back(copy);
}

/// A memory of one word is a register in front of the output register; a line of one is a register.
void Hoister::replace_single_words() {
  std::vector<hw::Item> items;
  for (hw::Item& item : m_.items) {
    const auto* memory = std::get_if<hw::Memory>(&item);
    const auto* line = std::get_if<hw::DelayLine>(&item);
    if (memory != nullptr && memory->depth == 1) {
      const SignalId word = add_wire(memory->name, memory->width);
      items.emplace_back(hw::Register{word, memory->d, both(memory->enable, memory->write), std::nullopt});
      items.emplace_back(hw::Register{memory->q, add_read(word), memory->enable, std::nullopt});
    } else if (line != nullptr && line->cycles == 1) {
      items.emplace_back(hw::Register{line->q, line->d, -1, std::nullopt});
    } else {
      items.push_back(std::move(item));
    }
  }
  m_.items = std::move(items);
}

void Hoister::count(ExprId id) {
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    const ExprId at = stack.back();
    stack.pop_back();
    if (++uses_[static_cast<std::size_t>(at)] > 1) continue;
    const Expr& e = expr(at);
    stack.insert(stack.end(), e.args.begin(), e.args.end());
  }
}

void Hoister::count_uses() {
  uses_.assign(m_.exprs.size(), 0);
  for_each_use(m_, [&](ExprId id) { count(id); });
}

/// An expression that is assigned to a wire needs no other name.
void Hoister::find_homes() {
  home_.assign(m_.exprs.size(), -1);
  legal_.assign(m_.exprs.size(), false);
  leaves_.assign(m_.exprs.size(), 1);
  read_of_.assign(m_.signals.size(), -1);
  for (const hw::Item& item : m_.items) {
    const auto* a = std::get_if<hw::Assign>(&item);
    if (a == nullptr || is_atom(m_, a->value)) continue;
    SignalId& home = home_[static_cast<std::size_t>(a->value)];
    if (home < 0 && signal(a->target).kind == hw::SignalKind::kWire) home = a->target;
  }
}

/// The expression as a reference to a wire, which is made and assigned now if there is none.
ExprId Hoister::as_wire(ExprId id) {
  if (is_signal(id)) return id;
  if (home_[static_cast<std::size_t>(id)] < 0) {
    legalise_arguments(id, true);
    const SignalId wire = add_wire(names_.fresh(owner_), expr(id).width);
    home_[static_cast<std::size_t>(id)] = wire;
    m_.items.emplace_back(hw::Assign{wire, id});
  }
  const SignalId home = home_[static_cast<std::size_t>(id)];
  if (static_cast<std::size_t>(home) >= read_of_.size()) {
    read_of_.resize(m_.signals.size(), -1);
  }
  if (read_of_[static_cast<std::size_t>(home)] < 0) {
    const ExprId read = add_read(home);
    uses_.push_back(0);
    home_.push_back(-1);
    legal_.push_back(true);
    leaves_.push_back(1);
    read_of_[static_cast<std::size_t>(home)] = read;
  }
  return read_of_[static_cast<std::size_t>(home)];
}

/// An argument, made a wire if it is shared, or not allowed inside another expression.
ExprId Hoister::nested(ExprId id, bool needs_signal) {
  if (is_signal(id)) return id;
  if (needs_signal) return as_wire(id);
  if (is_atom(m_, id)) return id;
  const ExprKind kind = expr(id).kind;
  const bool own_line = kind == ExprKind::kMux || kind == ExprKind::kMul || kind == ExprKind::kTable ||
                        kind == ExprKind::kMulSigned || kind == ExprKind::kAddCarry;
  if (own_line || uses_[static_cast<std::size_t>(id)] > 1 || home_[static_cast<std::size_t>(id)] >= 0) {
    return as_wire(id);
  }
  legalise_arguments(id, false);
  return id;
}

void Hoister::legalise_arguments(ExprId id, bool is_root) {
  if (legal_[static_cast<std::size_t>(id)]) return;
  legal_[static_cast<std::size_t>(id)] = true;
  const ExprKind kind = expr(id).kind;
  const bool of_signal = kind == ExprKind::kSlice || kind == ExprKind::kSext;
  const bool of_atoms = kind == ExprKind::kMul || kind == ExprKind::kMulSigned || kind == ExprKind::kTable;
  int leaves = 0;
  for (std::size_t i = 0; i < expr(id).args.size(); ++i) {
    const ExprId argument = expr(id).args[i];
    ExprId now = argument;
    // A chain of conditions may go on in its last arm; nothing else may hold a condition.
    const bool chain = kind == ExprKind::kMux && is_root && i == 2 && expr(argument).kind == ExprKind::kMux &&
                       uses_[static_cast<std::size_t>(argument)] == 1 && home_[static_cast<std::size_t>(argument)] < 0;
    if (of_atoms) {
      now = signal_or_atom(argument);
    } else if (chain) {
      legalise_arguments(argument, true);
      if (leaves_[static_cast<std::size_t>(argument)] > 2 * kMaxLeaves) now = as_wire(argument);
    } else {
      now = nested(argument, of_signal);
    }
    if (!is_atom(m_, now) && !chain && leaves + leaves_[static_cast<std::size_t>(now)] > kMaxLeaves) {
      now = as_wire(now);
    }
    leaves += leaves_[static_cast<std::size_t>(now)];
    expr(id).args[i] = now;
  }
  leaves_[static_cast<std::size_t>(id)] = std::max(leaves, 1);
}

/// The value of an item: a shared one is read from its wire.
ExprId Hoister::root(ExprId id, bool conditional_allowed) {
  if (is_atom(m_, id)) return id;
  const ExprKind kind = expr(id).kind;
  const bool own_line = kind == ExprKind::kMul || kind == ExprKind::kMulSigned || kind == ExprKind::kAddCarry ||
                        kind == ExprKind::kTable || (kind == ExprKind::kMux && !conditional_allowed);
  if (own_line || uses_[static_cast<std::size_t>(id)] > 1 || home_[static_cast<std::size_t>(id)] >= 0) {
    return as_wire(id);
  }
  legalise_arguments(id, false);
  return id;
}

void Hoister::legalise(hw::Assign& assign) {
  owner_ = signal(assign.target).name;
  if (is_atom(m_, assign.value)) return;
  if (home_[static_cast<std::size_t>(assign.value)] == assign.target) {
    legalise_arguments(assign.value, true);
    return;
  }
  assign.value = root(assign.value, false);
}

}  // namespace

hw::Module prepare(const hw::Module& module) {
  hw::Module prepared = canonical(module);
  Hoister(prepared).run();
  return prepared;
}

void split_constants_for_ghdl(hw::Module& prepared) {
  constexpr int kWord = 32;
  NameTable names(prepared);
  const std::size_t count = prepared.exprs.size();
  const auto add = [&](ExprKind kind, int width) -> Expr& {
    Expr e;
    e.kind = kind;
    e.width = width;
    return prepared.exprs.emplace_back(std::move(e));
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Expr& constant = prepared.exprs[i];
    const int below = constant.width - kWord;
    if (constant.kind != ExprKind::kConst || below <= 0 || constant.width % kWord != 0) continue;
    bool rest = false;
    hw::Bits top(kWord, 0);
    for (int bit = 0; bit < constant.width; ++bit) {
      if (!constant.bits.bit(bit)) continue;
      if (bit < below)
        rest = true;
      else
        top.set_bit(bit - below, true);
    }
    if (rest || top.is_zero()) continue;
    prepared.signals.push_back({names.fresh("top_word"), kWord, hw::SignalKind::kWire, "", false});
    const auto wire = static_cast<SignalId>(prepared.signals.size() - 1);
    const auto first = static_cast<ExprId>(prepared.exprs.size());
    add(ExprKind::kConst, kWord).bits = top;
    add(ExprKind::kSignal, kWord).signal = wire;
    add(ExprKind::kConst, below).bits = hw::Bits(below, 0);
    Expr& split = prepared.exprs[i];
    split.kind = ExprKind::kConcat;
    split.args = {first + 1, first + 2};
    prepared.items.emplace_back(hw::Assign{wire, first});
  }
}

}  // namespace rtlgen::emit
