// Random vectors through random modules in three simulators, compared with hw::Interpreter.
//
// One top holds all modules side by side: `x` is every input, `y` every output that is compared.
// A vector is a line of '0' and '1', rst first, then x; an answer is a line of y.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::test {

struct Bench {
  hw::Design design;                  ///< the modules and `bench_top`
  std::vector<std::string> vectors;   ///< the stimulus
  std::vector<std::string> expected;  ///< the interpreter's outputs, before each clock edge
};

/// `modules` without instances; `cycles` vectors of which the first `reset_cycles` have rst.
Bench make_bench(std::vector<hw::Module> modules, int cycles, int reset_cycles, std::uint64_t seed);

/// The same design of modules that may have instances of `leaves`; vectors and answers are the caller's to fill in.
Bench bench_of(std::vector<hw::Module> modules, std::vector<hw::Leaf> leaves);

/// Run the printed design; answers the lines of y, or one line of complaint.
std::vector<std::string> run_verilator(const Bench& bench, const std::string& folder,
                                       const std::vector<std::string>& files);
std::vector<std::string> run_icarus(const Bench& bench, const std::string& folder,
                                    const std::vector<std::string>& files);
std::vector<std::string> run_ghdl(const Bench& bench, const std::string& folder, const std::vector<std::string>& files,
                                  const std::string& standard);

}  // namespace rtlgen::test
