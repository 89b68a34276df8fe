// Compiles a core with Verilator and the fixed test bench, and runs the program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runner/cache.hpp"

namespace rtlgen::runner {

struct BuildOptions;
struct Outcome;
struct Run;
struct SimulatedDesign;
struct Sources;

/// What a compiled simulation depends on, as one digest.
std::string verilator_key(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options);

/// Fills `folder` with the compiled program `bench`; nothing else is left there.
void verilator_build(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options,
                     const std::filesystem::path& folder);

/// The compiled program, if the cache has it. A short run takes what was compiled for long ones, if that is there.
std::optional<CacheEntry> verilator_found(const SimulatedDesign& design, const Sources& sources,
                                          const BuildOptions& options);

/// The same, or compiled now and kept there.
CacheEntry verilator_cached(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options);

/// A run as a compiled bench reads it: the file `job` and those of the arrays, in `folder`.
void write_job(const SimulatedDesign& design, const Run& run, const std::filesystem::path& folder);

Outcome verilator_run(const SimulatedDesign& design, const std::string& program, const Run& run);

/// The Verilog that GHDL makes of VHDL sources, as one text; `top` is the module that is not used by others.
std::string verilog_of_vhdl(const std::string& top, const Sources& sources);

/// A text that the build compiled in: a file of sim/harness.
std::string harness_source(const std::string& name);

}  // namespace rtlgen::runner
