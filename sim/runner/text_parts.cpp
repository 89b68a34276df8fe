// Numbers of a run for a test bench, and filling in its template.
#include "runner/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "runner/runner.hpp"

namespace rtlgen::runner {

namespace {

using contract::Port;
using contract::PortRole;

constexpr int kPerMille = 1000;

/// Replaces every @name@ of a template.
std::string fill(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + name + "@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> common_values(const SimulatedDesign& design, const Run& run,
                                                               const Parts& p) {
  constexpr std::uint64_t kSeeds = 2147483398;
  return {{"module", design.core.module},
          {"frame", std::to_string(p.frame)},
          {"total", std::to_string(p.total)},
          {"quiet", std::to_string(p.quiet)},
          {"drain", std::to_string(p.drain)},
          {"stall_in", std::to_string(p.stall_in)},
          {"stall_out", std::to_string(p.stall_out)},
          {"seed", std::to_string(run.seed % kSeeds + 1)}};
}

}  // namespace

Parts parts_of(const SimulatedDesign& design, const Run& run) {
  Parts p;
  for (const Port& port : design.core.ports) {
    if (port.role >= PortRole::kRowWords && port.role <= PortRole::kParam) p.settings.push_back(port);
    if (port.role == PortRole::kInData && !design.core.is_late(port)) p.inputs.push_back(port);
    if (port.role == PortRole::kOutData) p.outputs.push_back(port);
    if (port.role == PortRole::kMonitor) p.monitors.push_back(port);
  }
  p.frame = run.settings.pass_words();
  p.total = p.frame * run.settings.passes;
  const double pace = std::max(0.01, (1.0 - run.stall_in) * (1.0 - run.stall_out));
  p.quiet =
      static_cast<std::int64_t>(static_cast<double>(run.settings.total_lag + design.core.total_latency + 10000) / pace);
  p.drain = design.core.total_latency + design.core.monitor_latency + 64;
  p.stall_in = static_cast<int>(run.stall_in * kPerMille);
  p.stall_out = static_cast<int>(run.stall_out * kPerMille);
  return p;
}

bool has_ghosts(const contract::CoreInterface& core) {
  return core.wraps(0) || core.wraps(1) || core.wraps(2) || core.has_blocks();
}

bool is_state(const Parts& p, const Port& port) {
  const auto same = [&](const Port& other) { return other.index == port.index; };
  return std::any_of(p.inputs.begin(), p.inputs.end(), same) && std::any_of(p.outputs.begin(), p.outputs.end(), same);
}

std::string binary(std::uint64_t value, int width) {
  std::string bits;
  for (int i = width - 1; i >= 0; --i) bits += ((value >> i) & 1) != 0 ? '1' : '0';
  return bits;
}

std::string print(const char* text, const SimulatedDesign& design, const Run& run, const Parts& p, Lines lines,
                  const LoadText& load, const LateText& late) {
  lines.add(load);
  lines.add(late);
  auto values = common_values(design, run, p);
  // The lines come first, because they contain marks themselves.
  std::vector<std::pair<std::string, std::string>> all = {{"declarations", lines.declarations},
                                                          {"connections", lines.connections},
                                                          {"variables", lines.variables},
                                                          {"read", lines.read},
                                                          {"load", lines.load},
                                                          {"ahead", lines.ahead},
                                                          {"drive", lines.drive},
                                                          {"store", lines.store},
                                                          {"write", lines.write},
                                                          {"look", lines.look},
                                                          {"late_sample", lines.late.sample},
                                                          {"late_moves", lines.late.moves},
                                                          {"late_take", lines.late.take},
                                                          {"late_end", lines.late.end},
                                                          {"late_after", lines.late.after}};
  all.insert(all.end(), values.begin(), values.end());
  return fill(text, all);
}

}  // namespace rtlgen::runner
