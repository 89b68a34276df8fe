// The roofline: attained work compared with the limits of memory and arithmetic, by work per byte of memory traffic.
#pragma once

#include <string>

#include "spec/axes.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::model {

struct Time;

struct RoofInput {
  const plan::Plan* plan = nullptr;
  const Time* time = nullptr;  ///< time of the run
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 1;
  double kernel_mhz = 0;
  double flops = 0;       ///< per cell update (model/flops.hpp)
  double design_gbs = 0;  ///< peak of the channels in use, together; 0: not known
  double board_gbs = 0;   ///< peak of the whole board; 0: not known
  double fullest = 0;     ///< fraction of the scarcest resource that the design takes; 0: not known
};

/// The position of a design in the roofline diagram, per second and byte. Work is counted in flops, or in cell updates
/// if the stencil has no flops.
struct Roof {
  std::string unit, each;    ///< "flop/s", "flop"
  double work = 0;           ///< per cell update
  double intensity = 0;      ///< work per byte of memory traffic; 0: no traffic
  double attained = 0;       ///< predicted, work/s
  double compute = 0;        ///< P x I x clock x work
  double board_compute = 0;  ///< the same if the design filled the scarcest resource; 0: not known
  double design_bytes_s = 0,
         board_bytes_s = 0;  ///< peak bandwidth of the channels in use, and of the whole board; 0: not known

  /// The bandwidth that limits the design: of the channels in use, else of the board; 0: not known.
  [[nodiscard]] double bytes_s() const { return design_bytes_s > 0 ? design_bytes_s : board_bytes_s; }
  /// The intensity from which on arithmetic is the limit; 0: no memory is known.
  [[nodiscard]] double ridge() const { return bytes_s() > 0 ? compute / bytes_s() : 0; }
  /// The limit for this design: the lower of the two roofs.
  [[nodiscard]] double allowed() const;
};

Roof roof_of(const RoofInput& input);

}  // namespace rtlgen::model
