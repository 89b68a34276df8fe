// Mixes every number of a module, in order, into two lanes.
#include "hw/digest.hpp"

#include <string_view>

#include "hw/ir.hpp"
#include "support/hash_index.hpp"

namespace rtlgen::hw {

namespace {

class Mixer {
 public:
  void add(std::uint64_t value) {
    lanes_[0] = mixed(lanes_[0] ^ value);
    lanes_[1] = mixed(lanes_[1] + value + 0x9e3779b97f4a7c15U);
  }
  void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(int value) { add(static_cast<std::int64_t>(value)); }
  template <class Tag>
  void add(Id<Tag> id) {
    add(id.index());
  }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add(static_cast<int>(c));
  }
  void add(const Bits& bits) {
    add(bits.width);
    for (const std::uint64_t limb : bits.limbs) add(limb);
  }

  [[nodiscard]] Digest digest() const { return lanes_; }

 private:
  Digest lanes_{0x243f6a8885a308d3U, 0x13198a2e03707344U};
};

/// The place where synthesis must leave a register; 0: anywhere. Counts of modules are stored by digest
/// (bench/area/counts.txt), so these numbers must not change.
int place_of(const Register& r) {
  if (r.is_kept) return 3;
  switch (r.dsp) {
    case DspRegister::kNone:
      return 0;
    case DspRegister::kOperand:
      return 2;
    case DspRegister::kProduct:
      return 4;
    case DspRegister::kSum:
      return 5;
  }
  return 0;
}

struct ItemMixer {
  Mixer& mix;

  void operator()(const Section&) const {}
  void operator()(const Assign& a) const {
    mix.add(a.target);
    mix.add(a.value);
  }
  void operator()(const Register& r) const {
    mix.add(r.q);
    mix.add(r.d);
    mix.add(r.enable);
    mix.add(r.reset ? 1 : 0);
    if (const int place = place_of(r); place > 0) mix.add(place);
    if (r.reset) mix.add(*r.reset);
  }
  void operator()(const DelayLine& d) const {
    mix.add(d.q);
    mix.add(d.d);
    mix.add(d.cycles);
  }
  void operator()(const Memory& m) const {
    for (const int part : {m.depth, m.width, static_cast<int>(m.style), m.q.index()}) mix.add(part);
    for (const ExprId part : {m.address, m.d, m.enable, m.write, m.read_address}) mix.add(part);
    for (const Bits& word : m.contents) mix.add(word);
  }
  void operator()(const Instance& i) const {
    mix.add(i.module);
    for (const auto& [name, value] : i.parameters) {
      mix.add(name);
      mix.add(value);
    }
    for (const auto& [port, value] : i.inputs) mix.add(value);
    for (const auto& [port, signal] : i.outputs) mix.add(signal);
  }
};

}  // namespace

Digest digest(const Module& module) {
  Mixer mix;
  mix.add(module.role);
  for (const Signal& s : module.signals) {
    mix.add(s.width);
    mix.add(static_cast<int>(s.kind));
  }
  for (const Expr& e : module.exprs) {
    mix.add(static_cast<int>(e.kind));
    mix.add(e.width);
    for (const ExprId arg : e.args) mix.add(arg);
    mix.add(e.signal);
    mix.add(e.low);
    if (e.kind == ExprKind::kConst || e.kind == ExprKind::kTable) mix.add(e.bits);
  }
  for (const Item& item : module.items) {
    mix.add(static_cast<std::uint64_t>(item.index()));
    std::visit(ItemMixer{mix}, item);
  }
  return mix.digest();
}

}  // namespace rtlgen::hw
