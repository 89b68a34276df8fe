// The HDL to simulate as text, and the simulators.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::runner {

enum class Hdl : std::uint8_t { kVerilog, kVhdl };
enum class Simulator : std::uint8_t { kVerilator, kIcarus, kGhdl };

struct SourceFile {
  std::string path;  ///< relative
  std::string text;
};

/// A module of the core, as described by its generator, so that its text need not be parsed.
struct SourceModule {
  std::string name;
  std::string file;  ///< path; the file contains no other module
  bool uses_clock = false;
  bool in_library = false;  ///< an operator or a hand-written leaf: waveforms of large cores end at its ports
};

/// The core's HDL in compile order.
struct Sources {
  Hdl hdl = Hdl::kVerilog;
  bool native = false;  ///< Verilog for Verilator only, with operators that use the CPU's arithmetic
  std::vector<SourceFile> files;
  std::vector<SourceModule> modules;
};

}  // namespace rtlgen::runner
