// Sums of resources.
#include "model/area/cells.hpp"

namespace rtlgen::model {

Area& Area::operator+=(const Area& other) {
  logic_luts += other.logic_luts;
  shift_luts += other.shift_luts;
  memory_luts += other.memory_luts;
  flip_flops += other.flip_flops;
  rams += other.rams;
  dsps += other.dsps;
  wide_luts += other.wide_luts;
  ultra_rams += other.ultra_rams;
  return *this;
}

Area operator*(std::int64_t n, Area a) {
  return {n * a.logic_luts, n * a.shift_luts, n * a.memory_luts, n * a.flip_flops,
          n * a.rams,       n * a.dsps,       n * a.wide_luts,   n * a.ultra_rams};
}

}  // namespace rtlgen::model
