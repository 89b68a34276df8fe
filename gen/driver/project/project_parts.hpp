// Common parts of all kinds of project: HDL with its paths, the model's predictions, a change that would fit.
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

/// The output of `generate`, with its paths in a project; lists of files become lists for build scripts. `tool` as in a
/// board.
Hdl hdl_of(const Prepared& prepared, HdlChoice language, const std::string& tool);

/// The predictions as Markdown. `besides`: other modules around the cores, listed after "Around the cores";
/// `with_memory`: the design with a shell that the project leaves out, if speeds are for that design.
std::string expected(const ModelReport& model, const std::string& besides = "",
                     const ModelReport* with_memory = nullptr);

/// Whether the project with these additional keys would be written.
using FitsWith = std::function<bool(const std::vector<std::string>& sets)>;

struct SmallestChange {
  std::string text;       ///< the keys that change, in words and as --set; "": none found
  std::string none_fits;  ///< the reason, if none was found
};

/// The change with the fewest keys that makes the project fit: first steps alone, then also the block, then all. The
/// areas in the search are estimates close to the limit, so `fits` checks each result.
SmallestChange smallest_change(const ModelReport& model, const FitsWith& fits);

/// `options` with these keys, which override existing ones with the same names.
ProjectOptions with_sets(ProjectOptions options, const std::vector<std::string>& sets);

/// The design, prepared once, with the clock of its schedule.
Result<ModelReport> model_at_its_clock(const Source& source, const std::optional<board::Fill>& fill, int cards,
                                       Diagnostics& diagnostics);

/// The board by name; without a name, the file's.
Result<board::Board> chosen_board(const ProjectOptions& options, Diagnostics& diagnostics);

/// The command line that makes the project in the folder `top`.
std::string command_of(const ProjectOptions& options, const board::Board& board, const std::string& top);

/// Writes the whole folder and returns its report; writes nothing if the design does not fit.
ProjectReport written(const ProjectOptions& options, const ModelReport& model, const std::string& top,
                      const std::vector<emit::File>& files, const FitsWith& fits);

}  // namespace rtlgen::driver
