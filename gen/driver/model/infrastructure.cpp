// Shell, card block and serial line from the area model, IP from its file, a platform from the board's wiring.
#include "driver/model/infrastructure.hpp"

#include <fmt/format.h>

#include "board/wiring.hpp"
#include "contract/line_top.hpp"
#include "contract/shell.hpp"
#include "emit/banner.hpp"
#include "flow/open/open_project.hpp"
#include "frontend/board/wiring_file.hpp"
#include "hw/delay_model.hpp"
#include "model/area/infrastructure.hpp"
#include "model/bridge.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/numbers.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kOurs = "Yosys counts of rtl/ (rtl/README.md)";

/// Intel's logic is given in ALMs; each counts as a LUT that pairs with no other.
model::Area area_of(const board::Resources& figures) {
  const auto count = [](const std::optional<board::Figure>& figure) { return figure ? figure->count() : 0; };
  model::Area area;
  area.wide_luts = count(figures.alm);
  area.logic_luts = area.wide_luts + count(figures.lut);
  area.flip_flops = count(figures.ff);
  area.rams = 2 * count(figures.bram36) + count(figures.m20k) + count(figures.ebr);
  area.dsps = count(figures.dsp);
  return area;
}

Infrastructure infrastructure_of(const std::string& what, const board::Resources* figures) {
  Infrastructure infrastructure{what, 1, std::nullopt, "", false};
  if (figures == nullptr) return infrastructure;
  infrastructure.each = area_of(*figures);
  const auto& first = figures->lut ? figures->lut : figures->alm;
  if (!first) return infrastructure;
  infrastructure.source = safe::utf8(first->source);
  infrastructure.unverified = first->unverified;
  return infrastructure;
}

/// A platform uses everything that it does not leave free.
Infrastructure of_platform(const board::Platform& platform, const board::Board& board) {
  Infrastructure infrastructure = infrastructure_of(platform.name, platform.left ? &*platform.left : nullptr);
  if (!infrastructure.each) return infrastructure;
  infrastructure.each = area_of(board.resources) + -1 * *infrastructure.each;
  return infrastructure;
}

void add_ip(const board::IpUse& use, std::vector<Infrastructure>& all) {
  if (use.ip.name.empty()) return;
  for (Infrastructure& known : all) {
    if (known.what != use.ip.name) continue;
    ++known.count;
    return;
  }
  all.push_back(infrastructure_of(use.ip.name, use.takes()));
}

Result<board::Wiring> wiring_of(const board::Board& board) {
  Diagnostics ignored;
  return frontend::wiring_texts().contains(board.id) ? frontend::load_wiring(board.id, ignored)
                                                     : Result<board::Wiring>(Failure{});
}

/// The modules of the board's project that depend on the plan: a serial line carries its ports, a card block watches
/// its channels.
void add_by_plan(const board::Wiring& wiring, const model::Fabric& fabric, int probes, const contract::LineTop& line,
                 std::vector<Infrastructure>& all) {
  if (wiring.open)
    all.push_back({"serial line", 1, model::uart_stream_area(line, fabric), kOurs, false, true});
  else if (wiring.uart)
    all.push_back({"serial line", 1, model::uart_host_area(), kOurs, false, true});
  if (wiring.has_card_block()) {
    const auto channels = static_cast<int>(wiring.memory.size());
    all.push_back({"card block", 1,
                   model::card_block_area(channels, probes, wiring.pcie.sizes.at("data"), wiring.bus()->bits), kOurs,
                   false, true});
  }
}

}  // namespace

std::vector<Infrastructure> infrastructure_of(const board::Board& board, const plan::Plan& plan) {
  const model::Fabric& fabric = model::fabric_of(plan.device->name);
  const int kernels = plan.stencil->hardware.kernels;
  std::vector<Infrastructure> all;
  const auto wiring = wiring_of(board);
  // Boards with open tools have no memory, and so no shell.
  if (plan.shell && !(wiring && wiring->open))
    all.push_back({kShellWord, kernels, model::shell_area(*plan.shell, fabric), kOurs, false});
  if (!wiring) {
    all.push_back({"host interface and memory controllers", 1, std::nullopt, "", false});
    return all;
  }
  if (wiring->platform) all.push_back(of_platform(*wiring->platform, board));
  const int used = plan.shell ? static_cast<int>(plan.shell->channels.size()) : 0;
  add_by_plan(*wiring, fabric, used * kernels, contract::line_top(plan.core), all);
  add_ip(wiring->pcie, all);
  for (const board::WiredMemory& channel : wiring->memory) add_ip(channel.use, all);
  return all;
}

std::function<model::Area(int, const contract::LineTop&)> area_by_plan(const board::Board& board,
                                                                       const model::Fabric& fabric, int kernels) {
  auto wiring = wiring_of(board);
  if (!wiring || !(wiring->open || wiring->has_card_block())) return nullptr;
  return [wiring = *std::move(wiring), &fabric, kernels](int channels, const contract::LineTop& line) {
    std::vector<Infrastructure> all;
    add_by_plan(wiring, fabric, channels * kernels, line, all);
    return sum_of(all);
  };
}

std::function<bool(const plan::Plan&, Diagnostics&)> line_check(const board::Board& board, const std::string& file) {
  if (!line_baud(board)) return nullptr;
  return [board, file, wiring = *wiring_of(board)](const plan::Plan& plan, Diagnostics& diagnostics) {
    Diagnostics faults;
    emit::Banner banner;
    banner.config = OutsideText(file);
    flow::open::check({.plan = plan,
                       .board = board,
                       .wiring = wiring,
                       .banner = banner,
                       .description = {},
                       .identity = 0,
                       .core = {},
                       .expected = {},
                       .command = {},
                       .keys = {}},
                      faults);
    diagnostics.append(faults);
    return !faults.has_errors();
  };
}

std::optional<int> line_baud(const board::Board& board) {
  if (board.tool != "open" || !frontend::wiring_texts().contains(board.id)) return std::nullopt;
  Diagnostics ignored;
  const auto wiring = frontend::load_wiring(board.id, ignored);
  if (!wiring || !wiring->open || !wiring->uart) return std::nullopt;
  return wiring->uart->baud;
}

std::optional<model::LongestPath> bridge_path(const board::Board& board, const hw::DelayModel& device) {
  return line_baud(board) ? model::bridge_path(device) : std::nullopt;
}

std::string line_note(const board::Board& board, const plan::Plan& plan, double kernel_mhz) {
  const std::optional<int> baud = line_baud(board);
  if (!baud) return "";
  const contract::CoreInterface& core = plan.core;
  return fmt::format(
      "speeds are for whole runs: the words of every pass go in and out over the {}-baud serial line; the core "
      "alone could reach {}; a larger hardware.steps computes more with each word",
      *baud, si_text(kernel_mhz * 1e6 * core.cells_per_cycle * core.steps, "cell updates/s"));
}

model::Area sum_of(const std::vector<Infrastructure>& infrastructure) {
  model::Area sum;
  for (const Infrastructure& a : infrastructure) {
    if (a.each) sum += a.count * *a.each;
  }
  return sum;
}

std::vector<std::string> unknown_of(const std::vector<Infrastructure>& infrastructure) {
  std::vector<std::string> notes;
  for (const Infrastructure& a : infrastructure) {
    if (!a.each) notes.push_back(fmt::format("the resources of {} are unknown and not counted", a.what));
  }
  return notes;
}

}  // namespace rtlgen::driver
