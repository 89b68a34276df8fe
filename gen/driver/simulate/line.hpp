// Runs of a core on a serial line, on a board without memory: the grid stays in this program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "contract/line_top.hpp"
#include "host/uart_stream.hpp"
#include "runner/runner.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::driver {

class LineRunner {
 public:
  /// `identity`: of the hardware. Throws host::DeviceError if the line leads to a different design.
  LineRunner(const plan::Plan& plan, std::uint32_t identity, std::unique_ptr<host::UartStream> line);

  /// Runs pass by pass: settings, held fields, words in, words out. Throws EnvironmentError if the line fails.
  runner::Outcome run(const runner::Run& run);
  /// Harmless faults so far.
  [[nodiscard]] std::vector<std::string> notes() const { return line_->notes(); }

 private:
  runner::Outcome all_passes(const runner::Run& whole);
  runner::Outcome one_pass(const runner::Run& run);
  void read_status(runner::Outcome& outcome);
  [[nodiscard]] host::LineBytes settings(const runner::Run& run) const;
  [[nodiscard]] host::LineBytes held_words(const contract::LineField& field, const runner::Run& run) const;
  [[nodiscard]] host::LineBytes input_words(const runner::Run& run) const;
  void take_results(const runner::Run& run, const host::LineBytes& words, runner::Outcome& outcome) const;

  runner::SimulatedDesign design_;
  contract::LineTop top_;
  std::unique_ptr<host::UartStream> line_;
};

}  // namespace rtlgen::driver
