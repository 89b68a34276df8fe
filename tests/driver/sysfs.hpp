// PCI functions in a tree as Linux' /sys.
#pragma once

#include <filesystem>
#include <string>

#include "runner/folder.hpp"

namespace rtlgen::test {

class Sysfs {
 public:
  struct Link {
    std::string width = "8", speed = "8.0 GT/s PCIe";
  };

  void function(const std::string& address, const std::string& vendor, const std::string& driver, const Link& link) {
    const std::filesystem::path device = folder(address);
    std::filesystem::create_directories(device);
    write(address, "vendor", vendor);
    write(address, "device", "0x9038");
    write(address, "current_link_width", link.width);
    write(address, "max_link_width", "8");
    write(address, "current_link_speed", link.speed);
    write(address, "max_link_speed", "8.0 GT/s PCIe");
    if (driver.empty()) return;
    const std::filesystem::path bound = root() / "sys/bus/pci/drivers" / driver;
    std::filesystem::create_directories(bound);
    std::filesystem::create_directory_symlink(bound, device / "driver");
    std::filesystem::create_directory_symlink(device, bound / address);
  }
  /// The function behind the device files of the XDMA driver, "xdma0".
  void xdma(const std::string& address, const std::string& device) {
    const std::filesystem::path folder = root() / "sys/class/xdma" / (device + "_user");
    std::filesystem::create_directories(folder);
    std::filesystem::create_directory_symlink(this->folder(address), folder / "device");
  }
  void write(const std::string& address, const std::string& file, const std::string& line) const {
    runner::write_file((folder(address) / file).string(), line + "\n");
  }
  /// The configuration of a card that does not respond.
  void silence(const std::string& address) const { write(address, "config", std::string(64, '\xff')); }
  void remove(const std::string& address) const { std::filesystem::remove_all(folder(address)); }
  void clear() const { std::filesystem::remove_all(root() / "sys"); }
  [[nodiscard]] std::filesystem::path root() const { return folder_.path(); }

 private:
  [[nodiscard]] std::filesystem::path folder(const std::string& address) const {
    return root() / "sys/bus/pci/devices" / address;
  }

  runner::TemporaryFolder folder_;
};

}  // namespace rtlgen::test
