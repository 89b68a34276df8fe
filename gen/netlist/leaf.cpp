// The interfaces of the modules of rtl/, read from their files, because a second list of ports would be a copy.
//
// A module header in rtl/ has one parameter or port per line. The clock of a port is the last clock port before it;
// kExceptions lists the ports for which that is wrong. tests/netlist compares interfaces with those that Yosys
// elaborates.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "emit/leaf_sources.hpp"
#include "netlist/netlist.hpp"
#include "support/check.hpp"
#include "support/errors.hpp"

namespace rtlgen::netlist {

namespace {

struct LeafPort {
  std::string name;
  bool is_input = true;
  std::string high, low;  ///< expressions of parameters; empty: one bit
};

struct LeafFile {
  std::vector<std::pair<std::string, std::string>> parameters;  ///< with their values in the file
  std::vector<LeafPort> ports;
};

LeafFile read_leaf(const std::string& module) {
  static const std::regex kParameter(R"(\s*parameter (?:\[[^\]]*\] )?(\w+) = ([^,]+),?)");
  static const std::regex kPort(R"(\s*(input|output)\s+(?:wire|reg)\s+(?:\[([^:]+):([^\]]+)\]\s*)?(\w+),?)");
  std::istringstream lines{std::string(emit::leaf_source(module + ".v"))};
  LeafFile file;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line.starts_with("module " + module + " ");
    if (begins || !inside || line.starts_with(") (")) {
      inside = inside || begins;
      continue;
    }
    if (line == ");") return file;
    std::smatch m;
    if (std::regex_match(line, m, kParameter)) {
      file.parameters.emplace_back(m[1], m[2]);
    } else {
      RTLGEN_CHECK(std::regex_match(line, m, kPort), module + " has a line in its header that is not a port: " + line);
      file.ports.push_back({m[4], m[1] == "input", m[2], m[3]});
    }
  }
  throw InternalError(module + ".v has no list of ports");
}

/// Evaluates sums and products of numbers and parameters, with $clog2.
class Value {
 public:
  Value(const std::string& text, const std::map<std::string, std::int64_t>& names) : at_(text.c_str()), names_(names) {}
  std::int64_t sum() {
    std::int64_t value = product();
    while (*at_ == '+' || *at_ == '-') value += *at_++ == '+' ? product() : -product();
    return value;
  }

 private:
  std::int64_t product() {
    std::int64_t value = factor();
    while (*at_ == '*' || *at_ == '/') {
      if (*at_++ == '*')
        value *= factor();
      else
        value /= factor();
    }
    return value;
  }
  std::int64_t factor() {
    if (std::isdigit(static_cast<unsigned char>(*at_)) != 0) {
      std::int64_t value = 0;
      while (std::isdigit(static_cast<unsigned char>(*at_)) != 0) value = 10 * value + (*at_++ - '0');
      return value;
    }
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(*at_)) != 0 || *at_ == '_' || *at_ == '$') name += *at_++;
    if (name.empty() || name == "$clog2") {
      RTLGEN_CHECK(*at_ == '(', std::string("no number in the bounds of a port: ") + at_);
      ++at_;
      const std::int64_t inner = sum();
      RTLGEN_CHECK(*at_++ == ')', "a bracket in the bounds of a port has no end");
      if (name.empty()) return inner;
      std::int64_t bits = 0;
      while ((std::int64_t{1} << bits) < inner) ++bits;
      return bits;
    }
    const auto found = names_.find(name);
    RTLGEN_CHECK(found != names_.end(), "no parameter " + name);
    return found->second;
  }

  const char* at_;
  const std::map<std::string, std::int64_t>& names_;
};

struct Exception {
  Timing timing = Timing::kClocked;
  std::string clock;
};

/// Ports whose clocks do not follow from the order of the ports.
const std::map<std::string, std::map<std::string, Exception>>& exceptions() {
  static const std::map<std::string, std::map<std::string, Exception>> kExceptions = {
      {"rtlgen_sync", {{"in", {Timing::kAny, ""}}}},
      {"rtlgen_restart", {{"rst", {Timing::kAny, ""}}, {"bus_rst", {Timing::kAny, ""}}, {"done", {Timing::kAny, ""}}}},
      {"rtlgen_uart_host", {{"rx", {Timing::kAny, ""}}}},
      {"rtlgen_uart_stream", {{"rx", {Timing::kAny, ""}}}},
      {"rtlgen_crc32", {{"", {Timing::kUnknown, ""}}}},  // logic without a clock, only inside other leaves
      {"rtlgen_ice40_pll", {{"", {Timing::kUnknown, ""}}}},
      {"rtlgen_ecp5_pll", {{"", {Timing::kUnknown, ""}}}},
      {"rtlgen_control",
       {{"config_words", {Timing::kResting, "clk"}}, {"status_words", {Timing::kReadsResting, "clk"}}}},
      {"rtlgen_stream_in",
       {{"kernel_rst", {Timing::kClocked, "kernel_clk"}},
        {"out_valid", {Timing::kClocked, "kernel_clk"}},
        {"out_ready", {Timing::kClocked, "kernel_clk"}},
        {"out_data", {Timing::kClocked, "kernel_clk"}},
        {"", {Timing::kClocked, "bus_clk"}}}},
      {"rtlgen_stream_out",
       {{"kernel_rst", {Timing::kClocked, "kernel_clk"}},
        {"in_valid", {Timing::kClocked, "kernel_clk"}},
        {"in_ready", {Timing::kClocked, "kernel_clk"}},
        {"in_data", {Timing::kClocked, "kernel_clk"}},
        {"", {Timing::kClocked, "bus_clk"}}}}};
  return kExceptions;
}

/// Sets the clocks of a module's ports. Exceptions are listed by name; "" stands for all other ports.
void set_clocks(Interface& border) {
  const auto own = exceptions().find(border.module);
  std::string last;
  for (Port& port : border.ports) {
    if (port.name == "clk" || port.name.ends_with("_clk")) {
      port.timing = Timing::kClock;
      last = port.name;
      continue;
    }
    port.timing = Timing::kClocked;
    port.clock = last;
    if (own == exceptions().end()) continue;
    auto exception = own->second.find(port.name);
    if (exception == own->second.end()) exception = own->second.find("");
    if (exception == own->second.end()) continue;
    port.timing = exception->second.timing;
    port.clock = exception->second.clock;
  }
}

}  // namespace

Interface leaf_interface(const std::string& module, const std::vector<Parameter>& parameters) {
  static std::map<std::string, LeafFile> files;
  auto file = files.find(module);
  if (file == files.end()) file = files.emplace(module, read_leaf(module)).first;
  Interface border{module, {}, {}};
  std::map<std::string, std::int64_t> values;
  for (const auto& [name, value] : file->second.parameters) {
    border.parameters.push_back(name);
    if (std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      values[name] = std::stoll(value);
  }
  for (const Parameter& p : parameters) {
    RTLGEN_CHECK(std::find(border.parameters.begin(), border.parameters.end(), p.name) != border.parameters.end(),
                 module + " has no parameter " + p.name);
    if (const auto* number = std::get_if<std::int64_t>(&p.value)) values[p.name] = *number;
  }
  for (const LeafPort& port : file->second.ports) {
    Port made{port.name, port.is_input ? Direction::kIn : Direction::kOut};
    if (!port.high.empty()) {
      made.width = static_cast<int>(Value(port.high, values).sum() - Value(port.low, values).sum()) + 1;
      made.range = port.high + ":" + port.low;
    }
    border.ports.push_back(std::move(made));
  }
  set_clocks(border);
  return border;
}

}  // namespace rtlgen::netlist
