// A back end that is a card behind Intel's DMAs of Avalon-MM for PCIe, driven from user space: no Linux driver supports
// them.
//
// Stratix V and Arria 10 have one that takes tables of descriptors, Agilex 7 one with queues (MCDMA). The protocols are
// those of Intel's drivers and, of the older one, of patches for Linux (altera_dma, avalon-dma): docs/projects_intel.md
// has them. Descriptors lie in memory of the host; the card fetches them, moves what each says, and writes back what is
// done.
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
  int registers_bar = 2;                            ///< which has the accelerator's registers
  std::uint32_t registers = 0;                      ///< their offset in it
  bool is_multi_channel = false;                    ///< the DMA of Agilex 7 (MCDMA), which has queues instead of tables
  std::uint64_t tables = 0;  ///< of the older one: the card's address at which tables are taken in
  PciMessage message;        ///< that comes when a run has ended
  /// A wait ends when none of `progress` has changed for so long; a transfer when no descriptor ends in it.
  double patience_seconds = 10;
  std::vector<std::uint32_t> progress;  ///< offsets of registers that change while a run moves data
};

/// Of the card that a manifest was made for. Throws Error where that has another way to its host, or none that is
/// known. `kernel`: which of the card's, where it has several; its channels are numbered from 0.
RTLGEN_HOST_VISIBLE AvalonDmaOptions avalon_dma_options(const std::string& manifest, int kernel = 0);

class RTLGEN_HOST_VISIBLE AvalonDmaCard : public Backend {
 public:
  AvalonDmaCard(const AvalonDmaOptions& options, std::shared_ptr<PciDevice> device);
  /// Another kernel on the same card. vfio lets one program have a card, so all kernels in use are that program's; each
  /// may have a thread.
  AvalonDmaCard(const AvalonDmaOptions& options, const AvalonDmaCard& beside);
  ~AvalonDmaCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  /// Names runs that had ended although no interrupt came.
  std::vector<std::string> notes() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
