// Descriptor tables for Intel's Avalon-MM DMA; docs/projects_intel.md has the protocol and its source.
#include <utility>

#include "host/dma_engine.hpp"

namespace rtlgen::host {

namespace {

constexpr int kDmaBar = 0;
constexpr int kDescriptors = 128;  ///< per table
/// Bytes per descriptor; its length field has 18 bits and counts words.
constexpr std::size_t kDescriptorBytes = std::size_t{512} << 10;
constexpr std::uint64_t kWord = 4;

/// The layout is fixed by the card.
struct Descriptor {
  std::uint32_t source_low, source_high, destination_low, destination_high, control, none[3];
};
struct Table {
  volatile std::uint32_t status[kDescriptors];
  Descriptor descriptors[kDescriptors];
};
static_assert(sizeof(Descriptor) == 32 && sizeof(Table) == kDescriptors * 36);

/// Registers of one direction in BAR 0, and the address at which the card stores its tables.
struct Direction {
  std::uint32_t registers;
  std::uint64_t tables;
};
constexpr Direction kToCard{0x000, 0}, kFromCard{0x100, 0x2000};
enum Register : std::uint32_t {
  kTableLow = 0x00,
  kTableHigh = 0x04,
  kTakenLow = 0x08,
  kTakenHigh = 0x0c,
  kLast = 0x10,
  kSize = 0x14
};

constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

class AvalonTables : public DmaEngine {
 public:
  AvalonTables(std::shared_ptr<PciDevice> device, std::uint64_t tables, double patience_seconds)
      : DmaEngine(std::move(device), kWord, patience_seconds),
        tables_(tables),
        to_card_(share_table(kToCard)),
        from_card_(share_table(kFromCard)) {
    static_assert(kStagingBytes <= kDescriptors * kDescriptorBytes);
  }

 private:
  void to_card(std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) override {
    run(*to_card_, kToCard, card, host, bytes);
  }
  void from_card(std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) override {
    run(*from_card_, kFromCard, card, host, bytes);
  }

  Table* share_table(const Direction& direction) {
    const SharedMemory memory = device().share(sizeof(Table));
    const std::uint64_t taken = tables_ + direction.tables;
    for (const auto& [reg, value] : {std::pair{kTableHigh, high(memory.bus)},
                                     {kTableLow, low(memory.bus)},
                                     {kTakenHigh, high(taken)},
                                     {kTakenLow, low(taken)}}) {
      device().write(kDmaBar, direction.registers + reg, value);
    }
    return reinterpret_cast<Table*>(memory.data);
  }

  /// Each table begins at descriptor 0, because the DMA finds the end of a table by its size.
  void run(Table& table, const Direction& direction, std::uint64_t card, const SharedMemory& host,
           std::uint64_t bytes) {
    const bool is_write = direction.registers == kToCard.registers;
    std::uint32_t last = 0;
    for (std::uint64_t done = 0; done < bytes; done += kDescriptorBytes, ++last) {
      const std::uint64_t part = std::min<std::uint64_t>(bytes - done, kDescriptorBytes), bus = host.bus + done,
                          at = card + done;
      const std::uint64_t source = is_write ? bus : at, destination = is_write ? at : bus;
      table.descriptors[last] = {low(source),
                                 high(source),
                                 low(destination),
                                 high(destination),
                                 static_cast<std::uint32_t>(part / kWord) | last << 18,
                                 {}};
      table.status[last] = 0;
    }
    --last;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    device().write(kDmaBar, direction.registers + kSize, last);
    device().write(kDmaBar, direction.registers + kLast, last);
    await(
        {is_write, card, bytes, last}, [&] { return (table.status[last] & 1U) != 0; },
        [&] { return device().read(kDmaBar, direction.registers + kLast); });
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }

  std::uint64_t tables_;
  Table *to_card_, *from_card_;
};

}  // namespace

std::shared_ptr<DmaEngine> avalon_tables(std::shared_ptr<PciDevice> device, std::uint64_t tables,
                                         double patience_seconds) {
  return std::make_shared<AvalonTables>(std::move(device), tables, patience_seconds);
}

}  // namespace rtlgen::host
