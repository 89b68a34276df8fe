// Plans that are broken on purpose, by topic: each mutant is a good plan with one thing changed, which plan::verify has
// to refuse by name.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"

namespace rtlgen::test {

using plan::Plan;
using plan::Storage;

struct Mutant {
  const char* what;
  const char* program;
  std::function<void(Plan&)> damage;
  const char* message;  ///< part of the message
};

using Mutants = std::vector<Mutant>;

/// One topic is one instantiation of its mutants.
class BrokenPlan : public testing::TestWithParam<Mutant> {};

inline std::string mutant_name(const testing::TestParamInfo<Mutant>& info) { return info.param.what; }

/// 2-D, two fields, a temporary, operators, a border that is kept, a parameter, P = 4, I = 3.
inline constexpr const char* kFull = R"yaml(name: full
grid: [403, 60]
fields:
  a: {boundary: {x: reflect, y: {constant: 2}}}
  b: {}
params:
  p: {value: 0.5, runtime: true}
update:
  - d: {expr: "a[-1,-1] * 0.3 + a[1,0]", boundary: symmetric}
  - b: {expr: "b[0,1] + d[0,-1] * p", border: keep}
  - a: a[-1,0] + d[1,1] + float32(x + step)
iterations: 7
hardware: {cells_per_cycle: 4, steps: 3}
)yaml";

inline constexpr const char* kRuntime3 = R"yaml(name: runtime
grid: [64, 48, 9]
type: uint8
fields: {a: {}}
update:
  - a: a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,1,0] + a[0,0,-1] + a[0,0,1]
hardware: {cells_per_cycle: 4}
)yaml";

/// A chain so long that its smallest grids need gaps.
inline constexpr const char* kChain = R"yaml(name: chain
grid: [64, 48]
type: uint8
fields: {a: {boundary: reflect}}
update:
  - a: a[0,-2] + a[0,2]
hardware: {steps: 6}
)yaml";

inline plan::StreamPlan& stream(Plan& p, int i) { return p.executor.streams[spec::StreamId(i)]; }

/// A segment that a memory holds.
inline plan::Segment& delayed(Plan& p) {
  for (plan::StreamPlan& s : p.executor.streams) {
    for (plan::Segment& g : s.segments) {
      if (g.memory >= 0) return g;
    }
  }
  throw std::logic_error("no memory in this plan");
}

inline plan::NodeSchedule& pipelined(Plan& p) {
  for (plan::StagePlan& s : p.executor.stages) {
    for (plan::NodeSchedule& n : s.kernel.nodes) {
      if (n.is_operator && n.latency > 1) return n;
    }
  }
  throw std::logic_error("no operator in this plan");
}

inline contract::Port& port(Plan& p, contract::PortRole role) {
  for (contract::Port& q : p.core.ports) {
    if (q.role == role) return q;
  }
  throw std::logic_error("no such port in this plan");
}

}  // namespace rtlgen::test
