// The area of a whole design: each module counted once, times the number of its instances.
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
  Area each;  ///< without the modules that it instantiates
};

struct DesignArea {
  Area total;
  std::vector<ModuleArea> modules;  ///< leaves first, as in the design; modules of rtl/ by name and parameters
};

/// Cache of module areas, keyed by the contents of modules: equal modules have equal areas in all designs with the same
/// fabric and calibration. Threads may share it.
class AreaCache {
 public:
  [[nodiscard]] std::optional<Area> find(const hw::Digest& digest) const;
  void add(const hw::Digest& digest, const Area& area);
  CoverCache& covers() { return covers_; }

 private:
  mutable std::mutex mutex_;
  std::map<hw::Digest, Area> areas_;
  CoverCache covers_;
};

/// The name of an instance of a module of rtl/ with its parameters: "rtlgen_fifo WIDTH=32 DEPTH=16".
std::string name_of(const hw::Instance& leaf);

/// The area with its LUTs of logic scaled by `factor`, the Calibration::factor of the module's kind.
Area calibrated(Area area, double factor);

/// Combines the given areas of modules with the numbers of their instances, starting at the top.
DesignArea area_of(const hw::Design& design, const std::function<Area(const hw::Module&)>& module,
                   const std::function<Area(const hw::Instance&)>& leaf);

/// The area as mapped to the fabric, with calibrated logic. Uses all cores of the machine. Modules in `known` are not
/// computed again; new ones are added to it.
DesignArea area_of(const hw::Design& design, const Fabric& fabric, const Calibration& calibration,
                   AreaCache* known = nullptr);

/// The control of rtlgen_fifo, without its memory: in_valid, out_ready -> write_enable, read_enable, write_at, read_at,
/// valid, lost.
hw::Module fifo_control(std::int64_t depth);

/// The area of rtlgen_fifo with these parameters; logic is not calibrated.
Area fifo_area(std::int64_t width, std::int64_t depth, const Fabric& fabric);

}  // namespace rtlgen::model
