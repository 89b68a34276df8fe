// The area of a whole design: each module once, times its instances.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/area/cells.hpp"

namespace rtlgen::model {

struct ModuleArea {
  std::string name;
  std::int64_t instances = 0;
  Area each;  ///< without the modules inside
};

struct DesignArea {
  Area total;
  std::vector<ModuleArea> modules;  ///< leaves first, as in the design; rtl/'s modules by name and parameters
};

/// Areas of modules that are known, by name: operators are the same in every design of a fabric.
using AreaCache = std::map<std::string, Area>;

/// Instances are counted from the top. With a cache, modules whose name it has are not counted anew; it learns
/// operators, whose names say everything.
DesignArea area_of(const hw::Design& design, const Fabric& fabric, AreaCache* operators = nullptr);

/// rtlgen_fifo with these parameters.
Area fifo_area(std::int64_t width, std::int64_t depth, const Fabric& fabric);

}  // namespace rtlgen::model
