// Copies a description so that it works from another folder.
#pragma once

#include <string>

#include "frontend/yaml/edit.hpp"

namespace rtlgen::frontend {

/// The description `text` of the file `filename`, renamed to `name`, with all relative paths made absolute: included
/// files, data of tables, sources and inputs, and a board file. Comments and layout are kept. If `text` is faulty,
/// reports its faults and returns empty members.
Edited relocated(const std::string& text, const std::string& filename, const std::string& name,
                 Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
