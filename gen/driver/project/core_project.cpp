// The accelerator's HDL as `generate` writes it, the files that flow/core_only adds around it, the model's predictions.
#include "driver/project/core_project.hpp"

#include <algorithm>
#include <filesystem>

#include "board/clock.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/project/described.hpp"
#include "driver/project/project_parts.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

bool is_core_project(const board::Board& board) {
  return !frontend::wiring_texts().contains(board.id) && flow::core_only::has_flow(board);
}

flow::core_only::CoreProject PlannedCore::flow() const {
  const auto registers =
      std::find_if(model.uses.begin(), model.uses.end(), [](const Use& use) { return use.what == "flip-flops"; });
  return {.plan = model.prepared->plan,
          .board = board,
          .banner = banner_of(*model.prepared),
          .description = description,
          .core = core,
          .shell = shell,
          .expected = expected,
          .model_registers = registers == model.uses.end() ? 0 : registers->used,
          .command = command};
}

std::vector<emit::File> PlannedCore::files() const {
  std::vector<emit::File> all = design;
  for (emit::File& file : flow::core_only::files(flow())) all.push_back(std::move(file));
  return all;
}

namespace {

/// The design on the board's bus, in the form that other commands predict.
Result<ModelReport> whole_design(const Source& source, const ModelReport& core, Diagnostics& diagnostics) {
  if (core.prepared->plan.shell) return core;
  ModelOptions with;
  with.source = source;
  with.fill = core.fill;
  with.clock_mhz = core.clock_mhz;
  with.cards = core.cards;
  return model_design(with, diagnostics);
}

}  // namespace

Result<PlannedCore> plan_core_project(const ProjectOptions& options, Diagnostics& diagnostics) {
  const auto board = chosen_board(options, diagnostics);
  if (!board) return Failure{};
  return plan_core_project(options, *board, diagnostics);
}

Result<PlannedCore> plan_core_project(const ProjectOptions& options, const board::Board& board,
                                      Diagnostics& diagnostics) {
  PlannedCore project;
  project.hdl = options.hdl;
  project.board = board;
  project.description = described(options);
  Source source = options.source;
  if (options.board.empty()) {
    source.given.device = board::device_of(board);
  } else {
    source.given.board = std::make_shared<const board::Board>(board);
    source.given.board_name = board_key(options.board, options.source.file, board);
  }
  auto model = model_at_its_clock(source, options.fill, options.cards, diagnostics);
  if (!model) return Failure{};
  project.model = *std::move(model);
  Hdl hdl = hdl_of(*project.model.prepared, options.hdl, project.board.tool);
  project.core = std::move(hdl.core);
  const auto with_memory = whole_design(source, project.model, diagnostics);
  if (!with_memory) return Failure{};
  project.expected = expected(project.model, ", apart from the ring of registers, which is not counted", &*with_memory);
  project.command = command_of(options, project.board, project.flow().top());
  if (project.model.prepared->plan.shell) project.shell = std::move(hdl.shell);
  flow::core_only::check(project.flow(), diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  for (emit::File& file : hdl.files) {
    const bool is_of_shell = file.path.starts_with("rtl/shell/");
    if (is_of_shell && !project.model.prepared->plan.shell) continue;  // tops of streams
    project.design.push_back(flow::core_only::adapted(project.flow(), std::move(file)));
  }
  return project;
}

}  // namespace rtlgen::driver
