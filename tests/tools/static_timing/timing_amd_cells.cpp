// The library of AMD families; see timing_amd.hpp.
#include <fmt/format.h>

#include "hw/delay_model.hpp"
#include "static_timing/timing_amd.hpp"
#include "static_timing/timing_amd_pins.hpp"
#include "static_timing/timing_liberty.hpp"

namespace rtlgen::synthesis {

namespace {

using liberty::Arc;
using liberty::cell;
using liberty::clock;
using liberty::from_many;
using liberty::input;
using liberty::kEdge;
using liberty::many;
using liberty::output;
using liberty::sampled;

/// An output with arcs from the clock and from inputs.
std::string clocked(const char* inputs, int count, int from_clock, int from_input, int route) {
  std::vector<Arc> arcs = from_many(count, inputs, from_input + route);
  arcs.push_back({"C", from_clock + route, kEdge});
  return clock() + many(count, inputs) + output("O", arcs);
}

/// Cells that drive a route of `route` ps.
std::string with_route(const hw::CellDelays& d, const std::string& suffix, int route) {
  const hw::AmdCells& amd = *d.amd;
  const auto named = [&suffix](const char* name) { return fmt::format("{}_{}", name, suffix); };
  std::string text = cell(named("LUT"), many(6, "I") + output("O", from_many(6, "I", d.lut + route)));
  text += cell(named("MUXF"), many(3, "I") + output("O", from_many(3, "I", amd.mux + route)));
  text += cell(named("SUM"), many(2, "I") + output("O", from_many(2, "I", d.carry_off + route)));
  text += cell(named("WIRE"), input("I0") + output("O", {{"I0", route}}));
  text += cell(named("FFQ"), clock() + output("Q", {{"C", d.clock_to_q + route}}, kEdge));
  text += cell(named("RAMQ"), clock() + output("Q", {{"C", d.ram_read + route}}, kEdge));
  text += cell(named("RAMRQ"), clock() + output("Q", {{"C", amd.ram_register + route}}, kEdge));
  text += cell(named("DSPQ"), clock() + output("Q", {{"C", amd.dsp_clock_to_q + route}}, kEdge));
  text += cell(named("SRL"), clocked("A", 5, amd.shift, d.lut_ram, route));
  text += cell(named("LUTRAM"), clocked("A", kLutRamAddress, amd.lut_ram_write, d.lut_ram, route));
  return text;
}

/// The parts of a DSP between its registers. R: from a register inside; the path to the next one is a stage.
std::string dsp(const hw::CellDelays& d) {
  const hw::AmdCells& amd = *d.amd;
  const int multiply = d.dsp - amd.dsp_add, stage = amd.dsp_stage - amd.dsp_clock_to_q;
  const auto part = [](const char* name, int inputs, int ps, int from_register) {
    std::vector<Arc> arcs = from_many(inputs, "I", ps);
    arcs.push_back({"R", from_register});
    return cell(name, many(inputs, "I") + input("R") + output("O", arcs));
  };
  return part("DSPMULT", kDspOperands, multiply, multiply) + part("DSPMULT_staged", kDspOperands, multiply, stage) +
         part("DSPADD", kDspAddends, amd.dsp_add, amd.dsp_add) + part("DSPADD_staged", kDspAddends, amd.dsp_add, stage);
}

}  // namespace

std::string amd_cells(const hw::DelayModel& device) {
  const hw::CellDelays& d = *device.cells;
  const hw::AmdCells& amd = *d.amd;
  std::string text = with_route(d, "slice", 0);
  for (int bucket = 0; bucket < liberty::kBuckets; ++bucket)
    text += with_route(d, std::to_string(bucket), hw::route_ps(d, 1 << bucket));
  const int on = d.carry_on - d.lut;
  text += cell("CARRY", many(2, "I") + input("CI") + output("O", {{"I0", on}, {"I1", on}, {"CI", d.carry_bit}}));
  text += cell("CARRYIN", input("I0") + output("O", {{"I0", on}}));
  text += dsp(d);
  const auto sink = [](const char* name, int set_up) { return cell(name, clock() + sampled("D", set_up)); };
  // The figure in a row includes the LUT before the register.
  text += sink("FFD", d.set_up - d.lut) + sink("EN", amd.enable) + sink("RST", amd.reset);
  text += sink("RAMD", d.ram_set_up) + sink("DSPD", amd.dsp_set_up) + sink("DSPS", 0);
  return text;
}

}  // namespace rtlgen::synthesis
