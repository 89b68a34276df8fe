// A small netlist with something of everything, right as it is.
#pragma once

#include "netlist/netlist.hpp"

namespace rtlgen::netlist_test {

/// A module of another hand: clocks, a vector, an output given in parts, a pin of both directions.
inline netlist::Interface foreign(bool has_pins = true) {
  using netlist::Direction;
  using netlist::Timing;
  netlist::Interface border{"foreign_ip",
                            {"MODE"},
                            {{"clk", Direction::kIn, 1, Timing::kClock},
                             {"in", Direction::kIn, 4, Timing::kClocked, "clk"},
                             {"pair", Direction::kOut, 3, Timing::kClocked, "clk"}}};
  if (has_pins) border.ports.push_back({"pad", Direction::kInout, 2});
  return border;
}

/// Two clocks: a counter of each, a level between them, registers, a foreign module and its pins.
inline netlist::Module sample(bool has_pins = true) {
  using netlist::bit;
  using netlist::Direction;
  using netlist::net;
  using netlist::Part;
  using netlist::slice;
  using netlist::Timing;
  netlist::Module m{"sample", {"sample -- of everything something", "", "for tests"}};
  m.parameters = {{"MODE", 3}};
  m.ports = {{"bus_clk", Direction::kIn, 1, Timing::kClock},
             {"other_clk", Direction::kIn, 1, Timing::kClock},
             {"bus_rst", Direction::kIn, 1, Timing::kClocked, "bus_clk"},
             {"up", Direction::kIn},
             {"level", Direction::kIn, 1, Timing::kClocked, "other_clk"},
             {"data", Direction::kIn, 4, Timing::kClocked, "bus_clk"},
             {"busy", Direction::kOut, 1, Timing::kClocked, "bus_clk"},
             {"total", Direction::kOut, 16, Timing::kClocked, "bus_clk"}};
  if (has_pins) m.ports.push_back({"pad", Direction::kInout, 2});
  Part levels{"Levels"};
  levels.wires(1, {"seen", "step"});
  levels.alias("active", 1, ~(net("seen") & net("up")) | bit("data", 0), "or not");
  levels.state("first", 2, netlist::binary(2, 1));
  levels.state("wrapped", 1, netlist::zero());
  levels.state("held", 1, netlist::zero());
  levels.registers("other_clk", {{"held", "level"}});
  levels.leaf("rtlgen_sync", "u_seen", {{"INIT", 1}}, {{"clk", "bus_clk"}, {"in", "held"}, {"out", "seen"}});
  levels.note("Not before the first clock.");
  levels.registers("bus_clk", {{"first", netlist::concat({bit("first", 0), net("active")})}}, "up");
  levels.registers("bus_clk",
                   {{"wrapped", netlist::equal(slice("data", 2, 1), netlist::decimal(2, 3)) & bit("first", 1)}});
  Part counts{"Counts"};
  counts.wire("count", 8);
  counts.wire("low");
  counts.wire("unused_high", 2);
  counts.unread("unused_count", {slice("count", 7, 4)});
  counts.leaf("rtlgen_count", "u_count", {{"BITS", 8}},
              {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"step", "step"}, {"count", "count"}});
  std::vector<netlist::Connection> ports = {{"clk", "bus_clk"},
                                            {"in", slice("count", 3, 0) ^ netlist::repeat("wrapped", 4)},
                                            {"pair", netlist::concat({net("unused_high"), net("low")})}};
  if (has_pins) ports.push_back({"pad", "pad"});
  counts.instance(foreign(has_pins), "u_foreign", {{"MODE", "MODE"}}, std::move(ports));
  counts.assign("step", netlist::any_bit("data") & ~net("low"));
  counts.assign("busy", "step");
  counts.assign(slice("total", 15, 8), netlist::extend("data", 8));
  counts.assign(slice("total", 7, 0), net("count") + netlist::hex(8, 0x1f));
  m.parts = {levels, counts};
  return m;
}

}  // namespace rtlgen::netlist_test
