// Descriptor queues for Intel's multi-channel DMA; docs/projects_intel.md has the protocol and its source.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/dma_engine.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

namespace {

constexpr int kQueueBar = 0;
/// A queue is one page of descriptors; the last one links to the first.
constexpr std::uint32_t kDescriptors = 128, kLink = kDescriptors - 1, kDescriptorsLog2 = 7;
/// Bytes per descriptor; its length field has 20 bits.
constexpr std::uint64_t kDescriptorBytes = std::uint64_t{512} << 10;
/// Byte alignment is off in the endpoint.
constexpr std::uint64_t kUnit = 64;

/// The layout is fixed by the card.
struct Descriptor {
  std::uint64_t source, destination;
  std::uint32_t bytes, control, none, flags;
};
static_assert(sizeof(Descriptor) == 32);
constexpr std::uint32_t kWriteBack = 1U << 17, kIsLink = 1U << 31;

/// Queue 0 of each direction.
constexpr std::uint32_t kToCard = 0x80000, kFromCard = 0x00000;
enum Register : std::uint32_t {
  kControl = 0x00,
  kStartLow = 0x08,
  kStartHigh = 0x0c,
  kSize = 0x10,
  kTail = 0x14,
  kDoneLow = 0x20,
  kDoneHigh = 0x24,
  kDelay = 0x28,
  kReset = 0x48
};
constexpr std::uint32_t kEnable = 1U, kEnableWriteBack = 1U << 8;
/// Bits of the word that is written back: descriptors or data could not be fetched.
constexpr std::uint32_t kDescriptorFault = 1U << 31, kDataFault = 1U << 30;

class McdmaQueues : public DmaEngine {
 public:
  McdmaQueues(std::shared_ptr<PciDevice> device, double patience_seconds)
      : DmaEngine(std::move(device), kUnit, patience_seconds), to_card_(start(kToCard)), from_card_(start(kFromCard)) {}
  ~McdmaQueues() override {
    // The memory is released, so the card must stop fetching from it. A card that has disappeared fetches nothing.
    try {
      for (const Queue* queue : {&to_card_, &from_card_}) device().write(kQueueBar, queue->registers + kControl, 0);
    } catch (const DeviceError&) {
    }
  }

 private:
  struct Queue {
    std::uint32_t registers = 0;
    Descriptor* descriptors = nullptr;
    volatile std::uint32_t* done = nullptr;  ///< number of the last completed descriptor, written by the card
    std::uint32_t next = 0;                  ///< index of the next descriptor
    std::uint32_t number = 0;                ///< number of the last one issued, including links
  };

  void to_card(std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) override {
    run(to_card_, card, host, bytes);
  }
  void from_card(std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) override {
    run(from_card_, card, host, bytes);
  }

  Queue start(std::uint32_t registers) {
    const SharedMemory memory = device().share(2 * kPage);
    Queue queue{registers, reinterpret_cast<Descriptor*>(memory.data),
                reinterpret_cast<volatile std::uint32_t*>(memory.data + kPage)};
    queue.descriptors[kLink] = {memory.bus, 0, 0, 0, 0, kIsLink};
    device().write(kQueueBar, registers + kReset, 1);
    await(
        {registers == kToCard, 0, 0, 0}, [&] { return device().read(kQueueBar, registers + kReset) == 0; },
        [&] { return device().read(kQueueBar, registers + kReset); });
    const std::uint64_t done = memory.bus + kPage;
    for (const auto& [reg, value] : {std::pair{kStartLow, memory.bus},
                                     {kStartHigh, memory.bus >> 32},
                                     {kSize, std::uint64_t{kDescriptorsLog2}},
                                     {kTail, std::uint64_t{0}},
                                     {kDoneLow, done},
                                     {kDoneHigh, done >> 32},
                                     {kDelay, std::uint64_t{0}},
                                     {kControl, std::uint64_t{kEnable | kEnableWriteBack}}}) {
      device().write(kQueueBar, registers + reg, static_cast<std::uint32_t>(value));
    }
    return queue;
  }

  static Descriptor& place(Queue& queue) {
    if (queue.next == kLink) {
      queue.descriptors[kLink].control = ++queue.number & 0xffff;
      queue.next = 0;
    }
    return queue.descriptors[queue.next++];
  }

  /// Queues are empty before and after, so there is always space.
  void run(Queue& queue, std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) {
    static_assert(kStagingBytes / kDescriptorBytes < kDescriptors / 2);
    const bool is_write = queue.registers == kToCard;
    for (std::uint64_t done = 0; done < bytes; done += kDescriptorBytes) {
      const std::uint64_t part = std::min(bytes - done, kDescriptorBytes), bus = host.bus + done, at = card + done;
      Descriptor& descriptor = place(queue);
      const bool is_last = done + part == bytes;
      descriptor = {is_write ? bus : at,
                    is_write ? at : bus,
                    static_cast<std::uint32_t>(part),
                    (++queue.number & 0xffff) | (is_last ? kWriteBack : 0),
                    0,
                    0};
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    device().write(kQueueBar, queue.registers + kTail, queue.next);
    const std::uint32_t faults = kDescriptorFault | kDataFault;
    await(
        {is_write, card, bytes, queue.number},
        [&] { return (*queue.done & faults) != 0 || ((*queue.done ^ queue.number) & 0xffff) == 0; },
        [&] { return device().read(kQueueBar, queue.registers + kTail); });
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if ((*queue.done & faults) == 0) return;
    throw DeviceError(fmt::format(
        "cannot {} {} bytes at card address {:#x} on {}: the DMA reports that it could not fetch {}. Reset the card",
        is_write ? "write" : "read", bytes, card, device().name(),
        (*queue.done & kDescriptorFault) != 0 ? "its descriptors" : "the data"));
  }

  Queue to_card_, from_card_;
};

}  // namespace

std::shared_ptr<DmaEngine> mcdma_queues(std::shared_ptr<PciDevice> device, double patience_seconds) {
  return std::make_shared<McdmaQueues>(std::move(device), patience_seconds);
}

}  // namespace rtlgen::host
