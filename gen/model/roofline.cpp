// The roofline; see roofline.hpp.
#include "model/roofline.hpp"

#include <algorithm>

#include "contract/core_interface.hpp"
#include "model/time.hpp"
#include "plan/plan.hpp"
#include "spec/ids.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::model {

namespace {

/// Bytes per pass through the core's ports, if there is no shell to count beats.
double port_bytes_of_pass(const RoofInput& in) {
  const contract::CoreInterface& core = in.plan->core;
  double bytes = 0;
  for (const auto* arrays : {&core.input_arrays, &core.output_arrays}) {
    for (const int a : *arrays) bytes += in.plan->stencil->arrays[spec::ArrayId(a)].type.width / 8.0;
  }
  return bytes * static_cast<double>(in.extents[0] * in.extents[1] * in.extents[2]);
}

double run_bytes(const RoofInput& in) {
  double bytes = 0;
  for (const ChannelTime& c : in.time->channels) bytes += c.read_bytes + c.written_bytes;
  return bytes > 0 ? bytes : port_bytes_of_pass(in) * static_cast<double>(in.time->passes);
}

}  // namespace

double Roof::allowed() const {
  return bytes_s() > 0 && intensity > 0 ? std::min(compute, intensity * bytes_s()) : compute;
}

Roof roof_of(const RoofInput& in) {
  const contract::CoreInterface& core = in.plan->core;
  Roof roof;
  const bool flops = in.flops > 0;
  roof.unit = flops ? "flop/s" : "cell updates/s";
  roof.each = flops ? "flop" : "cell updates";
  roof.work = flops ? in.flops : 1;
  roof.compute = core.cells_per_cycle * in.kernel_mhz * 1e6 * roof.work * core.steps;
  if (in.fullest > 0) roof.board_compute = roof.compute / in.fullest;
  roof.attained = in.time->cell_updates_per_s * roof.work;
  const double updates =
      static_cast<double>(in.extents[0] * in.extents[1] * in.extents[2]) * static_cast<double>(in.iterations);
  const double bytes = run_bytes(in);
  roof.intensity = bytes > 0 ? updates * roof.work / bytes : 0;
  roof.design_bytes_s = in.design_gbs * 1e9;
  roof.board_bytes_s = in.board_gbs * 1e9;
  return roof;
}

}  // namespace rtlgen::model
