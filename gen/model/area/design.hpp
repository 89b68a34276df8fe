// The area of a whole design: each module once, times its instances.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hw/digest.hpp"
#include "model/area/cells.hpp"

namespace rtlgen::hw {
struct Design;
struct Instance;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::model {

struct Calibration;

struct ModuleArea {
  std::string name;
  std::string kind;  ///< hw::Module::role, or the name of a module of rtl/
  std::int64_t instances = 0;
  Area each;  ///< without the modules inside
};

struct DesignArea {
  Area total;
  std::vector<ModuleArea> modules;  ///< leaves first, as in the design; rtl/'s modules by name and parameters
};

/// Areas of modules that are known, by what they are made of: they are the same in every design of a fabric and
/// calibration. Threads may share it.
class AreaCache {
 public:
  [[nodiscard]] std::optional<Area> find(const hw::Digest& digest) const;
  void add(const hw::Digest& digest, const Area& area);

 private:
  mutable std::mutex mutex_;
  std::map<hw::Digest, Area> areas_;
};

/// An instance of a module of rtl/ by its parameters: "rtlgen_fifo WIDTH=32 DEPTH=16".
std::string name_of(const hw::Instance& leaf);

/// With so much of its LUTs of logic: Calibration::factor of the module's kind.
Area calibrated(Area area, double factor);

/// Modules with the areas that are given, and how often each is there, from the top.
DesignArea area_of(const hw::Design& design, const std::function<Area(const hw::Module&)>& module,
                   const std::function<Area(const hw::Instance&)>& leaf);

/// As the fabric maps it, logic calibrated. On all of the machine's cores. `known` has the areas of modules that are
/// known and learns the others.
DesignArea area_of(const hw::Design& design, const Fabric& fabric, const Calibration& calibration,
                   AreaCache* known = nullptr);

/// The control of rtlgen_fifo without its memory: in_valid, out_ready -> write_enable, read_enable, write_at, read_at,
/// valid, lost.
hw::Module fifo_control(std::int64_t depth);

/// rtlgen_fifo with these parameters, its logic not calibrated.
Area fifo_area(std::int64_t width, std::int64_t depth, const Fabric& fabric);

}  // namespace rtlgen::model
