// Reads the statistics that a test bench writes.
#include "runner/stats.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "runner/runner.hpp"
#include "support/errors.hpp"

namespace rtlgen::runner {

void require_stats(const std::filesystem::path& path, const std::string& what) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return;
  throw EnvironmentError(
      fmt::format("{} exited with status 0 but wrote no result: is its installation complete?", what));
}

Outcome read_stats(const std::filesystem::path& path) {
  std::ifstream file(path);
  Outcome outcome;
  std::string state;
  std::string detail;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key >> std::ws;
    if (key == "outcome") words >> state;
    if (key == "detail") std::getline(words, detail);
    if (key == "cycles") words >> outcome.cycles;
    if (key == "load_cycles") words >> outcome.load_cycles;
    if (key == "words_in") words >> outcome.words_in;
    if (key == "words_out") words >> outcome.words_out;
    if (key == "first_output") words >> outcome.first_output;
    if (key == "refused") words >> outcome.refused;
    if (key == "waiting") words >> outcome.waiting;
    if (key == "input_stalls") words >> outcome.input_stalls;
    if (key == "output_stalls") words >> outcome.output_stalls;
    if (key == "monitors") {
      outcome.monitors.emplace_back();
      for (std::uint64_t bits = 0; words >> bits;) outcome.monitors.back().push_back(bits);
    }
    if (key == "seconds") words >> outcome.seconds;
    if (key == "cpu_seconds") words >> outcome.cpu_seconds;
  }
  outcome.ended = state == "ok";
  if (!outcome.ended)
    outcome.failure = state.empty() ? "the test bench does not say how it ended" : fmt::format("{}: {}", state, detail);
  return outcome;
}

}  // namespace rtlgen::runner
