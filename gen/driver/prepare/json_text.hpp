// JSON as text. Names of files may hold bytes that are no UTF-8, which JSON cannot: they become \xe9.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rtlgen::driver {

/// Two blanks a level, a line end behind it.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace rtlgen::driver
