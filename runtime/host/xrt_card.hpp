// Back end for a Vitis kernel behind AMD's XRT: an Alveo card with an accelerator in its xclbin. Compiled only if XRT
// is found. It has been compiled and run against a stand-in for XRT's classes, never against XRT or a card.
//
// The kernel is opened as an xrt::ip, so that the library accesses all registers. Each memory channel is one buffer in
// the bank to which the channel is connected; the accelerator receives its address.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host.hpp"

namespace rtlgen::host {

struct XrtOptions {
  int device = 0;             ///< XRT's number of the card
  std::string xclbin;         ///< file
  std::string kernel;         ///< name for xrt::ip: "heat_shell" or "heat_shell:{heat_shell_1}"
  std::map<int, int> banks;   ///< by channel: XRT's number of its bank; empty: the banks that the xclbin uses, in order
  std::vector<int> channels;  ///< numbers of these channels, in order; empty: from 0 on
  /// By entry of `channels`: which of the banks that the xclbin uses, in order; the others belong to other kernels.
  /// Empty: the first ones.
  std::vector<std::size_t> used;
  /// A wait times out if none of `progress` changes for this time.
  double patience_seconds = 10;
  std::vector<std::uint32_t> progress;  ///< offsets of registers that change while a run moves data
};

class RTLGEN_HOST_VISIBLE XrtCard : public Backend {
 public:
  /// Loads the xclbin. Throws DeviceError with XRT's text.
  explicit XrtCard(const XrtOptions& options);
  ~XrtCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  void reserve(int channel, std::uint64_t bytes) override;
  std::uint64_t base(int channel) override;
  std::vector<std::string> notes() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
