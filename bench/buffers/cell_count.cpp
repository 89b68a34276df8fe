// Weighs the cells of a module and all below it.
#include "cell_count.hpp"

#include "model/area/cells.hpp"

namespace rtlgen::bench {

Area area_of(const synthesis::CellTable& table, const std::string& module, const std::string& outside) {
  const model::Area sum = synthesis::cells_below(table, module, model::fabric_of("xc7"),
                                                 [&outside](const std::string& type) { return type == outside; });
  return {sum.rams, sum.flip_flops, sum.luts()};
}

std::int64_t instances(const synthesis::CellTable& table, const std::string& module, const std::string& type) {
  const auto found = table.find(module);
  if (found == table.end()) return 0;
  const auto count = found->second.find(type);
  return count == found->second.end() ? 0 : count->second;
}

}  // namespace rtlgen::bench
