// `rtlgen sweep`: a command over many variants of a description.
#include "driver/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cli/commands/commands.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSweepExamples = R"(Examples:
  rtlgen sweep configs/hotspot2d.yaml --over hardware.steps=1,2,4,8 --over hardware.cells_per_cycle=2,4 -o build/sweep -- --board kcu105
  rtlgen sweep configs/heat1d.yaml --do sim --over hardware.steps=1,2,4 -o build/heat -- --iterations 20
  rtlgen sweep configs/blur.yaml --do synth --over type=float16,float32 --over hardware.sharing=none,full -o build/blur
  rtlgen sweep configs/hotspot2d.yaml --do project --over hardware.board=kcu105 --over hardware.steps=2,4 -o build/projects
  rtlgen sweep configs/hotspot2d.yaml --over hardware.block=[256],[512] -o build/blocks --slurm build/slurm
Every combination of the values is one variant: the command with a --set for each key; the last key changes fastest. What follows -- goes to
the command. -o gets table.csv, table.json, and a folder a variant with its log, its JSON and what it wrote. Killed and started again with the same words,
it goes on where it was. A sweep of other words is refused there: take another folder, or --force. --slurm writes a job array and runs nothing.
Statuses: ok; failed (a mismatch, does not fit); refused (bad input); environment (tool or disk); killed; bug. docs/sweep.md has more.
Exit status: 0 all ok; 1 some are not; 2 the sweep itself is no sweep.
)";

std::string table_text(const driver::SweepReport& report) {
  std::vector<std::vector<std::string>> lines(1);
  for (const driver::SweepAxis& axis : report.axes) lines[0].push_back(axis.key);
  lines[0].emplace_back("status");
  for (const driver::SweepRow& row : report.rows) {
    if (row.figures.empty()) continue;
    for (const auto& [name, value] : row.figures) lines[0].push_back(name);
    break;
  }
  for (const driver::SweepRow& row : report.rows) {
    std::vector<std::string> line = row.values;
    line.push_back(row.status.empty() ? "-" : row.status);
    for (const auto& [name, value] : row.figures) {
      line.push_back(value.is_null()           ? "-"
                     : value.is_string()       ? value.get<std::string>()
                     : value.is_number_float() ? fmt::format("{:.4g}", value.get<double>())
                                               : value.dump());
    }
    lines.push_back(std::move(line));
  }
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c)
      text += fmt::format("{}{:<{}}", c > 0 ? "  " : "", line[c], c + 1 < line.size() ? widths[c] : 0);
    text += "\n";
  }
  return text + fmt::format("{} variants: {} ok, {} not{}; {}/table.csv\n", report.rows.size(), report.count(true),
                            report.count(false),
                            report.complete()
                                ? ""
                                : fmt::format(", {} not done", static_cast<std::int64_t>(report.rows.size()) -
                                                                   report.count(true) - report.count(false)),
                            safe::terminal(OutsideText(report.folder)));
}

int run_sweep(const Options& options, Diagnostics& diagnostics) {
  driver::SweepOptions sweep = options.sweep;
  sweep.source = options.source;
  sweep.folder = options.folder;
  sweep.force = options.force;
  sweep.program = std::filesystem::read_symlink("/proc/self/exe").string();
  sweep.log = print_progress;
  // Every variant reads the description for itself.
  if (options.werror) sweep.arguments.emplace_back("--werror");
  for (const std::string& name : options.no_warn) sweep.arguments.insert(sweep.arguments.end(), {"--no-warn", name});
  if (!options.slurm.empty()) {
    const auto command = driver::write_slurm(sweep, options.slurm, diagnostics);
    if (!command) return status(ExitStatus::kInvalidInput);
    say(options, fmt::format("wrote {0}/sweep.sbatch and {0}/collect.sbatch; from this folder:\n  {1}\n",
                             safe::terminal(OutsideText(options.slurm)), *command));
    return status(ExitStatus::kSuccess);
  }
  const auto report = driver::sweep(sweep, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  // A task of an array has one row of its own.
  if (sweep.only < 0) say(options, table_text(*report));
  put_json(options, driver::json_of(*report));
  if (sweep.only >= 0)
    return status(report->rows[static_cast<std::size_t>(sweep.only)].status == "ok" ? ExitStatus::kSuccess
                                                                                    : ExitStatus::kCheckFailed);
  return status(report->count(false) == 0 ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

int take_swept(int argc, const char* const* argv, Options& options) {
  if (argc < 2 || std::string_view(argv[1]) != "sweep") return argc;
  const char* const* const mark = std::find(argv, argv + argc, std::string_view("--"));
  if (mark != argv + argc) options.sweep.arguments.assign(mark + 1, argv + argc);
  return static_cast<int>(mark - argv);
}

Command sweep_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand(
      "sweep",
      "one command over many variants, on all cores or as a Slurm job array, with a table that can be resumed");
  driver::SweepOptions& sweep = options.sweep;
  add_common(*command, options);
  command
      ->add_option("--over", sweep.over,
                   "a key and its values: --over hardware.steps=1,2,4; several make every combination")
      ->required()
      ->type_name("KEY=A,B,...")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--do", sweep.command, "what each variant runs")
      ->check(one_of({"generate", "synth", "sim", "project", "model"}))
      ->capture_default_str();
  command
      ->add_option("-o,--out", options.folder,
                   "folder of the table and the output of variants; the same folder resumes a sweep")
      ->required()
      ->type_name("DIR");
  command->add_option("--jobs", sweep.jobs, "variants at a time; without it as many as there are processors")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--retry", sweep.retry, "run again what was not ok");
  command->add_flag("--stop", sweep.stop, "begin nothing new after the first variant that is not ok");
  command->add_flag("--force", options.force, "replace another sweep");
  command
      ->add_option("--slurm", options.slurm,
                   "run nothing: write sweep.sbatch, a job array, and collect.sbatch, its table")
      ->type_name("DIR");
  command->add_option("--task", sweep.only, "this variant alone, from 0: what a task of the array runs")
      ->type_name("N")
      ->check(whole_number(0, 1000000));
  command->footer(kSweepExamples);
  return {command, run_sweep};
}

}  // namespace rtlgen::cli
