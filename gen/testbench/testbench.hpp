// Self-checking test benches of a core, for any simulator: one in Verilog, one in VHDL, which read the same files of
// words. docs/adr/0037-out-to-others.md has the reasons.
//
// A bench decides nothing: what it offers, what it expects and what of that counts are in the files, which
// driver/generate makes from the golden engine.
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

/// The numbers of a bench. A core whose `until` or parameters decide between passes is reset for each of them, so its
/// bench has a run for each; every other one has one run.
struct BenchRun {
  contract::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;                              ///< of all runs
  contract::RunSettings settings;                           ///< of the first run; `passes` is that of each
  std::vector<std::map<std::string, std::uint64_t>> ports;  ///< run by run: value of every cfg_ and param_ port
  std::int64_t compared = 0;                                ///< cells and monitors that count, of all runs
  std::uint64_t seed = 1;                                   ///< of gaps and back-pressure

  [[nodiscard]] std::int64_t runs() const { return static_cast<std::int64_t>(ports.size()); }
  /// Words that pass each port of a stream, of a run.
  [[nodiscard]] std::int64_t words() const { return settings.pass_words() * settings.passes; }
};

/// The folder of the words, beside the bench.
inline constexpr const char* kVectors = "vectors";

/// Whether a setting has the same value in every run, and so no file.
bool is_constant(const BenchRun& run, const std::string& port);

/// Files of hexadecimal words, a line each, in kVectors:
///   <port>.hex         of every data port and every load port, what goes in; of every out_ port, what is to come out
///   keep_<field>.hex   by word of out_<field>: bit i is 1 where lane i counts; of a vector of k components, where
///                      component i mod k of lane i / k does
///   <port>.hex         of every monitor, by pass; of every setting that differs from run to run, by run
std::string vector_file(const std::string& port);
std::string keep_file(const std::string& field);

/// Words in which a held array is loaded before each run.
std::int64_t load_words(const plan::Plan& plan, int array, const contract::Extents& extents);

/// The module or entity of the bench: <name>_tb.
std::string bench_name(const plan::Plan& plan);
/// The bench, and its way to be run in each simulator as a comment.
emit::File verilog_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner);
emit::File vhdl_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner);

}  // namespace rtlgen::testbench
