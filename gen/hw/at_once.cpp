// Finds the register depth of every signal, and removes registers if the depth is the same on all paths.
#include "hw/at_once.hpp"

#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "hw/ir.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

/// Properties of a module that is a pipeline.
struct PipelineSize {
  int depth = 0;      ///< registers on every path
  int registers = 0;  ///< in the module and its instances; a delay line counts as one
};

using KnownSizes = std::map<std::string, PipelineSize>;

/// Follows paths back from the outputs; run() returns nothing if they differ in depth.
class DepthFinder {
 public:
  DepthFinder(const Module& m, const KnownSizes& known) : module_(m), known_(known), depth_(m.exprs.size(), kOpen) {}

  std::optional<PipelineSize> run() {
    for (const Item& item : module_.items) {
      if (!take(item)) return std::nullopt;
    }
    int depth = kAny;
    for (const SignalId id : module_.signals.ids()) {
      if (module_.signals[id].kind == SignalKind::kOutput) depth = merge(depth, of_signal(id));
    }
    if (!sound_ || depth == kAny) return std::nullopt;
    return PipelineSize{depth, registers_};
  }

 private:
  static constexpr int kOpen = -2, kAny = -1;  // not known yet; a constant, equal at any depth

  bool take(const Item& item) {
    if (const auto* a = std::get_if<Assign>(&item)) {
      driver_[a->target] = &item;
    } else if (const auto* r = std::get_if<Register>(&item)) {
      driver_[r->q] = &item;
      ++registers_;
      return !r->enable.valid() && !r->reset;
    } else if (const auto* line = std::get_if<DelayLine>(&item)) {
      driver_[line->q] = &item;
      ++registers_;
    } else if (const auto* instance = std::get_if<Instance>(&item)) {
      const auto found = known_.find(instance->module);
      if (found == known_.end()) return false;
      registers_ += found->second.registers;
      for (const auto& [port, q] : instance->outputs) driver_[q] = &item;
    } else {
      return std::holds_alternative<Section>(item);
    }
    return true;
  }

  int merge(int a, int b) {
    if (a == kAny) return b;
    sound_ = sound_ && (b == kAny || a == b);
    return a;
  }

  /// A register with a constant input holds the constant only after the first cycle, so it is not part of a pipeline.
  int after(int depth, int cycles) {
    sound_ = sound_ && depth != kAny;
    return depth + cycles;
  }

  int of_signal(SignalId id) {
    const auto found = driver_.find(id);
    if (found == driver_.end()) return 0;  // an input
    if (const auto* a = std::get_if<Assign>(found->second)) return of(a->value);
    if (const auto* r = std::get_if<Register>(found->second)) return after(of(r->d), 1);
    if (const auto* line = std::get_if<DelayLine>(found->second)) return after(of(line->d), line->cycles);
    const auto& instance = std::get<Instance>(*found->second);
    int depth = kAny;
    for (const auto& [port, value] : instance.inputs) depth = merge(depth, of(value));
    return after(depth, known_.at(instance.module).depth);
  }

  int of(ExprId id) {
    if (depth_[id] != kOpen) return depth_[id];
    const Expr& e = module_.exprs[id];
    int depth = kAny;
    for (const ExprId a : e.args) depth = merge(depth, of(a));
    if (e.kind == ExprKind::kSignal) depth = of_signal(e.signal);
    return depth_[id] = depth;
  }

  const Module& module_;
  const KnownSizes& known_;
  std::map<SignalId, const Item*> driver_;
  IndexVector<ExprId, int> depth_;
  int registers_ = 0;
  bool sound_ = true;
};

std::string name_at_once(const std::string& module) { return module + "_now"; }

/// The function of a pipeline, as a module without registers.
Module without_registers(const Module& piped, const KnownSizes& known) {
  Module m = piped;
  m.name = name_at_once(piped.name);
  m.header = {"for simulation: " + piped.name + " without its registers"};
  m.uses_clock = false;
  for (Item& item : m.items) {
    if (const auto* r = std::get_if<Register>(&item)) {
      item = Assign{r->q, r->d};
    } else if (const auto* line = std::get_if<DelayLine>(&item)) {
      item = Assign{line->q, line->d};
    } else if (auto* instance = std::get_if<Instance>(&item)) {
      if (known.at(instance->module).depth > 0) instance->module = name_at_once(instance->module);
    }
  }
  return m;
}

/// Wraps the function in the module's ports, and delays it by `depth` pipeline stages.
class Wrapper {
 public:
  Wrapper(const Module& piped, int depth) {
    module_.name = piped.name;
    module_.summary = piped.summary;
    module_.header = {"for simulation: computed at once, delayed as by the registers of the pipeline"};
    module_.role = piped.role;
    Instance function{name_at_once(piped.name), "now", {}, {}, {}};
    for (const Signal& s : piped.signals) {
      if (s.kind != SignalKind::kWire) module_.signals.push_back(s), names_.insert(s.name);
    }
    for (const SignalId port : module_.signals.ids()) {
      const Signal s = module_.signals[port];
      if (s.kind == SignalKind::kWire) break;  // added by this loop
      if (s.kind == SignalKind::kInput) {
        module_.signals[port].unused = false;
        const SignalId q = wire(s.name + "_in", s.width);
        module_.items.push_back(Register{q, value(port), {}, std::nullopt});
        function.inputs.emplace_back(s.name, value(q));
        continue;
      }
      const SignalId now = wire(s.name + "_now", s.width), late = wire(s.name + "_late", s.width);
      function.outputs.emplace_back(s.name, now);
      module_.items.push_back(DelayLine{late, value(now), depth - 1});
      module_.items.push_back(Assign{port, value(late)});
    }
    module_.items.push_back(std::move(function));
  }

  Module take() { return std::move(module_); }

 private:
  SignalId wire(std::string name, int width) {
    while (!names_.insert(name).second) name += "x";
    return module_.signals.push_back({name, width, SignalKind::kWire, ""});
  }

  ExprId value(SignalId signal) {
    Expr e;
    e.kind = ExprKind::kSignal;
    e.width = module_.signals[signal].width;
    e.signal = signal;
    return module_.exprs.push_back(e);
  }

  Module module_;
  std::set<std::string> names_;
};

int ports_of(const Module& m) {
  int ports = 0;
  for (const Signal& s : m.signals) ports += s.kind == SignalKind::kWire ? 0 : 1;
  return ports;
}

}  // namespace

std::map<std::string, AtOnce> pipelines_at_once(const Design& design) {
  std::set<std::string> names;
  for (const Module& m : design.modules) names.insert(m.name);
  KnownSizes known;
  std::map<std::string, AtOnce> found;
  for (const Module& m : design.modules) {  // a module comes after those that it instantiates
    if (m.uses_reset || names.contains(name_at_once(m.name))) continue;
    const std::optional<PipelineSize> pipeline_size = DepthFinder(m, known).run();
    if (!pipeline_size) continue;
    known[m.name] = *pipeline_size;
    if (pipeline_size->depth == 0) continue;
    AtOnce& forms = found[m.name];
    forms.modules.push_back(without_registers(m, known));
    // One register per input, one delay line per output.
    forms.replaces = pipeline_size->depth > 1 && pipeline_size->registers > 2 * ports_of(m);
    if (forms.replaces) forms.modules.push_back(Wrapper(m, pipeline_size->depth).take());
  }
  return found;
}

}  // namespace rtlgen::hw
