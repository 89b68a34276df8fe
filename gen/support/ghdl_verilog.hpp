// The Verilog that GHDL prints (ghdl --synth --out=verilog): its modules, and a repair of what GHDL 2.0 gets wrong.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {

/// Another number with each change of what the repair does: what was compiled from its text is kept under this number
/// too.
constexpr int kGhdlRepair = 1;

/// GHDL 2.0 prints a constant of more than 32 bits as "0101...", which Verilog reads as a text of
/// eight bits a character. Returns the same Verilog with every such constant as <width>'b0101...;
/// synthesised Verilog holds no other texts. Comments are left alone.
std::string repair_ghdl_verilog(const std::string& verilog);

struct GhdlModule {
  std::string name;
  int first_line = 0, last_line = 0;  ///< from 1 on; the lines between two modules belong to the first
};

/// The modules in the order of the text. Throws an EnvironmentError if it holds none.
std::vector<GhdlModule> ghdl_modules(const std::string& verilog);

/// Which of `entities` `module` was made of, "" if none. GHDL keeps the top's name, prints others in lower case, and
/// appends the values of generics ("rtlgen_fifo_16_19"), from version 6 on the architecture before them
/// ("rtlgen_fifo_Brtl_16_19").
std::string ghdl_entity(const std::string& module, const std::vector<std::string>& entities);

}  // namespace rtlgen
