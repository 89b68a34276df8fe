// Ports by use, the numbers of a run, and filling in a template.
#include "testbench/parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "testbench/testbench.hpp"

namespace rtlgen::testbench {

namespace {

using contract::Port;
using contract::PortRole;

/// After this many clocks without a word a run counts as hung; gaps and back-pressure of the bench are far shorter.
constexpr std::int64_t kQuiet = 10'000;
constexpr std::int64_t kAfterwards = 64;

/// "13 x 6".
std::string shown_grid(const plan::Plan& plan, const contract::Extents& extents) {
  std::string text;
  for (std::size_t a = 0; a < static_cast<std::size_t>(plan.core.axes); ++a)
    text += fmt::format("{}{}", a > 0 ? " x " : "", extents[a]);
  return text;
}

/// Adds the number of each axis from `values`.
void add_by_axis(Marks& marks, const char* name, const contract::Extents& values) {
  constexpr const char* kAxes[] = {"_x", "_y", "_z"};
  for (std::size_t a = 0; a < 3; ++a) marks.emplace_back(std::string(name) + kAxes[a], fmt::to_string(values[a]));
}

}  // namespace

std::string vector_file(const std::string& port) { return port + ".hex"; }
std::string keep_file(const std::string& field) { return vector_file("keep_" + field); }
std::string bench_name(const plan::Plan& plan) { return plan.stencil->name + "_tb"; }

std::int64_t load_words(const plan::Plan& plan, int array, const contract::Extents& extents) {
  const spec::Array& held = plan.stencil->arrays[spec::ArrayId(array)];
  const contract::Extents frame = plan.core.frame_extents(extents);
  return contract::frame_shape(held.shape(frame), held.spans[0] ? plan.core.cells_per_cycle : 1).words();
}

bool is_constant(const BenchRun& run, const std::string& port) {
  return std::all_of(run.ports.begin(), run.ports.end(),
                     [&](const auto& ports) { return ports.at(port) == run.ports.front().at(port); });
}

std::string DataPort::part(int c) const { return parts() == 1 ? "lane" : fmt::format("(lane * {} + {})", parts(), c); }

Ports ports_of(const plan::Plan& plan, const BenchRun& run) {
  Ports p;
  p.cells_per_cycle = plan.core.cells_per_cycle;
  const auto data = [&](const Port& port) {
    DataPort made{port.name, port.field, port.width, {}};
    for (const int a : port.arrays) {
      const spec::Array& array = plan.stencil->arrays[spec::ArrayId(a)];
      made.shown.push_back(port.arrays.size() > 1 ? array.shown() : port.field);
    }
    return made;
  };
  for (const Port& port : plan.core.ports) {
    if (port.role >= PortRole::kRowWords && port.role <= PortRole::kParam) p.settings.push_back(port);
    if (port.role == PortRole::kInData) (plan.core.is_late(port) ? p.late : p.inputs).push_back(data(port));
    if (port.role == PortRole::kOutData) p.outputs.push_back(data(port));
    if (port.role == PortRole::kMonitor) p.monitors.push_back(port);
    if (port.role == PortRole::kLoadData)
      p.loads.push_back({port.field, port.width, load_words(plan, port.index, run.extents)});
  }
  return p;
}

namespace {

/// The numbers of a run, for both languages.
Marks common_marks(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner) {
  const contract::CoreInterface& core = plan.core;
  const std::string bench = bench_name(plan);
  contract::Extents stride{0, 0, 0};
  for (std::size_t a = 0; a < 3; ++a) stride[a] = core.blocked(a) ? core.stride(a) : 0;
  constexpr std::uint64_t kSeeds = 2'147'483'647;  // seeds, which are positive integers in both languages
  Marks marks = {{"bench", bench},
                 {"core", core.module},
                 {"grid", shown_grid(plan, run.extents)},
                 {"iterations", fmt::to_string(run.iterations)},
                 {"vectors", kVectors},
                 {"runs", fmt::to_string(run.runs())},
                 {"run_words", fmt::to_string(run.words())},
                 {"pass_words", fmt::to_string(run.settings.pass_words())},
                 {"frame_words", fmt::to_string(run.settings.frame.words())},
                 {"plane_words", fmt::to_string(run.settings.frame.plane_words())},
                 {"row_words", fmt::to_string(run.settings.frame.row_words)},
                 {"rows", fmt::to_string(run.settings.frame.rows)},
                 {"passes", fmt::to_string(run.settings.passes)},
                 {"cells", fmt::to_string(core.cells_per_cycle)},
                 {"blocks", fmt::to_string(run.settings.blocks[0])},
                 {"steps", fmt::to_string(core.steps)},
                 {"bypass", fmt::to_string(run.settings.bypass)},
                 {"quiet", fmt::to_string(run.settings.total_lag + core.total_latency + kQuiet)},
                 {"drain", fmt::to_string(core.total_latency + core.monitor_latency + kAfterwards)},
                 {"seed", fmt::to_string(run.seed % kSeeds + 1)},
                 {"compared", fmt::to_string(run.compared)}};
  add_by_axis(marks, "stride", stride);
  add_by_axis(marks, "low", core.ghost_low);
  // Last, because a file's name may look like a mark.
  marks.emplace_back("origin", emit::origin(banner));
  return marks;
}

std::string fill(std::string text, const Marks& marks) {
  for (const auto& [name, value] : marks) {
    const std::string mark = "@" + name + "@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

}  // namespace

emit::File filled_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner, const std::string& end,
                        Marks marks) {
  const Marks numbers = common_marks(plan, run, banner);
  marks.insert(marks.end(), numbers.begin(), numbers.end());
  return {bench_name(plan) + end, fill(template_text("bench" + end), marks)};
}

}  // namespace rtlgen::testbench
