// Builds a board's own top as a simulated card: the top, models connected to the ports of its IP, with the interface of
// host/card_abi.h.
#pragma once

#include <string>
#include <vector>

#include "runner/sources.hpp"

namespace rtlgen::runner {

struct CardProgram;

struct TopBuild {
  std::string top;  ///< module
  std::vector<SourceFile>
      hdl;  ///< Verilog: the top with all modules below it, and modules with the names of the IP around the models
  std::vector<std::string> clocks;    ///< clock inputs of the top: positive ones of pairs
  std::vector<std::string> inverted;  ///< negative ones of pairs
  std::string reset;                  ///< reset input from the slot, active low
  std::string oscillator;             ///< one of `clocks` that drives registers of the top; "": none does
  double oscillator_ns = 0;           ///< its period
  int channels = 1;
  int host_bits = 256, bus_bits = 512;
  int address_bits = 31;  ///< per channel
  bool platform = false;  ///< the top is surrounded by a vendor's platform: vendor/platform_model.v
  int most_beats = 256;   ///< per burst of the host
  bool ecc = false;       ///< reading unwritten data is an error
  /// Bit time if the host is a serial line at the ports uart_rx and uart_tx; otherwise 0.
  double uart_bit_ns = 0;
  std::vector<std::string> parameters;  ///< parameters of the top, in the form of Verilator's -G: "UART_CLOCKS=4"
  bool use_cache = true;
};

CardProgram build_top(const TopBuild& build);

}  // namespace rtlgen::runner
