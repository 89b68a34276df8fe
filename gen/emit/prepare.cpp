// The two halves of prepare: canonical expressions, then wires for expressions that cannot be nested.
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
  explicit Hoister(hw::Module& module) : module_(module), names_(module) {}

  void run() {
    detach_outputs();
    replace_single_words();
    count_uses();
    find_homes();
    std::vector<hw::Item> items = std::move(module_.items);
    module_.items.clear();
    for (hw::Item& item : items) {
      if (auto* instance = std::get_if<hw::Instance>(&item)) mark_instance(*instance);
      std::visit([&](auto& concrete) { legalise(concrete); }, item);
      module_.items.push_back(std::move(item));
    }
  }

 private:
  Expr& expr(ExprId id) { return module_.exprs[id]; }
  hw::Signal& signal(SignalId id) { return module_.signals[id]; }

  SignalId add_wire(const std::string& name, int width, const std::string& comment = "") {
    return module_.signals.push_back({name, width, hw::SignalKind::kWire, comment, false});
  }
  ExprId add_read(SignalId id) {
    Expr read;
    read.kind = ExprKind::kSignal;
    read.width = signal(id).width;
    read.signal = id;
    return module_.exprs.push_back(std::move(read));
  }

  /// Both enables combined. An invalid one is always high.
  ExprId both(ExprId a, ExprId b) {
    if (!a.valid() || !b.valid()) return a.valid() ? a : b;
    Expr e;
    e.kind = hw::ExprKind::kAnd;
    e.width = 1;
    e.args = {a, b};
    return module_.exprs.push_back(std::move(e));
  }

  /// A signal inside must not have the name of an instance above it (Verilator: VARHIDDEN).
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
  [[nodiscard]] bool is_signal(ExprId id) const { return module_.exprs[id].kind == ExprKind::kSignal; }

  void legalise(hw::Section&) {}
  void legalise(hw::Assign& assign);
  void legalise(hw::Register& r) {
    owner_ = signal(r.q).name;
    r.d = root(r.d, false);
    if (r.enable.valid()) r.enable = root(r.enable, false);
  }
  void legalise(hw::DelayLine& line) {
    owner_ = signal(line.q).name;
    line.d = signal_or_atom(line.d);
  }
  void legalise(hw::Memory& memory) {
    owner_ = memory.name;
    memory.address = signal_or_atom(memory.address);
    if (memory.read_address.valid()) memory.read_address = signal_or_atom(memory.read_address);
    if (memory.d.valid()) memory.d = signal_or_atom(memory.d);
    if (memory.enable.valid()) memory.enable = root(memory.enable, false);
    if (memory.write.valid()) memory.write = root(memory.write, false);
  }
  void legalise(hw::Instance& instance) {
    for (auto& [port, value] : instance.inputs) {
      owner_ = instance.name + "_" + port;
      value = signal_or_atom(value);
    }
  }
  ExprId signal_or_atom(ExprId id) { return is_atom(module_, id) ? id : as_wire(id); }

  hw::Module& module_;
  NameTable names_;
  std::string owner_;                   ///< names the wires made for the item at hand
  IndexVector<ExprId, int> uses_;       ///< uses of every expression, by expressions and items
  IndexVector<ExprId, SignalId> home_;  ///< the wire that holds an expression, or none
  IndexVector<ExprId, bool> legal_;     ///< its arguments have been checked
  IndexVector<ExprId, int> leaves_;
  IndexVector<SignalId, ExprId> read_of_;  ///< the expression that reads a signal, or none
};

/// Outputs of registers, memories and instances, and outputs that are read, get a wire inside.
void Hoister::detach_outputs() {
  IndexVector<SignalId, bool> read(module_.signals.size(), false);
  IndexVector<SignalId, bool> assigned(module_.signals.size(), false);
  for (const Expr& e : module_.exprs) {
    if (e.kind == ExprKind::kSignal) read[e.signal] = true;
  }
  for (const hw::Item& item : module_.items) {
    if (const auto* a = std::get_if<hw::Assign>(&item)) {
      assigned[a->target] = true;
    }
  }
  IndexVector<SignalId, SignalId> inside(module_.signals.size());
  std::vector<hw::Assign> copies;
  for (const SignalId id : module_.signals.ids()) {
    const hw::Signal output = signal(id);
    if (output.kind != hw::SignalKind::kOutput || (assigned[id] && !read[id])) continue;
    inside[id] = add_wire(names_.fresh_exactly(output.name + "_i"), output.width, output.comment);
    copies.push_back({id, add_read(inside[id])});
  }
  if (copies.empty()) return;
  const auto redirect = [&](SignalId& id) {
    if (inside.contains(id) && inside[id].valid()) id = inside[id];
  };
  for (Expr& e : module_.exprs) {
    if (e.kind == ExprKind::kSignal) redirect(e.signal);
  }
  for (hw::Item& item : module_.items) {
    if (auto* a = std::get_if<hw::Assign>(&item)) redirect(a->target);
    if (auto* r = std::get_if<hw::Register>(&item)) redirect(r->q);
    if (auto* d = std::get_if<hw::DelayLine>(&item)) redirect(d->q);
    if (auto* memory = std::get_if<hw::Memory>(&item)) redirect(memory->q);
    if (auto* instance = std::get_if<hw::Instance>(&item)) {
      for (auto& [port, id] : instance->outputs) redirect(id);
    }
  }
  for (const hw::Assign& copy : copies) module_.items.emplace_back(copy);
}

/// A memory of one word -> a register and the output register; a delay line of one cycle -> a register.
void Hoister::replace_single_words() {
  std::vector<hw::Item> items;
  for (hw::Item& item : module_.items) {
    const auto* memory = std::get_if<hw::Memory>(&item);
    const auto* line = std::get_if<hw::DelayLine>(&item);
    if (memory != nullptr && memory->depth == 1) {
      const SignalId word = add_wire(memory->name, memory->width);
      items.emplace_back(hw::Register{word, memory->d, both(memory->enable, memory->write), std::nullopt});
      items.emplace_back(hw::Register{memory->q, add_read(word), memory->enable, std::nullopt});
    } else if (line != nullptr && line->cycles == 1) {
      items.emplace_back(hw::Register{line->q, line->d, {}, std::nullopt});
    } else {
      items.push_back(std::move(item));
    }
  }
  module_.items = std::move(items);
}

void Hoister::count(ExprId id) {
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    const ExprId at = stack.back();
    stack.pop_back();
    if (++uses_[at] > 1) continue;
    const Expr& e = expr(at);
    stack.insert(stack.end(), e.args.begin(), e.args.end());
  }
}

void Hoister::count_uses() {
  uses_.assign(module_.exprs.size(), 0);
  for_each_use(module_, [&](ExprId id) { count(id); });
}

/// An expression that is assigned to a wire needs no other name.
void Hoister::find_homes() {
  home_.assign(module_.exprs.size(), {});
  legal_.assign(module_.exprs.size(), false);
  leaves_.assign(module_.exprs.size(), 1);
  read_of_.assign(module_.signals.size(), {});
  for (const hw::Item& item : module_.items) {
    const auto* a = std::get_if<hw::Assign>(&item);
    if (a == nullptr || is_atom(module_, a->value)) continue;
    SignalId& home = home_[a->value];
    if (!home.valid() && signal(a->target).kind == hw::SignalKind::kWire) home = a->target;
  }
}

/// The expression as a reference to a wire, which is created and assigned now if none exists.
ExprId Hoister::as_wire(ExprId id) {
  if (is_signal(id)) return id;
  if (!home_[id].valid()) {
    legalise_arguments(id, true);
    const SignalId wire = add_wire(names_.fresh(owner_), expr(id).width);
    home_[id] = wire;
    module_.items.emplace_back(hw::Assign{wire, id});
  }
  const SignalId home = home_[id];
  if (!read_of_.contains(home)) read_of_.resize(module_.signals.size());
  if (!read_of_[home].valid()) {
    const ExprId read = add_read(home);
    uses_.push_back(0);
    home_.push_back({});
    legal_.push_back(true);
    leaves_.push_back(1);
    read_of_[home] = read;
  }
  return read_of_[home];
}

/// An argument, made a wire if it is shared, or not allowed inside another expression.
ExprId Hoister::nested(ExprId id, bool needs_signal) {
  if (is_signal(id)) return id;
  if (needs_signal) return as_wire(id);
  if (is_atom(module_, id)) return id;
  const ExprKind kind = expr(id).kind;
  const bool own_line = kind == ExprKind::kMux || kind == ExprKind::kMul || kind == ExprKind::kTable ||
                        kind == ExprKind::kMulSigned || kind == ExprKind::kAddCarry;
  if (own_line || uses_[id] > 1 || home_[id].valid()) {
    return as_wire(id);
  }
  legalise_arguments(id, false);
  return id;
}

void Hoister::legalise_arguments(ExprId id, bool is_root) {
  if (legal_[id]) return;
  legal_[id] = true;
  const ExprKind kind = expr(id).kind;
  const bool of_signal = kind == ExprKind::kSlice || kind == ExprKind::kSext;
  const bool of_atoms = kind == ExprKind::kMul || kind == ExprKind::kMulSigned || kind == ExprKind::kTable;
  int leaves = 0;
  for (std::size_t i = 0; i < expr(id).args.size(); ++i) {
    const ExprId argument = expr(id).args[i];
    ExprId now = argument;
    // A chain of conditions may go on in its last arm; nothing else may hold a condition.
    const bool chain = kind == ExprKind::kMux && is_root && i == 2 && expr(argument).kind == ExprKind::kMux &&
                       uses_[argument] == 1 && !home_[argument].valid();
    if (of_atoms) {
      now = signal_or_atom(argument);
    } else if (chain) {
      legalise_arguments(argument, true);
      if (leaves_[argument] > 2 * kMaxLeaves) now = as_wire(argument);
    } else {
      now = nested(argument, of_signal);
    }
    if (!is_atom(module_, now) && !chain && leaves + leaves_[now] > kMaxLeaves) {
      now = as_wire(now);
    }
    leaves += leaves_[now];
    expr(id).args[i] = now;
  }
  leaves_[id] = std::max(leaves, 1);
}

/// The value of an item: a shared one is read from its wire.
ExprId Hoister::root(ExprId id, bool conditional_allowed) {
  if (is_atom(module_, id)) return id;
  const ExprKind kind = expr(id).kind;
  const bool own_line = kind == ExprKind::kMul || kind == ExprKind::kMulSigned || kind == ExprKind::kAddCarry ||
                        kind == ExprKind::kTable || (kind == ExprKind::kMux && !conditional_allowed);
  if (own_line || uses_[id] > 1 || home_[id].valid()) {
    return as_wire(id);
  }
  legalise_arguments(id, false);
  return id;
}

void Hoister::legalise(hw::Assign& assign) {
  owner_ = signal(assign.target).name;
  if (is_atom(module_, assign.value)) return;
  if (home_[assign.value] == assign.target) {
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
  const auto add = [&](ExprKind kind, int width) {
    Expr e;
    e.kind = kind;
    e.width = width;
    return prepared.exprs.push_back(std::move(e));
  };
  for (const ExprId id : prepared.exprs.ids()) {
    const Expr& constant = prepared.exprs[id];
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
    const SignalId wire =
        prepared.signals.push_back({names.fresh("top_word"), kWord, hw::SignalKind::kWire, "", false});
    const ExprId word = add(ExprKind::kConst, kWord);
    prepared.exprs[word].bits = top;
    const ExprId read = add(ExprKind::kSignal, kWord);
    prepared.exprs[read].signal = wire;
    const ExprId zeros = add(ExprKind::kConst, below);
    prepared.exprs[zeros].bits = hw::Bits::zero(below);
    Expr& split = prepared.exprs[id];
    split.kind = ExprKind::kConcat;
    split.args = {read, zeros};
    prepared.items.emplace_back(hw::Assign{wire, word});
  }
}

}  // namespace rtlgen::emit
