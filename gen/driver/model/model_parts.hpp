// Common parts of the commands that predict.
#pragma once

#include "driver/model/model.hpp"
#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::model {
struct Calibration;
}

namespace rtlgen::driver {

struct Prepared;
struct Source;

/// The table in `file`, or the built-in one for "". Reports RG0807 if the file is not a table, or one for another
/// fabric.
Result<model::Calibration> read_calibration(const std::string& file, const model::Fabric& fabric,
                                            Diagnostics& diagnostics);

/// The board in the options, else the one in the description, else none.
Result<std::optional<board::Board>> board_of(const ModelOptions& options, const spec::Hardware& hardware,
                                             Diagnostics& diagnostics);

/// The description on the options' board, or on its own if they name none, with that board's bus unless memory is
/// ideal.
Result<Source> source_on_board(const ModelOptions& options, Diagnostics& diagnostics);

/// Reads and prepares the description. If it requests no bus and cannot use the board's, it is prepared without one,
/// and `note` says so, unless the board's project requires that bus.
Result<std::shared_ptr<const Prepared>> prepare_on_board(const ModelOptions& options, std::string& note,
                                                         Diagnostics& diagnostics);

/// The same for a design that is already prepared on the options' board.
Result<ModelReport> model_design(std::shared_ptr<const Prepared> prepared, const ModelOptions& options,
                                 Diagnostics& diagnostics);

/// The resources that the kernels of a design use, compared with those of the board and its fill limits. `area` is that
/// of one kernel, `infrastructure` that of all modules around them.
std::vector<Use> uses_of(const model::Area& area, int kernels, const model::Fabric& fabric,
                         const std::optional<board::Board>& board, const model::Area& infrastructure = {},
                         const board::Fill& fill = {1, 1, 1});

/// The limits in the options, else those of the board's generation.
board::Fill fill_of(const ModelOptions& options, const board::Board& board);

/// The models of the channels: the options' for all, else the board's by kind, never faster than the board's figure.
/// Memory without a model gets the efficiency of the most similar family with its own peak. Empty if memory is ideal or
/// does not exist.
model::Drams drams_of(const ModelOptions& options, const std::optional<board::Board>& board, Diagnostics& diagnostics);

/// A link by name or file; none for "". Reports RG0806 if it does not exist.
std::optional<model::HostLink> link_of(const std::string& name, Diagnostics& diagnostics);

/// A note about a manual placement, with which a run takes `given` seconds instead of the `placed` ones of
/// `memory: auto`; "" if that is not much longer.
std::string slow_places_text(double given, double placed);

}  // namespace rtlgen::driver
