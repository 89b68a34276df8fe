// Tests every float32 operand of the one-argument functions: is the result one of the two numbers next to the
// true value, and what is the largest error?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "../../tests/functions/neighbours.hpp"

namespace rtlgen::bench {
namespace {

struct Tally {
  std::uint64_t faults = 0;
  std::uint32_t first_fault = 0;
  double ulps = 0;
};

Tally sweep(const spec::Operation& op, std::uint64_t begin, std::uint64_t end) {
  const spec::Type t = spec::Type::float_of(8, 23);
  Tally tally;
  for (std::uint64_t a = begin; a < end; ++a) {
    const auto bits = static_cast<std::uint32_t>(a);
    const auto result = static_cast<std::uint32_t>(spec::test::evaluate_function(op, t, a, 0, false));
    if (spec::test::is_float32_neighbour(op, bits, 0, result, &tally.ulps)) continue;
    if (tally.faults++ == 0) tally.first_fault = bits;
  }
  return tally;
}

int run(const std::vector<std::string>& wanted, unsigned threads, std::uint64_t begin, std::uint64_t end) {
  int bad = 0;
  for (const spec::Operation& f : spec::test::functions_by_bits(1)) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), f.symbol) == wanted.end()) continue;
    std::vector<Tally> tallies(threads);
    std::vector<std::thread> running;
    const std::uint64_t share = (end - begin + threads - 1) / threads;
    for (unsigned i = 0; i < threads; ++i) {
      running.emplace_back(
          [&, i] { tallies[i] = sweep(f, std::min(end, begin + i * share), std::min(end, begin + (i + 1) * share)); });
    }
    Tally all;
    for (unsigned i = 0; i < threads; ++i) {
      running[i].join();
      if (all.faults == 0) all.first_fault = tallies[i].first_fault;
      all.faults += tallies[i].faults;
      all.ulps = std::max(all.ulps, tallies[i].ulps);
    }
    fmt::print("{}: {} operands, {} further than the neighbours{}, largest error {:.4f} ulp\n", f.symbol, end - begin,
               all.faults, all.faults == 0 ? "" : fmt::format(" (first {:08x})", all.first_fault), all.ulps);
    std::fflush(stdout);
    bad += all.faults == 0 ? 0 : 1;
  }
  return bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace rtlgen::bench

int main(int argc, char** argv) {
  std::vector<std::string> wanted;
  unsigned threads = 1;
  std::uint64_t begin = 0;
  std::uint64_t end = std::uint64_t{1} << 32;
  CLI::App app{"Checks the functions of one argument on every float32 operand."};
  app.add_option("FUNCTION", wanted, "functions (default: all)");
  app.add_option("--threads", threads, "threads")->check(CLI::Range(1, 1024));
  app.add_option("--begin", begin, "first operand, as bits");
  app.add_option("--end", end, "last operand + 1, as bits");
  CLI11_PARSE(app, argc, argv);
  return rtlgen::bench::run(wanted, threads, begin, end);
}
