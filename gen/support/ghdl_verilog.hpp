// The Verilog that GHDL prints (ghdl --synth --out=verilog): a list of its modules, and a repair of errors that GHDL
// 2.0 makes.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {

/// Version of the repair. Caches of results compiled from repaired text use it as part of their key; increase it with
/// every change of the repair.
constexpr int kGhdlRepair = 1;

/// GHDL 2.0 prints a constant of more than 32 bits as "0101...", which Verilog reads as a string with eight bits per
/// character. Returns the same Verilog with every such constant as <width>'b0101...; synthesised Verilog contains no
/// other strings. Comments are unchanged.
std::string repair_ghdl_verilog(const std::string& verilog);

struct GhdlModule {
  std::string name;
  int first_line = 0, last_line = 0;  ///< counted from 1; lines between two modules belong to the first
};

/// The modules in the order of the text. Throws an EnvironmentError if none exist.
std::vector<GhdlModule> ghdl_modules(const std::string& verilog);

/// The element of `entities` that `module` was made from, "" if none. GHDL keeps the name of the top, prints others in
/// lower case, and appends the values of generics ("rtlgen_fifo_16_19"), from version 6 on with the architecture before
/// them ("rtlgen_fifo_Brtl_16_19").
std::string ghdl_entity(const std::string& module, const std::vector<std::string>& entities);

}  // namespace rtlgen
