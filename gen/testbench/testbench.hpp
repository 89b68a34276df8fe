// Self-checking test benches of a core, for any simulator: one in Verilog, one in VHDL, which read the same files of
// words. docs/adr/0037-out-to-others.md has the reasons.
//
// A bench decides nothing: the words to offer, the expected results and which of them count are in the files, which
// driver/generate makes with the golden engine.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::emit {
struct Banner;
struct File;
}  // namespace rtlgen::emit

namespace rtlgen::testbench {

/// The numbers of a bench. If `until` or parameters decide between passes, the core is reset for each pass, so its
/// bench has one run per pass; every other bench has one run.
struct BenchRun {
  contract::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;                              ///< total of all runs
  contract::RunSettings settings;                           ///< settings of the first run; `passes` is per run
  std::vector<std::map<std::string, std::uint64_t>> ports;  ///< by run: value of every cfg_ and param_ port
  std::int64_t compared = 0;                                ///< number of compared cells and monitors in all runs
  std::uint64_t seed = 1;                                   ///< for gaps and back-pressure

  [[nodiscard]] std::int64_t runs() const { return static_cast<std::int64_t>(ports.size()); }
  /// Words that pass each port of a stream in one run.
  [[nodiscard]] std::int64_t words() const { return settings.pass_words() * settings.passes; }
};

/// The folder of the words, next to the bench.
inline constexpr const char* kVectors = "vectors";

/// Whether a setting has the same value in every run, and so no file.
bool is_constant(const BenchRun& run, const std::string& port);

/// Files of hexadecimal words, one per line, in kVectors:
///   <port>.hex         for every data port and every load port, the inputs; for every out_ port, the expected outputs
///   keep_<field>.hex   by word of out_<field>: bit i is 1 if lane i counts; for a vector with k components, if
///                      component i mod k of lane i / k counts
///   <port>.hex         for every monitor, by pass; for every setting that differs between runs, by run
std::string vector_file(const std::string& port);
std::string keep_file(const std::string& field);

/// The number of words for loading a held array before each run.
std::int64_t load_words(const plan::Plan& plan, int array, const contract::Extents& extents);

/// The module or entity of the bench: <name>_tb.
std::string bench_name(const plan::Plan& plan);
/// The bench, with the commands that run it in each simulator as a comment.
emit::File verilog_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner);
emit::File vhdl_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner);

}  // namespace rtlgen::testbench
