// Predicts resources, clock and time of a design without building it.
#include "driver/model/model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "contract/shell.hpp"
#include "dram/part_file.hpp"
#include "driver/data/arrays.hpp"
#include "driver/model/dies.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/memory_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/slabs/card_slabs.hpp"
#include "elaborate/elaborate.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/schema/suggest.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/calibration.hpp"
#include "model/drams.hpp"
#include "model/flops.hpp"
#include "plan/plan.hpp"
#include "runner/folder.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/numbers.hpp"
#include "support/result.hpp"
#include "system/link.hpp"

namespace rtlgen::driver {

namespace {

/// Adds a note if a manual placement is slow.
void note_memory(ModelReport& report, model::TimeInput input) {
  spec::Hardware hardware = report.prepared->requested;
  if (!hardware.bus || hardware.bus->memory.empty() || hardware.channels.count() < 2) return;
  hardware.bus->memory.clear();
  Diagnostics ignored;
  const auto placed = prepare(report.prepared->program, hardware, ignored);
  if (!placed) return;
  input.plan = &(*placed)->plan;
  const auto time = model::run_time(input, ignored);
  if (!time) return;
  report.slow_places = slow_places_text(report.time->seconds, time->seconds);
  if (!report.slow_places.empty()) report.notes.push_back(report.slow_places);
}

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
  const model::Drams drams = drams_of(options, report.board, diagnostics);
  if (drams.empty() || diagnostics.has_errors()) return;
  if (!plan.shell) {
    if (options.dram.empty() && report.board) return;  // the board has no bus, or the design cannot use it
    report.notes.emplace_back("no time with memory: the description has no hardware.bus to connect the core to memory");
    return;
  }
  input.drams = drams;
  report.drams = drams;
  if (const auto time = model::run_time(input, diagnostics)) report.time = *time;
  if (report.time) report.range = model::cycle_range(input, *report.time);
  if (report.time && report.board) note_memory(report, input);
}

/// Whether neither the file nor --set has a bus.
bool asks_for_no_bus(const Source& source) {
  Source bare = source;
  bare.given.bus.reset();
  Diagnostics ignored;
  const auto stencil = read_stencil(bare, ignored);
  return stencil && !stencil->hardware.bus;
}

void note(ModelReport& report) {
  const std::string& device = report.prepared->plan.device->family;
  if (device != report.fabric)
    report.notes.push_back(
        fmt::format("logic is mapped for {}, the family nearest to {} that Yosys supports", report.fabric, device));
  for (const Use& u : report.uses) {
    if (report.board && !u.available)
      report.notes.push_back(
          fmt::format("the board file of {} does not give the number of {}", report.board->id, u.what));
  }
  if (Diagnostics full; report.cards > 1 && !check_memory(*report.prepared, report.extents, full))
    report.notes.push_back(
        fmt::format("the grid fits {} cards, but not one: figures for one card assume that its memory is large enough",
                    report.cards));
  if (report.prepared->plan.shell && !report.board)
    report.notes.emplace_back(
        "only the core's logic is counted, not the shell around it (rtl/README.md has its sizes)");
  if (report.board) {
    if (const auto line = line_check(*report.board, report.prepared->stencil().file.path().string())) {
      Diagnostics faults;
      line(report.prepared->plan, faults);
      for (const Diagnostic& d : faults.all())
        report.notes.push_back(fmt::format("project refuses this design: {}; {}", d.message, d.notes.front()));
    }
    std::string dies = dies_of(report.uses, report.prepared->stencil().hardware, *report.board).note;
    if (!dies.empty()) report.notes.push_back(std::move(dies));
    if (std::string text = line_note(*report.board, report.prepared->plan, report.clock_mhz); !text.empty())
      report.notes.push_back(std::move(text));
  }
  for (std::string& unknown : unknown_of(report.infrastructure)) report.notes.push_back(std::move(unknown));
  if (report.calibration.empty())
    report.notes.push_back(
        fmt::format("the logic model is not calibrated for {}: LUTs are those of a plain mapping", report.fabric));
}

}  // namespace

std::optional<model::HostLink> link_of(const std::string& name, Diagnostics& diagnostics) {
  if (name.empty()) return std::nullopt;
  try {
    const system::Link link = system::read_link(dram::part_place("links", name));
    return model::HostLink{link.write_gbs,         link.read_gbs,         link.dma_latency_ns,
                           link.register_write_ns, link.register_read_ns, link.interrupt_ns};
  } catch (const std::runtime_error& fault) {
    refuse_part(kLinkOption, name, fault.what(), dram::part_names("links"), diagnostics);
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

Result<Source> source_on_board(const ModelOptions& options, Diagnostics& diagnostics) {
  if (options.dram == "ideal") return on_board(options.source, options.board, diagnostics);
  return on_card(options.source, options.board, diagnostics);
}

Result<std::shared_ptr<const Prepared>> prepare_on_board(const ModelOptions& options, std::string& note,
                                                         Diagnostics& diagnostics) {
  if (!check_ranges(options, diagnostics)) return Failure{};
  const auto source = source_on_board(options, diagnostics);
  const auto description = source ? read_stencil(*source, diagnostics) : Result<spec::Stencil>(Failure{});
  if (!description) return Failure{};
  Diagnostics refused;
  if (auto prepared = prepare(*description, description->hardware, refused)) {
    diagnostics.append(refused);
    return prepared;
  }
  spec::Hardware without = description->hardware;
  without.bus.reset();
  Diagnostics ignored;
  const auto board = board_of(options, description->hardware, ignored);
  const auto bus = board && *board ? bus_of(**board) : std::nullopt;
  const bool is_required = bus && bus->is_fixed;  // by the board's project, which refuses the design
  if (source->given.bus && !is_required && asks_for_no_bus(*source)) {
    if (auto prepared = prepare(*description, without, ignored)) {
      note = fmt::format("the design cannot use the board's bus of {} bits ({}): memory is assumed to keep up",
                         source->given.bus->bits, refused.all().front().message);
      return prepared;
    }
  }
  diagnostics.append(refused);
  return Failure{};
}

std::string slow_places_text(double given, double placed) {
  constexpr double kMuchSlower = 2;
  if (given < kMuchSlower * placed) return "";
  return fmt::format(
      "with 'hardware.memory: auto' instead of the given placement, a run takes {}: it is {:.1f} times as fast",
      duration_text(placed), given / placed);
}

bool ModelReport::fits() const {
  return std::all_of(uses.begin(), uses.end(), [](const Use& u) { return u.fits(); });
}

std::string ModelReport::dram() const { return model::parts_text(drams, prepared->plan); }

Result<model::Calibration> read_calibration(const std::string& file, const model::Fabric& fabric,
                                            Diagnostics& diagnostics) {
  if (file.empty()) return model::calibration_of(fabric.name);
  const SourceLocation where{file};
  std::string text;
  try {
    text = runner::read_file(file);
  } catch (const EnvironmentError& fault) {
    return diagnostics.error(Code::kUnusableCalibration, where, fault.what());
  }
  auto table = model::calibration_from(text);
  if (!table) return diagnostics.report(table.error(), where);
  if (table->fabric == fabric.name) return std::move(*table);
  return diagnostics.error(
      Code::kUnusableCalibration, where,
      fmt::format("this calibration is for {}, but the design is mapped for {}", table->fabric, fabric.name));
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
                         const std::optional<board::Board>& board, const model::Area& infrastructure,
                         const board::Fill& fill) {
  // `count`: selects a number in an area.
  const auto use = [&](const std::string& what, const auto& count, double part,
                       const std::optional<board::Figure> board::Resources::*member, std::int64_t times = 1) {
    Use u{what, count(area) * kernels, std::nullopt, false, count(infrastructure), part};
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

namespace {

/// Only simulations can read models from files.
void refuse_dram(const std::string& name, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const model::Channel& c : model::channels()) known.push_back(c.part);
  std::vector<std::string> notes = {
      fmt::format("DRAM models are {}; ideal is memory without limits", fmt::join(known, ", "))};
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored))
    notes.emplace_back("only simulations read files: rtlgen sim --memory ddr --dram FILE");
  diagnostics.error(Code::kUnusableMemoryPart, {"--dram " + name}, fmt::format("there is no DRAM model '{}'", name),
                    notes, frontend::nearest_fix(name, known));
}

}  // namespace

model::Drams drams_of(const ModelOptions& options, const std::optional<board::Board>& board, Diagnostics& diagnostics) {
  if (options.dram == "ideal") return {};
  if (!options.dram.empty()) {
    if (const model::Channel* channel = model::find_channel(options.dram)) return {*channel};
    refuse_dram(options.dram, diagnostics);
    return {};
  }
  model::Drams drams;
  if (!board) return drams;
  for (const spec::ChannelKind& kind : frontend::memory_channels(*board).kinds) {
    const model::Channel* const channel = model::find_channel(kind.dram);
    if (channel == nullptr) return {};
    constexpr double kRounded = 1.01;  // figures of boards are rounded
    const bool is_boards = kind.gbs == 0 || (kind.has_own_dram && channel->peak_gbs <= kRounded * kind.gbs);
    drams.push_back(is_boards ? *channel : model::scaled(*channel, kind.gbs));
  }
  return drams;
}

Result<ModelReport> model_design(const ModelOptions& options, Diagnostics& diagnostics) {
  std::string note;
  auto prepared = prepare_on_board(options, note, diagnostics);
  if (!prepared) return Failure{};
  auto report = model_design(*std::move(prepared), options, diagnostics);
  if (report && !note.empty()) report->notes.push_back(std::move(note));
  return report;
}

Result<ModelReport> model_design(std::shared_ptr<const Prepared> prepared, const ModelOptions& options,
                                 Diagnostics& diagnostics) {
  ModelReport report;
  report.prepared = std::move(prepared);
  const plan::Plan& plan = report.prepared->plan;
  auto board = board_of(options, report.prepared->requested, diagnostics);
  const model::Fabric& fabric = model::fabric_of(plan.device->name);
  const auto calibration = read_calibration(options.calibration, fabric, diagnostics);
  const auto extents = chosen_extents(*report.prepared, options.extents, diagnostics);
  if (!board || !calibration || !extents) return Failure{};
  if (options.dram != "ideal" && !check_memory(*report.prepared, *extents, options.cards, diagnostics))
    return Failure{};
  report.extents = *extents;
  report.cards = options.cards;
  report.board = *std::move(board);
  report.fabric = fabric.name;
  report.calibration = calibration->tool;
  const hw::Design design = elaborate::elaborate(plan);
  report.area = model::area_of(design, fabric, *calibration);
  if (report.board) {
    report.infrastructure = infrastructure_of(*report.board, plan);
    report.fill = fill_of(options, *report.board);
  }
  report.uses = uses_of(report.area.total, report.prepared->stencil().hardware.kernels, fabric, report.board,
                        sum_of(report.infrastructure), report.fill);
  const bool has_path = options.hints || model::defends_clock(*plan.device);
  report.clock = model::estimate_clock(*plan.device, report.uses.front().part().value_or(0),
                                       report.prepared->stencil().hardware.clock_mhz,
                                       has_path ? model::longest_path(design, *plan.device) : std::nullopt,
                                       report.board ? bridge_path(*report.board, *plan.device) : std::nullopt);
  report.clock_given = options.clock_mhz.has_value();
  report.clock_mhz =
      options.clock_mhz.value_or(report.clock.known() ? report.clock.typical_mhz : report.clock.scheduled_mhz);
  report.iterations = options.iterations.value_or(report.prepared->stencil().iterations);
  find_times(report, options, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  note(report);
  return report;
}

}  // namespace rtlgen::driver
