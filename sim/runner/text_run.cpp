// Job files of bits, the two simulators' command lines, and results back into grids.
#include "runner/text_run.hpp"

#include <fmt/format.h>

#include <fstream>

#include "runner/folder.hpp"
#include "runner/stats.hpp"
#include "runner/text_bench.hpp"
#include "support/process.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

std::int64_t linear(const spec::Extents& extents, std::int64_t x, std::int64_t row) {
  return row * extents[0] + x;
}

/// One line a word, lane 0 rightmost; lanes beyond the row's end are X.
std::string words_of(const golden::Grid& grid, int lanes) {
  const int width = grid.type.width;
  const std::int64_t row_words = (grid.extents[0] + lanes - 1) / lanes;
  std::string text;
  for (std::int64_t row = 0; row < grid.extents[1] * grid.extents[2]; ++row) {
    for (std::int64_t w = 0; w < row_words; ++w) {
      for (std::int64_t lane = lanes - 1; lane >= 0; --lane) {
        const std::int64_t x = w * lanes + lane;
        const bool there = x < grid.extents[0];
        const std::uint64_t value = there ? grid.get(linear(grid.extents, x, row)) : 0;
        for (int bit = width - 1; bit >= 0; --bit) text += !there ? 'X' : ((value >> bit) & 1) != 0 ? '1' : '0';
      }
      text += '\n';
    }
  }
  return text;
}

/// Reads words back; a cell with any bit that is not 0 or 1 is noted as unknown.
golden::Grid grid_of(const fs::path& path, const spec::Type& type, const spec::Extents& extents, int lanes,
                     int array, std::vector<Unknown>& unknown) {
  golden::Grid grid(type, extents);
  std::ifstream file(path);
  const std::int64_t row_words = (extents[0] + lanes - 1) / lanes;
  const auto width = static_cast<std::size_t>(type.width);
  std::string word;
  for (std::int64_t row = 0; row < extents[1] * extents[2]; ++row) {
    for (std::int64_t w = 0; w < row_words; ++w) {
      if (!(file >> word) || word.size() != width * static_cast<std::size_t>(lanes)) {
        throw EnvironmentError(fmt::format("{} is short", path.string()));
      }
      for (std::int64_t lane = 0; lane < lanes && w * lanes + lane < extents[0]; ++lane) {
        const std::string bits = word.substr(word.size() - width * static_cast<std::size_t>(lane + 1), width);
        const std::int64_t cell = linear(extents, w * lanes + lane, row);
        if (bits.find_first_not_of("01") != std::string::npos) {
          unknown.push_back({array, cell});
        } else {
          grid.set(cell, std::stoull(bits, nullptr, 2));
        }
      }
    }
  }
  return grid;
}

/// Monitors by pass; bits that are not 0 or 1 make the run a failed one.
void read_monitors(const fs::path& path, const plan::Plan& plan, Outcome& outcome) {
  std::ifstream file(path);
  const std::size_t count = plan.stencil->monitors.size();
  std::string word;
  for (std::size_t i = 0; count > 0 && file >> word; ++i) {
    if (i % count == 0) outcome.monitors.emplace_back();
    const bool known = word.find_first_not_of("01") == std::string::npos;
    if (!known && outcome.ended) {
      outcome.ended = false;
      outcome.failure = fmt::format("monitor '{}' holds X or U", plan.stencil->monitors[i % count].name);
    }
    outcome.monitors.back().push_back(known ? std::stoull(word, nullptr, 2) : 0);
  }
}

void run_tool(const std::vector<std::string>& command, const fs::path& folder) {
  ProcessOptions options;
  options.working_directory = folder.string();
  options.merge_stderr = true;
  const ProcessResult result = run_process(command, options);
  if (result.ok()) return;
  throw InternalError(fmt::format("{} failed:\n{}", command_line(command), result.output));
}

void run_icarus(const plan::Plan& plan, const Sources& sources, const Run& run, const fs::path& folder) {
  std::vector<std::string> compile = {"iverilog", "-g2005", "-s", "rtlgen_bench", "-o", "bench.vvp"};
  write_file(folder / "rtlgen_bench.v", verilog_bench(plan, run));
  for (const SourceFile& file : sources.files) compile.push_back(file.path);
  compile.push_back("rtlgen_bench.v");
  run_tool(compile, folder);
  run_tool({"vvp", "-n", "bench.vvp"}, folder);
}

void run_ghdl(const plan::Plan& plan, const Sources& sources, const Run& run, const fs::path& folder) {
  std::vector<std::string> analyse = {"ghdl", "-a", "--std=08"};
  write_file(folder / "rtlgen_bench.vhd", vhdl_bench(plan, run));
  for (const SourceFile& file : sources.files) analyse.push_back(file.path);
  analyse.push_back("rtlgen_bench.vhd");
  run_tool(analyse, folder);
  run_tool({"ghdl", "-e", "--std=08", "rtlgen_bench"}, folder);
  run_tool({"ghdl", "-r", "--std=08", "rtlgen_bench", "--ieee-asserts=disable"}, folder);
}

}  // namespace

void require_text_simulator(Simulator simulator) {
  require_program(simulator == Simulator::kIcarus ? "iverilog" : "ghdl");
  if (simulator == Simulator::kIcarus) require_program("vvp");
}

Outcome text_run(const plan::Plan& plan, const Sources& sources, Simulator simulator, const Run& run) {
  const TemporaryFolder folder;
  const plan::CoreInterface& core = plan.core;
  for (const SourceFile& file : sources.files) write_file(folder.path() / file.path, file.text);
  const auto name = [&](const char* kind, int a) {
    return folder.path() / fmt::format("{}_{}.bits", kind, plan.stencil->arrays[static_cast<std::size_t>(a)].name);
  };
  for (const int a : core.input_arrays) write_file(name("in", a), words_of(run.inputs.at(a), core.cells_per_cycle));
  if (simulator == Simulator::kIcarus) {
    run_icarus(plan, sources, run, folder.path());
  } else {
    run_ghdl(plan, sources, run, folder.path());
  }
  Outcome outcome = read_stats(folder.path() / "stats");
  read_monitors(folder.path() / "monitors", plan, outcome);
  for (const int a : core.output_arrays) {
    const spec::Type& type = plan.stencil->arrays[static_cast<std::size_t>(a)].type;
    outcome.outputs.emplace(a, grid_of(name("out", a), type, run.extents, core.cells_per_cycle, a, outcome.unknown));
  }
  return outcome;
}

}  // namespace rtlgen::runner
