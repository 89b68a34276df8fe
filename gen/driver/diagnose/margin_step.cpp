// Raises the kernel clock step by step, to find the frequency at which bits differ.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "driver/diagnose/device.hpp"
#include "driver/diagnose/pass_case.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "host/card_check.hpp"
#include "host/simulated_card.hpp"

namespace rtlgen::driver {

namespace {

constexpr int kMostRaises = 10;
constexpr double kRaise = 0.05;  ///< share of the design's clock

/// Another simulation with this kernel clock; one that runs cannot change it.
void simulate_at(Device& device, double mhz) {
  SimulatedBuild build(*device.prepared, device.run);
  host::SimulatedOptions options = build.memory;
  options.kernel_mhz = mhz;
  device.simulated = std::make_shared<host::SimulatedCard>(build.program.path, options);
  device.backend = device.simulated;
}

/// Sets the kernel clock, and measures it if the card can. "", or why it is another one.
std::string set_clock(Device& device, double mhz) {
  if (!device.options.set_clock) {
    simulate_at(device, mhz);
    return "";
  }
  if (std::string fault = device.options.set_clock(mhz); !fault.empty()) return fault;
  const std::optional<host::CardBlock> card = device.card_block();
  if (!card) return "";
  // The clock loses its lock meanwhile, which resets the bus.
  if (!card->wait_ready()) return "the card stays in reset: " + card->trouble();
  const host::Finding finding = host::check_kernel_clock(*device.design, *card, mhz);
  return finding.holds ? "" : fmt::format("the card block measures {}", finding.seen);
}

/// The design's clock again, and proof that the card still works.
Judged restored(Device& device, double mhz, const std::string& seen) {
  const std::string set_back = fmt::format("after the clock was set back to {:.1f} MHz", mhz);
  const std::vector<std::string> causes = {"the card has to be programmed again"};
  if (const std::string fault = set_clock(device, mhz); !fault.empty())
    return failed(fmt::format("{}; {}: {}", seen, set_back, fault), "the clock of the design", causes);
  if (const auto card = device.card_block()) card->reset();
  const Judged after = run_pass(device, *device.grid);
  if (after.outcome == StepOutcome::kPassed) return passed(seen);
  return failed(fmt::format("{}; {}: {}", seen, set_back, after.seen), "the golden engine's bits", causes);
}

}  // namespace

Judged climb_margin(Device& device) {
  if (device.line) return skipped("the clock of this board is made by its bitstream");
  const double base = device.described.kernel_mhz;
  double highest = base;
  std::string limit = "that is the highest that was tried";
  for (int step = 1; step <= kMostRaises; ++step) {
    const double mhz = base * (1 + kRaise * step);
    std::string fault = set_clock(device, mhz);
    if (!fault.empty() && step == 1)
      return failed(fmt::format("the kernel clock cannot be set to {:.1f} MHz: {}", mhz, fault),
                    fmt::format("a kernel clock of {:.1f} MHz", mhz),
                    {"the command of --set-clock sets another clock, or takes another unit than MHz"});
    if (fault.empty()) {
      const Judged run = run_pass(device, *device.grid);
      if (run.outcome != StepOutcome::kPassed) fault = run.seen;
    }
    if (!fault.empty()) {
      limit = fmt::format("at {:.1f} MHz: {}", mhz, fault);
      break;
    }
    highest = mhz;
  }
  return restored(device, base,
                  fmt::format("bits are equal up to {:.1f} MHz, {:.2f} times the design's clock; {}", highest,
                              highest / base, limit));
}

}  // namespace rtlgen::driver
