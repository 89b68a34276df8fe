// Implementation of evidence.hpp.
#include "evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <sstream>
#include <string_view>

#include "contract/run_settings.hpp"
#include "driver/data/arrays.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/options.hpp"
#include "golden/ignored.hpp"
#include "golden/monitored.hpp"
#include "model/cycles.hpp"
#include "spec/program.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

namespace {

/// Without the comment at the top, which names the version, the file and its digest.
std::string_view without_banner(std::string_view text) {
  while (text.starts_with("//") || text.starts_with("--"))
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  return text;
}

/// The manifest without the lines that say the same of the generator and the file.
std::string core_facts(const std::string& manifest) {
  std::istringstream in(manifest);
  std::string kept;
  for (std::string line; std::getline(in, line);) {
    bool is_banner = false;
    for (const char* key : {"  \"generator\":", "  \"config\":", "  \"digest\":"})
      is_banner = is_banner || line.starts_with(key);
    if (!is_banner) kept += line + "\n";
  }
  return kept;
}

void add_grids(Evidence& evidence, const char* what, const std::map<int, golden::Grid>& grids) {
  for (const auto& [array, grid] : grids) {
    const std::string_view bytes(reinterpret_cast<const char*>(grid.bytes.data()), grid.bytes.size());
    evidence.add(fmt::format("{} {} {}", what, array, grid.cell_bytes), bytes);
  }
}

void add_expected(Evidence& evidence, const spec::Program& program, const driver::RunData& data) {
  golden::MonitoredRun run;
  run.iterations = data.iterations;
  if (program.monitors.empty()) {
    run.results = golden::run(program, data.extents, data.inputs, data.iterations, data.params);
  } else {
    run = golden::run_monitored(program, data.extents, data.inputs, data.iterations, data.params);
  }
  add_grids(evidence, "expected", run.results);
  for (const golden::Pass& pass : run.passes)
    evidence.add("pass", fmt::format("{} {} {}", pass.steps, pass.params, pass.monitors));
  evidence.add("end", fmt::format("{} {}", run.iterations, run.stopped));
  for (const auto& [array, mask] : golden::ignored(program, data.extents, run.iterations))
    evidence.add(fmt::format("ignored {}", array), {reinterpret_cast<const char*>(mask.data()), mask.size()});
}

}  // namespace

std::optional<Evidence> evidence_of(const std::string& claim, const driver::SimOptions& options) {
  Diagnostics unsaid;
  const auto prepared = driver::prepare(options.run.source, unsaid);
  if (!prepared) return std::nullopt;
  const auto data = driver::load_run(**prepared, options.run, unsaid);
  if (!data) return std::nullopt;
  const auto settings = contract::run_settings((*prepared)->plan.core, data->extents, data->iterations, unsaid);
  if (!settings) return std::nullopt;

  Evidence evidence(claim);
  for (const runner::SourceFile& file : driver::core_sources(**prepared, options.hdl).files)
    evidence.add(file.path, without_banner(file.text));
  evidence.add("core", core_facts(driver::manifest(**prepared)));
  evidence.add("run", fmt::format("{} {} {} {} {} {} {} {}", data->extents, data->iterations, data->params,
                                  options.run.seed, options.random_stalls, options.stall_probability,
                                  static_cast<int>(options.simulator), static_cast<int>(options.hdl)));
  const auto ideal =
      model::ideal_cycles((*prepared)->plan, data->extents, *settings, (*prepared)->stencil().decides_between_passes());
  evidence.add("cycles",
               fmt::format("{} {} {} {} {} {} {}", ideal.cycles, ideal.exact, settings->passes, settings->bypass,
                           settings->total_lag, settings->pass_cycles, settings->pass_words()));
  add_grids(evidence, "input", data->inputs);
  add_expected(evidence, (*prepared)->reference(), *data);
  // Code that takes part beside the generator and the golden engine, whose results are above.
  for (const char* const code :
       {"sim/harness", "sim/runner", "gen/contract", "gen/driver", "gen/support", "tests/sim/evidence.cpp"})
    evidence.path(test::source_folder(), code);
  return evidence.tools();
}

}  // namespace rtlgen::test
