// How the tool of a board compiles the ring; a flow is a file of this folder.
#pragma once

#include <string>
#include <vector>

#include "flow/core_only/core_project.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::flow::core_only {

/// What differs between tools in the README.
struct FlowWords {
  std::string tool;      ///< "Quartus Prime Pro Edition 18.1 or newer, with a licence for Stratix 10"
  std::string files;     ///< rows of the table of files
  std::string stops;     ///< what ends a build, after "The build stops with an error if "
  std::string reports;   ///< where the tool's own are
  std::string stand_in;  ///< "a stand-in for ..." that ran the scripts
  std::string doubts;    ///< what remains untested with this tool
};

struct Flow {
  FlowWords (*words)(const CoreProject& project);
  /// Build scripts, constraints and Makefile.
  std::vector<emit::File> (*files)(const CoreProject& project);
  void (*check)(const CoreProject& project, Diagnostics& diagnostics);
  /// HDL as this tool takes it.
  emit::File (*adapted)(emit::File file);
};

extern const Flow kQuartusStandard, kQuartusPro, kIse;

/// Null for a board that has none.
const Flow* flow_of(const board::Board& board);

void unsuitable(const CoreProject& project, Diagnostics& diagnostics, const std::string& message,
                std::vector<std::string> notes);

/// HDL below the project's folder in compile order, the ring last.
struct Sources {
  std::vector<std::string> verilog, vhdl;
};
Sources sources_of(const CoreProject& project);

/// A file of fpga_projects/core_only.
const std::string& shared_script(const std::string& name);

/// Makefile: variables, what the build reads beside HDL and constraints, and the recipe that ends with
/// build/report.txt.
std::string make_text(const CoreProject& project, const std::string& variables, const std::string& sources,
                      const std::string& recipe);

/// README.md.
std::string readme_text(const CoreProject& project);

}  // namespace rtlgen::flow::core_only
