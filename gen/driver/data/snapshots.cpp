// Probes and snapshots of a run.
#include "driver/data/snapshots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/frames.hpp"
#include "data/io.hpp"
#include "data/series.hpp"
#include "driver/data/run_options.hpp"
#include "golden/monitored.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

constexpr std::int64_t kMostSnapshots = 100'000;
constexpr std::int64_t kMostKept = std::int64_t{1} << 30;  // bytes

/// FNV-1a over cells, without the cells that `open` marks.
std::uint64_t sum_of(const golden::Grid& grid, const std::vector<std::uint8_t>* open) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    if (open != nullptr && (*open)[static_cast<std::size_t>(i)] != 0) continue;
    sum = (sum ^ grid.get(i)) * 0x100000001b3U;
  }
  return sum;
}

}  // namespace

RunNotes::RunNotes(const spec::Program& program, const RunOptions& options, const RunData& run)
    : program_(&program),
      run_(&run),
      probes_file_(options.probes),
      is_probed_(!options.probes.empty()),
      every_(options.every),
      probes_(program, run.extents) {}

void RunNotes::write_snapshots(bool at_once) {
  if (every_ > 0) files_ = std::make_shared<data::Series>(at_once);
}

std::int64_t RunNotes::next_after(std::int64_t steps, std::int64_t last) const {
  const std::int64_t next = is_probed_ ? probes_.next_after(steps, last) : last;
  return every_ > 0 ? std::min(next, (steps / every_ + 1) * every_) : next;
}

void RunNotes::note(std::int64_t steps, const GridOf& grid) {
  if (is_probed_) probes_.note(steps, [&](spec::ArrayId array) -> const golden::Grid& { return grid(array.index()); });
  if (every_ == 0 || steps % every_ != 0) return;
  take_snapshot(steps, grid);
  if (save_ && steps < run_->iterations) save_(steps, grid);
}

void RunNotes::note_end(std::int64_t steps, const GridOf& grid) {
  if (every_ > 0 && (snapshots_.empty() || snapshots_.back().steps != steps)) take_snapshot(steps, grid);
}

void RunNotes::take_snapshot(std::int64_t steps, const GridOf& grid) {
  SnapshotSum snapshot{steps, {}};
  for (const FieldFile& file : run_->outputs) {
    std::uint64_t sum = 0;
    for (const int array : file.arrays) {
      const bool is_open = open_ != nullptr && open_->contains(array);
      sum = sum * 31 + sum_of(grid(array), is_open ? &open_->at(array) : nullptr);
    }
    snapshot.sums.push_back(sum);
  }
  snapshots_.push_back(std::move(snapshot));
  if (files_) files_->add(steps, outputs_of(*program_, *run_, grid));
}

std::string RunNotes::difference(const RunNotes& read, const golden::Masks& open) const {
  if (is_probed_) {
    if (std::string text = probes_.difference(read.probes_, open); !text.empty()) return text;
  }
  for (std::size_t s = 0; s < std::min(snapshots_.size(), read.snapshots_.size()); ++s) {
    for (std::size_t i = 0; i < snapshots_[s].sums.size(); ++i) {
      if (snapshots_[s].sums[i] == read.snapshots_[s].sums[i]) continue;
      return fmt::format("after {} the snapshot for {} differs", counted(snapshots_[s].steps, "step"),
                         run_->outputs[i].path);
    }
  }
  if (snapshots_.size() == read.snapshots_.size()) return "";
  return fmt::format("{} {} taken instead of {}", counted(read.snapshots_.size(), "snapshot"),
                     by_number(read.snapshots_.size(), "was", "were"), snapshots_.size());
}

std::vector<std::string> RunNotes::finish(const std::map<int, golden::Grid>& results) {
  std::vector<std::string> written = files_ ? files_->finish() : write_outputs(*program_, *run_, results);
  if (is_probed_) written.push_back(probes_.write(probes_file_));
  return written;
}

bool check_notes(const spec::Program& program, const RunOptions& options, const RunData& run, bool in_hardware,
                 Diagnostics& diagnostics) {
  if (!options.probes.empty() && !check_probes(program, run.extents, options.probes, diagnostics)) return false;
  const std::string option = options.every > 0 ? fmt::format("--every {}", options.every) : "--checkpoint";
  const auto refuse = [&](const std::string& message, const std::string& note) {
    diagnostics.error(Code::kSnapshotsUnavailable, {option}, message, {note});
    return false;
  };
  const bool is_saved = !options.checkpoint.empty();
  if (is_saved && !options.probes.empty())
    return refuse("a resumed run would overwrite the probes of earlier steps", "leave out --probes or --checkpoint");
  if (options.every == 0 && is_saved)
    return refuse("--checkpoint needs --every", "--every N saves the run every N time steps");
  if (options.every == 0) return true;
  if (is_saved && golden::acts_after_passes(program))
    return refuse("a run with monitors, or parameters that have a `next`, cannot be saved", "leave out --checkpoint");
  if (run.outputs.empty() && !is_saved)
    return refuse("no field is written", "name one with --output FIELD=PATH: --output t=run.h5");
  if (in_hardware && golden::acts_after_passes(program))
    return refuse("hardware reads monitors and takes parameters between passes, so it would stop for each snapshot",
                  "rtlgen golden writes the same snapshots");
  const std::int64_t count = (run.iterations + options.every - 1) / options.every;
  for (const FieldFile& file : run.outputs) {
    const spec::Type& type = program.arrays[spec::ArrayId(file.arrays.front())].type;
    const std::int64_t bytes = golden::cell_bytes(type) * static_cast<std::int64_t>(file.arrays.size());
    if (data::kept_bytes(file.path, run.extents, bytes, count) > kMostKept)
      return refuse(fmt::format("the {} pictures of '{}' take more than 1 GiB of memory", count, file.path),
                    "write fewer, or one .png file per snapshot");
    if (is_saved && data::is_one_file(file.path))
      return refuse(fmt::format("'{}' holds all time steps, and a resumed run would overwrite it", file.path),
                    "write one file per step: --output t=t.npy");
    if (data::is_step_place(file.path))
      return refuse(fmt::format("'{}' is where the file stores the numbers of the time steps", file.path),
                    "name another place: run.h5:/fields/step");
  }
  if (count > kMostSnapshots)
    return refuse(fmt::format("{} snapshots in a run of {} steps are too many", count, run.iterations),
                  fmt::format("the limit is {}: use --every {}", kMostSnapshots,
                              (run.iterations + kMostSnapshots - 1) / kMostSnapshots));
  return true;
}

}  // namespace rtlgen::driver
