// A kernel on a simulated platform: the module around sim/vendor/platform_model.v that driver::build_project_top
// compiles with Verilator.
#pragma once

#include <string>

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vitis {

/// Module <top>_platform with ports clock_p, clock_n and reset_n, and the modules of rtl/ that the platform needs.
std::string platform_text(const Project& project);

}  // namespace rtlgen::flow::vitis
