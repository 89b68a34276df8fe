// `rtlgen sweep`: runs a command over many variants of a description.
#include "driver/sweep/sweep.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "driver/prepare/ranges.hpp"
#include "support/counted.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"
#include "support/system.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSweepExamples = R"(Examples:
  rtlgen sweep hotspot2d --over hardware.steps=1,2,4,8 --over hardware.cells_per_cycle=2,4 -o build/sweep -- --board kcu105
  rtlgen sweep heat1d --do sim --over hardware.steps=1,2,4 -o build/heat -- --iterations 20
  rtlgen sweep blur --do synth --over type=float16,float32 --over hardware.sharing=none,full -o build/blur
  rtlgen sweep hotspot2d --do project --over hardware.board=kcu105 --over hardware.steps=2,4 -o build/projects
  rtlgen sweep hotspot2d --over 'hardware.block=[256],[512]' -o build/b --slurm build/slurm
Each combination of values is one variant: the command runs with one --set per key, and the last key changes fastest.
Arguments after -- are passed to the command. DIR gets table.csv, table.json, and one folder per variant with its log,
JSON and output. To resume an interrupted sweep, run it again with the same options. If DIR holds another sweep, choose
another folder or add --force. With --slurm a job array is written and nothing runs.
Statuses: ok; failed (a mismatch, does not fit); refused (bad input); environment (tool or disk); killed; bug. More:
docs/sweep.md.
Exit status: 0 all ok; 1 some are not; 2 the sweep itself is invalid.
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
  return text + fmt::format("{}: {} ok, {} not ok{}; {}/table.csv\n", counted(report.rows.size(), "variant"),
                            report.count(true), report.count(false),
                            report.complete()
                                ? ""
                                : fmt::format(", {} not done", static_cast<std::int64_t>(report.rows.size()) -
                                                                   report.count(true) - report.count(false)),
                            safe::terminal(OutsideText(report.folder)));
}

class Sweep final : public Command {
 public:
  explicit Sweep(std::vector<std::string> swept) { options_.arguments = std::move(swept); }

  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  void add_places(Places& places) const override {
    places.write_folder("--out", options_.folder);
    places.write_folder("--slurm", slurm_);
  }
  int run(Diagnostics& diagnostics) override;

 private:
  Description description_;
  driver::SweepOptions options_;  ///< without the description
  std::string slurm_;
};

CLI::App* Sweep::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand(
      "sweep", "run one command over many variants, on all cores or as a Slurm job array; can be resumed");
  add_common(*app, *this);
  app->add_option("--over", options_.over,
                  "key and its values: --over hardware.steps=1,2,4; repeat it for every combination")
      ->required()
      ->type_name("KEY=A,B,...")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--do", options_.command, "command that each variant runs")
      ->check(one_of({"generate", "synth", "sim", "project", "model"}))
      ->capture_default_str();
  add_folder(*app, options_.folder,
             "folder for the table and the output of the variants; the same folder resumes a sweep");
  app->add_option("--jobs", options_.jobs, "variants to run at a time (default: the number of processors)")
      ->type_name("N")
      ->check(number_in(driver::kJobsRange));
  app->add_flag("--retry", options_.retry, "rerun variants that were not ok");
  app->add_flag("--stop", options_.stop, "start no more variants after the first that is not ok");
  app->add_flag("--force", options_.force, "replace another sweep");
  app->add_option("--slurm", slurm_,
                  "run nothing: write sweep.sbatch (a job array) and collect.sbatch (which makes the table)")
      ->type_name("DIR");
  app->add_option("--task", options_.only, "run only this variant, counted from 0, as a task of the job array does")
      ->type_name("N")
      ->check(number_in(driver::kTaskRange));
  app->footer(kSweepExamples);
  app->callback([this, app] {
    if (!slurm_.empty())
      check_excluded(*app, {"--task", "--jobs", "--retry", "--stop", "--force"}, "--slurm, which runs nothing");
    if (options_.only >= 0) check_excluded(*app, {"--jobs", "--stop"}, "--task, which runs one variant");
  });
  return app;
}

int Sweep::run(Diagnostics& diagnostics) {
  driver::SweepOptions sweep = options_;
  sweep.source = description_.source;
  sweep.program = os::program_file().string();
  sweep.log = print_progress;
  // Every variant reads the description itself, so it needs the options for warnings.
  if (warnings.as_errors) sweep.arguments.emplace_back("--werror");
  for (const std::string& name : warnings.off) sweep.arguments.insert(sweep.arguments.end(), {"--no-warn", name});
  if (!slurm_.empty()) {
    const auto command = driver::write_slurm(sweep, slurm_, diagnostics);
    if (!command) return status(ExitStatus::kInvalidInput);
    output.say(fmt::format("wrote {0}/sweep.sbatch and {0}/collect.sbatch; from this folder:\n  {1}\n",
                           safe::terminal(OutsideText(slurm_)), *command));
    output.put_json({{"slurm", slurm_}, {"submit", *command}});
    return status(ExitStatus::kSuccess);
  }
  const auto report = driver::sweep(sweep, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  // One task of an array job has only its own row.
  if (sweep.only < 0) output.say(table_text(*report));
  output.put_json(driver::json_of(*report));
  if (sweep.only >= 0)
    return status(report->rows[static_cast<std::size_t>(sweep.only)].status == "ok" ? ExitStatus::kSuccess
                                                                                    : ExitStatus::kCheckFailed);
  return status(report->count(false) == 0 ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

std::unique_ptr<Command> sweep_command(std::vector<std::string> swept) {
  return std::make_unique<Sweep>(std::move(swept));
}

}  // namespace rtlgen::cli
