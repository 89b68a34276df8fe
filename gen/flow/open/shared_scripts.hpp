// Scripts that are the same in all projects for open tools.
#pragma once

#include <string>

namespace rtlgen::flow::open {

/// A file of fpga_projects/open.
const std::string& shared_script(const std::string& name);

}  // namespace rtlgen::flow::open
