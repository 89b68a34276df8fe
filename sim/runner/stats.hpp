// The stats file that every test bench writes: lines of `key value`.
#pragma once

#include <filesystem>

namespace rtlgen::runner {

struct Outcome;

/// Everything but the arrays. A missing file reads as a run that did not end.
Outcome read_stats(const std::filesystem::path& path);

}  // namespace rtlgen::runner
