// Uses XRT.
#include "host/xrt_card.hpp"

#include <experimental/xrt_ip.h>
#include <experimental/xrt_xclbin.h>
#include <fmt/format.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <optional>
#include <thread>

#include "host/registers.hpp"
#include "host/waiting.hpp"

namespace rtlgen::host {

namespace {

constexpr std::chrono::milliseconds kSlice{100}, kGrace{10};

/// Pauses between looks at a register, each twice as long as the last.
class Pauses {
 public:
  void take() {
    constexpr std::chrono::microseconds kLongest{5000};
    std::this_thread::sleep_for(next_);
    next_ = std::min(2 * next_, kLongest);
  }

 private:
  std::chrono::microseconds next_{50};
};

/// Converts XRT's exceptions, which are those of the standard library.
template <typename Action>
auto checked(const std::string& what, const Action& action) {
  try {
    return action();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& fault) {
    throw DeviceError(fmt::format("XRT cannot {}: {}", what, fault.what()));
  }
}

/// The channel of the bank that the xclbin uses as number `used`; none if that belongs to another kernel.
std::optional<int> channel_of_used(const XrtOptions& options, std::size_t used) {
  if (options.channels.empty()) return static_cast<int>(used);
  for (std::size_t i = 0; i < options.channels.size(); ++i) {
    if ((options.used.empty() ? i : options.used.at(i)) == used) return options.channels[i];
  }
  return std::nullopt;
}

}  // namespace

class XrtCard::Impl {
 public:
  explicit Impl(const XrtOptions& options) : options_(options) {
    const auto image = checked("read " + options.xclbin, [&] { return xrt::xclbin(options.xclbin); });
    device_ = checked(fmt::format("open card {}", options.device),
                      [&] { return xrt::device(static_cast<unsigned>(options.device)); });
    const auto uuid = checked("load " + options.xclbin, [&] { return device_.load_xclbin(image); });
    kernel_ = checked(fmt::format("open the kernel {} of {}", options.kernel, options.xclbin),
                      [&] { return xrt::ip(device_, uuid, options.kernel); });
    open_interrupt();
    std::size_t used = 0;
    for (const auto& memory : image.get_mems()) {
      const int bank = memory.get_index();
      const std::uint64_t bytes = memory.get_size_kb() * 1024;
      if (options.banks.empty() && memory.get_used()) {
        if (const auto channel = channel_of_used(options, used++)) channels_[*channel] = {bank, bytes, {}, 0};
      }
      for (const auto& [channel, wanted] : options.banks) {
        if (wanted == bank) channels_[channel] = {bank, bytes, {}, 0};
      }
    }
  }

  struct Channel {
    int bank = 0;
    std::uint64_t bytes = 0;  ///< size of the bank
    xrt::bo buffer;
    std::uint64_t reserved = 0;  ///< size of the buffer
  };

  Channel& channel(int number) {
    const auto found = channels_.find(number);
    if (found == channels_.end())
      throw Error(fmt::format("{} connects no bank to memory channel {}", options_.xclbin, number));
    return found->second;
  }

  void reserve(int number, std::uint64_t bytes) {
    Channel& c = channel(number);
    if (bytes <= c.reserved) return;
    std::vector<std::uint8_t> kept(c.reserved);
    if (c.reserved > 0) {
      checked(fmt::format("read {} bytes from bank {}", kept.size(), c.bank), [&] {
        c.buffer.sync(XCL_BO_SYNC_BO_FROM_DEVICE, kept.size(), 0);
        c.buffer.read(kept.data(), kept.size(), 0);
      });
    }
    c.buffer = {};  // first: there may not be room for both
    c.reserved = 0;
    c.buffer = checked(fmt::format("allocate {} bytes in bank {}", bytes, c.bank),
                       [&] { return xrt::bo(device_, bytes, static_cast<xrt::memory_group>(c.bank)); });
    c.reserved = bytes;
    if (kept.empty()) return;
    checked(fmt::format("write {} bytes to bank {}", kept.size(), c.bank), [&] {
      c.buffer.write(kept.data(), kept.size(), 0);
      c.buffer.sync(XCL_BO_SYNC_BO_TO_DEVICE, kept.size(), 0);
    });
  }

  Channel& holding(int number, std::uint64_t address, std::uint64_t bytes) {
    Channel& c = channel(number);
    if (address <= c.reserved && bytes <= c.reserved - address) return c;
    throw Error(fmt::format("memory channel {} has {} bytes; {} bytes from {} on are not in it", number, c.reserved,
                            bytes, address));
  }

  /// A run has ended when the accelerator is idle: the interrupt only determines when to look, and its register may
  /// belong to XRT. After a lost one, only the register is read. An interrupt that comes again and again, as from an
  /// XRT that does not consume it, makes pauses shorter, not none.
  bool wait() {
    Patience patience(options_.patience_seconds, options_.progress);
    Pauses pauses;
    for (;;) {
      const bool has_interrupts = interrupt_ && missed_ == 0;
      const bool came = has_interrupts && take_event(kSlice);
      const std::uint32_t control = read(kControl);
      if (control == kAllOnes) throw DeviceError("the card no longer responds: its registers read as all ones");
      if ((control & kIdle) != 0) {
        // The register may be slightly ahead of the interrupt.
        if (!has_interrupts || (!came && !take_event(kGrace))) ++missed_;
        return true;
      }
      if (patience.is_over([this](std::uint32_t offset) { return read(offset); })) return false;
      if (came || !has_interrupts) pauses.take();
    }
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    if (!no_interrupt_.empty() && missed_ > 0)
      return {fmt::format("XRT gives no interrupts of this kernel ({}): the end of a run is read from its registers",
                          no_interrupt_)};
    return notes_of(missed_, "the host (XRT: xbutil scheduler --cu_intr 1)");
  }

  std::uint32_t read(std::uint32_t offset) {
    return checked(fmt::format("read register {:#x}", offset), [&] { return kernel_.read_register(offset); });
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    checked(fmt::format("write register {:#x}", offset), [&] { kernel_.write_register(offset, value); });
  }

 private:
  XrtOptions options_;
  /// XRT does not always serve interrupts of kernels; they are not needed.
  void open_interrupt() {
    try {
      interrupt_ = std::make_unique<xrt::ip::interrupt>(kernel_.create_interrupt_notify());
    } catch (const std::exception& fault) {
      no_interrupt_ = fault.what();
    }
  }

  bool take_event(std::chrono::milliseconds time) {
    return checked("wait for the interrupt", [&] { return interrupt_->wait(time); }) == std::cv_status::no_timeout;
  }

  xrt::device device_;
  xrt::ip kernel_;
  std::unique_ptr<xrt::ip::interrupt> interrupt_;  ///< null: XRT gives none
  std::string no_interrupt_;                       ///< the reason
  int missed_ = 0;                                 ///< runs that ended without an interrupt
  std::map<int, Channel> channels_;
};

XrtCard::XrtCard(const XrtOptions& options) : impl_(std::make_unique<Impl>(options)) {}
XrtCard::~XrtCard() = default;

void XrtCard::write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  Impl::Channel& c = impl_->holding(channel, address, bytes);
  checked(fmt::format("write {} bytes to bank {}", bytes, c.bank), [&] {
    c.buffer.write(data, bytes, address);
    c.buffer.sync(XCL_BO_SYNC_BO_TO_DEVICE, bytes, address);
  });
}

void XrtCard::read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
  Impl::Channel& c = impl_->holding(channel, address, bytes);
  checked(fmt::format("read {} bytes from bank {}", bytes, c.bank), [&] {
    c.buffer.sync(XCL_BO_SYNC_BO_FROM_DEVICE, bytes, address);
    c.buffer.read(data, bytes, address);
  });
}

void XrtCard::write_register(std::uint32_t offset, std::uint32_t value) { impl_->write(offset, value); }
std::uint32_t XrtCard::read_register(std::uint32_t offset) { return impl_->read(offset); }
bool XrtCard::wait_interrupt() { return impl_->wait(); }
std::uint64_t XrtCard::capacity(int channel) { return impl_->channel(channel).bytes; }
void XrtCard::reserve(int channel, std::uint64_t bytes) { impl_->reserve(channel, bytes); }
std::vector<std::string> XrtCard::notes() { return impl_->notes(); }
std::uint64_t XrtCard::base(int channel) {
  Impl::Channel& c = impl_->channel(channel);
  return checked("get the address of a buffer", [&] { return c.buffer.address(); });
}

}  // namespace rtlgen::host
