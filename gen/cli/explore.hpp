// The output of explore.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/explore/explore.hpp"

namespace rtlgen::cli {

/// One line per board and number format: the fastest first, then boards with unknown figures, then those on which
/// nothing fits.
std::string boards_table(const driver::ExploreReport& report);

std::string explore_text(const driver::ExploreReport& report);
nlohmann::ordered_json explore_json(const driver::ExploreReport& report, const std::string& config);

}  // namespace rtlgen::cli
