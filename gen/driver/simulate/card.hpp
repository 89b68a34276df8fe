// Runs on a card, simulated or real: from arrays in memory through shell and core to arrays in memory.
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

namespace rtlgen::spec {
struct Hardware;
}

namespace rtlgen::driver {

struct Prepared;

/// The stencil with its plan. With memory there is a shell, on the board's bus, or on the standard one if neither a
/// board nor the file has a bus; the origin then includes it.
Result<std::shared_ptr<const Prepared>> prepare_for(const SimOptions& options, Diagnostics& diagnostics);

/// How a card is compiled; see SimOptions.
struct CardSource {
  runner::Hdl hdl = runner::Hdl::kVerilog;
  bool native_operators = false;
  bool use_cache = true;
  std::function<void(runner::Sources&)> edit_sources;
};

/// The plan must have a shell. Throws EnvironmentError.
runner::CardProgram build_card(const Prepared& prepared, const CardSource& options);

/// Every known memory channel and host link in the text form for a simulated card, by file name: ddr4-2400.txt.
std::map<std::string, std::string> plain_models();

/// Runs through the host library, on whatever card the back end reaches. Throws host::DeviceError if it is the wrong
/// card.
class CardRunner {
 public:
  /// The clocks are used to compute times and rates; `manifest` describes the card.
  CardRunner(const Prepared& prepared, const std::string& manifest, std::unique_ptr<host::Backend> backend,
             double bus_mhz, double kernel_mhz);
  CardRunner(const CardRunner&) = delete;
  CardRunner& operator=(const CardRunner&) = delete;
  virtual ~CardRunner() = default;

  /// Sets the kernel clock to the highest possible frequency not above `mhz`. Throws host::Error.
  void set_clock(double mhz);

  /// Tests the card's hard blocks. Throws EnvironmentError if the card is busy, or its driver or the bus fails.
  virtual host::SelfTest self_test();

  /// Like runner::Simulation::run, but with monitors of the last pass only. Cycles are of the kernel's clock. Throws
  /// EnvironmentError if the card's driver or the bus fails.
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

  /// The report on the last run.
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

  void note_clock();
  void set_extents(const runner::Run& run);
  void set_params(const runner::Run& run);
  void load(const runner::Run& run);
  void collect(const runner::Run& run, runner::Outcome& outcome);
  void note_monitors(const std::map<std::string, std::uint64_t>& values, runner::Outcome& outcome) const;

  const Prepared& prepared_;
  double described_mhz_ = 0;  ///< kernel clock of the project
  std::unique_ptr<host::Accelerator> accelerator_;
  std::vector<std::uint64_t> extents_;
  std::deque<Handed> handed_;
  bool in_batch_ = false;
  bool has_device_failed_ = false;
};

/// A simulated card that is built and open. Throws EnvironmentError and host::Error.
struct SimulatedBuild {
  SimulatedBuild(const Prepared& prepared, const SimOptions& options);

  runner::CardProgram program;
  host::SimulatedOptions memory;
  std::unique_ptr<host::SimulatedCard> card;
};

/// Runs on a simulated card, with stalls, seed and progress line for each run.
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
  host::SimulatedCard& card_;  ///< owned by the accelerator
  double self_test_ns_ = 0;    ///< duration
};

/// The models of a simulated card's memory: the options' for all channels, else the board's by kind, else a typical
/// one.
std::vector<std::string> simulated_drams(const SimOptions& options, const spec::Hardware& hardware);
/// Those of the channels in use, as model::parts_text names them.
std::string simulated_dram(const SimOptions& options, const Prepared& prepared);

/// The memory of a simulated card; reports a file that cannot be used.
std::optional<host::SimulatedOptions> memory_options(const SimOptions& options, const Prepared& prepared,
                                                     Diagnostics& diagnostics);

}  // namespace rtlgen::driver
