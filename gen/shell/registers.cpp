// The registers of a top as Verilog.
#include "shell/registers.hpp"

#include <cstdlib>

#include "shell/shell.hpp"

namespace rtlgen::shell {

namespace {

using plan::ShellRegister;

int words_of(const Registers& registers, bool is_status) {
  int words = 0;
  for (const ShellRegister& r : registers) words += r.is_status == is_status ? r.words() : 0;
  return words;
}

/// Names for the parts of the configuration.
std::string config_wires(const Registers& registers) {
  std::string text = fmt::format("  wire [{}:0] config_words;\n  wire unused_config = &{{1'b0, config_words}};\n", 32 * words_of(registers, false) - 1);
  for (const ShellRegister& r : registers) {
    if (r.is_status) continue;
    const std::uint32_t low = 8 * (r.offset - registers.front().offset);
    const std::string part = r.bits == 1 ? fmt::format("[{}]", low) : fmt::format("[{}:{}]", low + static_cast<std::uint32_t>(r.bits) - 1, low);
    text += fmt::format("  wire {}{} = config_words{};\n", range(r.bits), r.name, part);
  }
  return text;
}

std::string status_value(const ShellRegister& r, std::uint32_t identity, const emit::Banner& banner) {
  if (r.name == "identity") return fmt::format("32'h{:08x}", identity);
  if (r.name == "version") return fmt::format("32'h{:08x}", version_word(banner.version));
  if (r.name == "digest") return fmt::format("32'h{}", banner.digest);
  const int padding = 32 * r.words() - r.bits;
  return padding == 0 ? r.name : fmt::format("{}'d0, {}", padding, r.name);
}

}  // namespace

std::uint32_t version_word(const std::string& version) {
  std::uint32_t word = 0;
  const char* at = version.c_str();
  for (int part = 0; part < 3; ++part) {
    char* end = nullptr;
    word = word << 8 | static_cast<std::uint32_t>(std::strtoul(at, &end, 10));
    at = *end == '.' ? end + 1 : end;
  }
  return word;
}

std::string register_table(const Registers& registers) {
  std::string text;
  for (const ShellRegister& r : registers) {
    text += fmt::format("//   {:#05x}  {:<26} {:>3}  {}{}\n", r.offset, r.name, r.bits, r.is_status ? "read only: " : "", r.meaning);
  }
  return text;
}

std::string control_ports(int address_bits) {
  const std::pair<const char*, int> kPorts[] = {{"i awvalid", 1}, {"o awready", 1}, {"i awaddr", address_bits}, {"i wvalid", 1},
      {"o wready", 1}, {"i wdata", 32}, {"i wstrb", 4}, {"o bvalid", 1}, {"i bready", 1}, {"o bresp", 2}, {"i arvalid", 1}, {"o arready", 1},
      {"i araddr", address_bits}, {"o rvalid", 1}, {"i rready", 1}, {"o rdata", 32}, {"o rresp", 2}};
  std::string text;
  for (const auto& [port, bits] : kPorts) {
    text += fmt::format(",\n  {} wire {:<8}s_axil_{}", port[0] == 'i' ? "input " : "output", range(bits), port + 2);
  }
  return text;
}

Part control_part(const Registers& registers, int address_bits, const std::string& clock, const std::string& reset) {
  const int status_words = words_of(registers, true);
  Part part{"Registers", config_wires(registers), ""};
  part.wires += "  wire start, cancel, busy, done, failed, refused;\n";
  part.wires += fmt::format("  wire [{}:0] status_words;\n", 32 * status_words - 1);
  Connections list = {{"clk", clock}, {"rst", reset}};
  for (const char* port : {"awvalid", "awready", "awaddr", "wvalid", "wready", "wdata", "wstrb", "bvalid", "bready", "bresp", "arvalid",
                           "arready", "araddr", "rvalid", "rready", "rdata", "rresp"}) {
    list.emplace_back(std::string("s_axil_") + port, std::string("s_axil_") + port);
  }
  for (const char* port : {"irq", "config_words", "status_words", "refused", "start", "cancel", "busy", "done", "failed"}) list.emplace_back(port, port);
  part.body = instance("rtlgen_control", "u_control",
                       {{"CONFIG_WORDS", fmt::to_string(words_of(registers, false))}, {"STATUS_WORDS", fmt::to_string(status_words)},
                        {"ADDRESS_BITS", fmt::to_string(address_bits)}},
                       list);
  return part;
}

std::string status_assignment(const Registers& registers, std::uint32_t identity, const emit::Banner& banner) {
  std::vector<std::string> words;
  for (const ShellRegister& r : registers) {
    if (r.is_status) words.push_back(status_value(r, identity, banner));
  }
  std::string assignment = "  assign status_words = {\n";
  for (std::size_t i = words.size(); i-- > 0;) assignment += fmt::format("    {}{}\n", words[i], i > 0 ? "," : "");
  return assignment + "  };\n\n";
}

std::string port_value(const plan::ShellRegister& of, int width) {
  if (width == of.bits) return of.name;
  return width == 1 ? of.name + "[0]" : fmt::format("{}[{}:0]", of.name, width - 1);
}

}  // namespace rtlgen::shell
