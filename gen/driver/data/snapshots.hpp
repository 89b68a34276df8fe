// What a run notes while it goes on: the values of probes, and whole fields every so many time steps.
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

/// Sums of the bits of fields after some number of time steps, by which two runs are compared.
struct SnapshotSum {
  std::int64_t steps = 0;
  std::vector<std::uint64_t> sums;  ///< by output of the run
};

class RunNotes {
 public:
  /// Of `options`, whose data `run` is; both must stay, and `program`.
  RunNotes(const spec::Program& program, const RunOptions& options, const RunData& run);

  /// Cells whose value does not matter are left out of the sums; `open` must stay.
  void leave_out(const golden::Masks& open) { open_ = &open; }
  /// Snapshots become files: each is in its place when it is taken (`at_once`) or all after finish().
  void write_snapshots(bool at_once);

  /// Calls `save` each time that a snapshot is due, but at the end.
  void save_with(std::function<void(std::int64_t steps, const GridOf& grid)> save) { save_ = std::move(save); }

  /// Steps that were done before the run.
  [[nodiscard]] std::int64_t first_step() const { return run_->first_step; }
  /// Whether hardware must stop for something before its end.
  [[nodiscard]] bool in_parts() const { return is_probed_ || every_ > 0; }
  /// The first number of steps beyond `steps` after which something is noted, at most `last`.
  [[nodiscard]] std::int64_t next_after(std::int64_t steps, std::int64_t last) const;
  void note(std::int64_t steps, const GridOf& grid);
  /// A snapshot at the end of the run, unless one was due then.
  void note_end(std::int64_t steps, const GridOf& grid);

  /// Where `read` first has another value, for people; "" if it has none. `open`: cells whose value does not matter.
  [[nodiscard]] std::string difference(const RunNotes& read, const golden::Masks& open) const;
  /// Names of the probes of such cells.
  [[nodiscard]] std::vector<std::string> left_out(const golden::Masks& open) const { return probes_.left_out(open); }

  /// Writes what is not in its place yet: snapshots or, without them, the fields of `results`, and the probes. Returns
  /// all paths.
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

/// Whether --every and --probes can be followed: RG0840, RG0842 if not. `in_hardware`: by runs of hardware, which
/// cannot be split where there are monitors.
bool check_notes(const spec::Program& program, const RunOptions& options, const RunData& run, bool in_hardware,
                 Diagnostics& diagnostics);

}  // namespace rtlgen::driver
