// Scripts that all projects of open tools have alike.
#pragma once

#include <string>

namespace rtlgen::flow::open {

/// A file of fpga_projects/open.
const std::string& shared_script(const std::string& name);

}  // namespace rtlgen::flow::open
