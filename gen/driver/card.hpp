// Runs on a simulated card: arrays in memory, the shell, the core, arrays in memory.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/driver.hpp"
#include "host/host.hpp"
#include "host/simulated_card.hpp"
#include "runner/card.hpp"
#include "runner/runner.hpp"

namespace rtlgen::driver {

/// How a card is compiled; see SimOptions.
struct CardSource {
  runner::Hdl hdl = runner::Hdl::kVerilog;
  bool native_operators = false;
  bool use_cache = true;
  std::function<void(const std::string&)> log;
  std::function<void(runner::Sources&)> edit_sources;
};

/// The plan has a shell. Throws EnvironmentError.
runner::CardProgram build_card(const Prepared& prepared, const Source& source, const CardSource& options);

/// Every known memory channel and host link as a simulated card takes them, by file name: ddr4-2400.txt.
std::map<std::string, std::string> plain_models();

/// A card that has been built and opened. Throws EnvironmentError and host::Error.
class CardRunner {
 public:
  CardRunner(const Prepared& prepared, const SimOptions& options);

  /// What runner::Simulation::run does; monitors are those of the last pass alone. Cycles are of the kernel's clock.
  runner::Outcome run(const runner::Run& run);

  [[nodiscard]] bool from_cache() const { return from_cache_; }
  [[nodiscard]] double build_seconds() const { return build_seconds_; }
  /// Of the last run.
  [[nodiscard]] const CardReport& report() const { return report_; }

 private:
  void load(const runner::Run& run);
  void collect(const runner::Run& run, runner::Outcome& outcome);

  const Prepared& prepared_;
  const SimOptions& options_;
  std::shared_ptr<void> keep_alive_;
  bool from_cache_ = false;
  double build_seconds_ = 0;
  host::SimulatedOptions memory_;
  host::SimulatedCard* card_ = nullptr;  ///< the accelerator's
  std::unique_ptr<host::Accelerator> accelerator_;
  std::vector<std::uint64_t> extents_;
  CardReport report_;
};

/// What the options say of the memory, with a diagnostic for a file that cannot be used.
std::optional<host::SimulatedOptions> memory_options(const SimOptions& options, const plan::Plan& plan, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
