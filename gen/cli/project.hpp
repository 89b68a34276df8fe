// Reports of project.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/project/project.hpp"

namespace rtlgen::cli {

std::string project_text(const driver::ProjectReport& report, const std::string& folder);
nlohmann::ordered_json project_json(const driver::ProjectReport& report, const std::string& file,
                                    const std::string& folder);

}  // namespace rtlgen::cli
