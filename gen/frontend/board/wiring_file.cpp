// Wiring of boards and tables of IP: keys, words and cross-checks. Each fault is reported with its location.
#include "frontend/board/wiring_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "board/board.hpp"
#include "frontend/board/ip_reader.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

constexpr double kMostMhz = 1000;

class WiringReader : private IpUseReader {
 public:
  WiringReader(const std::map<std::string, std::string>& texts, Diagnostics& diagnostics)
      : IpUseReader(texts, diagnostics) {}

  board::Wiring read(const YamlValue& root) {
    board::Wiring out;
    const Section all{root, ""};
    read_tool(all, out);
    out.sources = list(all, "sources", {});
    if (out.tool == "vitis") {
      keys(all, {"tool", "sources", "platform"}, {"tool", "sources", "platform"});
      if (const auto platform = section(all, "platform")) out.platform = read_platform(*platform);
      return out;
    }
    if (out.tool == "open") {
      read_open(all, out);
      return out;
    }
    const bool quartus = out.tool.starts_with("quartus"), has_uart = !quartus && all.find("uart") != nullptr;
    std::vector<std::string> top = {"tool", "sources", has_uart ? "uart" : "pcie", "reset", "memory",
                                    "leds", "settings"},
                             of_pcie = {"ip", "sizes", "user_mhz", "parameters", "clocks", "pins"};
    if (quartus)
      top.insert(top.end(), {"helpers", "oscillator"});
    else
      of_pcie.emplace_back("clock_buffer");
    if (has_uart) top.emplace_back("oscillator");
    std::vector<std::string> may = top;
    may.insert(may.end(), {quartus ? "high" : "parts", "flash"});
    keys(all, may, top);
    if (const auto pcie = section(all, "pcie")) {
      keys(*pcie, of_pcie, of_pcie);
      out.pcie = use(*pcie);
      if (!quartus) out.clock_buffer = choice(*pcie, "clock_buffer", {"IBUFDS_GTE3", "IBUFDS_GTE4"});
      out.user_mhz = quantity(*pcie, "user_mhz", kMostMhz);
    }
    if (has_uart) read_uart(all, out);
    if (const auto reset = section(all, "reset")) out.reset = only_pins(*reset);
    if (const YamlValue* memory = list_of(all, "memory")) {
      for (const YamlValue& item : memory->items) read_channel(item, out);
      check_channels(memory->where, out);
      // A frame of the serial line has no more address bits.
      if (out.uart && (out.memory.size() != 1 || out.memory.front().bytes > std::uint64_t{1} << 32U))
        contradiction(memory->where, "a card with a serial line has one memory channel, with at most 32 address bits");
    }
    if (const YamlValue* parts = list_of(all, "parts")) {
      for (const YamlValue& item : parts->items) read_part(item, out);
    }
    check_files(all, out);
    read_leds(all, out);
    read_settings(all, out);
    read_flash(all, quartus, out);
    if (quartus)
      read_quartus(all, out);
    else
      out.clock_wizard = ip(has_uart ? "clk_wiz" : "clk_wiz_dynamic", root.where),
      out.jtag_registers = ip("jtag_axi", root.where);
    return out;
  }

 private:
  void read_tool(const Section& all, board::Wiring& out) {
    if (const auto tool = section(all, "tool")) {
      keys(*tool, {"name", "least", "last"}, {"name", "least"});
      out.tool = choice(*tool, "name", {"vivado", "vitis", "quartus_standard", "quartus_pro", "open"});
      out.least_tool = text(*tool, "least");
      if (tool->find("last") != nullptr) out.last_tool = text(*tool, "last");
    }
  }

  /// A board for open tools: part, oscillator, serial line and status LEDs.
  void read_open(const Section& all, board::Wiring& out) {
    const Names top = {"tool", "sources", "part", "oscillator", "uart", "leds"};
    keys(all, top, top);
    board::OpenPart& open = out.open.emplace();
    if (const auto part = section(all, "part")) {
      keys(*part, {"router", "device", "package", "speed", "pll", "programmer"},
           {"router", "device", "package", "programmer"});
      open.router = choice(*part, "router", {"ice40", "ecp5"});
      open.device = text(*part, "device");
      open.package = text(*part, "package");
      open.speed = text(*part, "speed");
      open.pll = choice(*part, "pll", {"pad", "core"});
      open.programmer = text(*part, "programmer");
      if (open.router == "ice40" && open.pll.empty())
        contradiction(part->map.where,
                      "an iCE40 needs 'pll', which says whether the oscillator's pin is the PLL's: pad or core");
      if (open.router == "ecp5" && open.speed.empty()) contradiction(part->map.where, "an ECP5 needs a 'speed'");
    }
    if (const auto oscillator = section(all, "oscillator")) {
      keys(*oscillator, {"mhz", "pins"}, {"mhz", "pins"});
      open.clock_mhz = quantity(*oscillator, "mhz", kMostMhz);
      out.oscillator.pins = pins(*oscillator);
      if (out.oscillator.pins.size() != 1 || out.oscillator.pins.front().port != "clk")
        contradiction(oscillator->place("pins"), "the oscillator's port must be clk");
      else if (open.clock_mhz > 0)
        out.oscillator.clocks.push_back({"clk", 1e3 / open.clock_mhz});
    }
    if (const auto uart = section(all, "uart")) read_line(*uart, out);
    read_leds(all, out);
    if (out.leds.size() != 1 || out.leds.front().port != "led")
      contradiction(all.place("leds"), "the port of the status LEDs must be led");
  }

  void read_leds(const Section& all, board::Wiring& out) {
    if (const auto leds = section(all, "leds")) {
      keys(*leds, {"active", "pins"}, {"pins"});
      out.leds_low = choice(*leds, "active", {"high", "low"}) == "low";
      out.leds = pins(*leds);
    }
  }

  void read_settings(const Section& all, board::Wiring& out) {
    if (const YamlValue* settings = list_of(all, "settings")) {
      for (const YamlValue& item : settings->items) {
        const Section one{item, "settings"};
        keys(one, {"property", "value"}, {"property", "value"});
        out.settings.push_back({text(one, "property"), text(one, "value")});
      }
    }
  }

  /// The flash of the FPGA, in the words of the vendor's tool.
  void read_flash(const Section& all, bool quartus, board::Wiring& out) {
    constexpr double kMostMegabytes = 4096;
    const auto section = this->section(all, "flash");
    if (!section) return;
    board::Flash& flash = out.flash.emplace();
    if (quartus) {
      keys(*section, {"device", "loader", "mode"}, {"device", "loader", "mode"});
      flash.device = text(*section, "device");
      flash.loader = text(*section, "loader");
      flash.mode = choice(*section, "mode", {"ASx1", "ASx4"});
      return;
    }
    keys(*section, {"interface", "megabytes", "parts", "rs_pins"}, {"interface", "megabytes", "parts"});
    flash.interface = choice(*section, "interface", {"SPIx1", "SPIx2", "SPIx4", "SPIx8", "BPIx8", "BPIx16"});
    flash.parts = list(*section, "parts", {});
    flash.rs_pins = text(*section, "rs_pins");
    const YamlValue* const megabytes = section->find("megabytes");
    if (megabytes != nullptr) {
      flash.megabytes = static_cast<int>(
          number(*megabytes, section->place("megabytes"), "megabytes", 1, kMostMegabytes, true).value_or(1));
    }
    if (flash.megabytes > 0 && (flash.megabytes & (flash.megabytes - 1)) != 0)
      contradiction(section->place("megabytes"),
                    fmt::format("a flash of {} megabytes; write_cfgmem wants a power of two", flash.megabytes));
    if (flash.parts.empty()) contradiction(section->map.where, "a flash needs the names of its parts");
  }

  void read_line(const Section& uart, board::Wiring& out) {
    constexpr double kLeastBaud = 9600, kMostBaud = 4e6;
    keys(uart, {"baud", "pins"}, {"baud", "pins"});
    const YamlValue* const baud = uart.find("baud");
    board::Uart& line = out.uart.emplace();
    if (baud != nullptr)
      line.baud =
          static_cast<int>(number(*baud, uart.place("baud"), "baud", kLeastBaud, kMostBaud, true).value_or(kLeastBaud));
    line.pins = pins(uart);
    for (const char* port : {"uart_rx", "uart_tx"}) {
      if (std::none_of(line.pins.begin(), line.pins.end(), [&](const board::PortPins& p) { return p.port == port; }))
        contradiction(uart.place("pins"), fmt::format("a serial line needs the port {}", port));
    }
  }

  /// Reads the parts of boards without PCIe: a serial line, and their own clocks.
  void read_uart(const Section& all, board::Wiring& out) {
    const auto uart = section(all, "uart");
    const auto oscillator = section(all, "oscillator");
    if (uart) read_line(*uart, out);
    if (!oscillator) return;
    keys(*oscillator, {"ip", "user_mhz", "parameters", "clocks", "pins"},
         {"ip", "user_mhz", "parameters", "clocks", "pins"});
    out.oscillator = use(*oscillator);
    out.user_mhz = quantity(*oscillator, "user_mhz", kMostMhz);
    if (out.oscillator.clocks.empty()) contradiction(oscillator->place("clocks"), "an oscillator needs a clock");
  }

  /// Reads the parts that only boards for Quartus have.
  void read_quartus(const Section& all, board::Wiring& out) {
    for (const std::string& helper : list(all, "helpers", {})) out.helpers[helper] = ip(helper, all.place("helpers"));
    if (const auto oscillator = section(all, "oscillator")) {
      keys(*oscillator, {"pll", "clocks", "pins"}, {"pll", "clocks", "pins"});
      out.oscillator.ip = out.clock_wizard = ip(text(*oscillator, "pll"), oscillator->place("pll"));
      out.oscillator.pins = pins(*oscillator);
      if (const YamlValue* clocks = list_of(*oscillator, "clocks")) {
        for (const YamlValue& item : clocks->items) read_clock(item, out.oscillator);
      }
      if (out.oscillator.clocks.empty()) contradiction(oscillator->place("clocks"), "an oscillator needs a clock");
    }
    if (const auto high = section(all, "high")) out.high = only_pins(*high);
    check_rows(all, out);
  }

  /// Controllers that do not calibrate themselves are calibrated by a helper, one per row of the chip.
  void check_rows(const Section& all, const board::Wiring& out) {
    constexpr int kMostOfARow = 2;
    std::map<int, int> rows;
    for (std::size_t k = 0; k < out.memory.size(); ++k) {
      const board::Ip& ip = out.memory[k].use.ip;
      const bool outside = std::any_of(ip.interfaces.begin(), ip.interfaces.end(),
                                       [](const board::IpInterface& i) { return i.name == "emif_calbus"; });
      if (outside != out.memory[k].row.has_value()) {
        contradiction(
            all.place("memory"),
            outside
                ? fmt::format(
                      "{} of memory channel {} is calibrated with others in its row of the chip: set 'row' to 0 or 1",
                      ip.name, k)
                : fmt::format("memory channel {} has a 'row', but {} calibrates itself", k, ip.name));
      }
      if (out.memory[k].row && ++rows[*out.memory[k].row] > kMostOfARow)
        contradiction(all.place("memory"), fmt::format("row {} of the chip has more than {} memory channels",
                                                       *out.memory[k].row, kMostOfARow));
    }
    if (!rows.empty() && !out.helpers.contains("altera_emif_cal"))
      contradiction(all.place("helpers"),
                    "memory is calibrated outside its controllers, but 'helpers' lacks altera_emif_cal");
  }

  void read_channel(const YamlValue& item, board::Wiring& out) {
    const Section one{item, "memory"};
    keys(one, {"ip", "sizes", "ui_ns", "row", "parameters", "clocks", "pins"},
         {"ip", "sizes", "ui_ns", "parameters", "clocks", "pins"});
    board::WiredMemory& channel = out.memory.emplace_back();
    channel.use = use(one);
    if (const YamlValue* row = one.find("row"))
      channel.row = static_cast<int>(number(*row, one.place("row"), "row", 0, 1, true).value_or(0));
    channel.ui_ns = quantity(one, "ui_ns", kMostNs);
    const auto address = channel.use.sizes.find("address");
    constexpr int kMostBits = 48;
    if (address == channel.use.sizes.end()) return;
    if (address->second < 12 || address->second > kMostBits)
      contradiction(one.place("sizes"),
                    fmt::format("a channel has 12 to {} address bits, not {}", kMostBits, address->second));
    else
      channel.bytes = std::uint64_t{1} << address->second;
  }

  /// A top selects the channel by the address bits above those of a channel, and has one bus for all channels.
  void check_channels(const SourceLocation& where, const board::Wiring& out) {
    const std::size_t count = out.memory.size();
    if (count == 0 || (count & (count - 1)) != 0)
      contradiction(where, fmt::format("{} memory channels; a card must have 1, 2, 4 or 8", count));
    for (std::size_t k = 1; k < count; ++k) {
      for (const char* size : {"address", "data"}) {
        const auto first = out.memory[0].use.sizes.find(size), here = out.memory[k].use.sizes.find(size);
        const bool both = first != out.memory[0].use.sizes.end() && here != out.memory[k].use.sizes.end();
        if (both && first->second != here->second)
          contradiction(where, fmt::format("'{}' of memory channel {} is {}, but {} for channel 0; all must be equal",
                                           size, k, here->second, first->second));
      }
    }
  }

  board::Platform read_platform(const Section& section) {
    board::Platform out;
    keys(section, {"name", "bus", "kernel_mhz", "memory", "left"}, {"name", "bus", "kernel_mhz", "memory"});
    if (const auto left = this->section(section, "left")) out.left = resources(*left);
    out.name = text(section, "name");
    out.kernel_mhz = quantity(section, "kernel_mhz", kMostMhz);
    if (const auto bus = this->section(section, "bus")) {
      keys(*bus, {"bits", "mhz"}, {"bits", "mhz"});
      out.bus_bits = std::stoi("0" + choice(*bus, "bits", {"64", "128", "256", "512"}));
      out.bus_mhz = quantity(*bus, "mhz", kMostMhz);
    }
    const YamlValue* memory = list_of(section, "memory");
    if (memory == nullptr) return out;
    for (const YamlValue& item : memory->items) {
      const Section one{item, "memory"};
      keys(one, {"name", "count"}, {"name", "count"});
      const std::string name = choice(one, "name", {"DDR", "HBM", "PLRAM"});
      const YamlValue* const count = one.find("count");
      const auto number =
          count == nullptr ? std::nullopt : this->number(*count, one.place("count"), "count", 1, 64, true);
      for (int i = 0; i < static_cast<int>(number.value_or(0)); ++i)
        out.memory.push_back(fmt::format("{}[{}]", name, i));
    }
    return out;
  }

  void read_part(const YamlValue& item, board::Wiring& out) {
    const Section one{item, "parts"};
    keys(one, {"file", "row"}, {"file", "row"});
    board::PartFile part{text(one, "file"), {}};
    if (!part.path.starts_with("parts/") || !part.path.ends_with(".csv"))
      contradiction(one.place("file"), fmt::format("'{}' is not of the form parts/<name>.csv", part.path));
    const auto row = section(one, "row");
    for (std::size_t i = 0; row && i < row->map.keys.size(); ++i) {
      part.row.emplace_back(row->map.keys[i],
                            one_of(row->map.items[i], row->map.items[i].where, row->map.keys[i].c_str(), {}));
    }
    out.parts.push_back(std::move(part));
  }

  /// Files that parameters name must be listed in `parts`.
  void check_files(const Section& all, const board::Wiring& out) {
    for (const board::WiredMemory& channel : out.memory) {
      for (const auto& [name, value] : channel.use.parameters) {
        const board::IpParameter* const known = channel.use.ip.find_parameter(name);
        if (known == nullptr || known->kind != "file") continue;
        const bool is_there = std::any_of(out.parts.begin(), out.parts.end(),
                                          [&, &path = value](const board::PartFile& p) { return p.path == path; });
        if (!is_there)
          contradiction(all.place("memory"), fmt::format("'{}' names {}, which is missing from 'parts'", name, value));
      }
    }
  }
};

}  // namespace

Result<board::Wiring> load_wiring_text(const std::string& text, const std::string& filename,
                                       const std::map<std::string, std::string>& texts, Diagnostics& diagnostics) {
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return Failure{};
  diagnostics.add_source(filename, *source);
  const auto document = read_yaml(*source, filename, diagnostics);
  if (!document) return Failure{};
  const int errors_before = diagnostics.errors_raised();
  board::Wiring wiring = WiringReader(texts, diagnostics).read(*document);
  if (diagnostics.errors_raised() > errors_before) return Failure{};
  return wiring;
}

namespace {

std::vector<std::string> wired_boards() {
  std::vector<std::string> names;
  for (const auto& [name, text] : wiring_texts()) {
    if (name.find('/') == std::string::npos) names.push_back(name);
  }
  return names;
}

}  // namespace

Result<board::Wiring> load_wiring(const std::string& board, Diagnostics& diagnostics) {
  const auto known = wiring_texts().find(board);
  if (known == wiring_texts().end())
    return diagnostics.error(
        Code::kUnusableWiring, {board},
        fmt::format("there is no project for '{}' yet: its pins and IP are not wired (boards/{}/wiring.yaml)", board,
                    board),
        {fmt::format("projects are available for {}", fmt::join(wired_boards(), ", ")),
         "how to wire a board: docs/projects.md"});
  auto wiring =
      load_wiring_text(known->second, fmt::format("boards/{}/wiring.yaml", board), wiring_texts(), diagnostics);
  if (wiring) wiring->board = board;
  return wiring;
}

Result<board::Wiring> load_wiring(const board::Board& board, Diagnostics& diagnostics) {
  if (wiring_texts().contains(board.id) || board.file == "boards/" + board.id + "/board.yaml")
    return load_wiring(board.id, diagnostics);
  return diagnostics.error(
      Code::kUnusableWiring, {board.file.path().string()},
      fmt::format("there is no project for '{}': it is a board of yours, whose wiring.yaml rtlgen does not read",
                  board.id),
      {fmt::format("put both files into boards/{} of rtlgen's source, and build rtlgen (docs/projects.md)", board.id),
       fmt::format("projects are available for {}", fmt::join(wired_boards(), ", "))});
}

bool has_uart(const std::string& board) {
  if (!wiring_texts().contains(board)) return false;
  Diagnostics none;
  const auto wiring = load_wiring(board, none);
  return wiring && wiring->uart;
}

std::vector<std::string> boards_with_uart() {
  std::vector<std::string> boards = wired_boards();
  std::erase_if(boards, [](const std::string& name) { return !has_uart(name); });
  return boards;
}

}  // namespace rtlgen::frontend
