// Words of ports and words of arrays: a port that carries a vector has the components of each cell side by side. Wires,
// no logic.
#include "contract/core_interface.hpp"
#include "elaborate/core_builder.hpp"
#include "plan/interface/scalars.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"

namespace rtlgen::elaborate {

hw::Value CoreBuilder::part_of(const contract::Port& port, spec::ArrayId array, hw::Value word) const {
  if (port.arrays.size() == 1) return word;
  int low = 0, cell = 0;
  for (const spec::ArrayId a : ids_of(port.arrays)) {
    if (a == array) low = cell;
    cell += outside_type(a).width;
  }
  std::vector<hw::Value> high_first;
  for (int at = low; at < word.width; at += cell)
    high_first.insert(high_first.begin(), word.slice(at + outside_type(array).width - 1, at));
  return hw::cat(high_first);
}

hw::Value CoreBuilder::word_of(const contract::Port& port, const std::map<spec::ArrayId, hw::Value>& words) const {
  const std::vector<spec::ArrayId> arrays = ids_of(port.arrays);
  if (arrays.size() == 1) return words.at(arrays.front());
  std::vector<hw::Value> high_first;
  for (int lane = 0; lane < context_.lanes; ++lane) {
    for (const spec::ArrayId a : arrays) {
      const int width = outside_type(a).width;
      high_first.insert(high_first.begin(), words.at(a).slice((lane + 1) * width - 1, lane * width));
    }
  }
  return hw::cat(high_first);
}

const contract::Port& CoreBuilder::carrier(contract::PortRole role, spec::ArrayId array) const {
  for (const contract::Port& port : core_.ports) {
    if (port.role != role) continue;
    for (const spec::ArrayId a : ids_of(port.arrays)) {
      if (a == array) return port;
    }
  }
  RTLGEN_CHECK(false, "an array that no port carries");
  return core_.ports.front();
}

}  // namespace rtlgen::elaborate
