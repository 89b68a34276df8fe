// A small stencil with a temporary, a border that is kept, two lanes and two steps.
#pragma once

namespace rtlgen::test {

inline constexpr const char* kTiny = R"yaml(name: tiny
grid: [9, 4]
type: uint8
fields:
  a: {boundary: reflect}
  b: {boundary: {constant: 7}}
update:
  - d: {expr: "a[-1,0] + a[1,1] + b", boundary: symmetric}
  - a: {expr: "d[0,1] - a + b[0,-1]", border: keep}
hardware: {cells_per_cycle: 2, steps: 2}
)yaml";

}  // namespace rtlgen::test
