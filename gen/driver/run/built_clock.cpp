// Reads build/timing.txt: "slack NS", then for each clock its name, the project's MHz and the MHz that the design
// meets.
#include "driver/run/built_clock.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace rtlgen::driver {

namespace {

/// 0 if this is not a frequency.
double frequency(const std::string& word) {
  char* end = nullptr;
  const double mhz = std::strtod(word.c_str(), &end);
  return end != word.c_str() && *end == '\0' && std::isfinite(mhz) && mhz > 0 ? mhz : 0;
}

}  // namespace

std::optional<BuiltClock> built_clock_in(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, project, met, more;
    if (!(words >> name >> project >> met) || words >> more || name != "kernel") continue;
    const BuiltClock clock{"", frequency(project), frequency(met)};
    if (clock.project_mhz > 0 && clock.met_mhz > 0) return clock;
  }
  return std::nullopt;
}

std::optional<BuiltClock> built_clock(const std::string& manifest_file) {
  const std::string file = (std::filesystem::path(manifest_file).parent_path() / "build" / "timing.txt").string();
  std::ifstream in(file);
  if (!in) return std::nullopt;
  std::optional<BuiltClock> clock = built_clock_in(std::string(std::istreambuf_iterator<char>(in), {}));
  if (clock) clock->file = file;
  return clock;
}

}  // namespace rtlgen::driver
