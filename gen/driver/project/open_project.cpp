// The core's HDL as `generate` writes it, the files that flow/open adds around it, the model's predictions.
#include "driver/project/open_project.hpp"

#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/project/described.hpp"
#include "driver/project/project_parts.hpp"
#include "frontend/board/wiring_file.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

bool is_open_project(const board::Board& board) {
  return board.tool == "open" && frontend::wiring_texts().contains(board.id);
}

flow::open::OpenProject PlannedOpen::flow() const {
  return {.plan = model.prepared->plan,
          .board = board,
          .wiring = wiring,
          .banner = banner_of(*model.prepared),
          .description = description,
          .identity = identity,
          .core = core,
          .expected = expected,
          .command = command,
          .keys = keys};
}

std::vector<emit::File> PlannedOpen::files() const {
  std::vector<emit::File> all = design;
  for (emit::File& file : flow::open::files(flow())) all.push_back(std::move(file));
  return all;
}

Result<PlannedOpen> plan_open_project(const ProjectOptions& options, const board::Board& board,
                                      Diagnostics& diagnostics) {
  if (options.hdl != HdlChoice::kVerilog)
    return diagnostics.error(Code::kOptionConflict, {"--hdl"},
                             "Yosys reads Verilog only, and it builds the projects of open tools", {"leave --hdl out"});
  auto wiring = frontend::load_wiring(board, diagnostics);
  if (!wiring) return Failure{};
  PlannedOpen project;
  project.board = board;
  project.description = described(options);
  project.wiring = *std::move(wiring);
  project.source = options.source;
  project.source.given.board = std::make_shared<const board::Board>(board);
  project.source.given.board_name = board.id;
  auto model = model_at_its_clock(project.source, options.fill, options.cards, diagnostics);
  if (!model) return Failure{};
  project.model = *std::move(model);
  project.identity = identity_of(*project.model.prepared);
  Hdl hdl = hdl_of(*project.model.prepared, options.hdl, project.board.tool);
  project.core = std::move(hdl.core);
  project.expected = expected(project.model) +
                     "\nNote: " + line_note(project.board, project.model.prepared->plan, project.model.clock_mhz) +
                     ".\n";
  project.command = command_of(options, project.board, project.flow().top());
  project.keys = set_options(project.model.prepared->origin->sets);
  flow::open::check(project.flow(), diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  for (emit::File& file : hdl.files) {
    // Tops for buses and streams are not needed here.
    if (!file.path.starts_with("rtl/shell/")) project.design.push_back(std::move(file));
  }
  return project;
}

}  // namespace rtlgen::driver
