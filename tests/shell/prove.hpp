// Unbounded proofs: Yosys makes an and-inverter graph of a harness, and the property directed reachability of ABC finds
// an invariant, or a run from power-up that breaks a property. The state before reset is any.
#pragma once

#include "kept_run.hpp"
#include "shell_tools.hpp"

namespace rtlgen::shell_test {

struct Proof {
  std::string top;
  std::vector<std::string> files;                       ///< beside the harness; paths
  std::vector<std::pair<std::string, int>> parameters;  ///< parameters of the harness
  std::vector<std::string> joins;                       ///< "wire signal": a wire of the harness and what it shows
  bool many_clocks = false;
  std::string folder = kHere;  ///< folder of the harness
};

/// The verdict of `engine`, commands of ABC, on the harness.
inline std::string ask(const std::string& folder, const Proof& proof, const std::string& engine) {
  std::string script = "read_verilog -formal " + proof.folder + proof.top + ".v";
  for (const std::string& file : proof.files) script += " " + file;
  script += "; ";
  if (!proof.parameters.empty()) script += "chparam";
  for (const auto& [name, value] : proof.parameters) script += " -set " + name + " " + std::to_string(value);
  if (!proof.parameters.empty()) script += " " + proof.top + "; ";
  script += "hierarchy -check -top " + proof.top + "; proc; flatten; ";
  for (const std::string& join : proof.joins) script += "connect -set " + join + "; ";
  script += "opt_clean; memory_collect; memory_map; dffunmap; ";
  if (proof.many_clocks) script += "techmap -map " + kHere + "ticks_map.v; ";
  script += "opt -full; dffunmap; techmap; opt -full; dffunmap; aigmap; clean; write_aiger -zinit harness.aig";
  const ProcessResult made = test::kept_run(folder, {"yosys", "-q", "-p", script}, {"harness.aig"});
  if (!made.ok()) return made.output;
  return test::kept_run(folder, {"yosys-abc", "-c", "read_aiger harness.aig; " + engine}).output;
}

/// Without a bound: an invariant, or a run that breaks a property.
inline std::string prove(const std::string& folder, const Proof& proof, const std::string& engine = "pdr -nct -T 250") {
  return ask(folder, proof, "scorr -F 2; dc2; dc2; " + engine);
}

/// Only a run that breaks a property, of at most `clocks`: far quicker where it is short.
inline std::string refute(const std::string& folder, const Proof& proof, int clocks = 60) {
  return ask(folder, proof, "bmc3 -T 250 -F " + std::to_string(clocks));
}

inline const std::string kProved = "Property proved.";
inline const std::string kRefuted = "was asserted in frame";

}  // namespace rtlgen::shell_test
