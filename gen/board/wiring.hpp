// What a project needs of a board beside its figures: IP and its parameters, pins, clocks, by function.
//
// Pure values; boards/<id>/wiring.yaml and boards/ip/ hold the files, frontend reads and checks them. A fact is in one
// place: wrapper, constraints and IP scripts of a project are all made of this.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "board/board.hpp"

namespace rtlgen::board {

enum class Direction : std::uint8_t { kIn, kOut, kInout };

struct IpPort {
  std::string name;
  Direction direction = Direction::kIn;
  std::string bits;  ///< a number, a size of the user of the IP, or that divided: "data/8"; in a table also
                     ///< "selects?", a size that may be 0: no port
};

/// Of an IP in Platform Designer: ports are called "<interface>.<role>".
struct IpInterface {
  std::string name;
  std::string kind;  ///< as add_interface has it: "avalon master"
};

struct IpParameter {
  std::string name;
  std::vector<std::string> words;  ///< that it can be; empty: any of `kind`
  std::string kind;                ///< of ip_value_kinds()

  [[nodiscard]] bool takes(const std::string& value) const;
};

/// What an IP takes of the device in one of its configurations, each figure with its source.
struct IpArea {
  std::map<std::string, int> with;  ///< sizes of its user that it holds for; empty: all
  Resources takes;
};

/// A vendor's IP, as boards/ip/<name>.yaml has it.
struct Ip {
  std::string name, version, source;
  std::vector<IpPort> ports;
  std::vector<IpInterface> interfaces;
  std::vector<IpParameter> parameters;
  std::vector<IpArea> areas;  ///< may be empty: not known

  [[nodiscard]] const IpPort* find_port(const std::string& port) const;
  [[nodiscard]] const IpParameter* find_parameter(const std::string& parameter) const;
};

/// A port of the card's top and its pins, bit 0 first.
struct PortPins {
  std::string port;
  std::string standard;   ///< I/O standard; empty: a transceiver's pin, which has none, or `by_ip`, or `like`
  bool by_ip = false;     ///< constraints of the IP behind it set the standard
  std::string like;       ///< the port whose standard and impedance it has, which the IP sets
  bool held_low = false;  ///< of the board, not of the IP: the top holds it low
  std::string pull;       ///< "up", "down" or empty
  std::vector<std::string> pins;
};

struct InputClock {
  std::string port;
  double period_ns = 0;
};

/// An IP as a board uses it, with the pins and clocks that come with it.
struct IpUse {
  Ip ip;
  std::map<std::string, int> sizes;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<InputClock> clocks;
  std::vector<PortPins> pins;

  /// Bits of a port; 0 where its word is no size.
  [[nodiscard]] int bits_of(const IpPort& port) const;
  /// What it takes of the device with these sizes; nullptr: not known.
  [[nodiscard]] const Resources* takes() const;
};

/// Each kernel's registers have 2^kKernelOffsetBits bytes of a card's register space, kernel 0 at 0.
constexpr int kKernelOffsetBits = 16;

struct WiredMemory {
  IpUse use;
  double ui_ns = 0;         ///< period of the controller's clock
  std::uint64_t bytes = 0;  ///< that the controller has addresses for; 0: not known from the wiring
  std::optional<int> row;   ///< of the chip, whose controllers are calibrated together; none: each calibrates itself
};

/// Where a channel lies in the host's address space of the card.
struct MemoryRange {
  std::uint64_t base = 0, bytes = 0;
};

/// A property of the design that the bitstream needs.
struct Setting {
  std::string property, value;
};

/// A serial line to the host, of boards without PCIe.
struct Uart {
  int baud = 0;
  std::vector<PortPins> pins;  ///< of uart_rx and uart_tx, as the card sees them
};

/// What a vendor's platform gives to kernels on it: then there are no pins and no IP of ours.
struct Platform {
  std::string name;
  int bus_bits = 0;                 ///< of a kernel's ports to memory
  double bus_mhz = 0;               ///< of the clock of all its ports
  double kernel_mhz = 0;            ///< the most that its second clock does
  std::vector<std::string> memory;  ///< resource of each channel, channel 0 first: "DDR[0]"
  std::optional<Resources> left;    ///< what the platform leaves to kernels; nothing: not known
};

/// What open tools know a part by, and how its clock is made. The pins of the oscillator are those of `oscillator`.
struct OpenPart {
  std::string router;           ///< "ice40", "ecp5": of nextpnr-ice40, nextpnr-ecp5
  std::string device, package;  ///< options of nextpnr: "up5k", "sg48"
  std::string speed;            ///< of ECP5
  std::string pll;              ///< of iCE40: "pad" where the oscillator's pin belongs to the PLL, else "core"
  double clock_mhz = 0;         ///< of the oscillator
  std::string programmer;       ///< options of openFPGALoader
};

/// A file that an IP's parameter names, beside the scripts: a table of one row.
struct PartFile {
  std::string path;                                      ///< relative to the project
  std::vector<std::pair<std::string, std::string>> row;  ///< column, value
};

/// The bus from every design on a board to its memory.
struct WiredBus {
  int bits = 0;
  double mhz = 0;
};

struct Wiring {
  std::string board;       ///< id
  std::string tool;        ///< whose projects are made: one of kTools
  std::string least_tool;  ///< its oldest version
  std::vector<std::string> sources;
  IpUse pcie;                ///< empty where there is a `uart`
  std::string clock_buffer;  ///< primitive behind the PCIe reference clock
  std::optional<Uart> uart;  ///< instead of `pcie`; then `oscillator` makes the card's clocks
  double user_mhz = 0;       ///< of the bus, which the PCIe IP or `oscillator` gives to the card
  std::vector<PortPins> reset;
  std::vector<WiredMemory> memory;  ///< a channel each, channel 0 first
  std::vector<PartFile> parts;      ///< memory modules that the vendor's list does not have
  std::vector<PortPins> leds;
  std::vector<Setting> settings;
  Ip clock_wizard;                   ///< makes the kernel's clock
  std::optional<Platform> platform;  ///< instead of all from `pcie` on
  std::optional<OpenPart> open;      ///< of tool `open`: with `uart`, `oscillator` and `leds`, and nothing else

  /// Runs without a host. Quartus: the PLL of the kernel's clock, transceiver calibration; with a `uart`: the bus, the
  /// controllers' clocks.
  IpUse oscillator;

  // Of Quartus' boards.
  std::map<std::string, Ip> helpers;  ///< that stand around the PCIe IP and the controllers
  std::vector<PortPins> high;         ///< outputs that are always 1
  bool leds_low = false;              ///< a status LED is lit by 0

  /// All pins, function by function.
  [[nodiscard]] std::vector<std::pair<std::string, const std::vector<PortPins>*>> pins_by_function() const;
  /// Nothing for boards without memory.
  [[nodiscard]] std::optional<WiredBus> bus() const;
  /// Of each channel: one behind the other, channel 0 at 0. Empty where the bytes of one are not known.
  [[nodiscard]] std::vector<MemoryRange> memory_map() const;
};

}  // namespace rtlgen::board
