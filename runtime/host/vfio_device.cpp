// A PCI function through Linux' vfio-pci: its group, its BARs, memory mapped by the IOMMU, a message as an eventfd.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <vector>

#include "host/holders.hpp"
#include "host/host.hpp"
#include "host/pci_device.hpp"
#include "host/waiting.hpp"

namespace rtlgen::host {

namespace {

namespace fs = std::filesystem;

/// Device addresses of shared memory: below 4 GiB, and below those that x86 reserves for interrupts.
constexpr std::uint64_t kFirstBus = 0x1000'0000, kEndBus = 0xf000'0000;
constexpr std::size_t kPage = 4096;
constexpr const char* kIntel = "0x1172";  ///< PCI vendor of Altera's and Intel's FPGAs

[[noreturn]] void fail(const std::string& what) { throw DeviceError(what); }

[[noreturn]] void fail_errno(const std::string& what) {
  const int number = errno;
  fail(fmt::format("cannot {}: {} (errno {})", what, std::generic_category().message(number), number));
}

class FileNumber {
 public:
  FileNumber() = default;
  explicit FileNumber(int number) : number_(number) {}
  FileNumber(FileNumber&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  FileNumber& operator=(FileNumber&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileNumber() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_ = -1;
};

std::string first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

/// The cards bound to vfio-pci, sorted by address.
std::vector<std::string> intel_cards(const std::string& root) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root + "/sys/bus/pci/drivers/vfio-pci", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find(':') != std::string::npos &&
        first_line(fs::path(root + "/sys/bus/pci/devices") / name / "vendor") == kIntel)
      found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

constexpr const char* kHowToBind =
    "bind the card to it with `driverctl set-override <address> vfio-pci`, and enable the IOMMU (in the firmware; on "
    "Intel's processors, intel_iommu=on)";

std::string address_of(const std::string& wanted, const std::string& root) {
  const bool is_number = wanted.size() < 4 && wanted.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) return wanted.find(':') == wanted.rfind(':') ? "0000:" + wanted : wanted;
  const std::vector<std::string> cards = intel_cards(root);
  const std::size_t number = wanted.empty() ? 0 : std::stoul(wanted);
  if (number < cards.size()) return cards[number];
  if (cards.empty())
    fail(
        fmt::format("no Intel FPGA is bound to vfio-pci (PCI vendor 1172; `lspci -d 1172:` lists those on the bus): {}",
                    kHowToBind));
  fail(fmt::format("there is no Intel FPGA number {}: vfio-pci has {}, numbered from 0: {}", number, cards.size(),
                   fmt::join(cards, ", ")));
}

/// The function's IOMMU group.
std::string group_of(const std::string& address, const std::string& root) {
  const fs::path device = fs::path(root + "/sys/bus/pci/devices") / address;
  std::error_code none;
  if (!fs::exists(device, none))
    fail(
        fmt::format("there is no PCI function {}: `lspci -d 1172:` lists Intel's FPGAs. A card that has been "
                    "programmed since the machine started needs a rescan or a restart",
                    address));
  const fs::path driver = fs::read_symlink(device / "driver", none);
  if (none || driver.filename() != "vfio-pci") {
    fail(fmt::format("{} is bound to {}, not to vfio-pci: {}", address, none ? "no driver" : driver.filename().string(),
                     kHowToBind));
  }
  const fs::path group = fs::read_symlink(device / "iommu_group", none);
  if (none)
    fail(
        fmt::format("{} has no IOMMU group: enable the IOMMU in the firmware settings and for Linux "
                    "(in the firmware; on Intel's processors, intel_iommu=on)",
                    address));
  return group.filename().string();
}

class VfioDevice : public PciDevice {
 public:
  VfioDevice(const std::string& wanted, const PciMessage& message, const std::string& root)
      : address_(address_of(wanted, root)) {
    const std::string group_number = group_of(address_, root);
    open_group(root, group_number);
    device_ = FileNumber(::ioctl(group_.get(), VFIO_GROUP_GET_DEVICE_FD, address_.c_str()));
    if (device_.get() < 0) fail_errno("get " + address_ + " from its group");
    master_bus();
    enable_interrupt(message);
  }
  ~VfioDevice() override {
    for (const auto& [bar, region] : bars_) {
      if (region.words != nullptr) ::munmap(const_cast<std::uint32_t*>(region.words), region.bytes);
    }
    // The kernel ends the card's access when the container is closed, which must happen before the memory is released.
    device_ = {};
    group_ = {};
    container_ = {};
    for (const auto& [memory, bytes] : shared_) ::munmap(memory, bytes);
  }
  VfioDevice(const VfioDevice&) = delete;
  VfioDevice& operator=(const VfioDevice&) = delete;

  [[nodiscard]] std::string name() const override { return address_; }

  std::uint32_t read(int bar, std::uint64_t offset) override {
    const Region& region = bar_of(bar, offset);
    if (region.words != nullptr) return region.words[offset / 4];
    std::uint32_t value = kAllOnes;
    if (::pread(device_.get(), &value, sizeof value, static_cast<off_t>(region.offset + offset)) != sizeof value)
      return kAllOnes;
    return value;
  }

  void write(int bar, std::uint64_t offset, std::uint32_t value) override {
    const Region& region = bar_of(bar, offset);
    if (region.words != nullptr)
      region.words[offset / 4] = value;
    else if (::pwrite(device_.get(), &value, sizeof value, static_cast<off_t>(region.offset + offset)) != sizeof value)
      fail_errno(fmt::format("write BAR {} of {}", bar, address_));
  }

  SharedMemory share(std::size_t bytes) override {
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    if (whole > kEndBus - next_bus_)
      fail(fmt::format("{} more bytes of memory for {} do not fit below 4 GiB", whole, address_));
    void* const memory = ::mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail_errno(fmt::format("get {} bytes of memory", whole));
    shared_.emplace_back(memory, whole);
    vfio_iommu_type1_dma_map map{};
    map.argsz = sizeof map;
    map.flags = VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE;
    map.vaddr = reinterpret_cast<std::uintptr_t>(memory);
    map.iova = next_bus_;
    map.size = whole;
    if (::ioctl(container_.get(), VFIO_IOMMU_MAP_DMA, &map) != 0) {
      fail_errno(fmt::format(
          "map {} bytes of memory for {} (if memory is the reason, raise the limit of locked memory, `ulimit -l`)",
          whole, address_));
    }
    next_bus_ += whole;
    return {static_cast<std::uint8_t*>(memory), map.iova};
  }

  bool wait_interrupt(int milliseconds) override {
    pollfd wanted{event_.get(), POLLIN, 0};
    if (::poll(&wanted, 1, milliseconds) <= 0) return false;
    std::uint64_t count = 0;
    return ::read(event_.get(), &count, sizeof count) == sizeof count;
  }

 private:
  struct Region {
    std::uint64_t offset = 0, bytes = 0;
    volatile std::uint32_t* words = nullptr;  ///< mapped; null: accessed with read and write calls
  };

  void open_group(const std::string& root, const std::string& number) {
    const std::string container = root + "/dev/vfio/vfio", group = root + "/dev/vfio/" + number;
    container_ = FileNumber(::open(container.c_str(), O_RDWR | O_CLOEXEC));
    if (container_.get() < 0) fail_errno("open " + container + " (modprobe vfio-pci)");
    group_ = FileNumber(::open(group.c_str(), O_RDWR | O_CLOEXEC));
    if (group_.get() < 0 && errno == EBUSY) fail(in_use_text(address_, holders_text(group)));
    if (group_.get() < 0)
      fail_errno(fmt::format("open {} (give your user read and write access, with a udev rule or chown)", group));
    if (::ioctl(container_.get(), VFIO_GET_API_VERSION) != VFIO_API_VERSION ||
        ::ioctl(container_.get(), VFIO_CHECK_EXTENSION, VFIO_TYPE1v2_IOMMU) != 1) {
      fail("this Linux lacks VFIO version 0 with IOMMU type 1, version 2");
    }
    vfio_group_status status{};
    status.argsz = sizeof status;
    if (::ioctl(group_.get(), VFIO_GROUP_GET_STATUS, &status) != 0) fail_errno("get the status of " + group);
    if ((status.flags & VFIO_GROUP_FLAGS_VIABLE) == 0) {
      fail(
          fmt::format("other functions of {}'s IOMMU group {} have other drivers: bind all of "
                      "/sys/kernel/iommu_groups/{}/devices to vfio-pci",
                      address_, number, number));
    }
    const int file = container_.get();
    if (::ioctl(group_.get(), VFIO_GROUP_SET_CONTAINER, &file) != 0) fail_errno("attach " + group);
    if (::ioctl(container_.get(), VFIO_SET_IOMMU, VFIO_TYPE1v2_IOMMU) != 0) fail_errno("use the IOMMU");
  }

  [[nodiscard]] vfio_region_info region(std::uint32_t index) const {
    vfio_region_info info{};
    info.argsz = sizeof info;
    info.index = index;
    if (::ioctl(device_.get(), VFIO_DEVICE_GET_REGION_INFO, &info) != 0)
      fail_errno(fmt::format("get region {} of {}", index, address_));
    return info;
  }

  /// Allows the card to move data itself.
  void master_bus() {
    const auto at = static_cast<off_t>(region(VFIO_PCI_CONFIG_REGION_INDEX).offset + PCI_COMMAND);
    std::uint16_t command = 0;
    if (::pread(device_.get(), &command, sizeof command, at) != sizeof command)
      fail_errno("read the configuration of " + address_);
    command |= PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
    if (::pwrite(device_.get(), &command, sizeof command, at) != sizeof command)
      fail_errno("write the configuration of " + address_);
  }

  void enable_interrupt(const PciMessage& message) {
    event_ = FileNumber(::eventfd(0, EFD_CLOEXEC));
    if (event_.get() < 0) fail_errno("create an event");
    const std::int32_t number = event_.get();
    alignas(vfio_irq_set) std::array<std::uint8_t, sizeof(vfio_irq_set) + sizeof number> bytes{};
    vfio_irq_set set{};
    set.argsz = bytes.size();
    set.flags = VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER;
    set.index = message.is_msix ? VFIO_PCI_MSIX_IRQ_INDEX : VFIO_PCI_MSI_IRQ_INDEX;
    set.start = static_cast<std::uint32_t>(message.vector);
    set.count = 1;
    std::memcpy(bytes.data(), &set, sizeof set);
    std::memcpy(bytes.data() + sizeof set, &number, sizeof number);
    if (::ioctl(device_.get(), VFIO_DEVICE_SET_IRQS, bytes.data()) != 0)
      fail_errno("enable the interrupts of " + address_);
  }

  const Region& bar_of(int bar, std::uint64_t offset) {
    const auto known = bars_.find(bar);
    if (known == bars_.end()) {
      const vfio_region_info info = region(VFIO_PCI_BAR0_REGION_INDEX + static_cast<std::uint32_t>(bar));
      Region made{info.offset, info.size, nullptr};
      if ((info.flags & VFIO_REGION_INFO_FLAG_MMAP) != 0) {
        void* const memory = ::mmap(nullptr, info.size, PROT_READ | PROT_WRITE, MAP_SHARED, device_.get(),
                                    static_cast<off_t>(info.offset));
        if (memory != MAP_FAILED) made.words = static_cast<volatile std::uint32_t*>(memory);
      }
      bars_.emplace(bar, made);
    }
    const Region& region = bars_.at(bar);
    if (offset + 4 > region.bytes)
      fail(fmt::format("BAR {} of {} has {} bytes, but offset {:#x} is beyond its end: wrong card or bitstream", bar,
                       address_, region.bytes, offset));
    return region;
  }

  std::string address_;
  FileNumber container_, group_, device_, event_;
  std::map<int, Region> bars_;
  std::vector<std::pair<void*, std::size_t>> shared_;
  std::uint64_t next_bus_ = kFirstBus;
};

}  // namespace

std::string vfio_address(const std::string& device, const std::string& root) { return address_of(device, root); }

std::shared_ptr<PciDevice> vfio_device(const std::string& address, const PciMessage& message, const std::string& root) {
  return std::make_shared<VfioDevice>(address, message, root);
}

}  // namespace rtlgen::host
