// The folder of test benches in a design's folder.
#pragma once

#include <filesystem>
#include <string_view>

namespace rtlgen::driver {

inline constexpr std::string_view kBenchFolder = "tb";

/// Whether a path, relative to the design's folder, is a file of a bench that `generate` writes, or that a simulator
/// leaves next to it.
bool is_bench_file(const std::filesystem::path& path, bool is_directory);

}  // namespace rtlgen::driver
