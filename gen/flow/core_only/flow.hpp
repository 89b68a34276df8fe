// How the tool of a board compiles the ring; each flow is a file in this folder.
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

/// Texts of the README that differ between tools.
struct FlowWords {
  std::string tool;      ///< "Quartus Prime Pro Edition 18.1 or newer, with a licence for Stratix 10"
  std::string files;     ///< rows of the table of files
  std::string stops;     ///< conditions that end a build, after "The build stops with an error if "
  std::string reports;   ///< location of the tool's reports
  std::string stand_in;  ///< "a stand-in for ...", with which the scripts were run
  std::string doubts;    ///< parts that have not been tested with this tool
};

struct Flow {
  FlowWords (*words)(const CoreProject& project);
  /// Build scripts, constraints and Makefile.
  std::vector<emit::File> (*files)(const CoreProject& project);
  void (*check)(const CoreProject& project, Diagnostics& diagnostics);
  /// Adapts a file of HDL to this tool.
  emit::File (*adapted)(emit::File file);
};

extern const Flow kQuartusStandard, kQuartusPro, kIse;

/// Null if there is no flow for the board.
const Flow* flow_of(const board::Board& board);

void unsuitable(const CoreProject& project, Diagnostics& diagnostics, const std::string& message,
                std::vector<std::string> notes);

/// HDL files below the project's folder in compile order, the ring last.
struct Sources {
  std::vector<std::string> verilog, vhdl;
};
Sources sources_of(const CoreProject& project);

/// The Makefile: variables, inputs of the build besides HDL and constraints, and the recipe that ends with
/// build/report.txt.
std::string make_text(const CoreProject& project, const std::string& variables, const std::string& sources,
                      const std::string& recipe);

/// The text of README.md.
std::string readme_text(const CoreProject& project);

}  // namespace rtlgen::flow::core_only
