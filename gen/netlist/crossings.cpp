// Constraints of clock crossings, in the tools' languages.
#include "netlist/crossings.hpp"

#include <fmt/format.h>

namespace rtlgen::netlist {

namespace {

/// A crossing inside a module of rtl/.
struct Inner {
  std::string instance;  ///< may begin with "*": below a block in the file
  bool is_fifo = false;
  std::string writer = {}, reader = {};  ///< clock ports
  bool words_in_luts = false;
};

const std::map<std::string, std::vector<Inner>>& inner_crossings() {
  static const std::map<std::string, std::vector<Inner>> kInner = {
      {"rtlgen_sequencer", {{"u_hold"}, {"u_ping"}, {"u_pong"}, {"u_done"}, {"u_config_error"}}},
      {"rtlgen_restart", {{"u_held"}, {"u_bus"}, {"u_done"}}},
      {"rtlgen_channel_reset", {{"u_hold"}, {"u_ping"}, {"u_pong"}, {"u_busy"}}},
      {"rtlgen_clock_meter", {{"u_level"}}},
      {"rtlgen_stream_in", {{"*u_fifo", true, "bus_clk", "kernel_clk"}}},
      {"rtlgen_stream_out", {{"*u_fifo", true, "kernel_clk", "bus_clk"}}},
      {"rtlgen_axi_cross",
       {{"u_aw_fifo", true, "near_clk", "far_clk", true},
        {"u_w_fifo", true, "near_clk", "far_clk"},
        {"u_ar_fifo", true, "near_clk", "far_clk", true},
        {"u_b_fifo", true, "far_clk", "near_clk", true},
        {"u_r_fifo", true, "far_clk", "near_clk"}}}};
  return kInner;
}

std::string xdc_fifo(const std::string& fifo, const std::string& writer, const std::string& reader) {
  // From the clock, not from the Gray pointer: its highest bit is also that of the binary pointer, and a synthesis tool
  // may keep either.
  const auto pointer = [&](const std::string& from, const char* to) {
    const std::string ends = fmt::format("-from {} -to {}", from, xdc_cells(fmt::format("{}/{}_reg*", fifo, to)));
    return fmt::format("set_max_delay -datapath_only {} $least_period\nset_bus_skew {} $least_period\n", ends, ends);
  };
  // The words are stable long before they are read.
  return pointer(reader, "wr_meta") + pointer(writer, "rd_meta") +
         fmt::format("set_false_path -quiet -from {} -to {}\n", writer, xdc_cells(fifo + "/out_data_reg*", "-quiet "));
}

std::string sdc_fifo(const std::string& fifo) {
  const auto pointer = [&](const char* from, const char* to) {
    return fmt::format(
        "set_max_delay {0} 100\nset_min_delay {0} -100\n"
        "set_max_skew {0} -get_skew_value_from_clock_period min_clock_period -skew_value_multiplier 0.8\n"
        "set_net_delay {0} -max -get_value_from_clock_period min_clock_period -value_multiplier 0.8\n",
        fmt::format("-from {} -to {}", sdc_registers(fmt::format("{}{}*", fifo, from)),
                    sdc_registers(fmt::format("{}{}*", fifo, to))));
  };
  return pointer("rd_", "wr_meta") + pointer("wr_", "rd_meta");
}

}  // namespace

std::vector<Crossing> crossings_of(const Instance& instance) {
  const Step here{instance.of.module, instance.name};
  if (here.module == "rtlgen_sync") return {{{here}}};
  std::vector<Crossing> list;
  const auto found = inner_crossings().find(here.module);
  if (found == inner_crossings().end()) return list;
  for (const Inner& inner : found->second) {
    const Step below{inner.is_fifo ? "rtlgen_async_fifo" : "rtlgen_sync", inner.instance};
    list.push_back({{here, below},
                    inner.is_fifo,
                    instance.net_at(inner.writer),
                    instance.net_at(inner.reader),
                    inner.words_in_luts});
  }
  return list;
}

std::vector<Crossing> crossings_of(const Part& part) {
  std::vector<Crossing> list;
  for (const Item& item : part.items) {
    const auto* instance = std::get_if<Instance>(&item);
    if (instance == nullptr) continue;
    for (Crossing& crossing : crossings_of(*instance)) list.push_back(std::move(crossing));
  }
  return list;
}

std::vector<Crossing> crossings_of(const Module& module) {
  std::vector<Crossing> list;
  for (const Part& part : module.parts) {
    for (Crossing& crossing : crossings_of(part)) list.push_back(std::move(crossing));
  }
  return list;
}

std::string xdc_cells(const std::string& pattern, const char* quiet) {
  return fmt::format("[get_cells {}-hierarchical -filter {{NAME =~ *{}}}]", quiet, pattern);
}

std::string xdc_name(const Path& path) {
  std::string name;
  for (const Step& step : path) name += (name.empty() ? "" : "/") + step.instance;
  return name;
}

std::string xdc_of(const Crossing& crossing, const std::map<std::string, std::string>& clocks) {
  const std::string name = xdc_name(crossing.path);
  if (crossing.is_fifo) return xdc_fifo(name, clocks.at(crossing.writer), clocks.at(crossing.reader));
  return fmt::format("set_max_delay -datapath_only -from [get_clocks {{*}}] -to {} $least_period\n",
                     xdc_cells(name + "/meta_reg*"));
}

std::string sdc_name(const Path& path, QuartusNames names) {
  std::string name;
  for (const Step& step : path)
    name += (names == QuartusNames::kEntities ? step.module + ":" : "") + step.instance + "|";
  return name;
}

std::string sdc_registers(const std::string& pattern) { return fmt::format("[get_registers {{*{}}}]", pattern); }

std::string sdc_of(const Crossing& crossing, QuartusNames names) {
  const std::string name = sdc_name(crossing.path, names);
  if (crossing.is_fifo) return sdc_fifo(name);
  return fmt::format(
      "set_max_delay -to {0} 100\nset_min_delay -to {0} -100\n"
      "set_net_delay -from [get_registers {{*}}] -to {0} -max -get_value_from_clock_period min_clock_period "
      "-value_multiplier 0.8\n",
      sdc_registers(name + "meta*"));
}

}  // namespace rtlgen::netlist
