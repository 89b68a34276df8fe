// A sweep as a Slurm job array: a task a variant, and a job that collects the table behind it.
#include <fmt/format.h>

#include <filesystem>

#include "driver/sweep.hpp"
#include "frontend/frontend.hpp"
#include "runner/folder.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// A word that the shell leaves as it is.
std::string word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// The sweep's own command, without task.
std::string line_of(const SweepOptions& options) {
  std::string line = "rtlgen=${RTLGEN:-" + word(options.program) + "}\nsweep=(sweep " + word(options.source.file);
  for (const std::string& over : options.over) line += " --over " + word(over);
  for (const std::string& set : options.source.sets) line += " --set " + word(set);
  return line + " --do " + word(options.command) + " -o " + word(options.folder) + ")\n";
}

std::string arguments_of(const SweepOptions& options) {
  if (options.arguments.empty()) return "";
  std::string text = " --";
  for (const std::string& argument : options.arguments) text += " " + word(argument);
  return text;
}

std::string head(const char* what, const std::string& name, const std::string& more) {
  return fmt::format("#!/usr/bin/env bash\n#SBATCH --job-name={}\n{}# {}\n# Slurm starts it where it was submitted: there the sweep was written. RTLGEN names another rtlgen.\nset -euo pipefail\ncd \"${{SLURM_SUBMIT_DIR:-.}}\"\n",
                     name, more, what);
}

}  // namespace

Result<std::string> write_slurm(const SweepOptions& options, const std::string& slurm_folder, Diagnostics& diagnostics) {
  const auto axes = parse_axes(options.over, diagnostics);
  if (!axes) return Failure{};
  std::string name = fs::path(options.source.file).stem().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  fs::create_directories(slurm_folder);
  const std::int64_t last = variants_of(*axes) - 1;
  const std::string array = head("A variant of the sweep a task; collect.sbatch, or any task that comes last, writes the table.", name + "_sweep",
                                 fmt::format("#SBATCH --array=0-{}\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n#SBATCH --output=/dev/null\n", last)) +
                            line_of(options) + "exec \"$rtlgen\" \"${sweep[@]}\" --task \"$SLURM_ARRAY_TASK_ID\"" + arguments_of(options) + "\n";
  const std::string collect = head("Runs what no task has done, and writes the table.", name + "_collect", "#SBATCH --ntasks=1\n") + line_of(options) + "exec \"$rtlgen\" \"${sweep[@]}\"" + arguments_of(options) + "\n";
  const fs::path folder = slurm_folder;
  runner::write_file(folder / "sweep.sbatch", array);
  runner::write_file(folder / "collect.sbatch", collect);
  return fmt::format("job=$(sbatch --parsable {0}/sweep.sbatch) && sbatch --dependency=afterany:$job {0}/collect.sbatch", slurm_folder);
}

}  // namespace rtlgen::driver
