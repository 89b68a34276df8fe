// The driver's own sequence, with the hardware interpreted instead of simulated in the first tier.
#include "run_case.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "core_run.hpp"
#include "driver/data/arrays.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "elaborate/elaborate.hpp"
#include "golden/monitored.hpp"
#include "hw/ir.hpp"
#include "random_stencil.hpp"
#include "runner/folder.hpp"
#include "short_forms.hpp"
#include "start_values.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "vector_forms.hpp"

namespace rtlgen::test {

namespace {

using Status = Verdict::Status;

/// The first words of a message, without numbers and paths.
std::string kind_of(const std::string& message) {
  std::string kind;
  for (const char c : message.substr(0, 160)) {
    if (c == '\n') break;
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) kind += c;
  }
  return kind;
}

Verdict failed(const std::string& kind, const std::string& detail) { return {Status::kFailed, kind, detail, false}; }

Verdict refused(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::kError)
      return {Status::kInvalid, to_string(d.code) + " " + kind_of(d.message), diagnostics.render(), false};
  }
  return failed("refused without a reason", "");
}

/// A program in a file of a folder that goes with the object.
class File {
 public:
  explicit File(const Program& program) {
    options_.source.file = (folder_.path() / "case.yaml").string();
    runner::write_file(options_.source.file, program_text(program));
    options_.extents = program.extents;
    options_.seed = program.seed;
  }
  [[nodiscard]] const driver::RunOptions& options() const { return options_; }

 private:
  runner::TemporaryFolder folder_;
  driver::RunOptions options_;
};

/// Can the in-process driver run it: its word holds all that the core moves in a cycle, and it has the core's leaves?
bool fits(const plan::Plan& plan, const hw::Design& design) {
  if (design.leaves.size() > 1) return false;
  const auto width = [&](int a) {
    return plan.stencil->arrays[spec::ArrayId(a)].type.width * plan.core.cells_per_cycle;
  };
  int out = 0;
  for (const int a : plan.core.output_arrays) out += width(a);
  const auto narrow = [&](const std::vector<int>& arrays) {
    return std::all_of(arrays.begin(), arrays.end(), [&](int a) { return width(a) <= 64; });
  };
  return out <= 64 && narrow(plan.core.input_arrays) && narrow(plan.core.held_arrays);
}

Verdict interpret(const driver::RunOptions& options, const Faults& faults) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(options.source, diagnostics);
  if (!prepared) return refused(diagnostics);
  const plan::Plan& plan = (*prepared)->plan;
  const auto data = driver::load_run(**prepared, options, diagnostics);
  if (!data || !contract::run_settings(plan.core, data->extents, data->iterations, diagnostics))
    return refused(diagnostics);
  hw::Design design = elaborate::elaborate(plan);
  if (faults.design) faults.design(design);
  if (!fits(plan, design) || (*prepared)->stencil().decides_between_passes()) return {Status::kClean, "", "", true};
  std::mt19937 random(static_cast<std::mt19937::result_type>(options.seed));
  const CoreRun got = run_core(plan, design, data->extents, data->iterations, data->inputs,
                               0.3 * static_cast<double>(random() % 2), random);
  golden::Options one_thread;
  one_thread.threads = 1;
  const spec::Program& reference = (*prepared)->reference();
  const golden::MonitoredRun want =
      golden::run_monitored(reference, data->extents, data->inputs, data->iterations, data->params, one_thread);
  if (!got.ended) return failed("does not end", fmt::format("after {} cycles", got.cycles));
  const runner::Comparison found = runner::compare(want.results, got.outputs, plan.core.cells_per_cycle,
                                                   golden::ignored(reference, data->extents, data->iterations));
  if (found.mismatches > 0) {
    const runner::Mismatch& m = *found.first;
    return failed("mismatch", fmt::format("{} cells differ, first {}[{},{},{}]: expected {:#x}, got {:#x}",
                                          found.mismatches, reference.arrays[spec::ArrayId(m.array)].name, m.cell[0],
                                          m.cell[1], m.cell[2], m.expected, m.got));
  }
  for (std::size_t pass = 0; !reference.monitors.empty() && pass < want.passes.size(); ++pass) {
    if (pass >= got.monitors.size() || got.monitors[pass] != want.passes[pass].monitors)
      return failed("monitor", fmt::format("pass {}", pass));
  }
  return {};
}

Verdict print_both(const driver::RunOptions& options) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(options.source, diagnostics);
  if (!prepared) return refused(diagnostics);
  const auto data = driver::load_run(**prepared, options, diagnostics);
  if (!data || !contract::run_settings((*prepared)->plan.core, data->extents, data->iterations, diagnostics))
    return refused(diagnostics);
  for (const runner::Hdl hdl : {runner::Hdl::kVerilog, runner::Hdl::kVhdl}) driver::core_sources(**prepared, hdl);
  return {};
}

Verdict judge(const driver::SimReport& report) {
  if (!report.failure.empty()) return failed("run: " + kind_of(report.failure), report.failure);
  if (report.monitor_fault)
    return failed("monitor",
                  fmt::format("{} pass {}: expected {:#x}, got {:#x}", report.monitor_fault->where,
                              report.monitor_fault->pass, report.monitor_fault->expected, report.monitor_fault->got));
  if (report.mismatches > 0) {
    const runner::Mismatch& m = report.fault->cell;
    return failed("mismatch",
                  fmt::format("{} cells differ, {}, first after step {}: {}[{},{},{}]: expected {:#x}, got {:#x}",
                              report.mismatches, report.fault->where, report.fault->step,
                              report.prepared->stencil().arrays[spec::ArrayId(m.array)].name, m.cell[0], m.cell[1],
                              m.cell[2], m.expected, m.got));
  }
  if (report.card) {
    const auto passes = static_cast<std::uint64_t>(report.pass_by_pass ? 1 : report.settings.passes);
    return report.card->counters.passes == passes
               ? Verdict{}
               : failed("number of passes", fmt::format("{} passes, {} counted", passes, report.card->counters.passes));
  }
  if (report.unknown > 0) return failed("unknown values", fmt::format("{} cells have X or U", report.unknown));
  const std::int64_t words = report.settings.pass_words() * report.settings.passes;
  if (report.measured.words_in != words || report.measured.words_out != words) {
    return failed("number of words", fmt::format("{} words: {} went in, {} came out", words, report.measured.words_in,
                                                 report.measured.words_out));
  }
  if (!report.within_bound()) {
    return failed("too many cycles", fmt::format("{} cycles, bound {}", report.measured.cycles, report.cycle_bound));
  }
  return {};
}

Verdict simulated(const driver::RunOptions& run, Tier tier, const Faults& faults) {
  driver::SimOptions options;
  options.run = run;
  options.random_stalls = true;
  options.use_cache = false;
  const bool card = tier == Tier::kCard || tier == Tier::kCardVhdl;
  if (card) {
    options.memory = driver::Memory::kDdr;
    options.dram = std::vector<std::string>{"ddr3-1600", "ddr4-2133", "ddr4-2400", "hbm2"}[run.seed % 4];
    options.native_operators = tier == Tier::kCard;
  }
  options.hdl = tier == Tier::kGhdl || tier == Tier::kVerilatorVhdl || tier == Tier::kCardVhdl ? runner::Hdl::kVhdl
                                                                                               : runner::Hdl::kVerilog;
  options.simulator = tier == Tier::kIcarus ? runner::Simulator::kIcarus
                      : tier == Tier::kGhdl ? runner::Simulator::kGhdl
                                            : runner::Simulator::kVerilator;
  options.edit_sources = faults.sources;
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  return report.ok() ? judge(*report) : refused(diagnostics);
}

/// The verdict as text and back; the kind has no line ends.
std::string packed(const Verdict& v) {
  return fmt::format("{}{}\n{}\n{}", static_cast<int>(v.status), v.skipped ? 1 : 0, v.kind, v.detail);
}

Verdict unpacked(const std::string& text) {
  const std::size_t first = text.find('\n');
  const std::size_t second = text.find('\n', first + 1);
  return {static_cast<Status>(text[0] - '0'), text.substr(first + 1, second - first - 1), text.substr(second + 1),
          text[1] == '1'};
}

/// The update line that the first error is about, from its place in the text; none if it is elsewhere.
std::optional<std::size_t> line_of(const Program& program, const Diagnostics& diagnostics) {
  const std::string text = program_text(program);
  const std::size_t update = text.find("\nupdate:\n");
  if (update == std::string::npos) return std::nullopt;
  // Lines of the file: `update:` itself follows the newline that was found.
  const auto header = 2 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(update), '\n');
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity != Severity::kError) continue;
    const auto line = static_cast<std::ptrdiff_t>(d.where.line) - header - 1;
    if (line < 0 || line >= std::ssize(program.lines)) return std::nullopt;
    return static_cast<std::size_t>(line);
  }
  return std::nullopt;
}

/// Does what the notes of these refusals say: a line that nothing reads or that has no cell goes, and a temporary that
/// is not assigned everywhere, or that its only line assigns nowhere, is assigned in the whole grid.
bool fix_line(Program& program, const std::string& refusal, const Diagnostics& diagnostics) {
  const bool is_useless = refusal.starts_with("RG0352") || refusal.starts_with("RG0371");
  if (!is_useless && !refusal.starts_with("RG0373")) return false;
  const auto line = line_of(program, diagnostics);
  if (!line) return false;
  const auto assigns = std::ranges::count(program.lines, program.lines[*line].target, &Line::target);
  if (is_useless && (assigns > 1 || !is_read(program, program.lines[*line].target))) {
    program.lines.erase(program.lines.begin() + static_cast<std::ptrdiff_t>(*line));
    return !program.lines.empty();
  }
  return !std::exchange(program.lines[*line].region, "").empty();
}

/// Widens blocks that are too narrow for the window, or leaves the grid whole where no width will do.
bool widen_blocks(Program& program) {
  constexpr std::int64_t kWidest = 200;
  if (program.block.empty()) return false;
  // A shell's blocks are whole beats, which may be many cells.
  if (program.grid[0] > kWidest) {
    program.block.clear();
    return true;
  }
  for (std::size_t a = 0; a < program.block.size(); ++a) {
    const std::int64_t more = 2 * (a == 0 ? program.lanes : 1);
    program.block[a] += more;
    program.grid[a] += 2 * more;
  }
  return true;
}

/// Lowers a clock that is not reached, widens blocks that are too narrow for the window and planes that are too small
/// for a sweep along x, and gives up a limit of DSP blocks that cannot be kept; false: nothing helps.
bool reduce_requirements(Program& program, const std::string& refusal, const Diagnostics& diagnostics) {
  constexpr std::int64_t kWidest = 200;
  if (refusal.starts_with("RG0401") && program.clock > 4) {
    program.clock = program.clock * 2 / 3;
    return true;
  }
  if (refusal.starts_with("RG0405") && program.grid[0] < 3 * kWidest) {
    ++program.grid[0];
    return true;
  }
  const bool along_x = std::ranges::any_of(program.lines, [](const Line& l) { return l.order.ends_with(" x"); });
  if (refusal.starts_with("RG0408") && along_x && program.grid[0] < kWidest) {
    program.grid[0] += 4;
    program.grid[1] = program.grid[0];
    return true;
  }
  if (refusal.starts_with("RG0407")) return std::exchange(program.dsp_limit, std::nullopt).has_value();
  if (refusal.starts_with("RG0404")) return widen_blocks(program);
  return fix_line(program, refusal, diagnostics);
}

}  // namespace

const char* tier_name(Tier tier) {
  static const char* const names[] = {"plan",      "interpreter",    "icarus", "ghdl",
                                      "verilator", "verilator-vhdl", "card",   "card-vhdl"};
  return names[static_cast<std::size_t>(tier)];
}

Verdict finish_program(Program& program) {
  Random random(program.seed + 0x5eed);
  try {
    for (;;) {
      const File file(program);
      Diagnostics diagnostics;
      const auto prepared = driver::prepare(file.options().source, diagnostics);
      if (!prepared) {
        const Verdict verdict = refused(diagnostics);
        if (!reduce_requirements(program, verdict.kind, diagnostics)) return verdict;
        continue;
      }
      const contract::CoreInterface& core = (*prepared)->plan.core;
      if (core.extents == contract::ExtentPlan::kFixed || random.chance(40)) return {};
      for (std::size_t a = 0; a < program.grid.size(); ++a) {
        const int low = static_cast<int>(std::min(core.minimum[a], core.maximum[a]));
        std::int64_t extent = random.chance(30) ? low : random.between(low, static_cast<int>(core.maximum[a]));
        if (a == 0) extent = extent / core.row_unit * core.row_unit;
        program.extents.push_back(extent);
      }
      return {};
    }
  } catch (const std::exception& e) {
    return failed("exception: " + kind_of(e.what()), e.what());
  }
}

Verdict run_case(const Program& program, Tier tier, const Faults& faults) {
  try {
    const File file(program);
    if (tier == Tier::kPlan) {
      const Verdict printed = print_both(file.options());
      const std::string other = printed.status == Status::kClean ? short_form_difference(program).value_or("") : "";
      if (!other.empty()) return failed("short form", other);
      const std::string vector = printed.status == Status::kClean ? vector_form_difference(program).value_or("") : "";
      if (!vector.empty()) return failed("vector form", vector);
      const std::string start =
          printed.status == Status::kClean ? start_value_difference(program, start_lines(program)).value_or("") : "";
      return start.empty() ? printed : failed("start values", start);
    }
    if (tier == Tier::kInterpreter) return interpret(file.options(), faults);
    return simulated(file.options(), tier, faults);
  } catch (const std::exception& e) {
    return failed("exception: " + kind_of(e.what()), e.what());
  }
}

Verdict run_isolated(const Program& program, Tier tier, int seconds, const Faults& faults) {
  int ends[2];
  RTLGEN_CHECK(pipe(ends) == 0, "no pipe");
  const pid_t child = fork();
  RTLGEN_CHECK(child >= 0, "no process");
  if (child == 0) {
    close(ends[0]);
    alarm(static_cast<unsigned>(seconds));
    const std::string text = packed(run_case(program, tier, faults));
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t n = write(ends[1], text.data() + at, text.size() - at);
      if (n <= 0) break;
      at += static_cast<std::size_t>(n);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    if (WTERMSIG(status) == SIGALRM) return failed("timeout", fmt::format("no end after {} s", seconds));
    return failed("crash", fmt::format("signal {}", WTERMSIG(status)));
  }
  return text.size() < 4 ? failed("crash", "no answer") : unpacked(text);
}

}  // namespace rtlgen::test
