// The sections of the page, each as HTML; empty if there is nothing to show.
#pragma once

#include <string>

#include "model/roofline.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::report {

/// The path from memory through the chain and back, then one Executor in detail.
std::string architecture_section(const PageData& data);
/// One Executor: Dimensions with their memories, and Kernels, in the order of the stages; for a wide or a narrow page.
std::string executor_drawing(const PageData& data, bool wide);
/// Whether there are so many stages that each stream gets a line, instead of curves between two columns.
bool drawn_with_lines(const plan::Plan& plan);
std::string executor_tables(const PageData& data);
/// The operators of each stage, by cycle.
std::string kernels_section(const PageData& data);
std::string resources_section(const PageData& data, Charts& charts);
std::string roofline_section(const PageData& data, Charts& charts);
std::string pareto_section(const PageData& data, Charts& charts);
std::string run_section(const PageData& data);
std::string pictures_section(const PageData& data, Charts& charts);
std::string files_section(const PageData& data);

/// The position of the design in the roofline diagram.
model::Roof roof_of(const PageData& data);

double kernel_hz(const PageData& data);

}  // namespace rtlgen::report
