// Job files of bits, the two simulators' command lines, and the conversion of results to grids.
#include "runner/text_run.hpp"

#include <fmt/format.h>

#include <fstream>

#include "contract/core_interface.hpp"
#include "golden/grid.hpp"
#include "runner/folder.hpp"
#include "runner/runner.hpp"
#include "runner/stats.hpp"
#include "runner/text_bench.hpp"
#include "runner/text_parts.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

/// The grids of a port's arrays, starting with the one in the highest bits.
using HighFirst = std::vector<const golden::Grid*>;

/// The bits of a cell in all grids, highest first; -1: any.
void add_cell(std::string& text, const HighFirst& grids, std::int64_t cell) {
  for (const golden::Grid* grid : grids) {
    const std::uint64_t value = cell >= 0 ? grid->get(cell) : 0;
    for (int bit = grid->type.width - 1; bit >= 0; --bit)
      text += cell < 0 ? 'X' : ((value >> bit) & 1) != 0 ? '1' : '0';
  }
}

/// One line per word of a pass, lane 0 rightmost; lanes beyond the row's end and cells outside the grid are X.
std::string words_of(const contract::CoreInterface& core, const HighFirst& grids, std::int64_t words) {
  const std::int64_t lanes = core.cells_per_cycle;
  std::string text;
  for (std::int64_t word = 0; word < words; ++word) {
    for (std::int64_t lane = lanes - 1; lane >= 0; --lane)
      add_cell(text, grids, contract::cell_at(core, grids.front()->extents, word * lanes + lane));
    text += '\n';
  }
  return text;
}

/// The same for arrays that are loaded before the run, including ghosts.
std::string held_words_of(const HighFirst& grids, int lanes) {
  const contract::Extents& extents = grids.front()->extents;
  std::string text;
  for (std::int64_t row = 0; row < extents[1] * extents[2]; ++row) {
    for (std::int64_t first = 0; first < extents[0]; first += lanes) {
      for (std::int64_t x = first + lanes - 1; x >= first; --x)
        add_cell(text, grids, x < extents[0] ? row * extents[0] + x : -1);
      text += '\n';
    }
  }
  return text;
}

/// Reads back a port's words; a cell with a bit other than 0 and 1 is recorded as unknown.
void read_port(const fs::path& path, const SimulatedDesign& design, const contract::Port& port,
               const spec::Extents& extents, Outcome& outcome) {
  const contract::CoreInterface& core = design.core;
  std::ifstream file(path);
  const auto lanes = static_cast<std::size_t>(core.cells_per_cycle);
  std::vector<std::string> words;
  for (std::string word; file >> word;) words.push_back(word);
  const auto bits_of_port = static_cast<std::size_t>(port.width);
  std::size_t end = bits_of_port;  // end of the array's part in lane 0, counted from the highest bit
  for (const int a : port.arrays) {
    golden::Grid grid(design.array(a).type, extents);
    const auto width = static_cast<std::size_t>(grid.type.width);
    for (std::int64_t cell = 0; cell < grid.cells(); ++cell) {
      const auto place = static_cast<std::size_t>(contract::place_of(core, extents, cell));
      if (place / lanes >= words.size() || words[place / lanes].size() != bits_of_port)
        throw EnvironmentError(fmt::format("{} is too short", path.string()));
      const std::size_t first = end - width - place % lanes * (bits_of_port / lanes);
      const std::string bits = words[place / lanes].substr(first, width);
      if (bits.find_first_not_of("01") != std::string::npos) {
        outcome.unknown.push_back({a, cell});
      } else {
        grid.set(cell, std::stoull(bits, nullptr, 2));
      }
    }
    end -= width;
    outcome.outputs.emplace(a, std::move(grid));
  }
}

/// Reads the monitors of each pass; bits that are not 0 or 1 make the run fail.
void read_monitors(const fs::path& path, const SimulatedDesign& design, Outcome& outcome) {
  std::ifstream file(path);
  const std::size_t count = design.monitors.size();
  std::string word;
  for (std::size_t i = 0; count > 0 && file >> word; ++i) {
    if (i % count == 0) outcome.monitors.emplace_back();
    const bool known = word.find_first_not_of("01") == std::string::npos;
    if (!known && outcome.ended) {
      outcome.ended = false;
      outcome.failure = fmt::format("monitor '{}' holds X or U", design.monitors[i % count]);
    }
    outcome.monitors.back().push_back(known ? std::stoull(word, nullptr, 2) : 0);
  }
}

/// Writes tables for frames with ghosts: for each word, the words of the previous pass that must be complete before it
/// can be read; for each lane of the frame, the position outside the ghosts of the cell that it repeats.
void write_ghost_tables(const contract::CoreInterface& core, const Run& run, const fs::path& folder) {
  if (!has_ghosts(core)) return;
  const std::int64_t lanes = core.cells_per_cycle;
  std::string hex[2], dec[2];
  const auto add = [&](int table, std::int64_t value) {
    hex[table] += fmt::format("{:x}\n", value);
    dec[table] += fmt::format("{}\n", value);
  };
  for (std::int64_t word = 0; word < run.settings.pass_words(); ++word) {
    add(0, contract::words_before(core, run.extents, word));
    for (std::int64_t place = word * lanes; place < (word + 1) * lanes; ++place) {
      const std::int64_t cell = contract::cell_at(core, run.extents, place);
      add(1, cell >= 0 ? contract::place_of(core, run.extents, cell) : place);
    }
  }
  const char* const names[] = {"needed", "source"};
  for (int table = 0; table < 2; ++table) {
    write_file(folder / fmt::format("{}.hex", names[table]), hex[table]);
    write_file(folder / fmt::format("{}.dec", names[table]), dec[table]);
  }
}

void run_step(const std::vector<std::string>& command, const fs::path& folder) {
  check_tool(run_tool(command, folder), command_line(command), "the generated HDL");
}

void run_icarus(const SimulatedDesign& design, const Sources& sources, const Run& run, const fs::path& folder) {
  std::vector<std::string> compile = {"iverilog", "-g2005", "-s", "rtlgen_bench", "-o", "bench.vvp"};
  Progress progress("compiling " + design.core.module + " with Icarus");
  write_file(folder / "rtlgen_bench.v", verilog_bench(design, run));
  for (const SourceFile& file : sources.files) compile.push_back(file.path);
  compile.push_back("rtlgen_bench.v");
  run_step(compile, folder);
  progress.now("simulating " + design.core.module + " with Icarus");
  run_step({"vvp", "-n", "bench.vvp"}, folder);
}

void run_ghdl(const SimulatedDesign& design, const Sources& sources, const Run& run, const fs::path& folder) {
  std::vector<std::string> analyse = {"ghdl", "-a", "--std=08"};
  Progress progress("compiling " + design.core.module + " with GHDL");
  write_file(folder / "rtlgen_bench.vhd", vhdl_bench(design, run));
  for (const SourceFile& file : sources.files) analyse.push_back(file.path);
  analyse.push_back("rtlgen_bench.vhd");
  run_step(analyse, folder);
  run_step({"ghdl", "-e", "--std=08", "rtlgen_bench"}, folder);
  progress.now("simulating " + design.core.module + " with GHDL");
  run_step({"ghdl", "-r", "--std=08", "rtlgen_bench", "--ieee-asserts=disable"}, folder);
}

}  // namespace

void require_text_simulator(Simulator simulator) {
  require_program(simulator == Simulator::kIcarus ? "iverilog" : "ghdl");
  if (simulator == Simulator::kIcarus) require_program("vvp");
}

Outcome text_run(const SimulatedDesign& design, const Sources& sources, Simulator simulator, const Run& run) {
  const TemporaryFolder folder;
  const contract::CoreInterface& core = design.core;
  for (const SourceFile& file : sources.files) write_file(folder.path() / file.path, file.text);
  const auto name = [&](const char* kind, const contract::Port& port) {
    return folder.path() / fmt::format("{}_{}.bits", kind, port.field);
  };
  for (const contract::Port& port : core.ports_of(contract::PortRole::kInData)) {
    HighFirst grids;
    for (const int a : port.arrays) grids.insert(grids.begin(), &run.inputs.at(a));
    write_file(name("in", port), words_of(core, grids, run.settings.pass_words()));
  }
  write_ghost_tables(core, run, folder.path());
  for (const contract::Port& port : core.ports_of(contract::PortRole::kLoadData)) {
    std::vector<golden::Grid> frames;
    for (const int a : port.arrays) frames.push_back(framed(design, run, a));
    HighFirst grids;
    for (const golden::Grid& frame : frames) grids.insert(grids.begin(), &frame);
    write_file(name("held", port), held_words_of(grids, design.array(port.index).lanes(core.cells_per_cycle)));
  }
  if (simulator == Simulator::kIcarus) {
    run_icarus(design, sources, run, folder.path());
  } else {
    run_ghdl(design, sources, run, folder.path());
  }
  require_stats(folder.path() / "stats", simulator == Simulator::kIcarus ? "vvp" : "ghdl -r");
  Outcome outcome = read_stats(folder.path() / "stats");
  read_monitors(folder.path() / "monitors", design, outcome);
  for (const contract::Port& port : core.ports_of(contract::PortRole::kOutData))
    read_port(name("out", port), design, port, run.extents, outcome);
  return outcome;
}

}  // namespace rtlgen::runner
