// A vendor project of a stencil for a board, as a folder: docs/projects.md.
#pragma once

#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "driver/design/design_files.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/source.hpp"
#include "emit/file.hpp"
#include "flow/project.hpp"
#include "support/result.hpp"

namespace rtlgen::runner {
struct CardProgram;
struct SourceFile;
}  // namespace rtlgen::runner

namespace rtlgen::driver {

struct ProjectOptions {
  Source source;
  std::string board;  ///< name; "": the file's
  std::string folder;
  HdlChoice hdl =
      HdlChoice::kVerilog;  ///< language of the core, kVerilog or kVhdl; the shell and the card's top are Verilog
  bool force = false;       ///< replace a folder that `project` did not write
  std::optional<board::Fill> fill{};  ///< as in ModelOptions::fill
  int cards = 1;                      ///< as in ModelOptions::cards
};

/// A project before it is written.
struct PlannedProject {
  Source source;  ///< with the board and its bus
  HdlChoice hdl = HdlChoice::kVerilog;
  board::Board board;
  board::Wiring wiring;
  ModelReport model;
  flow::Described description;
  std::vector<emit::File> design;        ///< HDL and manifest.json with their paths
  std::vector<std::string> core, shell;  ///< files of rtl/core and rtl/shell in compile order
  std::string expected, command, keys;
  std::uint32_t identity = 0;       ///< the digest in manifest.json
  std::vector<flow::CoreTap> taps;  ///< with `position` of hardware.debug

  [[nodiscard]] flow::Project flow() const;
  /// All files of the folder.
  [[nodiscard]] std::vector<emit::File> files() const;
};

/// Reports faults of the description and the board, and RG0810 if they do not match. The model's report shows whether
/// the design fits.
Result<PlannedProject> plan_project(const ProjectOptions& options, Diagnostics& diagnostics);
Result<PlannedProject> plan_project(const ProjectOptions& options, const board::Board& board, Diagnostics& diagnostics);

/// The project's own top, simulated behind models of its IP, for host::SimulatedCard. `edit` may change the Verilog,
/// for tests.
runner::CardProgram build_project_top(const PlannedProject& project,
                                      const std::function<void(std::vector<runner::SourceFile>&)>& edit = {});

struct ProjectReport {
  ModelReport model;
  std::string top;  ///< module
  std::vector<std::string>
      files;  ///< relative to the folder; empty: nothing was written, because the design does not fit
  std::int64_t bytes = 0;
  std::string none_fits;        ///< if nothing makes it fit: what the smallest design needs, and what to do
  std::string smallest_change;  ///< if the design does not fit: a --set that makes it fit; empty: none found
  std::vector<std::string> notes;
  bool is_core = false;  ///< only the accelerator: it makes no bitstream
};

/// Writes the whole project, or nothing; for a board without wiring, one with only the accelerator
/// (driver/core_project.hpp). Writes nothing if the design does not fit the board.
Result<ProjectReport> make_project(const ProjectOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
