// How a core is compiled for simulation: as blocks or flat, how well optimised, what a waveform shows.
//
// One Executor compiled once instead of I copies: compile time does not grow with I. Each call across that border costs some
// 0.2 us. In short runs a large Kernel is a block as well, and compile time hardly grows with P.
// Verilator shows nothing inside a block, so that a waveform of a large core has its first Executor outside with the Kernel of its
// first lane, and leaves out the insides of arithmetic operators, most of its C++.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "runner/runner.hpp"

namespace rtlgen::runner {

struct Shape {
  bool hierarchical = false;   ///< the Executor is a block of its own
  bool kernels = false;        ///< and so is a Kernel
  bool shows_first = false;    ///< but for the first of them, for a waveform
  const char* optimize = "";   ///< for g++
};

Shape shape_of(const plan::Plan& plan, const BuildOptions& options);

/// The Executor's module, as Verilator sees it: GHDL prints all names but the top's in lower case.
std::string executor_name(const plan::Plan& plan, Hdl hdl);

/// Verilator's configuration that makes blocks of modules of these files; Executors of our Verilog say so themselves.
std::string block_lines(const plan::Plan& plan, Hdl hdl, const Shape& shape, const std::vector<SourceFile>& files);

/// Makes the first Executor a module of its own, and with blocks of Kernels its first lane's, so that the waveform shows their
/// insides, operators' excepted. `files` are Verilog.
void show_first_executor(const plan::Plan& plan, Hdl hdl, const Shape& shape, std::vector<SourceFile>& files);

}  // namespace rtlgen::runner
