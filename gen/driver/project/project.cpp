// The files of a project: HDL as `generate` writes it, the files for the board's wiring, the model's predictions.
#include "driver/project/project.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/project/core_project.hpp"
#include "driver/project/debug_taps.hpp"
#include "driver/project/described.hpp"
#include "driver/project/open_project.hpp"
#include "driver/project/project_parts.hpp"
#include "flow/project.hpp"
#include "frontend/board/wiring_file.hpp"
#include "plan/plan.hpp"
#include "runner/card.hpp"
#include "runner/top.hpp"
#include "runner/verilator.hpp"
#include "spec/hardware.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// The description on the board, with its bus; the user's settings override these.
Source for_card(Source source, const board::Board& board, const board::Wiring& wiring) {
  source.given.board = std::make_shared<const board::Board>(board);
  source.given.board_name = board.id;
  if (const auto bus = wiring.bus()) source.given.bus = {bus->bits, bus->mhz};
  return source;
}

/// Plans and writes a project of one kind.
template <class Planned>
Result<ProjectReport> made(const ProjectOptions& options, const board::Board& board,
                           Result<Planned> (*plan)(const ProjectOptions&, const board::Board&, Diagnostics&),
                           Diagnostics& diagnostics) {
  const auto planned = plan(options, board, diagnostics);
  if (!planned) return Failure{};
  const auto fits = [&](const std::vector<std::string>& sets) {
    Diagnostics ignored;
    const auto other = plan(with_sets(options, sets), board, ignored);
    return other && other->model.fits();
  };
  std::vector<emit::File> files = planned->files();
  if (const std::string& copy = planned->description.copy; !copy.empty()) {
    auto text = text_of(options.source, diagnostics);
    if (!text) return Failure{};
    files.push_back({copy, *std::move(text)});
  }
  return written(options, planned->model, planned->flow().top(), files, fits);
}

}  // namespace

flow::Project PlannedProject::flow() const {
  return {.plan = model.prepared->plan,
          .board = board,
          .wiring = wiring,
          .banner = banner_of(*model.prepared),
          .description = description,
          .core = core,
          .shell = shell,
          .expected = expected,
          .command = command,
          .keys = keys,
          .identity = identity,
          .taps = taps};
}

std::vector<emit::File> PlannedProject::files() const {
  std::vector<emit::File> all = design;
  for (emit::File& file : flow::project_files(flow())) all.push_back(std::move(file));
  return all;
}

Result<PlannedProject> plan_project(const ProjectOptions& options, Diagnostics& diagnostics) {
  const auto board = chosen_board(options, diagnostics);
  if (!board) return Failure{};
  return plan_project(options, *board, diagnostics);
}

Result<PlannedProject> plan_project(const ProjectOptions& options, const board::Board& board,
                                    Diagnostics& diagnostics) {
  auto wiring = frontend::load_wiring(board, diagnostics);
  if (!wiring) return Failure{};
  PlannedProject project;
  project.hdl = options.hdl;
  project.description = described(options);
  project.board = board;
  project.wiring = *std::move(wiring);
  project.source = for_card(options.source, project.board, project.wiring);
  auto model = model_at_its_clock(project.source, options.fill, options.cards, diagnostics);
  if (!model) return Failure{};
  if (!model->prepared->plan.shell)
    return diagnostics.error(Code::kUnsuitableBoard, {options.source.file},
                             "a --set of all of hardware removes the board's bus, which a project needs",
                             {"set keys of hardware one by one: --set hardware.steps=4"});
  project.model = *std::move(model);
  Hdl hdl = hdl_of(*project.model.prepared, options.hdl, project.wiring.tool);
  // A kernel is packaged with its own constraints, in its own scope.
  if (project.wiring.platform)
    std::erase_if(hdl.files, [](const emit::File& file) { return file.path.ends_with(".xdc"); });
  project.design = std::move(hdl.files);
  project.identity = identity_of(*project.model.prepared);
  project.core = std::move(hdl.core);
  project.shell = std::move(hdl.shell);
  project.expected = expected(project.model);
  project.command = command_of(options, project.board, project.flow().top());
  if (project.model.prepared->plan.stencil->hardware.debug.position)
    project.taps = position_taps(project.model.prepared->plan);
  project.keys = set_options(project.model.prepared->origin->sets);
  flow::check_project(project.flow(), diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  return project;
}

runner::CardProgram build_project_top(const PlannedProject& project,
                                      const std::function<void(std::vector<runner::SourceFile>&)>& edit) {
  const flow::Project flow = project.flow();
  const board::Wiring& wiring = project.wiring;
  runner::TopBuild build;
  build.top = flow.top();
  for (const emit::File& file : project.files()) {
    const bool core = file.path.starts_with("rtl/core/");
    if (file.path.ends_with(".v") && !core) build.hdl.push_back({fs::path(file.path).filename().string(), file.text});
  }
  runner::Sources core = core_sources(*project.model.prepared,
                                      project.hdl == HdlChoice::kVhdl ? runner::Hdl::kVhdl : runner::Hdl::kVerilog);
  if (core.hdl == runner::Hdl::kVhdl)
    build.hdl.push_back({"from_vhdl.v", runner::verilog_of_vhdl(project.model.prepared->plan.core.module, core)});
  else
    build.hdl.insert(build.hdl.end(), core.files.begin(), core.files.end());
  build.hdl.push_back({"model_shims.v", flow::model_shims(flow)});
  if (edit) edit(build.hdl);
  if (wiring.platform) {
    // Ports and widths of sim/vendor/platform_model.v.
    build.platform = true;
    build.top += "_platform";
    build.clocks = {"clock_p"};
    build.inverted = {"clock_n"};
    build.reset = "reset_n";
    build.channels = flow.plan.shell->channels.back().number + 1;
    build.bus_bits = wiring.platform->bus_bits;
    return runner::build_top(build);
  }
  build.reset = wiring.reset.front().port;
  const auto add_clocks = [&](const board::IpUse& use) {
    for (const board::InputClock& clock : use.clocks) {
      build.clocks.push_back(clock.port);
      if (clock.port.ends_with("_p")) build.inverted.push_back(clock.port.substr(0, clock.port.size() - 1) + "n");
    }
  };
  add_clocks(wiring.pcie);
  add_clocks(wiring.oscillator);
  if (wiring.tool.starts_with("quartus")) {
    build.oscillator = wiring.oscillator.clocks.front().port;
    build.oscillator_ns = wiring.oscillator.clocks.front().period_ns;
  }
  for (const board::WiredMemory& channel : wiring.memory) add_clocks(channel.use);
  const board::IpUse& memory = wiring.memory.front().use;
  build.channels = static_cast<int>(wiring.memory.size());
  if (wiring.uart) {
    // As fast as the module allows, so that runs end soon: the divider and the silence after a broken frame are
    // parameters of the top.
    constexpr int kClocksPerBit = 4, kGapLog2 = 10;
    build.parameters = {fmt::format("UART_CLOCKS={}", kClocksPerBit), fmt::format("UART_GAP_LOG2={}", kGapLog2)};
    build.uart_bit_ns = kClocksPerBit * 1e3 / wiring.user_mhz;
  } else {
    build.host_bits = wiring.pcie.sizes.at("data");
  }
  build.bus_bits = memory.sizes.at("data");
  build.address_bits = memory.sizes.at("address");
  if (const auto count = wiring.pcie.sizes.find("count"); count != wiring.pcie.sizes.end())
    build.most_beats = 1 << (count->second - 1);
  build.ecc = std::any_of(memory.parameters.begin(), memory.parameters.end(), [](const auto& p) {
    return (p.first.ends_with("_Ecc") || p.first.ends_with("_ECC_EN")) && p.second == "true";
  });
  return runner::build_top(build);
}

namespace {

Result<ProjectReport> made_on_board(const ProjectOptions& options, Diagnostics& diagnostics) {
  const auto board = chosen_board(options, diagnostics);
  if (!board) return Failure{};
  if (is_core_project(*board)) {
    auto report = made<PlannedCore>(options, *board, plan_core_project, diagnostics);
    if (report) report->is_core = true;
    return report;
  }
  if (is_open_project(*board)) return made<PlannedOpen>(options, *board, plan_open_project, diagnostics);
  return made<PlannedProject>(options, *board, plan_project, diagnostics);
}

}  // namespace

Result<ProjectReport> make_project(const ProjectOptions& options, Diagnostics& diagnostics) {
  const ProjectOptions named = with_named_copy(options);
  if (named.source.file == options.source.file) return made_on_board(options, diagnostics);
  Diagnostics found;
  found.set_policy(diagnostics.policy());
  auto report = made_on_board(named, found);
  // Faults name the description as the program does.
  found.rename(named.source.file, options.source.file);
  diagnostics.append(found);
  return report;
}

}  // namespace rtlgen::driver
