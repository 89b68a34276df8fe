// Repairs the Verilog that GHDL 2.0 prints (ghdl --synth --out=verilog).
#pragma once

#include <string>

namespace rtlgen {

/// Another number with each change of what the repair does: what was compiled from its text is kept under this number
/// too.
constexpr int kGhdlRepair = 1;

/// GHDL 2.0 prints a constant of more than 32 bits as "0101...", which Verilog reads as a text of
/// eight bits a character. Returns the same Verilog with every such constant as <width>'b0101...;
/// synthesised Verilog holds no other texts. Comments are left alone.
std::string repair_ghdl_verilog(const std::string& verilog);

}  // namespace rtlgen
