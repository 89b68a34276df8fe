// The folder tb/ of a design: a test bench for each language, their words, and views of their waveforms.
#pragma once

#include <filesystem>
#include <vector>

#include "driver/design/design_files.hpp"

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

/// For the run that `run` describes; its source is that of `prepared`.
Result<std::vector<emit::File>> bench_files(const Prepared& prepared, const RunOptions& run, HdlChoice hdl,
                                            Diagnostics& diagnostics);

/// Is this the path of something that bench_files makes, or that a simulator leaves beside it?
bool is_bench_file(const std::filesystem::path& path, bool is_directory);

}  // namespace rtlgen::driver
