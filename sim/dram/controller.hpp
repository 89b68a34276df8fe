// A DRAM controller and its channel, clock by clock: how long reads and writes take. It holds no data.
//
// Requests are single DRAM bursts. Reads and writes wait in a queue each; FR-FCFS within a direction: the oldest one
// whose row is open goes first, else rows are opened for the oldest; a request is overtaken so often and no more.
// Directions take turns in groups: a read phase ends when `write_high` writes wait and `group` reads are done, or when
// no reads are left; a write phase when only `write_low` are left or `group` are done, and reads wait. Pages stay open.
// Rows for the other direction are opened ahead in banks that this one does not need. Refresh is all-bank and not put
// off.
//
// Not modelled: ranks, ECC, calibration, power-down, masked writes (they cost what others cost).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "dram/timings.hpp"

namespace rtlgen::dram {

struct Request {
  std::uint64_t address = 0;  ///< of any of the burst's bytes, below the capacity
  bool write = false;
  std::uint64_t tag = 0;
};

struct Completion {
  std::uint64_t tag = 0;
  bool write = false;
};

enum class Op : std::uint8_t { kActivate, kPrecharge, kRead, kWrite, kRefresh };

/// What went over the command wires; kRefresh is for all banks.
struct Command {
  std::int64_t clock = 0;
  Op op = Op::kRefresh;
  int group = 0, bank = 0;
  int row = 0, column = 0;  ///< column in bursts
};

struct Statistics {
  std::int64_t clocks = 0;
  std::int64_t data_clocks = 0;  ///< in which the data pins are busy
  std::int64_t reads = 0, writes = 0;
  std::int64_t row_hits = 0;     ///< requests that found their row open
  std::int64_t row_misses = 0;   ///< rows opened
  std::int64_t turnarounds = 0;  ///< changes of direction on the data pins
  std::int64_t refreshes = 0;
};

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
  explicit Controller(const Timings& timings);

  /// False, and nothing happens, if the queue of this direction is full.
  bool accept(const Request& request);
  /// One clock of the command clock.
  void tick();
  /// What is done by now, one a call: a read when its data have arrived, a write when its data are in the array.
  /// Reads in the order in which they were issued, which need not be that of their requests.
  std::optional<Completion> done();

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  [[nodiscard]] const Timings& timings() const { return t_; }
  [[nodiscard]] bool empty() const {
    return reads_.empty() && writes_.empty() && finished_.empty() && written_.empty();
  }

  /// Every command from now on goes to the end of `trace`, too; nullptr: none.
  void trace(std::vector<Command>* trace) { trace_ = trace; }

 private:
  struct Waiting {
    Request request;
    DramAddress place;
    int bank;  ///< of all
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

  Timings t_;
  AddressMap map_;
  std::vector<Waiting> reads_, writes_;  ///< oldest first
  std::vector<Bank> banks_;
  std::vector<std::int64_t> group_activate_, group_read_, group_write_;
  std::int64_t any_activate_ = 0, any_read_ = 0, any_write_ = 0;
  std::int64_t activates_[4];  ///< clocks of the last four, a ring
  int oldest_activate_ = 0;
  std::deque<Finished> finished_, written_;
  std::int64_t clock_ = 0;
  std::int64_t try_at_ = 0;  ///< nothing can be issued before
  std::int64_t refresh_at_ = 0, refreshed_ = 0;
  bool refreshing_ = false;
  bool write_phase_ = false, last_was_write_ = false, any_column_ = false;
  int served_ = 0;             ///< bursts of this phase
  int overtaken_[2] = {0, 0};  ///< how often the oldest read, write was, by later ones
  std::vector<char> bank_wanted_, bank_seen_;
  Statistics statistics_;
  std::vector<Command>* trace_ = nullptr;
};

}  // namespace rtlgen::dram
