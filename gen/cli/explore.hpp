// What explore prints.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/explore/explore.hpp"

namespace rtlgen::cli {

std::string explore_text(const driver::ExploreReport& report);
nlohmann::ordered_json explore_json(const driver::ExploreReport& report, const std::string& config);

}  // namespace rtlgen::cli
