// Placement regions on a part with several dies: the groups of Executors between die crossings.
#include "flow/dies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "board/board.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow {

bool has_dies(const Project& project) { return project.plan.core.hops > 0 && project.board.resources.slr.has_value(); }

std::string dies_text(const Project& project) {
  const contract::CoreInterface& core = project.plan.core;
  std::string text;
  for (int die = 0; die <= core.hops; ++die) {
    std::vector<std::string> names;
    for (int e = 0; e < core.steps; ++e) {
      if (core.die_of(e) == die) names.push_back(fmt::format("NAME =~ */executor_{}", e));
    }
    text += fmt::format(
        "create_pblock die_{0}\nresize_pblock [get_pblocks die_{0}] -add SLR{0}\n"
        "add_cells_to_pblock [get_pblocks die_{0}] [get_cells -hierarchical -filter {{{1}}}]\n",
        die, fmt::join(names, " || "));
  }
  return text +
         "\n# The registers on both sides of a die crossing, in the flip-flops next to the wires between dies.\n"
         "set_property USER_SLL_REG TRUE [get_cells -hierarchical -filter {NAME =~ */hop*_reg* || NAME =~ "
         "*/out_*_back*_reg* || NAME =~ */all_*_back*_reg*}]\n";
}

}  // namespace rtlgen::flow
