// README.md of a project: what it is, how to build it, what is expected and what is proven.
#pragma once

#include <string>

#include "flow/project.hpp"

namespace rtlgen::flow {

std::string readme_text(const Project& project);

}  // namespace rtlgen::flow
