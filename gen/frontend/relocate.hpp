// A copy of a description that works from another folder.
#pragma once

#include <string>

#include "frontend/edit.hpp"

namespace rtlgen::frontend {

/// The description `text` of the file `filename` under the name `name`, with every relative path that it names made
/// absolute: included files, data of tables, sources and inputs, and a board file. Comments and layout stay. Faults of
/// the text are reported; then both members of the result are empty.
Edited relocated(const std::string& text, const std::string& filename, const std::string& name,
                 Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
