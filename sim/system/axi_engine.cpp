// Bursts in progress through a memory.
#include "system/axi_engine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace rtlgen::system {

namespace {

static_assert(std::endian::native == std::endian::little, "words are copied as bytes");
constexpr std::size_t kWritesAhead = 16;  // DRAM bursts that wait for the controller before WREADY is deasserted
constexpr int kWholeBurst = -2;

}  // namespace

AxiEngine::AxiEngine(int bus_bits, Store& store, const MemoryOptions& options)
    : bus_bytes_(bus_bits / 8),
      data_words_(bus_bits / 32),
      strobe_words_(std::max(1, bus_bits / 8 / 32)),
      store_(store),
      beat_(static_cast<std::size_t>(data_words_)) {
  set(options);
}

void AxiEngine::set(const MemoryOptions& options) {
  if (!idle()) throw std::logic_error("memory: options change while bursts are on their way");
  const bool same = controller_ && options.dram == options_.dram;
  options_ = options;
  random_.seed(options.seed);
  read_number_ = write_number_ = 0;
  if (same || (!controller_ && !options.dram)) return;
  reads_taken_ = writes_taken_ = read_granules_ = write_granules_ = arrived_base_ = 0;
  arrived_.clear();
  controller_time_ = now_;
  controller_ = options.dram ? std::make_unique<dram::Controller>(*options.dram, options.channel) : nullptr;
  if (!controller_) return;
  granule_ = static_cast<std::uint64_t>(controller_->timings().burst_bytes());
  if (store_.capacity() > controller_->timings().capacity())
    throw std::out_of_range("memory: more bytes than the DRAM has");
}

void AxiEngine::reset() {
  awready = wready = arready = bvalid = rvalid = false;
  reads_.clear();
  writes_.clear();
  responses_.clear();
  // Requests that the controller has accepted continue; no response waits for them.
  read_granules_ -= dram_reads_.size();
  write_granules_ -= dram_writes_.size();
  dram_reads_.clear();
  dram_writes_.clear();
}

std::int64_t AxiEngine::latency() {
  const std::int64_t span = options_.latency_most - options_.latency_least;
  return options_.latency_least +
         (span > 0 ? static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(span + 1)) : 0);
}

/// The response to a burst and, for a read, the beat that carries it.
int AxiEngine::injected(bool write, std::int64_t burst, int beats, int& beat) {
  for (const InjectedError& e : options_.errors) {
    if (e.write == write && e.burst == burst) {
      beat = std::min(e.beat, beats - 1);
      return e.response;
    }
  }
  if (options_.error_percent > 0 && std::uniform_real_distribution<>(0, 100)(random_) < options_.error_percent) {
    beat = static_cast<int>(random_() % static_cast<std::uint64_t>(beats));
    return random_() % 2 == 0 ? kSlaveError : kDecodeError;
  }
  return kOkay;
}

void AxiEngine::take_read_address(std::uint64_t address, int beats) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(beats) * static_cast<std::uint64_t>(bus_bytes_);
  Read read;
  read.address = address;
  read.beats = beats;
  read.due = clock_ + latency();
  read.data.resize(static_cast<std::size_t>(beats * data_words_));
  read.response = injected(false, read_number_++, beats, read.bad_beat);
  read.first_granule = read_granules_;
  if (store_.holds(address, bytes)) {
    store_.read(address, read.data.data(), bytes);
    for (std::uint64_t at = address / granule_; controller_ && at <= (address + bytes - 1) / granule_; ++at) {
      dram_reads_.push_back(at * granule_ - store_.base());
      ++read_granules_;
    }
  } else {
    read.response = kDecodeError;
    read.bad_beat = kWholeBurst;
  }
  reads_.push_back(std::move(read));
  ++counts_.read_bursts;
}

void AxiEngine::take_write_address(std::uint64_t address, int beats) {
  Write write;
  write.address = address;
  write.requested = address / granule_ * granule_;
  write.beats = beats;
  int unused_beat = 0;
  write.response = injected(true, write_number_++, beats, unused_beat);
  if (!store_.holds(address, static_cast<std::uint64_t>(beats) * static_cast<std::uint64_t>(bus_bytes_)))
    write.response = kDecodeError;
  writes_.push_back(std::move(write));
  ++counts_.write_bursts;
}

void AxiEngine::take_write_data(const std::uint32_t* data, const std::uint32_t* strobe) {
  Write& write = writes_.front();
  write.data.insert(write.data.end(), data, data + data_words_);
  write.strobes.insert(write.strobes.end(), strobe, strobe + strobe_words_);
  ++counts_.write_beats;
  const bool complete = ++write.got == write.beats;
  const std::uint64_t end =
      write.address + static_cast<std::uint64_t>(write.got) * static_cast<std::uint64_t>(bus_bytes_);
  const bool to_dram = controller_ && write.response != kDecodeError;
  while (to_dram && (write.requested + granule_ <= end || (complete && write.requested < end))) {
    dram_writes_.push_back(write.requested - store_.base());
    write.requested += granule_;
    ++write_granules_;
  }
  if (!complete) return;
  write.last_granule = write_granules_;
  write.due = clock_ + latency();
  responses_.push_back(std::move(write));
  writes_.pop_front();
}

void AxiEngine::take_read_data() {
  rvalid = false;
  ++counts_.read_beats;
  if (reads_.front().next == reads_.front().beats) reads_.pop_front();
}

/// Stores a burst's bytes according to their strobes.
void AxiEngine::commit(const Write& write) {
  for (int beat = 0; beat < write.beats; ++beat) {
    const std::uint64_t address =
        write.address + static_cast<std::uint64_t>(beat) * static_cast<std::uint64_t>(bus_bytes_);
    const auto* bytes =
        reinterpret_cast<const std::uint8_t*>(write.data.data() + static_cast<std::ptrdiff_t>(beat) * data_words_);
    const auto* strobe =
        reinterpret_cast<const std::uint8_t*>(write.strobes.data() + static_cast<std::ptrdiff_t>(beat) * strobe_words_);
    if (std::all_of(strobe, strobe + bus_bytes_ / 8, [](std::uint8_t s) { return s == 0xFF; })) {
      store_.write(address, bytes, static_cast<std::size_t>(bus_bytes_));
      continue;
    }
    for (int i = 0; i < bus_bytes_; ++i) {
      if ((strobe[i / 8] >> i % 8 & 1) != 0) store_.write(address + static_cast<std::uint64_t>(i), bytes + i, 1);
    }
  }
}

void AxiEngine::run_controller(std::int64_t now) {
  const std::int64_t period = controller_->timings().clock_fs();
  while (controller_time_ + period <= now) {
    controller_time_ += period;
    if (!dram_reads_.empty() && controller_->accept({dram_reads_.front(), false, reads_taken_})) {
      dram_reads_.pop_front();
      arrived_.push_back(0);
      ++reads_taken_;
    }
    if (!dram_writes_.empty() && controller_->accept({dram_writes_.front(), true, 0})) {
      dram_writes_.pop_front();
      ++writes_taken_;
    }
    controller_->tick();
  }
  while (const auto done = controller_->done()) {
    if (done->write) continue;
    arrived_[done->tag - arrived_base_] = 1;
    while (!arrived_.empty() && arrived_.front()) arrived_.pop_front(), ++arrived_base_;
  }
}

bool AxiEngine::arrived(const Read& read) const {
  if (read.due > clock_) return false;
  if (!controller_ || read.bad_beat == kWholeBurst) return true;
  const std::uint64_t last_byte = read.address + static_cast<std::uint64_t>((read.next + 1) * bus_bytes_) - 1;
  return read.first_granule + last_byte / granule_ - read.address / granule_ < arrived_base_;
}

void AxiEngine::offer_read() {
  if (rvalid || reads_.empty() || !arrived(reads_.front()) || !acts_now()) return;
  Read& read = reads_.front();
  const bool bad = read.response != kOkay && (read.bad_beat == kWholeBurst || read.bad_beat == read.next);
  rdata_ = read.data.data() + static_cast<std::ptrdiff_t>(read.next) * data_words_;
  if (bad) {
    for (int i = 0; i < data_words_; ++i) beat_[static_cast<std::size_t>(i)] = ~rdata_[i];
    rdata_ = beat_.data();
    ++counts_.errors;
  }
  rresp = bad ? read.response : kOkay;
  rlast = ++read.next == read.beats;
  rvalid = true;
}

void AxiEngine::offer_response() {
  if (bvalid || responses_.empty() || responses_.front().due > clock_ || !acts_now()) return;
  const Write& write = responses_.front();
  if (controller_ && writes_taken_ < write.last_granule) return;
  if (write.response == kOkay)
    commit(write);
  else
    ++counts_.errors;
  bresp = write.response;
  bvalid = true;
  responses_.pop_front();
}

void AxiEngine::step(std::int64_t now) {
  ++clock_;
  now_ = now;
  if (controller_) run_controller(now);
  offer_read();
  offer_response();
  const auto most = static_cast<std::size_t>(options_.outstanding);
  awready = writes_.size() + responses_.size() < most && acts_now();
  arready = reads_.size() < most && acts_now();
  wready = !writes_.empty() && dram_writes_.size() < kWritesAhead && acts_now();
}

}  // namespace rtlgen::system
