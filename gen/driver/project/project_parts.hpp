// What both kinds of project share: HDL at its places, what the model expects, the change that would fit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/design/design_files.hpp"
#include "driver/design/out_folder.hpp"
#include "driver/model/model.hpp"
#include "driver/project/project.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

struct Source;
struct Prepared;

struct Hdl {
  std::vector<emit::File> files;
  std::vector<std::string> core, shell;  ///< in compile order
};

/// What `generate` would write, at its places in a project; lists of files become build scripts'. `tool` as a board's.
Hdl hdl_of(const Prepared& prepared, HdlChoice language, const std::string& tool);

/// Markdown. `besides`: what else stands around the cores, behind "Around the cores"; `with_memory`: the design behind
/// a shell that the project leaves out, if speeds are to be those.
std::string expected(const ModelReport& model, const std::string& besides = "",
                     const ModelReport* with_memory = nullptr);

/// Whether the project with these keys as well would be written.
using FitsWith = std::function<bool(const std::vector<std::string>& sets)>;

/// The change of the fewest keys with which the project fits: steps alone, then the block too, then all. The search's
/// areas are estimates at the limit, so `fits` decides about each of its results.
std::string smallest_change(const ModelReport& model, const FitsWith& fits);

/// `options` with these keys, which override those of the same name.
ProjectOptions with_sets(ProjectOptions options, const std::vector<std::string>& sets);

/// The design, prepared once, at the clock that its schedule is for.
Result<ModelReport> model_at_its_clock(const Source& source, const std::optional<board::Fill>& fill,
                                       Diagnostics& diagnostics);

/// The board by name; without a name, the file's.
Result<board::Board> chosen_board(const ProjectOptions& options, Diagnostics& diagnostics);

/// The command line that makes it, from the folder of the stencil's file.
std::string command_of(const ProjectOptions& options, const board::Board& board);

/// Writes the whole folder and returns its report; writes nothing where the design does not fit.
ProjectReport written(const ProjectOptions& options, const ModelReport& model, const std::string& top,
                      const std::vector<emit::File>& files, const FitsWith& fits);

}  // namespace rtlgen::driver
