// The bench's side of AXI4-Lite, and the clock.
#pragma once

#include <stdexcept>
#include <string>

#include "device.hpp"

namespace axis_test {

class Link {
 public:
  explicit Link(Device& device) : d_(device) {}

  void settle() {
    *d_.aclk = 0;
    d_.eval();
  }
  void edge() {
    *d_.aclk = 1;
    d_.eval();
    ++cycle_;
  }
  void clock() {
    settle();
    edge();
  }
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  /// One word; the answer is what the bus says of it.
  int write(std::uint32_t address, std::uint32_t value) {
    Lite& l = d_.lite;
    *l.awaddr = static_cast<std::uint16_t>(address);
    *l.wdata = value;
    *l.wstrb = 15;
    *l.awvalid = *l.wvalid = *l.bready = 1;
    for (int i = 0; i < kPatience; ++i) {
      settle();
      const bool aw = *l.awvalid && *l.awready, w = *l.wvalid && *l.wready, b = *l.bvalid;
      const int answer = *l.bresp;
      edge();
      if (aw) *l.awvalid = 0;
      if (w) *l.wvalid = 0;
      if (!b) continue;
      *l.bready = 0;
      return answer;
    }
    throw std::runtime_error("a register does not respond a write");
  }

  std::uint32_t read(std::uint32_t address) {
    Lite& l = d_.lite;
    *l.araddr = static_cast<std::uint16_t>(address);
    *l.arvalid = *l.rready = 1;
    for (int i = 0; i < kPatience; ++i) {
      settle();
      const bool ar = *l.arvalid && *l.arready, r = *l.rvalid;
      const std::uint32_t value = *l.rdata;
      const int answer = *l.rresp;
      edge();
      if (ar) *l.arvalid = 0;
      if (!r) continue;
      *l.rready = 0;
      if (answer != 0) throw std::runtime_error("a register refuses to be read");
      return value;
    }
    throw std::runtime_error("a register does not respond a read");
  }

  void write(const std::string& name, std::uint64_t value) {
    const Register r = d_.registers.at(name);
    for (int low = 0; low < r.bits; low += 32) {
      if (write(r.offset + static_cast<std::uint32_t>(low) / 8, static_cast<std::uint32_t>(value >> low)) != 0)
        throw std::runtime_error("a write to " + name + " is refused");
    }
  }
  std::uint64_t read(const std::string& name) {
    const Register r = d_.registers.at(name);
    std::uint64_t value = read(r.offset);
    if (r.bits > 32) value |= static_cast<std::uint64_t>(read(r.offset + 4)) << 32;
    return value;
  }

 private:
  static constexpr int kPatience = 20;
  Device& d_;
  std::uint64_t cycle_ = 0;
};

}  // namespace axis_test
