// Stands in for the few classes of XRT that the back end uses, in front of a fake card. Names and signatures are XRT's
// (2.13 and later, as read in github.com/Xilinx/XRT); what XRT does behind them is not known to it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/host.hpp"

enum xclBOSyncDirection { XCL_BO_SYNC_BO_TO_DEVICE = 0, XCL_BO_SYNC_BO_FROM_DEVICE };

namespace xrt {

/// The machine with its card, as a test has made it.
struct Machine {
  rtlgen::host::Backend* card = nullptr;
  std::map<int, int> channel_of_bank;
  std::map<int, std::uint64_t> bank_bytes;
  std::map<int, std::uint64_t> given;                    ///< bytes of each bank that are in buffers
  std::string fails;                                     ///< the function that throws
  std::string kernel = "many_shell";                     ///< the one that there is
  std::map<std::string, rtlgen::host::Backend*> others;  ///< further kernels' registers and interrupts
  bool is_gone = false;
  bool loses_interrupts = false;
  bool repeats_interrupts = false;  ///< a wait ends at once
  std::vector<std::string> calls;

  void called(const std::string& name) {
    calls.push_back(name);
    if (fails == name) throw std::runtime_error(name + " failed: No such device");
  }
  [[nodiscard]] static std::uint64_t bank_address(int bank) {
    return std::uint64_t{0x40'0000'0000} + (static_cast<std::uint64_t>(bank) << 34);
  }
};
inline Machine* machine = nullptr;

class uuid {};

class xclbin {
 public:
  class mem {
   public:
    mem(int index, std::uint64_t bytes, bool used) : index_(index), bytes_(bytes), used_(used) {}
    [[nodiscard]] std::int32_t get_index() const { return index_; }
    [[nodiscard]] std::uint64_t get_size_kb() const { return bytes_ / 1024; }
    [[nodiscard]] bool get_used() const { return used_; }

   private:
    int index_;
    std::uint64_t bytes_;
    bool used_;
  };

  explicit xclbin(const std::string& /*filename*/) { machine->called("xclbin"); }
  [[nodiscard]] std::vector<mem> get_mems() const {
    std::vector<mem> list;
    for (const auto& [bank, bytes] : machine->bank_bytes)
      list.emplace_back(bank, bytes, machine->channel_of_bank.count(bank) > 0);
    return list;
  }
};

class device {
 public:
  device() = default;
  explicit device(unsigned int /*index*/) { machine->called("device"); }
  uuid load_xclbin(const xclbin& /*image*/) {
    machine->called("load_xclbin");
    return {};
  }
};

using memory_group = std::uint32_t;

class bo {
 public:
  bo() = default;
  bo(const device& /*device*/, std::size_t bytes, memory_group group) : bank_(static_cast<int>(group)), mirror_(bytes) {
    machine->called("bo");
    if (machine->given[bank_] + bytes > machine->bank_bytes[bank_])
      throw std::runtime_error("failed to allocate: Cannot allocate memory");
    machine->given[bank_] += bytes;
  }
  bo(bo&& other) noexcept { *this = std::move(other); }
  bo& operator=(bo&& other) noexcept {
    std::swap(bank_, other.bank_);
    std::swap(mirror_, other.mirror_);
    other.release();
    return *this;
  }
  ~bo() { release(); }

  [[nodiscard]] std::uint64_t address() const { return Machine::bank_address(bank_) + 0x1000; }
  void write(const void* source, std::size_t bytes, std::size_t seek) {
    std::memcpy(mirror_.data() + seek, source, bytes);
  }
  void read(void* target, std::size_t bytes, std::size_t skip) { std::memcpy(target, mirror_.data() + skip, bytes); }
  void sync(xclBOSyncDirection direction, std::size_t bytes, std::size_t offset) {
    machine->called("sync");
    const int channel = machine->channel_of_bank.at(bank_);
    if (direction == XCL_BO_SYNC_BO_TO_DEVICE)
      machine->card->write_memory(channel, address() + offset, mirror_.data() + offset, bytes);
    else
      machine->card->read_memory(channel, address() + offset, mirror_.data() + offset, bytes);
  }

 private:
  void release() {
    machine->given[bank_] -= mirror_.size();
    mirror_.clear();
  }

  int bank_ = 0;
  std::vector<std::uint8_t> mirror_;
};

class ip {
 public:
  class interrupt {
   public:
    explicit interrupt(rtlgen::host::Backend* card) : card_(card) {}
    std::cv_status wait(const std::chrono::milliseconds& /*timeout*/) const {
      machine->called("wait");
      if (machine->repeats_interrupts) return std::cv_status::no_timeout;
      return card_->wait_interrupt() && !machine->loses_interrupts ? std::cv_status::no_timeout
                                                                   : std::cv_status::timeout;
    }

   private:
    rtlgen::host::Backend* card_;
  };

  ip() = default;
  ip(const device& /*device*/, const uuid& /*id*/, const std::string& name) {
    machine->called("ip");
    const auto other = machine->others.find(name);
    if (other != machine->others.end())
      card_ = other->second;
    else if (name == machine->kernel)
      card_ = machine->card;
    else
      throw std::runtime_error("No IP matching '" + name + "'");
  }
  void write_register(std::uint32_t offset, std::uint32_t data) {
    machine->called("write_register");
    card_->write_register(offset, data);
  }
  [[nodiscard]] std::uint32_t read_register(std::uint32_t offset) const {
    machine->called("read_register");
    return machine->is_gone ? 0xffffffff : card_->read_register(offset);
  }
  interrupt create_interrupt_notify() {
    machine->called("create_interrupt_notify");
    return interrupt(card_);
  }

 private:
  rtlgen::host::Backend* card_ = nullptr;
};

}  // namespace xrt
