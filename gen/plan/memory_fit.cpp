// Compares the sizes of channels with the need of the placement, and searches for the largest grid that fits.
#include "plan/memory_fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/framing.hpp"
#include "plan/memory_use.hpp"
#include "plan/place_fields.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::plan {

namespace {

using Use = std::map<int, std::uint64_t>;

/// "1.5 GiB"
std::string bytes_text(std::uint64_t bytes) {
  static const char* const kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit) value /= 1024;
  return fmt::format("{:.{}f} {}", value, value < 100 && unit > 0 ? 1 : 0, kUnits[unit]);
}

bool is_overfull(const spec::Hardware& hardware, int channel, std::uint64_t bytes) {
  const auto capacity = capacity_of(hardware, channel);
  return capacity && bytes > *capacity;
}

/// "HBM2 ": the kind of a channel, if the board has several.
std::string kind_word(const spec::Hardware& hardware, std::size_t kind) {
  const std::vector<spec::ChannelKind>& kinds = hardware.channels.kinds;
  return kinds.size() > 1 ? kinds[kind].name + " " : "";
}

/// "channel 0 needs 2.0 GiB and has 256 MiB, channels 1 to 3 need ..."
std::string overfull_text(const spec::Hardware& hardware, const Use& use) {
  struct Row {
    int first = 0, last = 0;
    std::string kind, needs, has;
  };
  std::vector<Row> rows;
  for (const auto& [channel, bytes] : use) {
    if (!is_overfull(hardware, channel, bytes)) continue;
    const std::uint64_t size = *capacity_of(hardware, channel);
    const std::string kind = kind_word(hardware, spec::kind_of_channel(hardware, channel));
    Row row{channel, channel, kind, bytes_text(bytes), bytes_text(size)};
    if (row.needs == row.has) row = {channel, channel, kind, fmt::format("{} B", bytes), fmt::format("{} B", size)};
    const bool continues = !rows.empty() && rows.back().last + 1 == channel && rows.back().kind == kind &&
                           rows.back().needs == row.needs && rows.back().has == row.has;
    if (continues)
      rows.back().last = channel;
    else
      rows.push_back(std::move(row));
  }
  std::vector<std::string> texts;
  for (const Row& r : rows)
    texts.push_back(r.first == r.last ? fmt::format("{}channel {} needs {} and has {}", r.kind, r.first, r.needs, r.has)
                                      : fmt::format("{}channels {} to {} need {} each and have {}", r.kind, r.first,
                                                    r.last, r.needs, r.has));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// A design, and the extents of one of its runs.
struct Run {
  const spec::Stencil& stencil;
  const spec::Extents& grid;

  /// Whether a run on `extents` fits. If the run has the design's whole grid, `design` is changed to these extents too.
  [[nodiscard]] bool fits(spec::Stencil design, const spec::Extents& extents) const {
    if (grid == stencil.grid) design.grid = extents;
    return fill_of(design.hardware, memory_use(design, places_of(design), extents)) <= 1;
  }
};

/// The largest extents that fit `chosen`, which has no manual placement: shorter along the last axis only.
std::optional<spec::Extents> largest_extents(const Run& run, const spec::Stencil& chosen) {
  const std::size_t axis = at(chosen.axes - 1);
  const std::int64_t unit = axis == 0 ? block_alignment(chosen, 0) : 1;
  const auto with = [&](std::int64_t units) {
    spec::Extents shorter = run.grid;
    shorter[axis] = units * unit;
    return shorter;
  };
  std::int64_t most = 0, beyond = run.grid[axis] / unit + 1;
  while (beyond - most > 1) {
    const std::int64_t middle = most + (beyond - most) / 2;
    (run.fits(chosen, with(middle)) ? most : beyond) = middle;
  }
  if (most == 0 || with(most)[axis] < chosen.least_grid[axis]) return std::nullopt;
  return with(most);
}

/// "8.0 GiB in 32 HBM2 channels and 32.0 GiB in 2 DDR4 channels"
std::string sizes_text(const spec::Hardware& hardware) {
  std::vector<std::string> texts;
  const std::vector<spec::KernelChannels> kinds = spec::channels_by_kind(hardware);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    std::uint64_t all = 0;
    for (int c = 0; c < std::max(1, kinds[k].count); ++c) all += capacity_of(hardware, kinds[k].first + c).value_or(0);
    if (k > 0 && kinds[k].count == 0) continue;
    texts.push_back(
        kinds.size() > 1 || kinds[k].count > 1
            ? fmt::format("{} in {}", bytes_text(all), counted(kinds[k].count, kind_word(hardware, k) + "channel"))
            : bytes_text(all));
  }
  return fmt::format("{}", fmt::join(texts, " and "));
}

/// The design without its manual placement.
spec::Stencil with_auto_places(spec::Stencil stencil) {
  stencil.hardware.bus->memory.clear();
  return stencil;
}

/// Notes on what would fit, if no placement does.
std::vector<std::string> remedies(const Run& run) {
  static const char* const kSame[] = {"", " of this width", " of this width and height"};
  const spec::Hardware& hardware = run.stencil.hardware;
  spec::Stencil chosen = with_auto_places(run.stencil);
  const std::string has = fmt::format(
      "{} has {}", hardware.kernels > 1 ? "each kernel" : safe::terminal(hardware.board), sizes_text(hardware));
  std::vector<std::string> notes;
  if (const auto largest = largest_extents(run, chosen))
    notes.push_back(fmt::format("{}: the largest grid{} that fits is {}", has, kSame[at(chosen.axes - 1)],
                                fmt::join(largest->begin(), largest->begin() + chosen.axes, " x ")));
  else
    notes.push_back(fmt::format("{}: use a smaller grid", has));
  chosen.hardware.kernels = 1;
  if (hardware.kernels > 1 && run.fits(chosen, run.grid)) notes.emplace_back("they fit with 'hardware.kernels: 1'");
  if (chosen.axes > 1)
    notes.emplace_back(
        "several cards can share a grid: check, generate, model, explore, advise, project and run take --cards N "
        "(docs/cards.md)");
  notes.emplace_back("narrower types take less memory; rtlgen boards lists other boards");
  return notes;
}

/// The place of the first field in an overfull channel.
SourceLocation place_of_fault(const spec::Stencil& stencil, const Use& use) {
  const auto is_full = [&](int c) { return use.contains(c) && is_overfull(stencil.hardware, c, use.at(c)); };
  for (const spec::Placement& place : stencil.hardware.bus->memory) {
    for (const std::vector<int>& buffer : place.buffers) {
      if (std::any_of(buffer.begin(), buffer.end(), is_full)) return place.where;
    }
  }
  return stencil.hardware.bus->where;
}

/// The stencil with the board's bus, if it has none.
spec::Stencil on_bus(spec::Stencil stencil) {
  if (stencil.hardware.bus) return stencil;
  const spec::BoardBus& board = *stencil.hardware.channels.bus;
  stencil.hardware.bus = spec::Bus{};
  stencil.hardware.bus->bits = board.bits;
  stencil.hardware.bus->clock_mhz = board.mhz;
  return stencil;
}

}  // namespace

bool fits_memory(const spec::Stencil& stencil, const spec::Extents& grid) {
  const spec::Hardware& hardware = stencil.hardware;
  if (hardware.channels.bytes.empty() || !(hardware.bus || hardware.channels.bus)) return true;
  if (!hardware.bus) return fits_memory(on_bus(stencil), grid);
  return fill_of(hardware, memory_use(stencil, places_of(stencil), grid)) <= 1;
}

bool check_memory_fit(const spec::Stencil& given, const spec::Extents& grid, Diagnostics& diagnostics) {
  if (fits_memory(given, grid)) return true;
  const spec::Stencil stencil = on_bus(given);
  const Use use = memory_use(stencil, places_of(stencil), grid);
  std::uint64_t needed = 0;
  for (const auto& [channel, bytes] : use) needed += bytes;
  const std::string message = fmt::format("the arrays need {} and do not fit the memory of {}: {}", bytes_text(needed),
                                          safe::terminal(stencil.hardware.board), overfull_text(stencil.hardware, use));
  const Run run{stencil, grid};
  if (!stencil.hardware.bus->memory.empty() && run.fits(with_auto_places(stencil), grid))
    diagnostics.error(Code::kMemoryTooSmall, place_of_fault(stencil, use), message,
                      {"they fit with 'hardware.memory: auto', which spreads them over the channels"});
  else
    diagnostics.error(Code::kMemoryTooSmall, stencil.grid_where, message, remedies(run));
  return false;
}

}  // namespace rtlgen::plan
