// The parts of the page, each as HTML; empty where there is nothing to show.
#pragma once

#include <string>

#include "report/markup.hpp"
#include "report/page.hpp"

namespace rtlgen::report {

/// From memory through the chain and back, then one Executor opened.
std::string architecture_section(const PageData& data);
/// One Executor: Dimensions with what they keep, Kernels, in the order of the stages. For a wide or a narrow page.
std::string executor_drawing(const PageData& data, bool wide);
std::string executor_tables(const PageData& data);
/// Operators of each stage by cycle.
std::string kernels_section(const PageData& data);
std::string resources_section(const PageData& data, Charts& charts);
std::string roofline_section(const PageData& data, Charts& charts);
std::string pareto_section(const PageData& data, Charts& charts);
std::string run_section(const PageData& data);
std::string pictures_section(const PageData& data, Charts& charts);
std::string files_section(const PageData& data);

/// Where `data`'s design is on the roofline, per second and byte; work is flops, or cell updates where there are none.
struct Roof {
  std::string unit, each;  ///< "flop/s", "flop"
  double work = 0;         ///< of a cell update
  double intensity = 0;    ///< work a byte of memory traffic; 0: nothing is moved
  double attained = 0;     ///< predicted, work/s
  double compute = 0;      ///< P x I x clock x work
  double design_bytes_s = 0, board_bytes_s = 0;  ///< peaks: of the channels in use, of the whole board; 0: not known
};
Roof roof_of(const PageData& data);

double kernel_hz(const PageData& data);

}  // namespace rtlgen::report
