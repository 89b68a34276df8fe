// The files of calibration/, compiled into the library so that the program needs no data folder.
#pragma once

#include <map>
#include <string>

namespace rtlgen::model {

/// By fabric.
const std::map<std::string, std::string>& calibration_texts();

}  // namespace rtlgen::model
