// The files of a project for open tools, and its limits.
#include "flow/open/open_project.hpp"

#include <fmt/format.h>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/core_interface.hpp"
#include "contract/line_top.hpp"
#include "contract/shell.hpp"
#include "emit/file.hpp"
#include "emit/leaf_sources.hpp"
#include "flow/project.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"
#include "spec/hardware.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::open {

namespace {

std::optional<Clock> find_clock(const OpenProject& project) {
  const board::OpenPart& part = *project.wiring.open;
  return fastest_clock(part.router, part.clock_mhz, project.plan.clock.mhz, project.wiring.uart->baud);
}

/// Contents that must fit in a frame of the line, and advice for making them smaller.
struct InFrame {
  const char* what;
  int bytes, capacity;
  const char* note;
};

std::vector<InFrame> in_frames(const contract::CoreInterface& core) {
  const contract::LineTop line = contract::line_top(core);
  return {
      {"settings", line.settings_bytes, contract::kLineFrameBytes,
       "use fewer params with runtime: true, or narrower types"},
      {"digest and monitors", line.status_bytes, contract::kLineFrameBytes, "use fewer monitors, or narrower types"},
      {"output words", line.out_bytes, contract::kLineFrameBytes - contract::kLineTakenBytes,
       "use a smaller hardware.cells_per_cycle, or fewer or narrower fields"}};
}

}  // namespace

std::string OpenProject::name() const { return plan.stencil->name; }
std::string OpenProject::top() const { return top_name(name(), board.id); }

Clock OpenProject::clock() const {
  const auto found = find_clock(*this);
  RTLGEN_CHECK(found.has_value(), "a clock that was not checked");
  return *found;
}

void check(const OpenProject& project, Diagnostics& diagnostics) {
  const auto unsuitable = [&](const std::string& message, const std::string& note) {
    diagnostics.error(Code::kUnsuitableBoard, {project.banner.config.path().string()}, message, {note});
  };
  const std::string board = safe::terminal(project.board.name);
  if (project.plan.shell)
    unsuitable(fmt::format("the description has a bus, but {} has no memory", board),
               "leave out hardware.bus and hardware.memory: the grid stays in the host");
  if (project.plan.stencil->hardware.debug.any())
    unsuitable("hardware.debug is for projects of Vivado and Quartus, and not of open tools",
               "leave out hardware.debug; simulation shows the same signals: rtlgen sim --trace");
  if (project.plan.stencil->hardware.kernels > 1)
    unsuitable(fmt::format("{} kernels, but a serial line feeds only one", project.plan.stencil->hardware.kernels),
               "leave out hardware.kernels");
  if (!project.plan.core.late_arrays.empty()) {
    const spec::ArrayId late(project.plan.core.late_arrays.front());
    unsuitable(fmt::format("'{}' is a late input, but a serial line sends the words of all inputs together",
                           project.plan.stencil->outside_name(late)),
               "set hardware.steps to 2 or more, so that no input is late");
  } else {
    for (const InFrame& part : in_frames(project.plan.core)) {
      if (part.bytes > part.capacity)
        unsuitable(fmt::format("{} of {} bytes, but a frame of the serial line has room for {}", part.what, part.bytes,
                               part.capacity),
                   part.note);
    }
  }
  if (!find_clock(project))
    unsuitable(
        fmt::format("a clock of {:g} MHz: the PLL of {} cannot make a clock that slow from which to divide {} baud",
                    project.plan.clock.mhz, board, project.wiring.uart->baud),
        fmt::format("set hardware.clock_mhz to {:g} or more", project.wiring.open->clock_mhz));
}

std::vector<emit::File> files(const OpenProject& project) {
  std::vector<std::string> leaves = {"rtlgen_sync", "rtlgen_crc32", "rtlgen_uart_line", "rtlgen_uart_stream"};
  if (!project.plan.monitors.empty()) leaves.emplace_back("rtlgen_keep");
  if (!project.clock().dividers.empty()) leaves.push_back("rtlgen_" + project.wiring.open->router + "_pll");
  std::vector<emit::File> all;
  for (const std::string& leaf : leaves)
    all.push_back({"rtl/card/" + leaf + ".v", std::string(emit::leaf_source(leaf + ".v"))});
  all.push_back({"rtl/card/" + project.top() + ".v", netlist::verilog(top_module(project))});
  for (emit::File& file : script_files(project)) all.push_back(std::move(file));
  all.push_back({"README.md", readme_text(project)});
  return all;
}

}  // namespace rtlgen::flow::open
