// Uses the XDMA driver's device files.
#include "host/xdma.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

#include "host/backend.hpp"
#include "host/card_memory.hpp"
#include "host/design.hpp"
#include "host/holders.hpp"
#include "host/transfer_threads.hpp"
#include "host/waiting.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::host {

namespace {

/// Bytes per call. The driver pins the pages of a call, and allows it 10 s.
constexpr std::size_t kLargestTransfer = std::size_t{64} << 20;
/// The driver refuses (EINVAL) a buffer whose offset within a beat of its bus differs from that of the card address; no
/// XDMA has a wider bus.
constexpr std::size_t kBusBytes = 64;
constexpr std::size_t kStagingBytes = std::size_t{4} << 20;

std::string reason(std::int64_t negative) {
  const int number = static_cast<int>(-negative);
  return fmt::format("{} (errno {})", std::generic_category().message(number), number);
}

/// An open device file.
class File {
 public:
  File(DeviceFiles& files, std::string path, int flags)
      : files_(files), path_(std::move(path)), number_(files.open(path_, flags)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (number_ >= 0) files_.close(number_);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int number() const { return number_; }
  /// Throws if it could not be opened.
  void check(const std::string& prefix) const {
    if (number_ >= 0) return;
    if (number_ != -ENOENT && number_ != -ENXIO && number_ != -ENODEV) {
      const char* const hint = number_ == -EACCES || number_ == -EPERM
                                   ? "; give your user read and write access, with a udev rule or chmod"
                                   : "";
      throw DeviceError(fmt::format("cannot open {}: {}{}", path_, reason(number_), hint));
    }
    std::vector<std::string> cards;
    for (const std::string& other : files_.paths(prefix.substr(0, prefix.find_last_not_of("0123456789") + 1))) {
      if (other.ends_with("_user")) cards.push_back(other.substr(0, other.size() - 5));
    }
    const bool is_there = std::find(cards.begin(), cards.end(), prefix) != cards.end();
    throw DeviceError(
        fmt::format("{} does not exist{}", path_,
                    is_there ? fmt::format(": {} exists, but its bitstream lacks this channel or interrupt", prefix)
                    : cards.empty() ? ": the XDMA driver is not loaded, or it sees no card. The driver is "
                                      "XDMA/linux-kernel of github.com/Xilinx/dma_ip_drivers "
                                      "(make install, modprobe xdma); `lspci -d 10ee:` lists the cards on the bus. A "
                                      "card that has been programmed since the machine started needs a rescan or a "
                                      "restart"
                                    : fmt::format("; the driver sees these cards: {}", fmt::join(cards, ", "))));
  }

 private:
  DeviceFiles& files_;
  std::string path_;
  int number_;
};

}  // namespace

std::map<int, XdmaOptions::Memory> channels_in_line(const std::vector<std::uint64_t>& bytes) {
  std::map<int, XdmaOptions::Memory> channels;
  std::uint64_t base = 0;
  for (const std::uint64_t each : bytes) {
    channels[static_cast<int>(channels.size())] = {base, each};
    base += each;
  }
  return channels;
}

XdmaOptions xdma_options(const std::string& manifest, int kernel) {
  XdmaOptions options;
  try {
    const nlohmann::json j = parse_manifest(manifest);
    for (const auto& r : j.at("shell").at("registers")) {
      const std::uint32_t offset = r.at("offset"), bits = r.at("bits");
      options.register_bytes = std::max(options.register_bytes, offset + (bits + 31) / 32 * 4);
      if (r.at("name").get<std::string>().rfind("beats_", 0) == 0) options.progress.push_back(offset);
    }
    const std::size_t kernels = j.contains("card") ? j.at("card").at("kernels").size() : 1;
    if (kernel < 0 || static_cast<std::size_t>(kernel) >= kernels)
      throw Error(fmt::format("there is no kernel {}: the card has {}, numbered from 0", kernel, kernels));
    if (!j.contains("card")) return options;
    const auto& own = j.at("card").at("kernels").at(static_cast<std::size_t>(kernel));
    options.registers = own.at("registers");
    options.event = own.at("interrupt");
    options.shares_dma = kernels > 1;
    options.kernel = kernel;
    options.has_card_block = j.at("card").contains("block");
    options.channels.clear();
    for (const std::size_t channel : own.at("channels")) {
      const auto& memory = j.at("card").at("memory").at(channel);
      options.channels[static_cast<int>(options.channels.size())] = {memory.at("base"), memory.at("bytes")};
    }
  } catch (const nlohmann::json::exception& fault) {
    throw Error(fmt::format("manifest.json has no registers: {}", json_fault(fault.what())));
  }
  return options;
}

class XdmaCard::Impl {
 public:
  Impl(const XdmaOptions& options, std::shared_ptr<DeviceFiles> files)
      : options_(options),
        memory_(options.device, options.channels),
        files_(std::move(files)),
        user_(*files_, options.device + "_user", O_RDWR),
        to_card_(*files_, fmt::format("{}_h2c_{}", options.device, options.dma), O_WRONLY),
        from_card_(*files_, fmt::format("{}_c2h_{}", options.device, options.dma), O_RDONLY),
        events_(*files_, fmt::format("{}_events_{}", options.device, options.event), O_RDONLY),
        sent_(kStagingBytes + kBusBytes),
        received_(kStagingBytes + kBusBytes) {
    for (const File* file : {&user_, &to_card_, &from_card_, &events_}) file->check(options.device);
    // Each kernel has its own interrupt file; all kernels of the card share the other files.
    lock(events_, DeviceFiles::Lock::kExclusive);
    for (const File* file : {&to_card_, &from_card_})
      lock(*file, options.shares_dma ? DeviceFiles::Lock::kShared : DeviceFiles::Lock::kExclusive);
    if (options.register_bytes > 0)
      mapped_ = static_cast<volatile std::uint32_t*>(files_->map(user_.number(), map_bytes()));
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (mapped_ != nullptr) files_->unmap(const_cast<std::uint32_t*>(mapped_), map_bytes());
  }

  /// Moves all bytes, even if the driver moves few per call. `move(done, part)` is one call, for at most `largest`
  /// bytes.
  template <typename Move>
  void transfer(const char* verb, const File& file, std::uint64_t address, std::uint64_t bytes, std::size_t largest,
                const Move& move) {
    for (std::uint64_t done = 0; done < bytes;) {
      const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes - done, largest));
      const std::int64_t moved = move(done, part);
      if (moved == -EINTR) continue;
      const bool is_wrong = moved <= 0 || static_cast<std::uint64_t>(moved) > part;
      if (is_wrong) {
        throw DeviceError(fmt::format("cannot {} {} bytes at card address {:#x} through {}: {}", verb, part,
                                      address + done, file.path(),
                                      moved < 0    ? reason(moved)
                                      : moved == 0 ? "the driver moved nothing"
                                                   : fmt::format("the driver reports {} bytes", moved)));
      }
      done += static_cast<std::uint64_t>(moved);
    }
  }

  void write(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
    const std::uint64_t card = memory_.address(channel, address, bytes);
    const bool direct = suits(data, card);
    transfer("write", to_card_, card, bytes, direct ? kLargestTransfer : kStagingBytes,
             [&](std::uint64_t done, std::size_t part) {
               if (direct) return files_->write_at(to_card_.number(), data + done, part, card + done);
               std::uint8_t* const stage = staging(sent_, card + done);
               std::copy_n(data + done, part, stage);
               return files_->write_at(to_card_.number(), stage, part, card + done);
             });
  }

  void read(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
    const std::uint64_t card = memory_.address(channel, address, bytes);
    const bool direct = suits(data, card);
    transfer("read", from_card_, card, bytes, direct ? kLargestTransfer : kStagingBytes,
             [&](std::uint64_t done, std::size_t part) {
               if (direct) return files_->read_at(from_card_.number(), data + done, part, card + done);
               std::uint8_t* const stage = staging(received_, card + done);
               const std::int64_t moved = files_->read_at(from_card_.number(), stage, part, card + done);
               if (moved > 0)
                 std::copy_n(stage, std::min<std::int64_t>(moved, static_cast<std::int64_t>(part)), data + done);
               return moved;
             });
  }

  void write_register(std::uint32_t offset, std::uint32_t value) {
    if (mapped_ != nullptr && offset < options_.register_bytes)
      mapped_[(options_.registers + offset) / 4] = value;
    else
      word("write", offset,
           [&] { return files_->write_at(user_.number(), &value, sizeof value, options_.registers + offset); });
  }

  std::uint32_t read_register(std::uint32_t offset) {
    if (mapped_ != nullptr && offset < options_.register_bytes) return mapped_[(options_.registers + offset) / 4];
    std::uint32_t value = 0;
    word("read", offset,
         [&] { return files_->read_at(user_.number(), &value, sizeof value, options_.registers + offset); });
    return value;
  }

  bool wait_interrupt() {
    int missed = 0;
    const bool ended = wait_for_run(
        options_.device, Patience(options_.patience_seconds, options_.progress),
        [this](int milliseconds) { return take_event(milliseconds); },
        [this](std::uint32_t offset) { return read_register(offset); }, missed, options_.has_card_block);
    missed_ += missed;
    return ended;
  }

  [[nodiscard]] bool has_card_block() const { return options_.has_card_block; }
  [[nodiscard]] int kernel() const { return options_.kernel; }
  [[nodiscard]] std::uint64_t capacity(int channel) const { return memory_.channel(channel).bytes; }
  [[nodiscard]] std::vector<std::string> notes() const { return notes_of(missed_.load(), events_.path()); }

 private:
  void lock(const File& file, DeviceFiles::Lock kind) {
    const int locked = files_->lock(file.number(), kind);
    if (locked == -EWOULDBLOCK) throw DeviceError(in_use_text(options_.device, files_->holders(file.path())));
    if (locked < 0) throw DeviceError(fmt::format("cannot lock {}: {}", file.path(), reason(locked)));
  }

  [[nodiscard]] std::size_t map_bytes() const { return std::size_t{options_.registers} + options_.register_bytes; }

  static bool suits(const void* data, std::uint64_t card) {
    return reinterpret_cast<std::uintptr_t>(data) % kBusBytes == card % kBusBytes;
  }

  /// Staging memory with the offset in a beat that this card address has.
  static std::uint8_t* staging(std::vector<std::uint8_t>& memory, std::uint64_t card) {
    return memory.data() + (card - reinterpret_cast<std::uintptr_t>(memory.data())) % kBusBytes;
  }

  template <typename Move>
  void word(const char* verb, std::uint32_t offset, const Move& move) {
    std::int64_t moved = 0;
    do moved = move();
    while (moved == -EINTR);
    if (moved == 4) return;
    throw DeviceError(fmt::format("cannot {} register {:#x} through {}: {}", verb, offset, user_.path(),
                                  moved < 0 ? reason(moved) : fmt::format("{} of 4 bytes moved", moved)));
  }

  /// Consumes an event that arrives within the time; returns whether one did.
  bool take_event(int milliseconds) {
    const int ready = files_->wait_readable(events_.number(), milliseconds);
    if (ready == 0 || ready == -EINTR) return false;
    std::uint32_t count = 0;
    const std::int64_t got = ready < 0 ? ready : files_->read(events_.number(), &count, sizeof count);
    if (got == -EINTR) return false;
    if (got == sizeof count) return true;
    throw DeviceError(fmt::format("cannot wait for the interrupt through {}: {}", events_.path(),
                                  got < 0 ? reason(got) : fmt::format("got {} of 4 bytes", got)));
  }

  XdmaOptions options_;
  CardMemory memory_;
  std::shared_ptr<DeviceFiles> files_;
  File user_, to_card_, from_card_, events_;
  volatile std::uint32_t* mapped_ = nullptr;
  std::vector<std::uint8_t> sent_, received_;  ///< staging memory of each direction
  std::atomic<int> missed_ = 0;
};

XdmaCard::XdmaCard(const XdmaOptions& options, std::shared_ptr<DeviceFiles> files)
    : impl_(std::make_unique<Impl>(options, std::move(files))),
      threads_(std::make_unique<TransferThreads>([this](Transfer& t) { move_now(*this, t); },
                                                 [this] { return wait_interrupt(); })) {}
XdmaCard::~XdmaCard() = default;

void XdmaCard::write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  impl_->write(channel, address, data, bytes);
}
void XdmaCard::read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
  impl_->read(channel, address, data, bytes);
}
void XdmaCard::write_register(std::uint32_t offset, std::uint32_t value) { impl_->write_register(offset, value); }
std::uint32_t XdmaCard::read_register(std::uint32_t offset) { return impl_->read_register(offset); }
bool XdmaCard::wait_interrupt() { return impl_->wait_interrupt(); }
std::uint64_t XdmaCard::capacity(int channel) { return impl_->capacity(channel); }
void XdmaCard::queue(const std::shared_ptr<Transfer>& transfer) { threads_->queue(transfer); }
Backend::Event XdmaCard::wait_any(bool run) { return threads_->wait_any(run); }
std::vector<std::string> XdmaCard::notes() { return impl_->notes(); }
bool XdmaCard::has_card_block() { return impl_->has_card_block(); }
int XdmaCard::kernel() { return impl_->kernel(); }

}  // namespace rtlgen::host
