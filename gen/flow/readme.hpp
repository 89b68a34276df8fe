// README.md of a project: purpose, build, predictions, and what has been verified.
#pragma once

#include <string>

namespace rtlgen::flow {

struct Project;

std::string readme_text(const Project& project);

}  // namespace rtlgen::flow
