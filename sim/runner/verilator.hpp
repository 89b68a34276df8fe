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

/// The digest of everything on which a compiled simulation depends.
std::string verilator_key(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options);

/// Fills `folder` with the compiled program `bench`; nothing else is left there.
void verilator_build(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options,
                     const std::filesystem::path& folder);

/// The compiled program, if it is in the cache. A short run uses one compiled for long runs, if there is one.
std::optional<CacheEntry> verilator_found(const SimulatedDesign& design, const Sources& sources,
                                          const BuildOptions& options);

/// The same, or compiled now and stored.
CacheEntry verilator_cached(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options);

/// Writes a run for a compiled bench: the file `job` and those of the arrays, in `folder`.
void write_job(const SimulatedDesign& design, const Run& run, const std::filesystem::path& folder);

Outcome verilator_run(const SimulatedDesign& design, const std::string& program, const Run& run);

/// The Verilog that GHDL makes from VHDL sources, as one text; `top` is the module that no other one uses.
std::string verilog_of_vhdl(const std::string& top, const Sources& sources);

/// The text of a built-in file of sim/harness.
std::string harness_source(const std::string& name);

}  // namespace rtlgen::runner
