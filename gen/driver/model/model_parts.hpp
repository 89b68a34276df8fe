// What the commands that predict have in common.
#pragma once

#include "driver/model/model.hpp"
#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::model {
struct Calibration;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::driver {

struct Prepared;
struct Source;

/// The table of `file`, or with "" the program's own; RG0807 if the file is none, or of another fabric.
Result<model::Calibration> read_calibration(const std::string& file, const model::Fabric& fabric,
                                            Diagnostics& diagnostics);

/// The options' board, else the description's, else none.
Result<std::optional<board::Board>> board_of(const ModelOptions& options, const spec::Hardware& hardware,
                                             Diagnostics& diagnostics);

/// The description on the options' board, or on its own if they name none, with that board's bus unless memory is
/// ideal.
Result<Source> source_on_board(const ModelOptions& options, Diagnostics& diagnostics);

/// Reads and prepares it. A description that asks for no bus and cannot use the board's is prepared without one, and
/// `note` says so.
Result<std::shared_ptr<const Prepared>> prepare_on_board(const ModelOptions& options, std::string& note,
                                                         Diagnostics& diagnostics);

/// RG0832 if the arrays of a run do not fit the board's channels; true where a size is not known.
bool check_capacity(const plan::Plan& plan, const board::Board& board, const spec::Extents& extents,
                    std::int64_t iterations, Diagnostics& diagnostics);

/// The same for a design that has been prepared on the options' board.
Result<ModelReport> model_design(std::shared_ptr<const Prepared> prepared, const ModelOptions& options,
                                 Diagnostics& diagnostics);

/// What a design's kernels take of a device, against what a board has and how full it may be; `area` is that of one,
/// `around` of all that stands around them.
std::vector<Use> uses_of(const model::Area& area, int kernels, const model::Fabric& fabric,
                         const std::optional<board::Board>& board, const model::Area& around = {},
                         const board::Fill& fill = {1, 1, 1});

/// The options' limits, else those of the board's generation.
board::Fill fill_of(const ModelOptions& options, const board::Board& board);

/// The model of each channel: the options', else the board's, never faster than the board's figure. Memory without a
/// model gets the efficiency of the nearest family at its own peak. Nothing if memory is ideal or does not exist.
std::optional<model::Channel> channel_of(const ModelOptions& options, const std::optional<board::Board>& board,
                                         Diagnostics& diagnostics);

/// A link by name or file; nothing for "", and RG0806 if there is none.
std::optional<model::HostLink> link_of(const std::string& name, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
