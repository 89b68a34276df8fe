// The parts of the page, each as HTML; empty where there is nothing to show.
#pragma once

#include <string>

#include "model/roofline.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::report {

/// From memory through the chain and back, then one Executor opened.
std::string architecture_section(const PageData& data);
/// One Executor: Dimensions with what they keep, Kernels, in the order of the stages. For a wide or a narrow page.
std::string executor_drawing(const PageData& data, bool wide);
/// Many stages: a line for each stream instead of curves between two columns.
bool drawn_with_lines(const plan::Plan& plan);
std::string executor_tables(const PageData& data);
/// Operators of each stage by cycle.
std::string kernels_section(const PageData& data);
std::string resources_section(const PageData& data, Charts& charts);
std::string roofline_section(const PageData& data, Charts& charts);
std::string pareto_section(const PageData& data, Charts& charts);
std::string run_section(const PageData& data);
std::string pictures_section(const PageData& data, Charts& charts);
std::string files_section(const PageData& data);

/// Where `data`'s design is.
model::Roof roof_of(const PageData& data);

double kernel_hz(const PageData& data);

}  // namespace rtlgen::report
