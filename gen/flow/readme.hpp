// README.md of a project: what it is, how to build it, what is expected and what is proven.
#pragma once

#include <string>

namespace rtlgen::flow {

struct Project;

std::string readme_text(const Project& project);

}  // namespace rtlgen::flow
