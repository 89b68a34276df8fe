// Computes the registers of a run, and refuses what none can hold.
#include "host/run_registers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contract/shell.hpp"
#include "host/numbers.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::host {

namespace {

bool has_base(const Design& design, int channel) {
  const std::vector<contract::BusRegister>& registers = design.shell.map.registers;
  return std::any_of(registers.begin(), registers.end(), [&](const contract::BusRegister& r) {
    return r.name == contract::ShellChannel::base_of(channel);
  });
}

/// Base address of a buffer, whose stripes share one register; 0 if the channels have their own registers.
std::uint64_t base_of(const Design& design, const std::string& field, const std::vector<int>& channels,
                      Backend& backend) {
  if (has_base(design, channels.front())) return 0;
  const std::uint64_t base = backend.base(channels.front());
  for (const int c : channels) {
    if (backend.base(c) == base) continue;
    throw Error(
        fmt::format("'{}' is striped over channels {}, whose base addresses differ on this card: place it without "
                    "stripes (hardware.memory)",
                    field, fmt::join(channels, ", ")));
  }
  return base;
}

}  // namespace

contract::RunSettings settings_of(const Design& design, const contract::Extents& extents, std::uint64_t steps) {
  Diagnostics diagnostics;
  auto run = contract::run_settings(design.core, extents, static_cast<std::int64_t>(steps), diagnostics);
  if (run) return *run;
  std::vector<std::string> faults;
  for (const Diagnostic& d : diagnostics.all())
    faults.push_back(fmt::format("{}: {}", d.message, fmt::join(d.notes, ", ")));
  throw Error(fmt::format("{}", fmt::join(faults, "; ")));
}

void check_step(std::uint64_t step) {
  if (step > kMostSteps) throw Error(fmt::format("step {} exceeds the maximum, {}", step, kMostSteps));
}

void check_steps(std::uint64_t first, std::uint64_t steps) {
  check_step(first);
  if (steps > kMostSteps - first)
    throw Error(fmt::format("{} from step {} on {} the maximum, {}", counted(steps, "step"), first,
                            by_number(steps, "exceeds", "exceed"), kMostSteps));
}

void check_param(const Design& design, const std::string& name, std::uint64_t bits) {
  std::vector<std::string> known;
  for (const Design::Param& p : design.params) {
    known.push_back(p.name);
    if (p.name != name) continue;
    if (p.bits < 64 && bits >> p.bits != 0)
      throw Error(fmt::format("parameter '{}' has {}, but {:#x} has more", name, counted(p.bits, "bit"), bits));
    return;
  }
  throw Error(
      fmt::format("there is no run-time parameter '{}'; {}", name,
                  known.empty() ? "the design has none" : fmt::format("available: {}", fmt::join(known, ", "))));
}

std::map<std::string, std::uint64_t> run_registers(const Design& design, const FieldPlaces& places,
                                                   const RunRequest& run, Backend& backend) {
  std::map<std::string, std::uint64_t> numbers = run_numbers(design, run.extents, run.settings);
  numbers["first_step"] = run.first_step - static_cast<std::uint64_t>(run.settings.bypass);
  numbers["watchdog"] = run.watchdog;
  numbers["first_buffer"] = static_cast<std::uint64_t>(run.first_buffer);
  for (const char* operand : contract::kSelfTestOperands) numbers[operand] = 0;
  for (const auto& [name, bits] : run.params) numbers["param_" + name] = bits;
  for (const contract::ShellChannel& c : design.shell.channels) {
    if (has_base(design, c.number)) numbers[contract::ShellChannel::base_of(c.number)] = backend.base(c.number);
  }
  for (const auto& [name, place] : places) {
    const std::uint64_t last = static_cast<std::uint64_t>((place.placement.beats - 1) * design.shell.bus_bits / 8);
    for (std::size_t b = 0; b < place.base.size(); ++b) {
      const std::vector<int>& channels = channels_of(design.shell.streams[place.stream], static_cast<int>(b));
      const std::uint64_t first = place.base[b] + base_of(design, name, channels, backend);
      numbers[fmt::format("buffer_{}_first_of_{}", b, name)] = first;
      numbers[fmt::format("buffer_{}_last_of_{}", b, name)] = first + last;
    }
  }
  return numbers;
}

}  // namespace rtlgen::host
