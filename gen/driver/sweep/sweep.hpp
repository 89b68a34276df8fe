// Sweeps: runs one command over many variants of a description, on all cores or as a Slurm job array, with a table that
// survives being killed.
//
// A sweep is a folder: sweep.json describes it, variants/NNNN/ holds the output of each variant's program, and
// row.json, which is written last and atomically, marks the variant as done. So any number of processes may work in it,
// and a later one resumes it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "driver/prepare/source.hpp"

namespace rtlgen::driver {

/// A key of the description and its values.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
};

struct SweepOptions {
  Source source;
  std::vector<std::string> over;       ///< KEY=A,B,C; commas within brackets, braces and quotes do not separate values
  std::string command = "model";       ///< generate, synth, sim, project, model
  std::vector<std::string> arguments;  ///< additional arguments of the command
  std::string folder;
  std::string program;     ///< path of rtlgen
  int jobs = 0;            ///< in parallel; 0: as many as there are processors
  std::int64_t only = -1;  ///< run only this variant: a task of a job array
  bool retry = false;      ///< run failed variants again
  bool stop = false;       ///< start no new variants after the first failure
  bool force = false;      ///< remove what another sweep left in the folder
  std::function<void(const std::string&)> log;
};

/// A finished variant.
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
  std::vector<SweepRow> rows;    ///< rows of all variants, in order: the last axis varies fastest
  std::int64_t from_before = 0;  ///< variants that were done before this sweep began

  [[nodiscard]] std::int64_t count(bool ok) const;  ///< `ok`: variants that are done and ok; otherwise done and not ok
  [[nodiscard]] bool complete() const { return count(true) + count(false) == static_cast<std::int64_t>(rows.size()); }
};

/// Runs the variants that are not done yet, and writes table.csv and table.json. Reports RG0817 for axes, RG0818 for a
/// folder of another sweep, and the frontend's faults for unknown keys.
Result<SweepReport> sweep(const SweepOptions& options, Diagnostics& diagnostics);

/// Writes sweep.sbatch and collect.sbatch into `slurm_folder`; returns the command to type.
Result<std::string> write_slurm(const SweepOptions& options, const std::string& slurm_folder, Diagnostics& diagnostics);

// ---------------------------------------------------------------- parts, for tests

Result<std::vector<SweepAxis>> parse_axes(const std::vector<std::string>& over, Diagnostics& diagnostics);
/// The values of variant `index`, by axis.
std::vector<std::string> values_of(const std::vector<SweepAxis>& axes, std::int64_t index);
std::int64_t variants_of(const std::vector<SweepAxis>& axes);
/// Key figures in a command's JSON, in the order of columns.
std::vector<std::pair<std::string, nlohmann::ordered_json>> figures_of(const std::string& command,
                                                                       const nlohmann::ordered_json& result);
/// The contents of row.json; and the reverse, without index and values, which returns false and changes nothing if the
/// text is not a row.
nlohmann::ordered_json row_json(const SweepRow& row);
bool row_from(const std::string& text, SweepRow& row);
std::string csv_of(const SweepReport& report);
nlohmann::ordered_json json_of(const SweepReport& report);

}  // namespace rtlgen::driver
