// Records a run in progress: the values of probes, and whole fields after every so many time steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driver/data/arrays.hpp"
#include "driver/data/probes.hpp"
#include "golden/ignored.hpp"

namespace rtlgen::data {
class Series;
}

namespace rtlgen::driver {

/// Checksums of fields after some number of time steps, for comparing two runs.
struct SnapshotSum {
  std::int64_t steps = 0;
  std::vector<std::uint64_t> sums;  ///< by output of the run
};

class RunNotes {
 public:
  /// For the run `run` with `options`. These two and `program` must outlive the object.
  RunNotes(const spec::Program& program, const RunOptions& options, const RunData& run);

  /// Excludes undefined cells from the sums; `open` must outlive the object.
  void leave_out(const golden::Masks& open) { open_ = &open; }
  /// Snapshots are written to files, each when it is taken (`at_once`) or all in finish().
  void write_snapshots(bool at_once);

  /// Calls `save` whenever a snapshot is due, except at the end.
  void save_with(std::function<void(std::int64_t steps, const GridOf& grid)> save) { save_ = std::move(save); }

  /// Steps that were done before the run.
  [[nodiscard]] std::int64_t first_step() const { return run_->first_step; }
  /// Whether hardware must stop for a record before the end of the run.
  [[nodiscard]] bool in_parts() const { return is_probed_ || every_ > 0; }
  /// The first number of steps beyond `steps` after which something is due, at most `last`.
  [[nodiscard]] std::int64_t next_after(std::int64_t steps, std::int64_t last) const;
  void note(std::int64_t steps, const GridOf& grid);
  /// Records a snapshot at the end of the run, unless one was due then.
  void note_end(std::int64_t steps, const GridOf& grid);

  /// The first difference in `read`, for messages; "" if none exists. `open`: cells whose values are not defined.
  [[nodiscard]] std::string difference(const RunNotes& read, const golden::Masks& open) const;
  /// The names of the probes in such cells.
  [[nodiscard]] std::vector<std::string> left_out(const golden::Masks& open) const { return probes_.left_out(open); }

  /// Writes all files that are not written yet: snapshots or, without them, the fields of `results`, and the probes.
  /// Returns all paths.
  std::vector<std::string> finish(const std::map<int, golden::Grid>& results);

 private:
  void take_snapshot(std::int64_t steps, const GridOf& grid);

  const spec::Program* program_;
  const RunData* run_;
  std::string probes_file_;
  bool is_probed_ = false;
  std::int64_t every_ = 0;
  ProbeRows probes_;
  const golden::Masks* open_ = nullptr;
  std::vector<SnapshotSum> snapshots_;
  std::shared_ptr<data::Series> files_;
  std::function<void(std::int64_t steps, const GridOf& grid)> save_;
};

/// Whether --every and --probes are possible; reports RG0840, RG0842 if not. `in_hardware`: the run is on hardware,
/// which cannot split it if there are monitors.
bool check_notes(const spec::Program& program, const RunOptions& options, const RunData& run, bool in_hardware,
                 Diagnostics& diagnostics);

}  // namespace rtlgen::driver
