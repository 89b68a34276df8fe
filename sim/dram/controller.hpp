// A DRAM controller and its channel, clock by clock: models how long reads and writes take. It holds no data.
//
// Requests are single DRAM bursts. Reads and writes wait in separate queues. Within a direction, scheduling is FR-FCFS:
// the oldest request with an open row goes first, otherwise rows are opened for the oldest; a request is overtaken only
// a limited number of times. Directions alternate in groups: a read phase ends when `write_high` writes wait and
// `group` reads are done, or when no reads are left; a write phase ends when only `write_low` are left or `group` are
// done, and reads wait. Pages stay open. Rows for the other direction are opened ahead in banks that this one does not
// need. Refresh is all-bank and not postponed.
//
// Not modelled: ranks, ECC, calibration, power-down, masked writes (they take as long as others).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "dram/timings.hpp"

namespace rtlgen::dram {

struct Request {
  std::uint64_t address = 0;  ///< address of any byte in the burst, below the capacity
  bool write = false;
  std::uint64_t tag = 0;
};

struct Completion {
  std::uint64_t tag = 0;
  bool write = false;
};

enum class Op : std::uint8_t { kActivate, kPrecharge, kRead, kWrite, kRefresh };

/// A command on the command wires; kRefresh is for all banks.
struct Command {
  std::int64_t clock = 0;
  Op op = Op::kRefresh;
  int group = 0, bank = 0;
  int row = 0, column = 0;  ///< column in bursts
};

struct Statistics {
  std::int64_t clocks = 0;
  std::int64_t data_clocks = 0;  ///< clocks in which the data pins are busy
  std::int64_t reads = 0, writes = 0;
  std::int64_t row_hits = 0;     ///< requests that found their row open
  std::int64_t row_misses = 0;   ///< rows opened
  std::int64_t turnarounds = 0;  ///< changes of direction on the data pins
  std::int64_t refreshes = 0;
};

/// Clocks by which `channel` refreshes before channel 0: spread over the interval, whatever the number of channels.
std::int64_t refresh_phase(const Timings& timings, int channel);

/// The DRAM coordinates of a byte address.
struct DramAddress {
  int group = 0, bank = 0, row = 0, column = 0;
  friend bool operator==(const DramAddress&, const DramAddress&) = default;
};

class AddressMap {
 public:
  explicit AddressMap(const Timings& timings);
  [[nodiscard]] DramAddress place(std::uint64_t address) const;

 private:
  struct Field {
    int DramAddress::*member;
    int shift;
    std::uint64_t mask;
  };
  std::vector<Field> fields_;
};

class Controller {
 public:
  /// Controllers of different channels refresh at different times, as nothing synchronises them.
  explicit Controller(const Timings& timings, int channel = 0);

  /// Returns false and does nothing if the queue of this direction is full.
  bool accept(const Request& request);
  /// Advances by one clock of the command clock.
  void tick();
  /// The next completed request, one per call: a read when its data have arrived, a write when its data are in the
  /// array. Reads are in the order in which they were issued, which can differ from that of their requests.
  std::optional<Completion> done();

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  [[nodiscard]] const Timings& timings() const { return timings_; }
  [[nodiscard]] bool empty() const {
    return reads_.empty() && writes_.empty() && finished_.empty() && written_.empty();
  }

  /// Appends every later command to `trace`; nullptr: no trace.
  void trace(std::vector<Command>* trace) { trace_ = trace; }

 private:
  struct Waiting {
    Request request;
    DramAddress place;
    int bank;  ///< number among all banks
    bool opened = false;
  };
  struct Bank {
    int row = -1;                                          ///< -1: closed
    std::int64_t activate = 0, precharge = 0, column = 0;  ///< first clock at which this is legal
  };
  struct Finished {
    std::int64_t due;
    Completion what;
  };

  void refresh();
  void choose_direction();
  bool column_command();
  bool row_command(std::vector<Waiting>& queue, bool other);
  void issue(Op op, const DramAddress& place);
  void after_column(bool write, const DramAddress& place);
  [[nodiscard]] std::int64_t column_time(const Waiting& w, bool write) const;
  [[nodiscard]] std::int64_t activate_time(const Waiting& w) const;
  void later(std::int64_t clock) {
    if (clock < try_at_) try_at_ = clock;
  }

  Timings timings_;
  AddressMap map_;
  std::vector<Waiting> reads_, writes_;  ///< oldest first
  std::vector<Bank> banks_;
  std::vector<std::int64_t> group_activate_, group_read_, group_write_;
  std::int64_t any_activate_ = 0, any_read_ = 0, any_write_ = 0;
  std::int64_t activates_[4];  ///< clocks of the last four, a ring
  int oldest_activate_ = 0;
  std::deque<Finished> finished_, written_;
  std::int64_t clock_ = 0;
  std::int64_t try_at_ = 0;  ///< nothing can be issued before this clock
  std::int64_t refresh_at_ = 0, refreshed_ = 0;
  bool refreshing_ = false;
  bool write_phase_ = false, last_was_write_ = false, any_column_ = false;
  int served_ = 0;             ///< bursts in this phase
  int overtaken_[2] = {0, 0};  ///< how often later requests overtook the oldest read and the oldest write
  std::vector<char> bank_wanted_, bank_seen_;
  Statistics statistics_;
  std::vector<Command>* trace_ = nullptr;
};

}  // namespace rtlgen::dram
