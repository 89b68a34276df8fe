// Speed of simulation and generation: `bench_simulation [rtl] [native] [build] [generate]`.
//
// Prints measured figures next to their targets. Slow or busy machines miss them, so this is not a
// test. The figures are of configs/diffusion2d.yaml:
//   rtl       cell updates per second of the Verilated RTL on one core, P = 4, I = 8
//   native    the same with the CPU's own float arithmetic
//   build     seconds to make the simulation from the plan, for growing I
//   generate  seconds and memory of `rtlgen generate`, P = 8, I = 36, both languages
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "driver/generate/generate.hpp"
#include "driver/simulate/simulate.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace {

using namespace rtlgen;
using Clock = std::chrono::steady_clock;

const std::string kConfig = std::string(RTLGEN_SOURCE_DIR) + "/configs/diffusion2d.yaml";

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Simulates and checks; throws if the run does not match.
driver::SimReport simulate(const std::vector<std::string>& sets, std::int64_t iterations, bool native, bool use_cache) {
  Diagnostics diagnostics;
  driver::SimOptions options;
  options.run.source = {kConfig, sets};
  options.run.iterations = iterations;
  options.native_operators = native;
  options.use_cache = use_cache;
  const auto report = driver::simulate(options, diagnostics);
  if (!report) throw EnvironmentError(diagnostics.render());
  if (!report->match()) throw EnvironmentError("the simulation does not match the golden engine: " + report->failure);
  return *report;
}

/// The best of a few runs: the speed of the program when the machine does nothing else.
void speed(const char* title, bool native, std::int64_t iterations, double target) {
  constexpr int kRuns = 3;
  double best = 0;
  driver::SimReport report;
  for (int i = 0; i < kRuns; ++i) {
    report = simulate({"grid=[1024,512]", "hardware.cells_per_cycle=4", "hardware.steps=8"}, iterations, native, true);
    best = std::max(best, static_cast<double>(report.cell_updates) / report.measured.cpu_seconds);
  }
  fmt::print(
      "{:<22} {:>8.2f} million cell updates/s on one core, {:.2f} of the target of {:.0f}, {:.0f} thousand cycles/s; "
      "{} cells, {} steps\n",
      title, best / 1e6, best / 1e6 / target, target,
      best / 1e6 * static_cast<double>(report.measured.cycles) / static_cast<double>(report.cell_updates) * 1e3,
      1024 * 512, iterations);
}

void build() {
  // Compiled code must not come from an earlier run.
  setenv("CCACHE_DISABLE", "1", 1);
  for (const int steps : {1, 4, 16, 36}) {
    const std::string set = fmt::format("hardware.steps={}", steps);
    const auto report = simulate({"grid=[64,64]", "hardware.cells_per_cycle=4", set}, steps, false, false);
    fmt::print("{:<22} {:>8.1f} s from plan to program (target: does not grow with I)\n",
               fmt::format("build, P=4 I={}", steps), report.build_seconds);
  }
}

void generate() {
  const runner::TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const auto begin = Clock::now();
  const pid_t child = fork();
  if (child < 0) throw EnvironmentError("cannot start a process");
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(127);
    execl(RTLGEN_PROGRAM, RTLGEN_PROGRAM, "generate", kConfig.c_str(), "-o", out.c_str(), "--set",
          "hardware.cells_per_cycle=8", "--set", "hardware.steps=36", static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0) throw EnvironmentError("rtlgen generate failed");
  const double cpu = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  fmt::print("{:<22} {:>8.2f} s wall (target below 1), {:.2f} s CPU, {:.0f} MB (target below 200)\n",
             "generate, P=8 I=36", seconds_since(begin), cpu, static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> all = {"rtl", "native", "build", "generate"};
  std::set<std::string> wanted(argv + 1, argv + argc);
  constexpr const char* kUsage =
      "usage: bench_simulation [rtl] [native] [build] [generate]\n"
      "  rtl, native  cell updates per second on one core\n"
      "  build        seconds from plan to program, for growing I\n"
      "  generate     seconds and memory of rtlgen generate\n"
      "Default: all. Targets are printed next to the figures; missing one is not a failure.\n";
  if (wanted.contains("--help") || wanted.contains("-h")) {
    fmt::print("{}", kUsage);
    return 0;
  }
  for (const std::string& word : wanted) {
    if (std::find(all.begin(), all.end(), word) != all.end()) continue;
    fmt::print(stderr, "{}", kUsage);
    return 2;
  }
  if (wanted.empty()) wanted.insert(all.begin(), all.end());
  try {
    if (wanted.contains("generate")) generate();
    if (wanted.contains("native")) speed("native operators", true, 64, 25);
    if (wanted.contains("rtl")) speed("full RTL", false, 8, 4);
    if (wanted.contains("build")) build();
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_simulation: {}\n", error.what());
    return 1;
  }
  return 0;
}
