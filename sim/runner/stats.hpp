// The stats file that every test bench writes: lines of `key value`.
#pragma once

#include <filesystem>
#include <string>

namespace rtlgen::runner {

struct Outcome;

/// Throws an EnvironmentError if `what`, which ended well, wrote no result: a test bench always does.
void require_stats(const std::filesystem::path& path, const std::string& what);

/// Everything but the arrays. A missing file reads as a run that did not end.
Outcome read_stats(const std::filesystem::path& path);

}  // namespace rtlgen::runner
