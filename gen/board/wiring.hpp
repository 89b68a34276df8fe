// Facts about a board beside its figures that a project needs: IP and its parameters, pins and clocks, by function.
//
// Pure values; boards/<id>/wiring.yaml and boards/ip/ hold the files, frontend reads and checks them. Each fact has one
// place: the wrapper, constraints and IP scripts of a project are all made from this.
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
  std::string bits;  ///< a number, a size given by the user of the IP, or that divided: "data/8"; in a table also
                     ///< "selects?", a size that may be 0: no port
};

/// An interface of an IP in Platform Designer: ports are called "<interface>.<role>".
struct IpInterface {
  std::string name;
  std::string kind;  ///< as in add_interface: "avalon master"
};

struct IpParameter {
  std::string name;
  std::vector<std::string> words;  ///< allowed values; empty: any value of `kind`
  std::string kind;                ///< one of ip_value_kinds()

  [[nodiscard]] bool takes(const std::string& value) const;
};

/// Resources that one configuration of an IP uses, each figure with its source.
struct IpArea {
  std::map<std::string, int> with;  ///< the sizes that it is valid for; empty: all
  Resources takes;
};

/// A vendor's IP, as described in boards/ip/<name>.yaml.
struct Ip {
  std::string name, version, source;
  std::vector<IpPort> ports;
  std::vector<IpInterface> interfaces;
  std::vector<IpParameter> parameters;
  std::vector<IpArea> areas;  ///< empty: not known

  [[nodiscard]] const IpPort* find_port(const std::string& port) const;
  [[nodiscard]] const IpParameter* find_parameter(const std::string& parameter) const;
};

/// A port of the card's top and its pins, bit 0 first.
struct PortPins {
  std::string port;
  std::string standard;   ///< I/O standard; empty: a transceiver's pin, which has none, or `by_ip`, or `like`
  bool by_ip = false;     ///< the constraints of the IP behind it set the standard
  std::string like;       ///< the port with the same standard and impedance, which the IP sets
  bool held_low = false;  ///< a port of the board, not of the IP: the top drives it low
  std::string pull;       ///< "up", "down" or empty
  std::vector<std::string> pins;
};

struct InputClock {
  std::string port;
  double period_ns = 0;
};

/// An IP as a board uses it, with its pins and clocks.
struct IpUse {
  Ip ip;
  std::map<std::string, int> sizes;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<InputClock> clocks;
  std::vector<PortPins> pins;

  /// The number of bits of a port; 0 if its word is not a size.
  [[nodiscard]] int bits_of(const IpPort& port) const;
  /// The resources that it uses with these sizes; nullptr: not known.
  [[nodiscard]] const Resources* takes() const;
};

/// The registers of each kernel occupy 2^kKernelOffsetBits bytes of a card's register space, kernel 0 at 0.
constexpr int kKernelOffsetBits = 16;

struct WiredMemory {
  IpUse use;
  double ui_ns = 0;         ///< period of the controller's clock
  std::uint64_t bytes = 0;  ///< capacity that the controller can address; 0: not known from the wiring
  std::optional<int> row;  ///< row of the chip, whose controllers are calibrated together; none: each calibrates itself
};

/// The address range of a channel in the host's address space of the card.
struct MemoryRange {
  std::uint64_t base = 0, bytes = 0;
};

/// A property of the design that the bitstream needs.
struct Setting {
  std::string property, value;
};

/// The flash from which the FPGA loads itself, in the words of the vendor's tools.
struct Flash {
  std::string interface;             ///< AMD: as in write_cfgmem, "SPIx8"
  int megabytes = 0;                 ///< AMD: of all chips together
  std::vector<std::string> parts;    ///< AMD: names in get_cfgmem_parts; boards differ, and versions of Vivado
  std::string rs_pins;               ///< AMD, BPI: address bits that the pins RS0 and RS1 drive; empty: none
  std::string device, loader, mode;  ///< Intel: options -d, -s and -m of quartus_cpf
};

/// A serial line to the host, for boards without PCIe.
struct Uart {
  int baud = 0;
  std::vector<PortPins> pins;  ///< pins of uart_rx and uart_tx, as seen from the card
};

/// Facts about a vendor's platform for kernels: with one, a project has neither pins nor IP.
struct Platform {
  std::string name;
  int bus_bits = 0;                 ///< width of a kernel's memory ports
  double bus_mhz = 0;               ///< clock of all these ports
  double kernel_mhz = 0;            ///< the maximum of its second clock
  std::vector<std::string> memory;  ///< resource of each channel, channel 0 first: "DDR[0]"
  std::optional<Resources> left;    ///< resources that the platform leaves to kernels; none: not known
};

/// The names that open tools use for a part, and how its clock is made. The pins of the oscillator are those of
/// `oscillator`.
struct OpenPart {
  std::string router;           ///< "ice40" or "ecp5", for nextpnr-ice40 or nextpnr-ecp5
  std::string device, package;  ///< options of nextpnr: "up5k", "sg48"
  std::string speed;            ///< speed grade of ECP5
  std::string pll;              ///< for iCE40: "pad" if the oscillator's pin belongs to the PLL, else "core"
  double clock_mhz = 0;         ///< clock of the oscillator
  std::string programmer;       ///< options of openFPGALoader
};

/// A file named by a parameter of an IP, next to the scripts: a table with one row.
struct PartFile {
  std::string path;                                      ///< relative to the project
  std::vector<std::pair<std::string, std::string>> row;  ///< column, value
};

/// The bus from any design on a board to its memory.
struct WiredBus {
  int bits = 0;
  double mhz = 0;
};

struct Wiring {
  std::string board;       ///< id
  std::string tool;        ///< the tool of its projects: one of kTools
  std::string least_tool;  ///< the oldest version that works
  std::string last_tool;   ///< the newest version that documents name for the board; empty: no limit is known
  std::vector<std::string> sources;
  IpUse pcie;                ///< empty if there is a `uart`
  std::string clock_buffer;  ///< primitive after the PCIe reference clock
  std::optional<Uart> uart;  ///< instead of `pcie`; then `oscillator` makes the card's clocks
  double user_mhz = 0;       ///< clock of the bus, which the PCIe IP or `oscillator` provides
  std::vector<PortPins> reset;
  std::vector<WiredMemory> memory;  ///< one per channel, channel 0 first
  std::vector<PartFile> parts;      ///< memory modules that the vendor's list lacks
  std::vector<PortPins> leds;
  std::vector<Setting> settings;
  std::optional<Flash> flash;        ///< none: not known
  Ip jtag_registers;                 ///< Vivado: reaches registers through JTAG, with hardware.debug
  Ip clock_wizard;                   ///< generates the kernel's clock
  std::optional<Platform> platform;  ///< replaces everything from `pcie` on
  std::optional<OpenPart> open;      ///< tool `open`: used with `uart`, `oscillator` and `leds` only

  /// A clock that runs without a host. With Quartus it drives the PLL of the kernel's clock and transceiver
  /// calibration; with a `uart`, the bus and the controllers' clocks.
  IpUse oscillator;

  // For boards with Quartus.
  std::map<std::string, Ip> helpers;  ///< modules around the PCIe IP and the controllers
  std::vector<PortPins> high;         ///< outputs that are always 1
  bool leds_low = false;              ///< a status LED is lit by 0

  /// All pins, grouped by function.
  [[nodiscard]] std::vector<std::pair<std::string, const std::vector<PortPins>*>> pins_by_function() const;
  /// Absent for boards without memory.
  [[nodiscard]] std::optional<WiredBus> bus() const;
  /// The range of each channel: consecutive, channel 0 at 0. Empty if the size of a channel is unknown.
  [[nodiscard]] std::vector<MemoryRange> memory_map() const;
  /// Whether cards of this board have a card block (docs/adr/0050-card-block.md): those whose PCIe is ours.
  [[nodiscard]] bool has_card_block() const;
  /// Whether a host can change the kernel clock (docs/adr/0054-kernel-clock.md): a Clocking Wizard.
  [[nodiscard]] bool can_change_clock() const;
};

}  // namespace rtlgen::board
