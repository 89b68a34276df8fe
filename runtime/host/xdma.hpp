// Back end for a card behind AMD's XDMA: uses the character devices of its Linux driver (XDMA/linux-kernel of
// github.com/Xilinx/dma_ip_drivers), `/dev/xdma<N>_h2c_0`, `_c2h_0`, `_user` and `_events_0`.
//
// The offset in a DMA file is the card address; `_user` is the register map, mapped or accessed word by word; a read of
// `_events_0` blocks until the interrupt. Every behaviour of a driver leads to a result or an Error: transfers that
// move less than requested, are interrupted by signals or fail, lost interrupts, a card that drops off the bus.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device_files.hpp"
#include "host.hpp"

namespace rtlgen::host {

struct XdmaOptions {
  std::string device = "/dev/xdma0";  ///< prefix of the file names
  using Memory = MemoryRange;
  std::map<int, Memory> channels = {{0, {}}};  ///< by number
  std::uint32_t registers = 0;                 ///< offset of the accelerator's registers in `_user`
  std::uint32_t register_bytes = 0;  ///< size to map; 0: not mapped, so registers are accessed through the file
  int dma = 0;                       ///< number of the `_h2c_` and `_c2h_` files
  int event = 0;                     ///< number of the `_events_` file for the accelerator's interrupt
  /// Programs on other kernels of the card may use the same DMA files. Else they are locked, as all of the card's
  /// memory can be reached through them.
  bool shares_dma = false;
  /// A wait times out if none of `progress` changes for this time.
  double patience_seconds = 10;
  std::vector<std::uint32_t> progress;  ///< offsets of registers that change while a run moves data
  bool has_card_block = false;          ///< whether the card has one (docs/card_block.md)
  int kernel = 0;                       ///< number of the accelerator on the card
};

class TransferThreads;

/// Channels 0, 1, ... of so many bytes, one behind the other, as the top levels that rtlgen makes have them on the
/// card.
RTLGEN_HOST_VISIBLE std::map<int, XdmaOptions::Memory> channels_in_line(const std::vector<std::uint64_t>& bytes);

/// Options with the registers of an accelerator, and the memory of its board if the manifest has it. Throws if the text
/// is not a manifest. `kernel`: number of the kernel, on a card with several; its channels are numbered from 0.
RTLGEN_HOST_VISIBLE XdmaOptions xdma_options(const std::string& manifest, int kernel = 0);

class RTLGEN_HOST_VISIBLE XdmaCard : public Backend {
 public:
  /// Opens all files, and keeps other programs that use this class off the card. Throws DeviceError that names what is
  /// missing.
  explicit XdmaCard(const XdmaOptions& options, std::shared_ptr<DeviceFiles> files = linux_files());
  ~XdmaCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  /// A thread for each direction makes the driver's calls.
  void queue(const std::shared_ptr<Transfer>& transfer) override;
  Event wait_any(bool run) override;
  /// Names runs that had ended although no interrupt came.
  std::vector<std::string> notes() override;
  bool has_card_block() override;
  int kernel() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
  std::unique_ptr<TransferThreads> threads_;  ///< behind what they use
};

}  // namespace rtlgen::host
