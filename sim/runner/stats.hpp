// The stats file that every test bench writes: lines of `key value`.
#pragma once

#include <filesystem>
#include <string>

namespace rtlgen::runner {

struct Outcome;

/// Throws an EnvironmentError if `what`, which ended successfully, wrote no result, as a test bench always does.
void require_stats(const std::filesystem::path& path, const std::string& what);

/// Everything except the arrays. A missing file means that the run did not end.
Outcome read_stats(const std::filesystem::path& path);

}  // namespace rtlgen::runner
