// Statistics of Yosys.
#include <stdexcept>

#include "model/area/cells.hpp"
#include "synthesis/statistics.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  try {
    const synthesis::CellTable table = synthesis::parse_stat(fuzz::text_of(data, size));
    fuzz::require(!table.empty(), "no module");
    model::Fabric fabric;
    using enum model::Fabric::Kind;
    for (const model::Fabric::Kind kind : {kXilinx, kAlm, kFourLuts}) {
      fabric.kind = kind;
      synthesis::cells_below(table, table.begin()->first, fabric, [](const std::string&) { return false; });
    }
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  return 0;
}
