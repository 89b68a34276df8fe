// Readers, writers and banks in front of AXI engines; see shell_streams.hpp.
#include "shell_streams.hpp"

#include <algorithm>
#include <deque>
#include <memory>

#include "system/axi_engine.hpp"
#include "system/store.hpp"

namespace rtlgen::bench {

namespace {

constexpr int kWarmUp = 4, kMeasured = 12;  ///< times in which all FIFOs could be filled, in whole refresh intervals

/// A stripe of a stream: its FIFO, and the burst that it requests next.
class Port {
 public:
  Port(const LinearStream& stream, const contract::Shell& shell)
      : is_write_(stream.write),
        base_(stream.base),
        beat_bytes_(static_cast<std::uint64_t>(shell.bus_bits / 8)),
        burst_(static_cast<std::uint64_t>(shell.burst_beats)),
        places_(1 << shell.fifo_log2),
        at_(kBufferBytes - stream.behind % kBufferBytes) {
    next_burst();
  }

  /// One clock: a burst takes two.
  void tick() { ready_ = true; }
  [[nodiscard]] bool requests() const {
    return ready_ && (is_write_ ? stored_ - promised_ >= beats_ : stored_ + promised_ + beats_ <= places_);
  }
  [[nodiscard]] std::uint64_t address() const { return base_ + at_ % kBufferBytes; }
  [[nodiscard]] int beats() const { return beats_; }
  void accepted() {
    promised_ += beats_;
    at_ += static_cast<std::uint64_t>(beats_) * beat_bytes_;
    next_burst();
    ready_ = false;
  }
  /// A beat on the bus.
  void moved() {
    --promised_;
    stored_ += is_write_ ? -1 : 1;
  }
  [[nodiscard]] bool serves() const { return is_write_ ? stored_ < places_ : stored_ > 0; }
  void serve() { stored_ += is_write_ ? 1 : -1; }

 private:
  void next_burst() { beats_ = static_cast<int>(burst_ - address() / beat_bytes_ % burst_); }

  bool is_write_;
  std::uint64_t base_, beat_bytes_, burst_;
  int places_;
  std::uint64_t at_;
  int beats_ = 0;
  int stored_ = 0;    ///< beats in the FIFO
  int promised_ = 0;  ///< beats of requested bursts that are not on the bus yet
  bool ready_ = false;
};

/// Ports of a direction, served in turn.
struct Direction {
  std::vector<Port*> ports;
  std::deque<std::pair<Port*, int>> moving;  ///< bursts, oldest first, and their beats to come
  int open = 0;                              ///< bursts without their end
  std::size_t last = 0;
  std::int64_t beats = 0;  ///< on the bus, so far

  [[nodiscard]] Port* chosen() const {
    for (std::size_t i = 1; i <= ports.size(); ++i) {
      Port* const port = ports[(last + i) % ports.size()];
      if (port->requests()) return port;
    }
    return nullptr;
  }
  void take(Port* port) {
    last = static_cast<std::size_t>(std::find(ports.begin(), ports.end(), port) - ports.begin());
    moving.emplace_back(port, port->beats());
    ++open;
    port->accepted();
  }
  void beat() {
    ++beats;
    moving.front().first->moved();
    if (--moving.front().second == 0) moving.pop_front();
  }
};

/// rtlgen_bank in front of its channel.
class Bank {
 public:
  Bank(const contract::Shell& shell, const system::MemoryOptions& options)
      : shell_(shell),
        store_(0, options.dram->capacity()),
        engine_(shell.bus_bits, store_, options),
        data_(static_cast<std::size_t>(shell.bus_bits / 32)),
        strobes_(static_cast<std::size_t>(std::max(1, shell.bus_bits / 8 / 32)), ~std::uint32_t{0}) {}

  Direction reads, writes;

  void clock(std::int64_t now) {
    if (engine_.rvalid) {
      if (engine_.rlast) --reads.open;
      engine_.take_read_data();
      reads.beat();
    }
    if (engine_.bvalid) engine_.take_response(), --writes.open;
    if (engine_.wready && !writes.moving.empty()) {
      engine_.take_write_data(data_.data(), strobes_.data());
      writes.beat();
    }
    request();
    engine_.step(now);
    for (Port* port : reads.ports) port->tick();
    for (Port* port : writes.ports) port->tick();
  }

 private:
  void request() {
    Port* const reader = reads.chosen();
    Port* const writer = writes.chosen();
    const bool both = !reads.ports.empty() && !writes.ports.empty();
    const bool read_goes = !both || !writing_ || writer == nullptr, write_goes = !both || writing_ || reader == nullptr;
    const bool reads_one = reader != nullptr && read_goes && engine_.arready && reads.open < shell_.outstanding;
    const bool writes_one = writer != nullptr && write_goes && engine_.awready && writes.open < shell_.outstanding;
    if (reads_one) {
      engine_.take_read_address(reader->address(), reader->beats());
      reads.take(reader);
    }
    if (writes_one) {
      engine_.take_write_address(writer->address(), writer->beats());
      writes.take(writer);
    }
    if (!reads_one && !writes_one) return;
    const bool goes_on = writes_one == writing_;
    const bool full = goes_on ? passed_ + 1 >= shell_.group : shell_.group == 1;
    writing_ = writes_one != full;
    passed_ = full ? 0 : goes_on ? passed_ + 1 : 1;
  }

  const contract::Shell& shell_;
  system::Store store_;
  system::AxiEngine engine_;
  std::vector<std::uint32_t> data_, strobes_;
  bool writing_ = false;
  int passed_ = 0;
};

}  // namespace

double part_of_peak(const ShellStreams& setup) {
  const dram::Timings& part = *setup.part;
  system::MemoryOptions options;
  options.dram = std::make_shared<const dram::Timings>(part);
  options.outstanding = setup.shell.outstanding;
  std::vector<std::unique_ptr<Bank>> banks;
  for (options.channel = 0; options.channel < setup.channels; ++options.channel)
    banks.push_back(std::make_unique<Bank>(setup.shell, options));
  std::deque<Port> ports;
  for (const LinearStream& stream : setup.streams) {
    for (const int channel : stream.channels) {
      Bank& bank = *banks[static_cast<std::size_t>(channel)];
      (stream.write ? bank.writes : bank.reads).ports.push_back(&ports.emplace_back(stream, setup.shell));
    }
  }
  const double beat_fs = setup.shell.bus_bits / 8.0 / part.peak_gbs() * 1e6;
  const auto bus_fs = static_cast<std::int64_t>(beat_fs);
  const std::int64_t fifos = static_cast<std::int64_t>(ports.size()) / setup.channels << setup.shell.fifo_log2;
  const std::int64_t refresh = part.refi * part.clock_fs() / bus_fs;
  const std::int64_t interval = (1 + fifos / refresh) * refresh;
  const auto beats = [&] {
    std::int64_t sum = 0;
    for (const auto& bank : banks) sum += bank->reads.beats + bank->writes.beats;
    return sum;
  };
  std::int64_t before = 0;
  for (std::int64_t clock = 1; clock <= (kWarmUp + kMeasured) * interval; ++clock) {
    for (const auto& bank : banks) bank->clock(clock * bus_fs);
    if (std::all_of(ports.begin(), ports.end(), [](const Port& p) { return p.serves(); })) {
      for (Port& port : ports) port.serve();
    }
    if (clock == kWarmUp * interval) before = beats();
  }
  const auto clocks = static_cast<double>(kMeasured * interval * setup.channels);
  return static_cast<double>(beats() - before) / clocks * beat_fs / static_cast<double>(bus_fs);
}

}  // namespace rtlgen::bench
