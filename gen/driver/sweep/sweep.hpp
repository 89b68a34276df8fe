// Sweeps: one command over many variants of a description, on all cores or as a Slurm job array, with a table that
// survives being killed.
//
// A sweep is a folder: sweep.json describes it, variants/NNNN/ holds what each variant's program wrote, and
// row.json, put there last and at once, says that the variant is done. So any number of processes may work in it, and
// a later one resumes it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "driver/prepare/source.hpp"

namespace rtlgen::driver {

/// A key of the description and the values that it takes.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
};

struct SweepOptions {
  Source source;
  std::vector<std::string> over;       ///< KEY=A,B,C; commas within brackets, braces and quotes do not part values
  std::string command = "model";       ///< generate, synth, sim, project, model
  std::vector<std::string> arguments;  ///< further ones of the command
  std::string folder;
  std::string program;     ///< rtlgen itself
  int jobs = 0;            ///< at a time; 0: as many as there are processors
  std::int64_t only = -1;  ///< this variant alone: a task of a job array
  bool retry = false;      ///< variants that failed run again
  bool stop = false;       ///< after the first that fails nothing new begins
  bool force = false;      ///< what another sweep left in the folder is removed
  std::function<void(const std::string&)> log;
};

/// A variant that is done.
struct SweepRow {
  std::int64_t index = 0;
  std::vector<std::string> values;  ///< by axis
  std::string status;               ///< "": not done yet; ok, failed, refused, environment, bug, killed
  std::string error;                ///< the program's message, shortened
  double seconds = 0;
  std::vector<std::pair<std::string, nlohmann::ordered_json>> figures;
};

struct SweepReport {
  std::vector<SweepAxis> axes;
  std::string command, folder;
  std::vector<SweepRow> rows;    ///< of all variants, in order: the last axis is the fastest
  std::int64_t from_before = 0;  ///< that were there when this sweep began

  [[nodiscard]] std::int64_t count(bool ok) const;  ///< done and ok, or done and not
  [[nodiscard]] bool complete() const { return count(true) + count(false) == static_cast<std::int64_t>(rows.size()); }
};

/// Runs what is not done yet, and writes table.csv and table.json. Faults: RG0817 for axes, RG0818 for a folder of
/// another sweep, and those of the frontend for keys that do not exist.
Result<SweepReport> sweep(const SweepOptions& options, Diagnostics& diagnostics);

/// Writes sweep.sbatch and collect.sbatch into `slurm_folder`; returns what to type.
Result<std::string> write_slurm(const SweepOptions& options, const std::string& slurm_folder, Diagnostics& diagnostics);

// ---------------------------------------------------------------- parts, for tests

Result<std::vector<SweepAxis>> parse_axes(const std::vector<std::string>& over, Diagnostics& diagnostics);
/// Values of variant `index`, by axis.
std::vector<std::string> values_of(const std::vector<SweepAxis>& axes, std::int64_t index);
std::int64_t variants_of(const std::vector<SweepAxis>& axes);
/// Key figures in a command's JSON, in the order of columns.
std::vector<std::pair<std::string, nlohmann::ordered_json>> figures_of(const std::string& command,
                                                                       const nlohmann::ordered_json& result);
/// What row.json holds; and back, without index and values: false, and nothing changed, for a text that is not a row.
nlohmann::ordered_json row_json(const SweepRow& row);
bool row_from(const std::string& text, SweepRow& row);
std::string csv_of(const SweepReport& report);
nlohmann::ordered_json json_of(const SweepReport& report);

}  // namespace rtlgen::driver
