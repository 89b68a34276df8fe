// How a core is compiled for simulation: as blocks or flat, how well optimised, what a waveform shows.
//
// One Executor compiled once instead of I copies: compile time does not grow with I. Each call across that border costs some
// 0.2 us, which only small cores in long runs notice. Verilator shows nothing inside a block, so that a waveform of a large core has
// its first Executor outside, and leaves out the insides of arithmetic operators, most of its C++.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "runner/runner.hpp"

namespace rtlgen::runner {

struct Shape {
  bool hierarchical = false;   ///< the Executor is a block of its own
  bool shows_first = false;    ///< but for the first one, for a waveform
  const char* optimize = "";   ///< for g++
};

Shape shape_of(const plan::Plan& plan, const BuildOptions& options);

/// The Executor's module, as Verilator sees it: GHDL prints all names but the top's in lower case.
std::string executor_name(const plan::Plan& plan, Hdl hdl);

/// Makes the first Executor a module of its own, with its inside in the waveform, operators' excepted. `files` are Verilog.
void show_first_executor(const plan::Plan& plan, Hdl hdl, std::vector<SourceFile>& files);

}  // namespace rtlgen::runner
