// A stencil whose core is Verilated in blocks, for the tests of what a simulation is built from.
#pragma once

namespace rtlgen::test {

/// Its Executors are blocks of their own, and its waveform ends at operators' ports. The name has a capital.
constexpr const char* kLarge = R"(name: Large
grid: [12, 6]
type: float<5,4>
fields:
  c: {boundary: edge}
update:
  - c: c[-1,0] * c[1,0] + c[0,1] * c[0,-1]
iterations: 7
hardware: {cells_per_cycle: 3, steps: 7}
)";

}  // namespace rtlgen::test
