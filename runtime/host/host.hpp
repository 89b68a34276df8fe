// Runs an accelerator from a program: load arrays, set extents and parameters, run N steps, read arrays, read counters.
//
// The accelerator comes from `rtlgen generate` with a `hardware.bus`; its manifest.json has all the facts that are
// needed. A Backend transfers bytes and accesses registers: a simulation in this process (simulated_card), or a card's
// driver.
//
// A cell is its bits in 1, 2, 4 or 8 bytes, the fewest that are sufficient, low bytes first, unused high bits 0:
// float32 is C's float. Arrays are contiguous, x varies fastest. All errors are host::Error, and leave the accelerator
// usable.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "visible.h"

namespace rtlgen::host {

class RTLGEN_HOST_VISIBLE Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The card, its driver or its bitstream is at fault, not the request.
class RTLGEN_HOST_VISIBLE DeviceError : public Error {
 public:
  using Error::Error;
};

/// A memory channel in the address space that a card presents to its host.
struct MemoryRange {
  std::uint64_t base = 0;  ///< card address of the channel's first byte
  std::uint64_t bytes = ~std::uint64_t{0};
};

/// Bytes on their way between the host and a memory channel.
struct Transfer {
  bool to_card = true;
  int channel = 0;
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;  ///< those sent, or room for those received
  std::exception_ptr fault;         ///< why it failed; complete once it has ended
  std::atomic<bool> ended{false};
};

/// Memory channels and registers of one accelerator. Functions may throw Error.
class RTLGEN_HOST_VISIBLE Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  virtual void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) = 0;
  virtual void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) = 0;
  virtual void write_register(std::uint32_t offset, std::uint32_t value) = 0;
  virtual std::uint32_t read_register(std::uint32_t offset) = 0;
  /// Waits for the interrupt; false if the back end's time limit passes first.
  virtual bool wait_interrupt() = 0;
  /// Size of a channel in bytes; larger requests are refused before they are tried.
  virtual std::uint64_t capacity(int /*channel*/) { return ~std::uint64_t{0}; }
  /// Makes room for a channel's first `bytes` bytes, and keeps what is in them.
  virtual void reserve(int /*channel*/, std::uint64_t /*bytes*/) {}
  /// Address of the channel's first byte on the accelerator's own bus.
  virtual std::uint64_t base(int /*channel*/) { return 0; }
  /// Harmless faults so far, as text for users.
  virtual std::vector<std::string> notes() { return {}; }
  /// Whether the card block of the manifest is behind the registers: not if only the shell is simulated.
  virtual bool has_card_block() { return false; }
  /// Whether a transfer that the card refuses ends with an error.
  virtual bool sees_refusals() { return true; }

  /// The number of this accelerator on its card; its memory channels are numbered from 0 all the same.
  virtual int kernel() { return 0; }

  /// Begins a transfer beside registers, runs and transfers of the other direction. Those of one direction end in the
  /// order of the calls. Throws nothing: a fault is the transfer's. By default it has ended when the call returns.
  virtual void queue(const std::shared_ptr<Transfer>& transfer);
  enum class Event : std::uint8_t { kTransfer, kInterrupt, kTimeout };
  /// Notes which queued transfers have ended.
  virtual void poll() {}
  /// Until a queued transfer ends or, if `run`, the interrupt is up; kTimeout where wait_interrupt() returns false. At
  /// least one of these must be outstanding. May return kTransfer early.
  virtual Event wait_any(bool run);
};

struct RTLGEN_HOST_VISIBLE Field {
  std::string name;
  int cell_bits = 0;                   ///< for a vector, of all components
  int cell_bytes = 0;                  ///< for a vector, of all components; each has 1, 2, 4 or 8 bytes
  bool is_input = false;               ///< can be loaded: state and inputs
  bool is_output = false;              ///< can be read: state and outputs
  std::vector<std::uint64_t> extents;  ///< for the current extents; empty for a single value
  int components = 1;                  ///< components per cell: more than one only for vectors; they are innermost

  [[nodiscard]] std::uint64_t cells() const;
};

/// A run-time parameter.
struct Param {
  std::string name;
  int width = 0;           ///< bits
  std::uint64_t bits = 0;  ///< value for the next run
};

/// Extents nx, ny, nz, as many as the grid has axes.
struct Grid {
  std::vector<std::uint64_t> extents;           ///< current extents
  std::vector<std::uint64_t> minimum, maximum;  ///< limits of the hardware
};

/// Counters of the last run.
struct Counters {
  std::uint64_t cycles_busy = 0;     ///< clocks of the bus
  std::uint64_t cycles_stalled = 0;  ///< clocks of the bus in which no beat moved
  std::uint64_t input_waits = 0;     ///< clocks of the kernel in which the core waited for words
  std::uint64_t output_waits = 0;    ///< clocks of the kernel in which a result waited
  std::uint64_t passes = 0;
  std::map<int, std::array<std::uint64_t, 2>> beats;  ///< by channel: read, written
};

/// The bits of a value, for set_param and as in monitors(): bits_of(0.25F).
template <typename Value>
std::uint64_t bits_of(Value value) {
  static_assert(sizeof value <= 8);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// The value with these bits: value_of<float>(monitors.at("change")).
template <typename Value>
Value value_of(std::uint64_t bits) {
  static_assert(sizeof(Value) <= 8);
  Value value{};
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// One grid of a batch: its arrays, and its run.
struct Job {
  struct Load {
    std::string field;
    const void* cells;  ///< the whole field; copied by submit
    std::uint64_t bytes;
  };
  struct Read {
    std::string field;
    void* cells;  ///< room for the whole field, which must stay until the ticket has been waited for
    std::uint64_t bytes;
  };
  std::vector<Load> loads;  ///< all state, and the inputs that differ from grid to grid
  std::vector<Read> reads;  ///< the results that are wanted
  std::uint64_t steps = 1;
  std::uint64_t first_step = 0;                 ///< value of `step` at the beginning
  std::map<std::string, std::uint64_t> params;  ///< bits of parameters that differ from those of set_param
};

/// Number of a job, from 1 on.
using Ticket = std::uint64_t;

/// A job whose results are there. Of a run without a job the ticket is 0.
struct Finished {
  Ticket ticket = 0;
  std::map<std::string, std::uint64_t> monitors;  ///< monitors of the last pass, bits by name
};

/// Results of a card's hard floating-point blocks (`arithmetic: hard`) for operands that tell whether they compute what
/// the language assumes of them.
struct SelfTest {
  struct Failure {
    std::string assumption;  ///< name, as in docs/language_fused.md
    std::string what;        ///< its meaning
    std::string computes;    ///< "a + b"
    std::uint32_t a = 0, b = 0, c = 0;
    std::string expected;  ///< eight hexadecimal digits, or "any NaN"
    std::uint32_t read = 0;
  };

  int assumptions = 0, cases = 0;  ///< numbers tested; 0: the design has no hard blocks
  std::vector<Failure> failures;   ///< failed cases, by assumption

  /// Names of the failed assumptions.
  [[nodiscard]] RTLGEN_HOST_VISIBLE std::vector<std::string> failed() const;
  /// One line if all cases pass; otherwise the failed assumptions, advice, and a line for each case.
  [[nodiscard]] RTLGEN_HOST_VISIBLE std::string text() const;
};

/// The contents of a file, such as manifest.json. Throws if it cannot be read.
RTLGEN_HOST_VISIBLE std::string read_text(const std::string& path);

class RTLGEN_HOST_VISIBLE Accelerator {
 public:
  /// `manifest`: text of manifest.json. Throws if it has no shell; DeviceError if the card does not respond, or is a
  /// different one.
  Accelerator(const std::string& manifest, std::unique_ptr<Backend> backend);
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;
  ~Accelerator();

  /// Sends test operands through the hard blocks of the card; does nothing if the design has none. Moves no data.
  /// Throws if the card is busy, and a DeviceError if its registers do not work.
  [[nodiscard]] SelfTest self_test();

  /// Sets nx, ny, nz, as many as the grid has axes. All arrays must be loaded again. The default is the extents that it
  /// was compiled for.
  void set_extents(const std::vector<std::uint64_t>& extents);
  [[nodiscard]] Grid grid() const;
  /// Sets the bits of a run-time parameter, which are kept until they are set again.
  void set_param(const std::string& name, std::uint64_t bits);
  [[nodiscard]] std::vector<Param> params() const;
  [[nodiscard]] std::vector<Field> fields() const;

  /// `cells`: of the whole field, cell_bytes each. Bits of a cell above cell_bits are ignored when loading, and are 0
  /// when reading.
  void load(const std::string& field, const void* cells, std::uint64_t bytes);
  /// Reads a field with contents: an output after a run, any other once it is loaded. After a failed run, state and
  /// outputs have no contents.
  void read(const std::string& field, void* cells, std::uint64_t bytes);
  /// The same for `count` rows from row `first` on (planes for a field with three axes); moves only their bytes. Fields
  /// with one axis are one row. load_rows needs a field that already has contents.
  void load_rows(const std::string& field, std::uint64_t first, std::uint64_t count, const void* cells,
                 std::uint64_t bytes);
  void read_rows(const std::string& field, std::uint64_t first, std::uint64_t count, void* cells, std::uint64_t bytes);

  /// Runs time steps from the end of the last run; `step` continues from 0, or from the value of set_step.
  void run(std::uint64_t steps);
  /// The same in two parts, so that a program can drive several cards at once. No other function of the accelerator may
  /// be called in between.
  void start(std::uint64_t steps);
  /// Ends the run that was started; in a batch, the earliest job that has not been waited for.
  Finished wait();

  /// Hands over one grid of a batch: its transfers overlap with the runs and transfers of other grids. Returns at once,
  /// unless four grids are unfinished. Work goes on from one stage to the next during submit and wait alone.
  ///
  /// All jobs of a batch load the same fields; other inputs keep what load() has put there. Refused jobs have no
  /// ticket. The batch lasts until all tickets have been waited for; until then other calls that use fields are
  /// refused, and afterwards the fields of the jobs hold nothing.
  Ticket submit(const Job& job);
  /// Until the results of this job are in their arrays. Throws what made the job fail; other jobs go on.
  Finished wait(Ticket ticket);

  void set_step(std::uint64_t step);
  /// Clocks of the bus without any beat after which a run ends with an error; 0: never. Default: 2^24.
  void set_watchdog(std::uint32_t clocks);

  /// Ends all runs and transfers, and drops arrays and tickets: the way out of a run that does not end. Throws if the
  /// card cannot be reset by its host.
  void reset();

  /// Sets the kernel clock to the highest possible frequency not above `mhz`, and returns it in MHz. Resets all
  /// accelerators of the card; arrays stay. The clock stays until it is set again or the card is programmed. Throws an
  /// Error if the card cannot do it or its build does not meet that clock; a DeviceError if the clock does not come.
  double set_clock(double mhz);
  /// The kernel clock in MHz, if it was set on the card; 0: it is the project's.
  [[nodiscard]] double kernel_mhz();

  [[nodiscard]] Counters counters();
  /// Monitors of the last pass, as bits by name; empty if none exist.
  [[nodiscard]] std::map<std::string, std::uint64_t> monitors();
  /// The back end's notes, and whether a batch lacks memory to overlap.
  [[nodiscard]] std::vector<std::string> notes();
  [[nodiscard]] Backend& backend();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
