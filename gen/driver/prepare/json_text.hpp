// JSON as text. File names may contain bytes that are not UTF-8, which JSON cannot represent: they become \xe9.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rtlgen::driver {

/// Two blanks per level, with a final line end.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace rtlgen::driver
