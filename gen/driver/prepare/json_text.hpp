// JSON as text. File names may contain bytes that are not UTF-8, which JSON cannot represent: they become \xe9.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rtlgen::driver {

/// Two blanks per level, with a final line end.
std::string json_text(const nlohmann::ordered_json& json);

/// The same, with arrays and objects of plain values on one line if they fit into 120 columns, as tables of records.
std::string json_records(const nlohmann::ordered_json& json);

}  // namespace rtlgen::driver
