// How a core is compiled for simulation: as blocks or flat, at which optimisation level, and what a waveform shows.
//
// One Executor is compiled once instead of I copies, so compile time does not grow with I. Each call of a block costs
// some 0.2 us. In short runs a large Kernel is a block as well, and compile time hardly grows with P. A waveform shows
// the inside of the first block of each kind, and the ports of all of them, down to the ports of operators. With a
// waveform, small cores are compiled flat and show everything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::runner {

struct BuildOptions;
struct SimulatedDesign;
struct SourceFile;
struct Sources;

/// Cycles from which native Executors are compiled separately: each then takes about half a second longer to compile,
/// and saves 0.2 us per cycle.
inline constexpr std::int64_t kFlatRun = 500'000;

struct Shape {
  bool hierarchical = false;     ///< the Executor is a separate block
  bool kernels = false;          ///< a Kernel is a separate block too
  bool operators_traced = true;  ///< a waveform shows the inside of operators
  bool rings = false;            ///< delay lines are memories (emit::Lines)
  std::string optimize;          ///< level for the compiler
};

Shape shape_of(const SimulatedDesign& design, const BuildOptions& options);

/// Verilator's configuration: which modules become blocks, and which of rtlgen's Verilog are not traced; Executors in
/// rtlgen's Verilog mark themselves as blocks. For VHDL, modules have the names in `translated`, the text from GHDL;
/// without it, those in the source. Throws an EnvironmentError if a block is not in the text.
std::string block_lines(const SimulatedDesign& design, const Sources& sources, const Shape& shape,
                        const SourceFile* translated = nullptr);

/// The untraced part for the single file that GHDL makes from VHDL. Verilator identifies such modules only by file and
/// line, and only that file has the lines. Throws an EnvironmentError if it contains no module of the design.
std::string ghdl_trace_lines(const Sources& sources, const SourceFile& translated);

/// A note about the waveform for users; empty if it is complete, or if there is none.
std::string waveform_note(const SimulatedDesign& design, const BuildOptions& options);

}  // namespace rtlgen::runner
