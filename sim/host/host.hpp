// Runs an accelerator from a program: load arrays, set extents and parameters, run N steps, read arrays, read counters.
//
// The accelerator is what `rtlgen generate` wrote with a `hardware.bus`; its manifest.json has all facts that are
// needed. What carries bytes and registers is a Backend: a simulation in this process (simulated_card), or a card's
// driver.
//
// Cells are their bits in the fewest of 1, 2, 4 or 8 bytes that hold them, low bytes first, unused high bits 0: float32
// is C's float. Arrays are close together, x contiguous. All errors are host::Error, and leave the accelerator usable.
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

/// A memory channel in the address space that a card shows to its host.
struct MemoryRange {
  std::uint64_t base = 0;  ///< the card's address of the channel's first byte
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
  /// Until the interrupt is up; false if that takes longer than the back end is ready to wait.
  virtual bool wait_interrupt() = 0;
  /// Bytes of a channel; what needs more is refused before it is tried.
  virtual std::uint64_t capacity(int /*channel*/) { return ~std::uint64_t{0}; }
  /// Makes room for a channel's first `bytes` bytes, and keeps what is in them.
  virtual void reserve(int /*channel*/, std::uint64_t /*bytes*/) {}
  /// Where the accelerator's own bus has the channel's first byte.
  virtual std::uint64_t base(int /*channel*/) { return 0; }
  /// What went wrong so far without harm, for people to read.
  virtual std::vector<std::string> notes() { return {}; }

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
  int cell_bits = 0;                   ///< of a vector, of all its components
  int cell_bytes = 0;                  ///< the same: each component has 1, 2, 4 or 8 bytes of its own
  bool is_input = false;               ///< can be loaded: state and inputs
  bool is_output = false;              ///< can be read: state and outputs
  std::vector<std::uint64_t> extents;  ///< at the extents that are set; a single value has none
  int components = 1;                  ///< of a cell: more than one only of vectors; they are innermost

  [[nodiscard]] std::uint64_t cells() const;
};

/// A run-time parameter.
struct Param {
  std::string name;
  int width = 0;           ///< bits
  std::uint64_t bits = 0;  ///< that the next run takes
};

/// Extents along nx, ny, nz, as many as the grid has axes.
struct Grid {
  std::vector<std::uint64_t> extents;           ///< that are set
  std::vector<std::uint64_t> minimum, maximum;  ///< that the hardware was compiled for
};

/// Of the last run.
struct Counters {
  std::uint64_t cycles_busy = 0;     ///< of the bus clock
  std::uint64_t cycles_stalled = 0;  ///< those in which no beat moved
  std::uint64_t input_waits = 0;     ///< of the kernel clock: the core waited for words
  std::uint64_t output_waits = 0;    ///< of the kernel clock: a result waited
  std::uint64_t passes = 0;
  std::map<int, std::array<std::uint64_t, 2>> beats;  ///< of each channel: read, written
};

/// A value's bits, as set_param takes them and monitors() gives them: bits_of(0.25F).
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
    const void* cells;  ///< of the whole field; copied by submit
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
  std::map<std::string, std::uint64_t> monitors;  ///< of the last pass, bits by name
};

/// What a card's hard floating-point blocks (`arithmetic: hard`) make of operands that tell whether they compute what
/// the language assumes of them.
struct SelfTest {
  struct Failure {
    std::string assumption;  ///< its name, as docs/language.md has it
    std::string what;        ///< is assumed
    std::string computes;    ///< "a + b"
    std::uint32_t a = 0, b = 0, c = 0;
    std::string expected;  ///< eight hexadecimal digits, or "any NaN"
    std::uint32_t read = 0;
  };

  int assumptions = 0, cases = 0;  ///< that were tested; 0: the design has no hard blocks
  std::vector<Failure> failures;   ///< cases that do not hold, by assumption

  /// Names of the assumptions that do not hold.
  [[nodiscard]] RTLGEN_HOST_VISIBLE std::vector<std::string> failed() const;
  /// One line if all hold; otherwise which do not, what to do, and a line for each case.
  [[nodiscard]] RTLGEN_HOST_VISIBLE std::string text() const;
};

/// A whole file, such as manifest.json. Throws if it cannot be read.
RTLGEN_HOST_VISIBLE std::string read_text(const std::string& path);

class RTLGEN_HOST_VISIBLE Accelerator {
 public:
  /// `manifest`: text of manifest.json. Throws if it has no shell; DeviceError if the card does not respond, or is
  /// another one.
  Accelerator(const std::string& manifest, std::unique_ptr<Backend> backend);
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;
  ~Accelerator();

  /// Sends operands through the hard blocks of the card's self-test; nothing happens where the design has none. Moves
  /// no data. Throws where the card is busy, and a DeviceError where its registers do not work.
  [[nodiscard]] SelfTest self_test();

  /// nx, ny, nz, as many as the grid has axes. All arrays must be loaded again. At first: those it was compiled for.
  void set_extents(const std::vector<std::uint64_t>& extents);
  [[nodiscard]] Grid grid() const;
  /// A run-time parameter's bits; it keeps them until it is set again.
  void set_param(const std::string& name, std::uint64_t bits);
  [[nodiscard]] std::vector<Param> params() const;
  [[nodiscard]] std::vector<Field> fields() const;

  /// `cells`: of the whole field, cell_bytes each. Bits of a cell above cell_bits are ignored, and read as 0.
  void load(const std::string& field, const void* cells, std::uint64_t bytes);
  /// Only what holds something: an output after a run, anything else once it is loaded. A run that failed leaves state
  /// and outputs without content.
  void read(const std::string& field, void* cells, std::uint64_t bytes);
  /// The same for `count` rows from row `first` on (planes of a field of three axes), which moves only their bytes.
  /// Fields of one axis are one row. What is loaded is put into a field that holds something.
  void load_rows(const std::string& field, std::uint64_t first, std::uint64_t count, const void* cells,
                 std::uint64_t bytes);
  void read_rows(const std::string& field, std::uint64_t first, std::uint64_t count, void* cells, std::uint64_t bytes);

  /// Time steps from where the last run ended; `step` counts on from 0, or from what set_step says.
  void run(std::uint64_t steps);
  /// The same in two parts, so that a program drives several cards at once. In between there must be no other call of
  /// the accelerator.
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
  /// Clocks of the bus without any beat that end a run with an error; 0: never. At first 2^24.
  void set_watchdog(std::uint32_t clocks);

  [[nodiscard]] Counters counters();
  /// Monitors of the last pass, bits by name; empty if there are none.
  [[nodiscard]] std::map<std::string, std::uint64_t> monitors();
  /// The back end's notes, and whether a batch lacks memory to overlap.
  [[nodiscard]] std::vector<std::string> notes();
  [[nodiscard]] Backend& backend();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
