// Constraints of the modules of rtl/ that carry something from one clock to another, for Vivado and Quartus.
//
// Patterns are ends of hierarchical names. In XDC, $least_period is the caller's: the period of the faster of the two
// clocks.
#pragma once

#include <fmt/format.h>

#include <regex>
#include <string>

namespace rtlgen::shell {

inline std::string xdc_cells(const std::string& pattern, const char* quiet = "") {
  return fmt::format("[get_cells {}-hierarchical -filter {{NAME =~ *{}}}]", quiet, pattern);
}

/// A level through rtlgen_sync: no longer than a period.
inline std::string xdc_level(const std::string& sync) {
  return fmt::format("set_max_delay -datapath_only -from [get_clocks {{*}}] -to {} $least_period\n",
                     xdc_cells(sync + "/meta_reg*"));
}

/// Pointers of rtlgen_async_fifo, Gray code: bits together within a period. The words rest long before they are read.
/// `writer` and `reader` are Tcl expressions of clocks: from the clock, not from the Gray pointer, as its highest bit
/// is also the binary one's, and a synthesiser keeps either.
inline std::string xdc_fifo(const std::string& fifo, const std::string& writer, const std::string& reader) {
  const auto pointer = [&](const std::string& from, const char* to) {
    const std::string ends = fmt::format("-from {} -to {}", from, xdc_cells(fmt::format("{}{}_reg*", fifo, to)));
    return fmt::format("set_max_delay -datapath_only {} $least_period\nset_bus_skew {} $least_period\n", ends, ends);
  };
  return pointer(reader, "wr_meta") + pointer(writer, "rd_meta") +
         fmt::format("set_false_path -quiet -from {} -to {}\n", writer, xdc_cells(fifo + "out_data_reg*", "-quiet "));
}

inline std::string sdc_registers(const std::string& pattern) { return fmt::format("[get_registers {{*{}}}]", pattern); }

/// Constraints for Quartus Prime Pro, which names a register by its instances alone; Standard has "entity:instance".
inline std::string without_entities(const std::string& sdc) {
  static const std::regex kEntity("\\b[A-Za-z_]\\w*:(\\*?u_\\w+)");
  return std::regex_replace(sdc, kEntity, "$1");
}

/// As xdc_level; not a false path, as Quartus would then not look at the wire's delay either. `sync` ends with "|".
inline std::string sdc_level(const std::string& sync) {
  return fmt::format(
      "set_max_delay -to {0} 100\nset_min_delay -to {0} -100\n"
      "set_net_delay -from [get_registers {{*}}] -to {0} -max -get_value_from_clock_period min_clock_period "
      "-value_multiplier 0.8\n",
      sdc_registers(sync + "meta*"));
}

/// As xdc_fifo, without the words. `fifo` ends with "|".
inline std::string sdc_fifo(const std::string& fifo) {
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

}  // namespace rtlgen::shell
