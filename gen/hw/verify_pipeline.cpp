// Proves the register depth of a pipelined module; shares no code with pipeline.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "hw/pipeline.hpp"
#include "support/check.hpp"
#include "support/id.hpp"

namespace rtlgen::hw {

void verify_pipeline(const Module& piped, int stages) {
  constexpr int kAny = -1;  // a constant, equal at any depth
  std::map<SignalId, const Item*> driver;
  for (const Item& item : piped.items) {
    if (const auto* a = std::get_if<Assign>(&item)) driver[a->target] = &item;
    if (const auto* r = std::get_if<Register>(&item)) driver[r->q] = &item;
    if (const auto* d = std::get_if<DelayLine>(&item)) driver[d->q] = &item;
    if (const auto* i = std::get_if<Instance>(&item)) {
      RTLGEN_CHECK(i->module == dsp_sum_leaf().name, "a pipeline may only have instances of sums in DSP blocks");
      for (const auto& [port, q] : i->outputs) driver[q] = &item;
    }
  }
  IndexVector<ExprId, int> depth(piped.exprs.size(), -2);
  const auto merge = [&](int a, int b) {
    if (a == kAny) return b;
    RTLGEN_CHECK(b == kAny || a == b, "paths of different register depth meet in " + piped.name);
    return a;
  };
  const std::function<int(ExprId)> of = [&](ExprId id) -> int {
    if (depth[id] != -2) return depth[id];
    const Expr& e = piped.exprs[id];
    int d = kAny;
    for (const ExprId a : e.args) d = merge(d, of(a));
    if (e.kind == ExprKind::kSignal) {
      const auto found = driver.find(e.signal);
      if (found == driver.end())
        d = 0;
      else if (const auto* a = std::get_if<Assign>(found->second))
        d = of(a->value);
      else if (const auto* r = std::get_if<Register>(found->second))
        d = of(r->d) == kAny ? kAny : of(r->d) + 1;
      else if (const auto* l = std::get_if<DelayLine>(found->second))
        d = of(l->d) == kAny ? kAny : of(l->d) + l->cycles;
      else {
        for (const auto& [port, value] : std::get<Instance>(*found->second).inputs) d = merge(d, of(value));
        const auto& parameters = std::get<Instance>(*found->second).parameters;
        const auto block_stages = std::ranges::find(parameters, "RANKS", [](const auto& p) { return p.first; });
        if (d != kAny) d += static_cast<int>(block_stages->second);
      }
    }
    return depth[id] = d;
  };
  for (const auto& [signal, item] : driver) {
    if (piped.signals[signal].kind != SignalKind::kOutput) continue;
    const int d = of(std::get<Assign>(*item).value);
    RTLGEN_CHECK(d == kAny || d == stages,
                 fmt::format("{}: output after {} registers, {} promised", piped.name, d, stages));
  }
}

}  // namespace rtlgen::hw
