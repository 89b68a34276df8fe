// An AXI4 slave in front of a memory, bus clock by bus clock, without pins: the core of AxiMemory for SystemC.
//
// Read responses are in the order of their addresses, and so are write responses; the two directions are independent. A
// read returns the contents of the memory when its address is taken. A write is in the memory when its response is
// offered, not before: a master that reads before it has seen the response gets the old bytes. Writes are posted: the
// response comes when the controller has queued the last of a burst's data, not when the data is in the array; masks
// cost nothing.
//
// The controller's clock is independent: step() receives the time and catches up on the clocks that have passed.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "dram/controller.hpp"
#include "system/store.hpp"

namespace rtlgen::system {

constexpr int kOkay = 0, kSlaveError = 2, kDecodeError = 3;  ///< values of BRESP and RRESP

struct InjectedError {
  bool write = false;
  std::int64_t burst = 0;  ///< number within its direction, counted from when the options were set
  int beat = 0;            ///< for a read
  int response = kSlaveError;
};

struct MemoryOptions {
  std::shared_ptr<const dram::Timings> dram;  ///< none: an ideal memory, one beat per cycle in each direction
  int channel = 0;                            ///< decides when the DRAM refreshes
  int latency_least = 0, latency_most = 0;    ///< bus clocks from burst to response, random, in addition to the DRAM's
  int ready_percent = 100;                    ///< fraction of the clocks, for each READY and each new VALID
  int outstanding = 16;                       ///< bursts per direction
  std::vector<InjectedError> errors;
  double error_percent = 0;  ///< fraction of the bursts, random
  std::uint64_t seed = 1;
};

struct MemoryCounts {
  std::int64_t read_bursts = 0, write_bursts = 0;
  std::int64_t read_beats = 0, write_beats = 0;
  std::int64_t errors = 0;  ///< responses that were not OKAY
};

class AxiEngine {
 public:
  AxiEngine(int bus_bits, Store& store, const MemoryOptions& options);

  /// Only while nothing is in progress: after construction, in reset, or if idle().
  void set(const MemoryOptions& options);
  void reset();
  [[nodiscard]] bool idle() const {
    return reads_.empty() && writes_.empty() && responses_.empty() && !bvalid && !rvalid;
  }

  // Outputs of the slave, updated by each step().
  bool awready = false, wready = false, arready = false;
  bool bvalid = false, rvalid = false, rlast = false;
  int bresp = 0, rresp = 0;
  [[nodiscard]] const std::uint32_t* rdata() const { return rdata_; }

  // Handshakes of the current edge, before step(). Data and strobes as 32-bit words, lowest first.
  void take_write_address(std::uint64_t address, int beats);
  void take_write_data(const std::uint32_t* data, const std::uint32_t* strobe);
  void take_response() { bvalid = false; }
  void take_read_address(std::uint64_t address, int beats);
  void take_read_data();
  /// Completes the edge; `now` in femtoseconds.
  void step(std::int64_t now);

  [[nodiscard]] const MemoryCounts& counts() const { return counts_; }
  /// nullptr without a DRAM.
  [[nodiscard]] const dram::Statistics* dram_statistics() const {
    return controller_ ? &controller_->statistics() : nullptr;
  }

 private:
  struct Read {
    std::uint64_t address = 0;
    int beats = 0, next = 0;
    std::uint64_t first_granule = 0;  ///< number of its first DRAM burst
    std::int64_t due = 0;
    int bad_beat = -1, response = 0;  ///< bad_beat -2: all beats
    std::vector<std::uint32_t> data;
  };
  struct Write {
    std::uint64_t address = 0;
    int beats = 0, got = 0;
    std::uint64_t requested = 0;  ///< address up to which DRAM bursts have been requested
    std::uint64_t last_granule = 0;
    std::int64_t due = 0;
    int response = 0;
    std::vector<std::uint32_t> data, strobes;
  };

  bool acts_now() {
    return options_.ready_percent >= 100 || static_cast<int>(random_() % 100) < options_.ready_percent;
  }
  std::int64_t latency();
  int injected(bool write, std::int64_t burst, int beats, int& beat);
  void run_controller(std::int64_t now);
  void commit(const Write& write);
  void offer_read();
  void offer_response();
  [[nodiscard]] bool arrived(const Read& read) const;

  int bus_bytes_, data_words_, strobe_words_;
  Store& store_;
  MemoryOptions options_;
  std::mt19937_64 random_;
  std::int64_t clock_ = 0, read_number_ = 0, write_number_ = 0;
  std::deque<Read> reads_;
  std::deque<Write> writes_;     ///< with incomplete data
  std::deque<Write> responses_;  ///< with complete data
  const std::uint32_t* rdata_ = nullptr;
  std::vector<std::uint32_t> beat_;
  MemoryCounts counts_;

  // DRAM bursts, called granules here.
  std::unique_ptr<dram::Controller> controller_;
  std::uint64_t granule_ = 64;
  std::int64_t now_ = 0, controller_time_ = 0;
  std::deque<std::uint64_t> dram_reads_, dram_writes_;  ///< addresses not yet accepted by the controller
  std::uint64_t reads_taken_ = 0, writes_taken_ = 0, read_granules_ = 0, write_granules_ = 0;
  std::deque<char> arrived_;        ///< for the reads from arrived_base_ on
  std::uint64_t arrived_base_ = 0;  ///< all earlier reads have arrived
};

}  // namespace rtlgen::system
