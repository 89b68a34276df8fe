// The report of a simulation about its run: one that did not end well has a reason.
#include "runner/stats.hpp"

#include "runner/runner.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const rtlgen::fuzz::File file(data, size);
  const auto outcome = rtlgen::runner::read_stats(file.path());
  rtlgen::fuzz::require(outcome.ended || !outcome.failure.empty(), "no reason");
  return 0;
}
