// The grids of a batch: the stage of each, and what can begin (docs/adr/0049-batches.md).
//
// A grid is uploaded, runs and is downloaded. Grids take the sets of buffers in turns. In a set, a result is downloaded
// from one buffer of each state field while the next grid is uploaded to the other.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host/field_places.hpp"
#include "host/registers.hpp"
#include "host/run_registers.hpp"

namespace rtlgen::host {

/// Throws unless the fields of a job exist, with these sizes, and none is named twice.
void check_job(const Design& design, const FieldPlaces& places, const Job& job);

class Batch {
 public:
  /// `sets` of buffers; what all of them have at the same address is shared. The rest must live as long.
  Batch(const Design& design, const Registers& registers, Backend& backend, std::vector<FieldPlaces> sets)
      : design_(design), registers_(registers), backend_(backend), sets_(std::move(sets)), next_buffer_(sets_.size()) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  [[nodiscard]] const std::vector<FieldPlaces>& sets() const { return sets_; }
  /// Submits a job that has been checked; its run is without `first_buffer`. Waits while too many are unfinished.
  void submit(Ticket ticket, const Job& job, RunRequest run);
  [[nodiscard]] bool has(Ticket ticket) const { return grids_.contains(ticket); }
  [[nodiscard]] bool is_empty() const { return grids_.empty(); }
  [[nodiscard]] Ticket earliest() const { return grids_.begin()->first; }
  /// Throws what made it fail. Then there is no such ticket any more.
  Finished wait(Ticket ticket);
  /// After a reset of the card: drops all grids, once nothing is in progress any more.
  void abandon();

 private:
  enum class Stage : std::uint8_t { kWaiting, kUpload, kReady, kRun, kComputed, kDownload, kDone };

  /// All stripes of a field.
  struct Moved {
    std::string field;
    std::vector<std::shared_ptr<Transfer>> stripes;
  };

  struct Grid {
    Stage stage = Stage::kWaiting;
    std::size_t set = 0;
    RunRequest run;
    std::vector<Job::Read> reads;
    std::vector<Moved> moved;  ///< in this stage, or in the next one
    std::map<std::string, std::uint64_t> monitors;
    std::size_t unrequested = 0;   ///< by Registers, when it was submitted
    CardBlock::Restarts restarts;  ///< when it was submitted: a reset since then may have cost any of it
    std::exception_ptr fault;
  };

  [[nodiscard]] Stage stage_of(Ticket ticket) const;
  /// The stage of the grid that was the last in the same set of buffers.
  [[nodiscard]] Stage before_in_set(Ticket ticket) const;
  [[nodiscard]] std::size_t unfinished() const;

  template <typename Done>
  void work_until(const Done& done);
  void pause();
  Backend::Event wait_any();
  bool poll_run();
  bool advance();
  bool settle(Grid& grid);
  /// The fault of a grid's transfers, or of a reset of the card; null if none exists.
  [[nodiscard]] std::exception_ptr transfer_fault(const Grid& grid) const;
  void deliver(Grid& grid);
  void upload(Grid& grid);
  void download(Grid& grid);
  void start(Grid& grid);
  void end_run(const std::function<void()>& check);
  void fail(Grid& grid);

  const Design& design_;
  const Registers& registers_;
  Backend& backend_;
  std::vector<FieldPlaces> sets_;
  std::vector<int> next_buffer_;  ///< by set: the buffer to which the next grid's state is uploaded
  std::map<Ticket, Grid> grids_;  ///< that have not been waited for
  Grid* running_ = nullptr;
  int polls_ = 0;                                 ///< polls of the run in progress
  std::map<std::string, std::uint64_t> written_;  ///< values that the registers hold; empty: not known
};

}  // namespace rtlgen::host
