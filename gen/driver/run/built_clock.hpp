// The kernel clock that the build of a project meets, as the build has written it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rtlgen::driver {

struct BuiltClock {
  std::string file;  ///< build/timing.txt of the project
  double project_mhz = 0, met_mhz = 0;
};

/// The kernel clock in the text of a timing.txt; none if it has no such line, or the build does not know the clock.
std::optional<BuiltClock> built_clock_in(std::string_view text);

/// That of the project whose manifest.json has this path; none if the project was not built there.
std::optional<BuiltClock> built_clock(const std::string& manifest_file);

}  // namespace rtlgen::driver
