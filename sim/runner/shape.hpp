// How a core is compiled for simulation: as blocks or flat, how well optimised, what a waveform shows.
//
// One Executor compiled once instead of I copies: compile time does not grow with I. Each call across that border costs
// some 0.2 us. In short runs a large Kernel is a block as well, and compile time hardly grows with P. A waveform shows
// the inside of the first of the blocks of each kind, and the ports of all, down to the ports of operators; small cores
// stay flat for it, and show everything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::runner {

struct BuildOptions;
struct SimulatedDesign;
struct SourceFile;
struct Sources;

/// Cycles from which native Executors are compiled one by one: each takes about half a second more then, and 0.2 us
/// less a cycle.
inline constexpr std::int64_t kFlatRun = 500'000;

struct Shape {
  bool hierarchical = false;     ///< the Executor is a separate block
  bool kernels = false;          ///< and so is a Kernel
  bool operators_traced = true;  ///< a waveform shows the inside of operators
  bool rings = false;            ///< delay lines are memories (emit::Lines)
  std::string optimize;          ///< for the compiler
};

Shape shape_of(const SimulatedDesign& design, const BuildOptions& options);

/// Verilator's configuration: what becomes a block, and of our Verilog what is not traced; Executors of our Verilog are
/// blocks by themselves. Of VHDL, modules have the names that they have in `translated`, the text that GHDL made of it;
/// without it those that the source gives them. Throws an EnvironmentError if a block is not in the text.
std::string block_lines(const SimulatedDesign& design, const Sources& sources, const Shape& shape,
                        const SourceFile* translated = nullptr);

/// The same of what is not traced, for the one file that GHDL makes of VHDL. Verilator names such modules by file and
/// line alone, and only that file has its lines. Throws an EnvironmentError if it holds no module of the design.
std::string ghdl_trace_lines(const Sources& sources, const SourceFile& translated);

/// A note for the user about the waveform; empty if it is complete, or if there is none.
std::string waveform_note(const SimulatedDesign& design, const BuildOptions& options);

}  // namespace rtlgen::runner
