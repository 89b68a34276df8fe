// Projects of open tools, written to a folder, and runs through the serial pins of what is made of them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <regex>
#include <string>

#include "driver/project/open_project.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/simulate.hpp"
#include "frontend/board/board_file.hpp"
#include "icarus_line.hpp"
#include "project.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {

/// Below configs/: what a serial line carries, of every kind.
inline const std::string kLine = "../tests/project/line";

inline driver::PlannedOpen planned_open(const std::string& stencil, const std::string& board,
                                        const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  const auto known = frontend::load_board(board, diagnostics);
  EXPECT_TRUE(known.ok()) << diagnostics.render();
  auto project = driver::plan_open_project({{config(stencil), sets}, board, "", driver::HdlChoice::kVerilog, false},
                                           *known, diagnostics);
  EXPECT_TRUE(project.ok()) << diagnostics.render();
  return *std::move(project);
}

/// As fast as the module can, so that runs end soon: clocks per bit, and the silence after a broken frame.
constexpr int kFastClocks = 4;

inline std::string with_fast_line(const std::string& top) {
  const std::string clocks =
      std::regex_replace(top, std::regex("UART_CLOCKS = [0-9]+"), fmt::format("UART_CLOCKS = {}", kFastClocks));
  const std::string fast = std::regex_replace(clocks, std::regex("UART_GAP_LOG2 = [0-9]+"), "UART_GAP_LOG2 = 10");
  EXPECT_NE(fast, clocks);
  return fast;
}

/// Writes the project with a fast line; `edit` may change the text of a file.
using EditFile = std::function<void(emit::File&)>;
inline std::string written_open(const driver::PlannedOpen& project, const std::string& folder_name,
                                const EditFile& edit = {}) {
  std::vector<emit::File> files = project.files();
  for (emit::File& file : files) {
    if (file.path == "rtl/card/" + project.flow().top() + ".v") file.text = with_fast_line(file.text);
    if (edit) edit(file);
  }
  const std::string folder = fresh_folder(folder_name);
  put_files(folder, files);
  return folder;
}

inline IcarusTop pins_of(const driver::PlannedOpen& project, const std::string& module) {
  return {module, {}, {}, project.wiring.open->clock_mhz, kFastClocks * 1e3 / project.flow().clock().mhz};
}

inline const std::string kPllModel = test::source_folder() + "/sim/vendor/open_pll_model.v";

/// The top of a written project.
inline IcarusTop rtl_top(const driver::PlannedOpen& project, const std::string& folder) {
  IcarusTop top = pins_of(project, project.flow().top());
  for (const std::string& file : project.core) top.files.push_back(folder + "/rtl/core/" + file);
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/rtl/card"))
    top.files.push_back(entry.path().string());
  top.files.push_back(kPllModel);
  return top;
}

/// The user's `rtlgen run --backend uart`. The bench ends runs that do not end by themselves, by the design's
/// time; the patience of a user is none that a busy machine could exhaust.
inline driver::CardOptions run_options(const driver::PlannedOpen& project,
                                       const std::shared_ptr<host::SerialPort>& line) {
  driver::CardOptions options;
  options.backend = driver::CardBackend::kUart;
  options.device = "the bench";
  options.port = line;
  options.patience_seconds = 3600;
  options.run.run.source = project.source;
  return options;
}

/// Its report: "" if every bit agrees.
inline std::string run_through(const driver::PlannedOpen& project, const std::shared_ptr<host::SerialPort>& line) {
  Diagnostics diagnostics;
  try {
    const auto report = driver::run_on_card(run_options(project, line), diagnostics);
    if (!report.ok()) return diagnostics.render();
    if (!report->failure.empty()) return report->failure;
    return report->match() ? "" : fmt::format("{} cells differ", report->mismatches);
  } catch (const EnvironmentError& fault) {
    return fault.what();
  }
}

}  // namespace rtlgen::test
