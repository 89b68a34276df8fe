// Runs on a card, simulated or real: arrays in memory, the shell, the core, arrays in memory.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/simulate/simulate.hpp"
#include "host/host.hpp"
#include "host/simulated_card.hpp"
#include "runner/card.hpp"
#include "runner/sources.hpp"
#include "support/result.hpp"

namespace rtlgen::runner {
struct Outcome;
struct Run;
}  // namespace rtlgen::runner

namespace rtlgen::driver {

struct Prepared;

/// The stencil with its plan; with memory there is a shell, on the board's bus, or on the standard one if neither a
/// board nor the file has a bus: the origin then names it.
Result<std::shared_ptr<const Prepared>> prepare_for(const SimOptions& options, Diagnostics& diagnostics);

/// How a card is compiled; see SimOptions.
struct CardSource {
  runner::Hdl hdl = runner::Hdl::kVerilog;
  bool native_operators = false;
  bool use_cache = true;
  std::function<void(runner::Sources&)> edit_sources;
};

/// The plan has a shell. Throws EnvironmentError.
runner::CardProgram build_card(const Prepared& prepared, const CardSource& options);

/// Every known memory channel and host link as a simulated card takes them, by file name: ddr4-2400.txt.
std::map<std::string, std::string> plain_models();

/// Runs through the host library, on whatever is behind the back end. Throws host::DeviceError where that is no such
/// card.
class CardRunner {
 public:
  /// Clocks are those that times and rates are counted with; `manifest` describes the card.
  CardRunner(const Prepared& prepared, const std::string& manifest, std::unique_ptr<host::Backend> backend,
             double bus_mhz, double kernel_mhz);
  CardRunner(const CardRunner&) = delete;
  CardRunner& operator=(const CardRunner&) = delete;
  virtual ~CardRunner() = default;

  /// Of the card's hard blocks. Throws EnvironmentError where the card is busy, or its driver or the bus fails.
  virtual host::SelfTest self_test();

  /// What runner::Simulation::run does; monitors are those of the last pass alone. Cycles are of the kernel's clock.
  /// Throws EnvironmentError where the card's driver or the bus fails.
  runner::Outcome run(const runner::Run& run);

  /// Hands over a run of a batch; transfers overlap with the runs before and after. The fields of `shared` are those of
  /// the first run in all. Throws EnvironmentError as `run` does.
  void submit(const runner::Run& run, const std::set<std::string>& shared);
  /// The results of the earliest run that was handed over; `failure` is its own.
  runner::Outcome finish();
  /// Whether card or driver were at fault for one of these failures.
  [[nodiscard]] bool has_device_failed() const { return has_device_failed_; }
  /// The machine's time, or of a simulated card the simulation's.
  [[nodiscard]] virtual double now_ns();
  /// Harmless faults.
  [[nodiscard]] std::vector<std::string> notes() const { return accelerator_->notes(); }

  /// Of the last run.
  [[nodiscard]] const CardReport& report() const { return report_; }

 protected:
  virtual void before(const runner::Run& /*run*/) {}
  virtual void after(runner::Outcome& /*outcome*/) {}
  CardReport report_;

 private:
  /// A run of a batch.
  struct Handed {
    spec::Extents extents{1, 1, 1};
    std::map<std::string, std::vector<std::uint8_t>> results;  ///< cells by field
    std::string refusal;
  };

  void set_extents(const runner::Run& run);
  void set_params(const runner::Run& run);
  void load(const runner::Run& run);
  void collect(const runner::Run& run, runner::Outcome& outcome);
  void note_monitors(const std::map<std::string, std::uint64_t>& values, runner::Outcome& outcome) const;

  const Prepared& prepared_;
  std::unique_ptr<host::Accelerator> accelerator_;
  std::vector<std::uint64_t> extents_;
  std::deque<Handed> handed_;
  bool in_batch_ = false;
  bool has_device_failed_ = false;
};

/// A simulated card that has been built and opened. Throws EnvironmentError and host::Error.
struct SimulatedBuild {
  SimulatedBuild(const Prepared& prepared, const SimOptions& options);

  runner::CardProgram program;
  host::SimulatedOptions memory;
  std::unique_ptr<host::SimulatedCard> card;
};

/// Runs on it, with the stalls, the seed and the progress line of each run.
class SimulatedRunner : public CardRunner {
 public:
  SimulatedRunner(const Prepared& prepared, const std::string& manifest, SimulatedBuild build)
      : SimulatedRunner(prepared, manifest, build, *build.card) {}

  host::SelfTest self_test() override;
  [[nodiscard]] double now_ns() override { return card_.statistics().time_ns; }
  [[nodiscard]] bool from_cache() const { return program_.from_cache; }
  [[nodiscard]] double build_seconds() const { return program_.seconds; }

 private:
  SimulatedRunner(const Prepared& prepared, const std::string& manifest, SimulatedBuild& build,
                  host::SimulatedCard& card);
  void before(const runner::Run& run) override;
  void after(runner::Outcome& outcome) override;

  runner::CardProgram program_;
  host::SimulatedOptions memory_;
  host::SimulatedCard& card_;  ///< the accelerator's
  double self_test_ns_ = 0;    ///< that it took
};

/// The model of each memory channel of a simulated card: the options', else the board's, else a usual one.
std::string simulated_dram(const SimOptions& options, const Prepared& prepared);

/// A simulated card's memory, with a diagnostic for a file that cannot be used.
std::optional<host::SimulatedOptions> memory_options(const SimOptions& options, const Prepared& prepared,
                                                     Diagnostics& diagnostics);

}  // namespace rtlgen::driver
