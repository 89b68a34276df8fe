// Builds a board's own top as a simulated card: the top, models behind the ports of its IP, host/card_abi.h as its
// border.
#pragma once

#include <string>
#include <vector>

#include "runner/sources.hpp"

namespace rtlgen::runner {

struct CardProgram;

struct TopBuild {
  std::string top;                    ///< module
  std::vector<SourceFile> hdl;        ///< Verilog: the top, all below it, and the IP's names around the models
  std::vector<std::string> clocks;    ///< ports of the top that an oscillator drives: the positive ones of pairs
  std::vector<std::string> inverted;  ///< the negative ones
  std::string reset;                  ///< port of the slot's reset, active low
  int channels = 1;
  int host_bits = 256, bus_bits = 512;
  int address_bits = 31;  ///< of a channel
  bool platform = false;  ///< the top has a vendor's platform around it: vendor/platform_model.v
  int most_beats = 256;   ///< of a burst of the host
  bool ecc = false;       ///< reading unwritten data is an error there
  /// Where the host is a serial line: the ports uart_rx and uart_tx, and a bit as fast as this; 0 where it is not.
  double uart_bit_ns = 0;
  std::vector<std::string> parameters;  ///< of the top, as Verilator's -G has them: "UART_CLOCKS=4"
  bool use_cache = true;
};

CardProgram build_top(const TopBuild& build);

}  // namespace rtlgen::runner
