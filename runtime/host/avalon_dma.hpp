// Back end for a card behind Intel's DMAs of Avalon-MM for PCIe, driven from user space, because no Linux driver
// supports them.
//
// Stratix V and Arria 10 have one with tables of descriptors, Agilex 7 one with queues (MCDMA). The protocols come from
// Intel's drivers and, for the older one, from patches for Linux (altera_dma, avalon-dma): see docs/projects_intel.md.
// Descriptors are in the host's memory; the card fetches them, moves the data that each describes, and reports
// completion by writing back.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host.hpp"
#include "pci_device.hpp"

namespace rtlgen::host {

struct AvalonDmaOptions {
  std::map<int, MemoryRange> channels = {{0, {}}};  ///< by number
  int registers_bar = 2;                            ///< BAR with the accelerator's registers
  std::uint32_t registers = 0;                      ///< their offset in that BAR
  bool has_card_block = false;                      ///< whether the card has one (docs/card_block.md)
  bool is_multi_channel = false;                    ///< the DMA of Agilex 7 (MCDMA), which has queues instead of tables
  std::uint64_t tables = 0;                         ///< for the older DMA: card address at which it receives tables
  PciMessage message;                               ///< sent when a run has ended
  /// A wait times out if none of `progress` changes for this time; a transfer, if no descriptor completes.
  double patience_seconds = 10;
  std::vector<std::uint32_t> progress;  ///< offsets of registers that change while a run moves data
};

/// Options for the card that a manifest was made for. Throws Error if that card connects to its host in another or
/// unknown way. `kernel`: number of the kernel, on a card with several; its channels are numbered from 0.
RTLGEN_HOST_VISIBLE AvalonDmaOptions avalon_dma_options(const std::string& manifest, int kernel = 0);

class RTLGEN_HOST_VISIBLE AvalonDmaCard : public Backend {
 public:
  AvalonDmaCard(const AvalonDmaOptions& options, std::shared_ptr<PciDevice> device);
  /// Another kernel on the same card. vfio gives a card to one program only, so this program owns all kernels in use;
  /// each may have its own thread.
  AvalonDmaCard(const AvalonDmaOptions& options, const AvalonDmaCard& beside);
  ~AvalonDmaCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  bool has_card_block() override;
  /// Avalon-MM has no error responses here: only the card block shows a refusal.
  bool sees_refusals() override { return false; }
  /// Reports runs that ended although no interrupt arrived.
  std::vector<std::string> notes() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
