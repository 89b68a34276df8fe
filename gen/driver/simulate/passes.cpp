// Sums of passes.
#include "driver/simulate/passes.hpp"

#include <fmt/format.h>

#include <utility>

#include "runner/runner.hpp"

namespace rtlgen::driver {

void add_pass(runner::Outcome& sum, runner::Outcome pass, std::int64_t number) {
  if (sum.ended && !pass.ended) sum.failure = fmt::format("pass {}: {}", number, pass.failure);
  sum.ended = sum.ended && pass.ended;
  sum.outputs = std::move(pass.outputs);
  sum.monitors.insert(sum.monitors.end(), pass.monitors.begin(), pass.monitors.end());
  sum.unknown.insert(sum.unknown.end(), pass.unknown.begin(), pass.unknown.end());
  if (sum.first_output == 0) sum.first_output = pass.first_output;
  sum.cycles += pass.cycles;
  sum.words_in += pass.words_in;
  sum.words_out += pass.words_out;
  sum.refused += pass.refused;
  sum.waiting += pass.waiting;
  sum.input_stalls += pass.input_stalls;
  sum.output_stalls += pass.output_stalls;
  sum.seconds += pass.seconds;
  sum.cpu_seconds += pass.cpu_seconds;
}

void continue_from(const runner::Outcome& done, runner::Run& run) {
  for (const auto& [array, grid] : done.outputs) {
    if (run.inputs.contains(array)) run.inputs[array] = grid;
  }
  run.trace.clear();
  run.progress = "none";
  run.seed += 1;
}

}  // namespace rtlgen::driver
