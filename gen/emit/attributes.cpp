// Finds the registers of DSP blocks and the ends of shift registers; see attributes.hpp.
#include "emit/attributes.hpp"

#include <algorithm>
#include <variant>

#include "emit/canonical.hpp"

namespace rtlgen::emit {

namespace {

constexpr int kShortestShift = 3;  ///< the fewest registers of which Vivado makes a shift register, -shreg_min_size

const Attributes kInDsp = {{"use_dsp", "yes", "Vivado"}, {"multstyle", "dsp", "Quartus"}};
const Attributes kSpread = {{"max_fanout", "256", "Vivado", true}, {"maxfan", "256", "Quartus", true}};
const Attributes kKept = {{"keep", "true", "Yosys"}};
const Attributes kStays = {{"keep", "true", "Yosys"}, {"shreg_extract", "no", "Vivado"}};
const Attributes kEndsShift = {{"srl_style", "srl_reg", "Vivado"}};

/// The signals that a shift register ends with.
class Shifts {
 public:
  explicit Shifts(const hw::Module& module)
      : module_(module), readers_(module.signals.size(), 0), before_(module.signals.size()) {
    const auto count = [this](hw::ExprId id) {
      if (module_.exprs[id].kind == hw::ExprKind::kSignal) ++readers_[module_.exprs[id].signal];
    };
    for (const hw::Expr& e : module_.exprs) std::for_each(e.args.begin(), e.args.end(), count);
    for_each_use(module_, count);
    for (const hw::Item& item : module_.items) {
      const auto* r = std::get_if<hw::Register>(&item);
      if (r == nullptr || r->enable.valid() || r->reset || r->dsp != hw::DspRegister::kNone || r->is_kept) continue;
      const hw::Expr& d = module_.exprs[r->d];
      if (d.kind == hw::ExprKind::kSignal) before_[r->q] = d.signal;
      free_.push_back(r->q);
    }
  }

  [[nodiscard]] std::vector<hw::SignalId> ends() const {
    IndexVector<hw::SignalId, bool> is_free(module_.signals.size(), false), goes_on(module_.signals.size(), false);
    for (const hw::SignalId q : free_) is_free[q] = true;
    for (const hw::SignalId q : free_) {
      if (before_[q].valid() && readers_[before_[q]] == 1) goes_on[before_[q]] = true;
    }
    std::vector<hw::SignalId> found;
    for (const hw::SignalId q : free_) {
      int length = 1;
      for (hw::SignalId at = q; before_[at].valid() && is_free[before_[at]] && goes_on[before_[at]]; at = before_[at])
        ++length;
      if (length >= kShortestShift && !goes_on[q]) found.push_back(q);
    }
    return found;
  }

 private:
  const hw::Module& module_;
  IndexVector<hw::SignalId, int> readers_;
  IndexVector<hw::SignalId, hw::SignalId> before_;  ///< for a register that takes another signal unchanged: that signal
  std::vector<hw::SignalId> free_;                  ///< registers that run freely
};

}  // namespace

IndexVector<hw::SignalId, Attributes> attributes_of(const hw::Module& module) {
  IndexVector<hw::SignalId, Attributes> all(module.signals.size());
  for (const hw::Item& item : module.items) {
    if (const auto* a = std::get_if<hw::Assign>(&item); a != nullptr && module.keeps_products) {
      const hw::ExprKind kind = module.exprs[a->value].kind;
      if (kind == hw::ExprKind::kMul || kind == hw::ExprKind::kMulSigned) append_new(all[a->target], kKept);
    }
    const auto* r = std::get_if<hw::Register>(&item);
    if (r == nullptr) continue;
    if (r->dsp == hw::DspRegister::kProduct || r->dsp == hw::DspRegister::kSum) append_new(all[r->q], kInDsp);
    if (r->is_kept) append_new(all[r->q], kStays);
    if (r->is_spread) append_new(all[r->q], kSpread);
  }
  for (const hw::SignalId q : Shifts(module).ends()) append_new(all[q], kEndsShift);
  return all;
}

Attributes attributes_of(const RegisterGroup& group) { return group.is_kept ? kStays : Attributes{}; }

Attributes attributes_of(const hw::DelayLine& line) {
  return line.cycles >= kShortestShift ? kEndsShift : Attributes{};
}

void append_new(Attributes& to, const Attributes& from) {
  for (const Attribute& a : from) {
    if (std::find(to.begin(), to.end(), a) == to.end()) to.push_back(a);
  }
}

}  // namespace rtlgen::emit
