// The folder of test benches in a design's folder.
#pragma once

#include <filesystem>
#include <string_view>

namespace rtlgen::driver {

inline constexpr std::string_view kBenchFolder = "tb";

/// Is this the path of something that `generate` writes for a bench, or that a simulator leaves beside it? It is
/// relative to the design's folder.
bool is_bench_file(const std::filesystem::path& path, bool is_directory);

}  // namespace rtlgen::driver
