// The words of a test bench: a run of the golden engine, pass by pass, as files.
#pragma once

#include <vector>

#include "testbench/testbench.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::driver {

struct Prepared;
struct RunOptions;

struct BenchVectors {
  testbench::BenchRun run;
  std::vector<emit::File> files;  ///< with the names from testbench.hpp
};

/// Reports RG0820 for a run with too many words for a bench.
Result<BenchVectors> bench_vectors(const Prepared& prepared, const RunOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
