// Tables of descriptors for Intel's Avalon-MM DMA.
#include "host/avalon_dma.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "host/card_memory.hpp"
#include "host/waiting.hpp"
#include "host/xdma.hpp"

namespace rtlgen::host {

namespace {

constexpr int kDmaBar = 0;
constexpr int kDescriptors = 128;  ///< of a table
/// Of one descriptor, whose length is 18 bits of words.
constexpr std::size_t kDescriptorBytes = std::size_t{512} << 10;
constexpr std::size_t kStagingDescriptors = 16;
/// A memory with ECC takes parts of a beat only where the beat has been written, so buffers of the host lie in a beat as the card's address does.
constexpr std::size_t kBeat = 64, kWord = 4;
constexpr std::size_t kStagingBytes = kStagingDescriptors * kDescriptorBytes, kPage = 4096;

/// As the card reads it.
struct Descriptor {
  std::uint32_t source_low, source_high, destination_low, destination_high, control, none[3];
};
struct Table {
  volatile std::uint32_t status[kDescriptors];
  Descriptor descriptors[kDescriptors];
};
static_assert(sizeof(Descriptor) == 32 && sizeof(Table) == kDescriptors * 36);

/// Registers of a direction in BAR 0, and where its tables are taken in.
struct Direction {
  std::uint32_t registers;
  std::uint64_t tables;
};
constexpr Direction kToCard{0x000, 0}, kFromCard{0x100, 0x2000};
enum Register : std::uint32_t { kTableLow = 0x00, kTableHigh = 0x04, kTakenLow = 0x08, kTakenHigh = 0x0c, kLast = 0x10, kSize = 0x14 };

constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

}  // namespace

AvalonDmaOptions avalon_dma_options(const std::string& manifest, int kernel) {
  const XdmaOptions common = xdma_options(manifest, kernel);
  AvalonDmaOptions options;
  options.channels = common.channels;
  options.registers = common.registers;
  options.progress = common.progress;
  const nlohmann::json j = nlohmann::json::parse(manifest);
  const auto card = j.find("card");
  if (card == j.end() || !card->contains("avalon_dma")) {
    throw Error("vfio drives cards with Intel's Avalon-MM DMA, and " + (card == j.end() ? "nothing says which card this is: hardware.board does" : card->at("board").get<std::string>() + " has none"));
  }
  options.registers_bar = card->at("avalon_dma").at("registers_bar");
  options.tables = card->at("avalon_dma").at("tables");
  return options;
}

/// The DMA of a card and its message, which all kernels on it share.
class AvalonDmaCard::Engine {
 public:
  Engine(std::shared_ptr<PciDevice> device, std::uint64_t tables, double patience_seconds)
      : device_(std::move(device)), tables_(tables), patience_seconds_(patience_seconds), to_card_(share_table(kToCard)), from_card_(share_table(kFromCard)), staging_(device_->share(kStagingBytes + kPage)) {}

  [[nodiscard]] PciDevice& device() const { return *device_; }

  /// So many bytes to a card address, and from there.
  void write(std::uint64_t first, const std::uint8_t* data, std::uint64_t bytes) {
    const std::lock_guard<std::mutex> turn(transfer_);
    const std::uint64_t end = first + bytes;
    // The DMA moves whole words: those at the ends are completed by what the card has.
    const std::uint64_t begin = first / kWord * kWord, whole = (end + kWord - 1) / kWord * kWord - begin;
    for (std::uint64_t done = 0; done < whole;) {
      const std::uint64_t part = std::min<std::uint64_t>(whole - done, kStagingBytes), at = begin + done;
      const SharedMemory stage = staging(at);
      const std::uint64_t from = std::max(at, first), to = std::min(at + part, end);
      if (from != at) run(from_card_, kFromCard, at, stage, kWord);
      if (to != at + part) run(from_card_, kFromCard, at + part - kWord, {stage.data + part - kWord, stage.bus + part - kWord}, kWord);
      std::copy_n(data + (from - first), to - from, stage.data + (from - at));
      run(to_card_, kToCard, at, stage, part);
      done += part;
    }
  }

  void read(std::uint64_t first, std::uint8_t* data, std::uint64_t bytes) {
    const std::lock_guard<std::mutex> turn(transfer_);
    const std::uint64_t end = first + bytes;
    const std::uint64_t begin = first / kWord * kWord, whole = (end + kWord - 1) / kWord * kWord - begin;
    for (std::uint64_t done = 0; done < whole;) {
      const std::uint64_t part = std::min<std::uint64_t>(whole - done, kStagingBytes), at = begin + done;
      const SharedMemory stage = staging(at);
      run(from_card_, kFromCard, at, stage, part);
      const std::uint64_t from = std::max(at, first), to = std::min(at + part, end);
      std::copy_n(stage.data + (from - at), to - from, data + (from - first));
      done += part;
    }
  }

  /// Has a message come since `seen`, which is brought up to date, or does one within the time? One thread waits for the device, the others for that one.
  bool take_event(std::uint64_t& seen, int milliseconds) {
    std::unique_lock<std::mutex> lock(event_);
    if (waiting_) changed_.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return events_ != seen || !waiting_; });
    if (events_ == seen && !waiting_) {
      waiting_ = true;
      lock.unlock();
      const bool came = device_->wait_interrupt(milliseconds);
      lock.lock();
      waiting_ = false;
      if (came) ++events_;
      changed_.notify_all();
    }
    return std::exchange(seen, events_) != events_;
  }

 private:
  struct Shared {
    Table* table;
    std::uint64_t bus;
  };

  Shared share_table(const Direction& direction) {
    const SharedMemory memory = device_->share(sizeof(Table));
    const std::uint64_t taken = tables_ + direction.tables;
    for (const auto& [reg, value] : {std::pair{kTableHigh, high(memory.bus)}, {kTableLow, low(memory.bus)}, {kTakenHigh, high(taken)}, {kTakenLow, low(taken)}}) {
      device_->write(kDmaBar, direction.registers + reg, value);
    }
    return {reinterpret_cast<Table*>(memory.data), memory.bus};
  }

  /// A place for bytes of this card address.
  [[nodiscard]] SharedMemory staging(std::uint64_t card) const { return {staging_.data + card % kBeat, staging_.bus + card % kBeat}; }

  /// One table: `bytes` at a card address and at `host`, at most kStagingBytes. Each table begins at descriptor 0, as its size says to the DMA where it ends.
  void run(const Shared& shared, const Direction& direction, std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) {
    Table& table = *shared.table;
    std::uint32_t last = 0;
    for (std::uint64_t done = 0; done < bytes; done += kDescriptorBytes, ++last) {
      const std::uint64_t part = std::min<std::uint64_t>(bytes - done, kDescriptorBytes), bus = host.bus + done, at = card + done;
      const std::uint64_t source = direction.registers == kToCard.registers ? bus : at, destination = direction.registers == kToCard.registers ? at : bus;
      table.descriptors[last] = {low(source), high(source), low(destination), high(destination), static_cast<std::uint32_t>(part / kWord) | last << 18, {}};
      table.status[last] = 0;
    }
    --last;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    device_->write(kDmaBar, direction.registers + kSize, last);
    device_->write(kDmaBar, direction.registers + kLast, last);
    await(table, direction, last, card, bytes);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }

  void await(const Table& table, const Direction& direction, std::uint32_t last, std::uint64_t card, std::uint64_t bytes) const {
    using Clock = std::chrono::steady_clock;
    constexpr int kSpins = 1000;
    const auto begin = Clock::now();
    for (int round = 0; (table.status[last] & 1U) == 0; ++round) {
      if (round < kSpins) continue;
      if (std::chrono::duration<double>(Clock::now() - begin).count() > patience_seconds_) {
        const bool is_gone = device_->read(kDmaBar, direction.registers + kLast) == kAllOnes;
        throw DeviceError(fmt::format("cannot {} card address {:#x}, {} bytes, on {}: {}", direction.registers == kToCard.registers ? "write" : "read", card, bytes, device_->name(),
                                      is_gone ? "the card does not answer any more: its registers read as all ones"
                                              : fmt::format("the DMA has not ended descriptor {} in {:g} s. Reset the card", last, patience_seconds_)));
      }
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

  std::shared_ptr<PciDevice> device_;
  std::uint64_t tables_;
  double patience_seconds_;
  Shared to_card_, from_card_;
  SharedMemory staging_;
  std::mutex transfer_, event_;
  std::condition_variable changed_;
  bool waiting_ = false;      ///< does a thread wait for the device?
  std::uint64_t events_ = 0;
};

class AvalonDmaCard::Impl {
 public:
  Impl(const AvalonDmaOptions& options, std::shared_ptr<Engine> engine) : options_(options), engine_(std::move(engine)), memory_(device().name(), options.channels) {}

  void write(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
    if (bytes != 0) engine_->write(memory_.address(channel, address, bytes), data, bytes);
  }
  void read(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
    if (bytes != 0) engine_->read(memory_.address(channel, address, bytes), data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) { device().write(options_.registers_bar, options_.registers + offset, value); }
  std::uint32_t read_register(std::uint32_t offset) { return device().read(options_.registers_bar, options_.registers + offset); }

  /// The DMA's own messages are the same interrupt, and other kernels' are, so there are more events than runs.
  bool wait_interrupt() {
    return wait_for_run(device().name(), Patience(options_.patience_seconds, options_.progress), [this](int milliseconds) { return engine_->take_event(seen_, milliseconds); },
                        [this](std::uint32_t offset) { return read_register(offset); }, missed_);
  }

  [[nodiscard]] std::uint64_t capacity(int channel) const { return memory_.channel(channel).bytes; }
  [[nodiscard]] std::vector<std::string> notes() const { return notes_of(missed_, device().name()); }
  [[nodiscard]] const std::shared_ptr<Engine>& engine() const { return engine_; }

 private:
  [[nodiscard]] PciDevice& device() const { return engine_->device(); }

  AvalonDmaOptions options_;
  std::shared_ptr<Engine> engine_;
  CardMemory memory_;
  std::uint64_t seen_ = 0;  ///< of the card's messages
  int missed_ = 0;
};

AvalonDmaCard::AvalonDmaCard(const AvalonDmaOptions& options, std::shared_ptr<PciDevice> device)
    : impl_(std::make_unique<Impl>(options, std::make_shared<Engine>(std::move(device), options.tables, options.patience_seconds))) {}
AvalonDmaCard::AvalonDmaCard(const AvalonDmaOptions& options, const AvalonDmaCard& beside) : impl_(std::make_unique<Impl>(options, beside.impl_->engine())) {}
AvalonDmaCard::~AvalonDmaCard() = default;

void AvalonDmaCard::write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) { impl_->write(channel, address, data, bytes); }
void AvalonDmaCard::read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) { impl_->read(channel, address, data, bytes); }
void AvalonDmaCard::write_register(std::uint32_t offset, std::uint32_t value) { impl_->write_register(offset, value); }
std::uint32_t AvalonDmaCard::read_register(std::uint32_t offset) { return impl_->read_register(offset); }
bool AvalonDmaCard::wait_interrupt() { return impl_->wait_interrupt(); }
std::uint64_t AvalonDmaCard::capacity(int channel) { return impl_->capacity(channel); }
std::vector<std::string> AvalonDmaCard::notes() { return impl_->notes(); }

}  // namespace rtlgen::host
