// Resources, clock and time of a design, without building it.
#include "driver/model/model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "dram/part_file.hpp"
#include "driver/data/arrays.hpp"
#include "driver/model/dies.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "elaborate/elaborate.hpp"
#include "frontend/board_file.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/calibration.hpp"
#include "model/flops.hpp"
#include "plan/plan.hpp"
#include "runner/folder.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "system/link.hpp"

namespace rtlgen::driver {

namespace {

void find_times(ModelReport& report, const ModelOptions& options, Diagnostics& diagnostics) {
  const plan::Plan& plan = report.prepared->plan;
  model::TimeInput input;
  input.plan = &plan;
  input.extents = report.extents;
  input.iterations = report.iterations;
  input.kernel_mhz = report.clock_mhz;
  input.flops = model::flops_written(report.prepared->reference());
  if (report.board) input.line_baud = line_baud(*report.board).value_or(0);
  const auto link = link_of(options.link, diagnostics);
  if (diagnostics.has_errors()) return;
  if (plan.shell) {
    input.link = link;
    input.bus_mhz = plan.shell->bus_mhz;
  }
  if (const auto ideal = model::run_time(input, diagnostics)) report.ideal = *ideal;
  const auto channel = channel_of(options, report.board, diagnostics);
  if (!channel || diagnostics.has_errors()) return;
  if (!plan.shell) {
    report.notes.emplace_back(
        "no time with memory: the file has no hardware.bus, so there is no way to memory to be counted");
    return;
  }
  input.channel = channel;
  report.dram = channel->part;
  if (const auto time = model::run_time(input, diagnostics)) report.time = *time;
}

void note(ModelReport& report) {
  const std::string& device = report.prepared->plan.device->family;
  if (device != report.fabric)
    report.notes.push_back(
        fmt::format("logic is mapped for {}, the nearest family that Yosys knows to {}", report.fabric, device));
  for (const Use& u : report.uses) {
    if (report.board && !u.available)
      report.notes.push_back(fmt::format("{} does not say how many {} there are", report.board->id, u.what));
  }
  if (report.prepared->plan.shell && !report.board)
    report.notes.emplace_back("logic is the core's; the shell around it comes on top (rtl/README.md has its sizes)");
  if (report.board) {
    std::string dies = dies_of(report.uses, report.prepared->stencil().hardware, *report.board).note;
    if (!dies.empty()) report.notes.push_back(std::move(dies));
    if (std::string text = line_note(*report.board, report.prepared->plan, report.clock_mhz); !text.empty())
      report.notes.push_back(std::move(text));
  }
  for (std::string& unknown : unknown_of(report.around)) report.notes.push_back(std::move(unknown));
  if (report.calibration.empty())
    report.notes.push_back(
        fmt::format("logic for {} is not calibrated: LUTs are those of a plain cover", report.fabric));
}

}  // namespace

std::optional<model::HostLink> link_of(const std::string& name, Diagnostics& diagnostics) {
  if (name.empty()) return std::nullopt;
  try {
    const system::Link link = system::read_link(dram::part_texts().contains("links/" + name) ? "links/" + name : name);
    return model::HostLink{link.write_gbs,         link.read_gbs,         link.dma_latency_ns,
                           link.register_write_ns, link.register_read_ns, link.interrupt_ns};
  } catch (const std::runtime_error& fault) {
    diagnostics.error("RG0806", {name, 0, 0, 1}, fault.what());
    return std::nullopt;
  }
}

bool check_ranges(const ModelOptions& options, Diagnostics& diagnostics) {
  bool good = !options.clock_mhz || check_number(kClockRange, *options.clock_mhz, diagnostics);
  if (options.iterations) good = check_number(kIterationsRange, *options.iterations, diagnostics) && good;
  if (!options.fill) return good;
  const std::vector<double> parts{options.fill->logic, options.fill->ram, options.fill->dsp};
  return check_numbers(kFillRange, parts, diagnostics) && good;
}

Result<spec::Stencil> read_on_board(const ModelOptions& options, Diagnostics& diagnostics) {
  if (!check_ranges(options, diagnostics)) return Failure{};
  const auto source = on_board(options.source, options.board, diagnostics);
  if (!source) return Failure{};
  return read_stencil(*source, diagnostics);
}

bool ModelReport::fits() const {
  return std::all_of(uses.begin(), uses.end(), [](const Use& u) { return u.fits(); });
}

Result<model::Calibration> read_calibration(const std::string& file, const model::Fabric& fabric,
                                            Diagnostics& diagnostics) {
  if (file.empty()) return model::calibration_of(fabric.name);
  const SourceLocation where{file, 0, 0, 1};
  try {
    model::Calibration table = model::calibration_from(runner::read_file(file));
    if (table.fabric == fabric.name) return table;
    diagnostics.error(
        "RG0807", where,
        fmt::format("this calibration is for {}, the design is mapped for {}", table.fabric, fabric.name));
  } catch (const std::runtime_error& fault) {
    diagnostics.error("RG0807", where, fault.what());
  }
  return Failure{};
}

Result<std::optional<board::Board>> board_of(const ModelOptions& options, const spec::Hardware& hardware,
                                             Diagnostics& diagnostics) {
  const std::string name = options.board.empty() ? hardware.board.path().string() : options.board;
  if (name.empty()) return std::optional<board::Board>();
  auto board = frontend::load_board(name, *options.source.given.texts, diagnostics);
  if (!board) return Failure{};
  return std::optional<board::Board>(*std::move(board));
}

board::Fill fill_of(const ModelOptions& options, const board::Board& board) {
  return options.fill.value_or(board::fill_of(board.generation).fill);
}

std::vector<Use> uses_of(const model::Area& area, int kernels, const model::Fabric& fabric,
                         const std::optional<board::Board>& board, const model::Area& around, const board::Fill& fill) {
  // `count`: of an area.
  const auto use = [&](const std::string& what, const auto& count, double part,
                       const std::optional<board::Figure> board::Resources::*member, std::int64_t times = 1) {
    Use u{what, count(area) * kernels, std::nullopt, false, count(around), part};
    if (!board) return u;
    const auto& figure = board->resources.*member;
    if (!figure) return u;
    u.available = figure->count() * times;
    u.unverified = figure->unverified;
    return u;
  };
  const auto as_const = [](std::optional<board::Figure> board::Resources::*member) {
    return static_cast<const std::optional<board::Figure> board::Resources::*>(member);
  };
  const auto logic = [&fabric](const model::Area& a) { return fabric.logic(a); };
  const auto flip_flops = [](const model::Area& a) { return a.flip_flops; };
  const auto rams = [](const model::Area& a) { return a.rams; };
  const auto dsps = [](const model::Area& a) { return a.dsps; };
  using enum model::Fabric::Kind;
  const auto ram_figure = fabric.kind == kXilinx ? as_const(&board::Resources::bram36)
                          : fabric.kind == kAlm  ? as_const(&board::Resources::m20k)
                                                 : as_const(&board::Resources::ebr);
  std::vector<Use> uses;
  uses.push_back(use(fabric.logic_word(), logic, fill.logic,
                     as_const(fabric.counts_luts() ? &board::Resources::lut : &board::Resources::alm)));
  uses.push_back(use("flip-flops", flip_flops, fill.logic, as_const(&board::Resources::ff)));
  uses.push_back(use(fabric.ram_word, rams, fill.ram, ram_figure, fabric.kind == kXilinx ? 2 : 1));
  uses.push_back(use("DSP", dsps, fill.dsp, as_const(&board::Resources::dsp)));
  const bool has_ultra = board && board->resources.uram && board->resources.uram->value > 0;
  if (has_ultra || area.ultra_rams > 0) {
    const auto ultra_rams = [](const model::Area& a) { return a.ultra_rams; };
    uses.push_back(use("UltraRAM", ultra_rams, fill.ram, as_const(&board::Resources::uram)));
  }
  return uses;
}

std::optional<model::Channel> channel_of(const ModelOptions& options, const std::optional<board::Board>& board,
                                         Diagnostics& diagnostics) {
  std::string name = options.dram;
  for (const board::Memory& m : board ? board->memory : std::vector<board::Memory>{}) {
    if (name.empty()) name = m.dram;
  }
  if (name.empty() || name == "ideal") return std::nullopt;
  if (const model::Channel* channel = model::find_channel(name)) return *channel;
  std::vector<std::string> known;
  for (const model::Channel& c : model::channels()) known.push_back(c.part);
  diagnostics.error("RG0806", {name, 0, 0, 1}, "no such memory channel is in the time model's table",
                    {fmt::format("known are {}, and ideal", fmt::join(known, ", "))});
  return std::nullopt;
}

Result<ModelReport> model_design(const ModelOptions& options, Diagnostics& diagnostics) {
  const auto description = read_on_board(options, diagnostics);
  if (!description) return Failure{};
  auto prepared = prepare(*description, description->hardware, diagnostics);
  if (!prepared) return Failure{};
  return model_design(*std::move(prepared), options, diagnostics);
}

Result<ModelReport> model_design(std::shared_ptr<const Prepared> prepared, const ModelOptions& options,
                                 Diagnostics& diagnostics) {
  ModelReport report;
  report.prepared = std::move(prepared);
  const plan::Plan& plan = report.prepared->plan;
  auto board = board_of(options, report.prepared->requested, diagnostics);
  const model::Fabric& fabric = model::fabric_of(plan.device->name);
  const auto calibration = read_calibration(options.calibration, fabric, diagnostics);
  if (!board || !calibration) return Failure{};
  report.board = *std::move(board);
  report.fabric = fabric.name;
  report.calibration = calibration->tool;
  const hw::Design design = elaborate::elaborate(plan);
  report.area = model::area_of(design, fabric, *calibration);
  if (report.board) {
    report.around = around_of(*report.board, plan);
    report.fill = fill_of(options, *report.board);
  }
  report.uses = uses_of(report.area.total, report.prepared->stencil().hardware.kernels, fabric, report.board,
                        sum_of(report.around), report.fill);
  const bool has_path = options.hints || model::defends_clock(*plan.device);
  report.clock = model::estimate_clock(*plan.device, report.uses.front().part().value_or(0), plan.period_ps,
                                       has_path ? model::longest_path(design, *plan.device) : std::nullopt,
                                       report.board ? bridge_path(*report.board, *plan.device) : std::nullopt);
  report.clock_given = options.clock_mhz.has_value();
  report.clock_mhz =
      options.clock_mhz.value_or(report.clock.known() ? report.clock.typical_mhz : report.clock.scheduled_mhz);
  const auto extents = chosen_extents(*report.prepared, options.extents, diagnostics);
  if (!extents) return Failure{};
  report.extents = *extents;
  report.iterations = options.iterations.value_or(report.prepared->stencil().iterations);
  find_times(report, options, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  note(report);
  return report;
}

}  // namespace rtlgen::driver
