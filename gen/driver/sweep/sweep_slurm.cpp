// A sweep as a Slurm job array: one task per variant, then a job that collects the table.
#include <fmt/format.h>

#include <filesystem>

#include "driver/prepare/command_text.hpp"
#include "driver/sweep/sweep.hpp"
#include "frontend/frontend.hpp"
#include "runner/folder.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// Always in quotes, because the form of a script should not depend on its contents.
std::string word(const std::string& text) { return safe::shell_quoted(OutsideText(text)); }

/// The command of the sweep, without the task.
std::string line_of(const SweepOptions& options) {
  std::string line =
      "rtlgen=${RTLGEN:-" + word(options.program) + "}\nsweep=(sweep " + word(plain_path(options.source.file));
  for (const std::string& over : options.over) line += " --over " + word(over);
  for (const std::string& set : recorded_sets(options.source)) line += " --set " + word(set);
  return line + " --do " + word(options.command) + " -o " + word(plain_path(options.folder)) + ")\n";
}

std::string arguments_of(const SweepOptions& options) {
  if (options.arguments.empty()) return "";
  std::string text = " --";
  for (const std::string& argument : options.arguments) text += " " + word(argument);
  return text;
}

std::string head(const char* what, const std::string& name, const std::string& more) {
  return fmt::format(
      "#!/usr/bin/env bash\n#SBATCH --job-name={}\n{}# {}\n# Slurm starts it in the folder of submission, where the "
      "sweep was written. RTLGEN names another rtlgen.\nset -euo pipefail\ncd \"${{SLURM_SUBMIT_DIR:-.}}\"\n",
      name, more, what);
}

}  // namespace

Result<std::string> write_slurm(const SweepOptions& options, const std::string& slurm_folder,
                                Diagnostics& diagnostics) {
  const auto axes = parse_axes(options.over, diagnostics);
  if (!axes) return Failure{};
  std::string name = safe::identifier(OutsideText(fs::path(options.source.file).stem().string()));
  if (name.empty()) name = "rtlgen";
  fs::create_directories(slurm_folder);
  const std::int64_t last = variants_of(*axes) - 1;
  const std::string array =
      head("One variant of the sweep per task; collect.sbatch, or the last task, writes the table.", name + "_sweep",
           fmt::format(
               "#SBATCH --array=0-{}\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n#SBATCH --output=/dev/null\n",
               last)) +
      line_of(options) + "exec \"$rtlgen\" \"${sweep[@]}\" --task \"$SLURM_ARRAY_TASK_ID\"" + arguments_of(options) +
      "\n";
  const std::string collect = head("Runs the variants that no task has done, and writes the table.", name + "_collect",
                                   "#SBATCH --ntasks=1\n") +
                              line_of(options) + "exec \"$rtlgen\" \"${sweep[@]}\"" + arguments_of(options) + "\n";
  const fs::path folder = slurm_folder;
  runner::write_file(folder / "sweep.sbatch", array);
  runner::write_file(folder / "collect.sbatch", collect);
  return fmt::format("job=$(sbatch --parsable {}) && sbatch --dependency=afterany:$job {}",
                     file_word((folder / "sweep.sbatch").string()), file_word((folder / "collect.sbatch").string()));
}

}  // namespace rtlgen::driver
