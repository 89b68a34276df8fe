// Requirements on a project, for vivado.tcl: from board data, IP tables and the elaborated top; not from the project's
// scripts.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "../axis/register_names.hpp"
#include "driver/prepare/prepare.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "kept_run.hpp"
#include "mig_facts.hpp"
#include "plan/plan.hpp"
#include "project.hpp"
#include "runner/digest.hpp"
#include "spec/stencil.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {

/// The top after Yosys' proc: its ports, and the hierarchy for register_names. Of the same files it is made once.
struct Elaborated {
  std::string top;
  const nlohmann::json& modules;

  explicit Elaborated(const driver::PlannedProject& project) : top(project.flow().top()), modules(known(project)) {}

 private:
  static const nlohmann::json& known(const driver::PlannedProject& project) {
    static std::map<std::string, nlohmann::json> made;
    std::string text = project.flow().top();
    for (const emit::File& file : project.files()) {
      if (file.path.ends_with(".v")) text += file.path + "\n" + file.text;
    }
    const auto [at, is_new] = made.try_emplace(runner::sha256(text));
    if (is_new) at->second = modules_of(project);
    return at->second;
  }
  static nlohmann::json modules_of(const driver::PlannedProject& project) {
    const std::string top = project.flow().top();
    const std::string folder = fresh_folder("project_elaborated_" + top);
    std::string files;
    std::vector<emit::File> sources = project.files();
    sources.push_back({"black_boxes.v", flow::black_boxes(project.flow())});
    put_files(folder, sources);
    for (const emit::File& file : sources) {
      if (file.path.ends_with(".v") && file.path != "black_boxes.v") files += file.path + " ";
    }
    ProcessOptions options;
    options.working_directory = folder;
    const ProcessResult yosys = kept_run({"yosys", "-q", "-p",
                                          "read_verilog -lib black_boxes.v; read_verilog " + files +
                                              "; hierarchy -check -top " + top + "; proc; write_json out.json"},
                                         options, {"out.json"});
    EXPECT_TRUE(yosys.ok()) << yosys.errors;
    // A port of another width than its IP's is a warning to Yosys.
    EXPECT_EQ((yosys.output + yosys.errors).find("Resizing cell port"), std::string::npos) << yosys.errors;
    return nlohmann::json::parse(read_text(folder + "/out.json")).at("modules");
  }
};

/// A register's name in Quartus; Pro leaves the entities out of "entity:instance".
inline std::string quartus_name(std::string name, bool pro) {
  for (std::size_t colon; pro && (colon = name.find(':')) != std::string::npos;) {
    const std::size_t bar = name.rfind('|', colon);
    const std::size_t begin = bar == std::string::npos ? 0 : bar + 1;
    name.erase(begin, colon + 1 - begin);
  }
  return name;
}

inline std::string tcl_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " {" + word + "}";
  return "[list" + text + "]";
}

inline std::string tcl_dict(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text;
  for (const auto& [key, value] : pairs) text += fmt::format(" {{{}}} {}", key, value);
  return "[dict create" + text + "]";
}

/// Registers that another clock writes, and from which clock they must be constrained; those behind distributed RAM.
inline void add_crossings(const Elaborated& elaborated, std::string& text) {
  axis_test::Names names;
  axis_test::walk(elaborated.modules, elaborated.top, "", "", names);
  std::vector<std::pair<std::string, std::string>> landing, words;
  for (const std::string& name : names.vivado) {
    // The shell's own file is scoped: constraints_test has that.
    if (name.find("u_shell") != std::string::npos) continue;
    const auto is = [&](const char* part) { return name.find(part) != std::string::npos; };
    // Comes from a port, whose path is a false one.
    if (is("u_host/u_rx/")) continue;
    const std::string channel = is("u_cross_") ? name.substr(name.find("u_cross_") + 8, 1) : "";
    const std::string memory = "{memory_" + channel + "}";
    const bool to_memory = is("/u_aw_fifo/") || is("/u_w_fifo/") || is("/u_ar_fifo/");
    const std::string writer = to_memory ? "bus" : memory, reader = to_memory ? memory : "bus";
    if (is("wr_meta_reg"))
      landing.emplace_back(name, reader);
    else if (is("rd_meta_reg"))
      landing.emplace_back(name, writer);
    else if (is("/meta_reg"))
      landing.emplace_back(name, "*");
    else if (is("/out_data_reg") && !channel.empty())
      words.emplace_back(name, writer);
  }
  EXPECT_GE(landing.size(), 12U);
  text += "dict set facts landing " + tcl_dict(landing) + "\ndict set facts words " + tcl_dict(words) + "\n";
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// Pad, standard, pull and likeness of every pin; names of those that an IP places.
struct PinFacts {
  Pairs pins;
  std::vector<std::string> by_ip;

  explicit PinFacts(const board::Wiring& w) {
    for (const auto& [function, list] : w.pins_by_function()) {
      for (const board::PortPins& port : *list) {
        for (std::size_t i = 0; i < port.pins.size(); ++i) {
          const std::string like = port.like.empty() ? "" : fmt::format("by_ip {}[0]", port.like);
          const std::string name = port.pins.size() == 1 ? port.port : fmt::format("{}[{}]", port.port, i);
          pins.emplace_back(name, tcl_list({port.pins[i], like.empty() ? port.standard : like,
                                            port.pull == "up" ? "true" : "", like}));
          if (port.by_ip) by_ip.push_back(name);
        }
      }
    }
  }
};

/// The files that describe a memory's parts.
inline Pairs part_facts(const board::Wiring& w) {
  Pairs parts;
  for (const board::PartFile& part : w.parts) {
    std::string names, values;
    for (const auto& [name, value] : part.row)
      names += (names.empty() ? "" : ",") + name, values += (values.empty() ? "" : ",") + value;
    parts.emplace_back(part.path, "\"" + names + "\n" + values + "\n\"");
  }
  return parts;
}

/// The IPs of a card: their modules with parameters, what Vivado knows of them, input clocks, output clocks, XML files.
class IpFacts {
 public:
  explicit IpFacts(const driver::PlannedProject& project) {
    const board::Wiring& w = project.wiring;
    // Both wizards are one IP to Vivado; the one with more outputs has all of its parameters, so its table is the last
    // one.
    const bool uart = w.uart.has_value();
    board::IpUse clock;
    clock.ip = w.clock_wizard;
    add_ip(clock, "card_clock",
           {{"PRIM_SOURCE", "No_buffer"},
            {"PRIM_IN_FREQ", fmt::format("{:.3f}", w.user_mhz)},
            {"CLKOUT1_REQUESTED_OUT_FREQ", fmt::format("{:.3f}", project.model.clock_mhz)},
            uart ? std::pair<std::string, std::string>{"RESET_TYPE", "ACTIVE_LOW"}
                 : std::pair<std::string, std::string>{"USE_DYN_RECONFIG", "true"},
            {"USE_SAFE_CLOCK_STARTUP", "true"}});
    if (uart)
      add_ip(w.oscillator, "card_clocks", w.oscillator.parameters);
    else
      add_ip(w.pcie, "card_pcie", w.pcie.parameters);
    if (project.model.prepared->plan.stencil->hardware.debug.any() && !uart) {
      board::IpUse jtag;
      jtag.ip = w.jtag_registers;
      add_ip(jtag, "card_jtag", {{"PROTOCOL", "2"}, {"M_AXI_ADDR_WIDTH", "32"}, {"M_AXI_DATA_WIDTH", "32"}});
    }
    instances = {{uart ? "u_clocks/clk_out1" : "u_pcie/axi_aclk", "bus"}, {"u_clock/clk_out1", "kernel"}};
    for (std::size_t k = 0; k < w.memory.size(); ++k) add_memory(w, k);
  }

  Pairs ips, schema, clocks, instances, xmls;

 private:
  void add_ip(const board::IpUse& use, const std::string& module, const Pairs& parameters) {
    Pairs values;
    for (const auto& [key, value] : parameters) values.emplace_back(key, "{" + value + "}");
    ips.emplace_back(module, fmt::format("[list {} {}]", use.ip.name, tcl_dict(values)));
    Pairs kinds;
    for (const board::IpParameter& p : use.ip.parameters)
      kinds.emplace_back(p.name, fmt::format("[list {} {}]", p.words.empty() ? p.kind : "words", tcl_list(p.words)));
    schema.emplace_back(use.ip.name, tcl_dict(kinds));
    for (const board::InputClock& clock : use.clocks)
      clocks.emplace_back(clock.port, fmt::format("{}", clock.period_ns));
  }
  void add_memory(const board::Wiring& w, std::size_t k) {
    const bool mig = w.memory[k].use.ip.name == "mig_7series";
    const std::string xml = fmt::format("parts/mig_{}.prj", k);
    add_ip(w.memory[k].use, fmt::format("card_memory_{}", k),
           mig ? Pairs{{"XML_INPUT_FILE", xml},
                       {"RESET_BOARD_INTERFACE", "Custom"},
                       {"MIG_DONT_TOUCH_PARAM", "Custom"},
                       {"BOARD_MIG_PARAM", "Custom"}}
               : w.memory[k].use.parameters);
    instances.emplace_back(mig ? fmt::format("u_memory_{}/ui_clk", k)
                               : fmt::format("u_memory_{}/c0_{}_ui_clk", k, w.memory[k].use.ip.name),
                           fmt::format("memory_{}", k));
    if (mig) xmls.emplace_back(xml, tcl_dict(mig_facts(w, k)));
  }
};

/// The sources, what the scripts write, and the constraints that are read late.
inline std::string file_facts(const driver::PlannedProject& project, const std::string& top) {
  std::vector<std::string> sources;
  bool has_like = false;
  for (const emit::File& file : project.files()) {
    has_like |= file.path == "constraints/like.xdc";
    if (file.path.ends_with(".v") || file.path.ends_with(".vhd") || file.path.ends_with(".xdc"))
      sources.push_back(file.path);
  }
  const std::string shell = project.model.prepared->plan.shell->module;
  std::vector<std::string> written = {fmt::format("ref {0} rtl/shell/{0}.xdc", shell),
                                      "checkpoint build/synthesised.dcp synth_design",
                                      "checkpoint build/attempt_1/placed.dcp place_design",
                                      "checkpoint build/attempt_1/routed.dcp route_design",
                                      "report report_utilization build/utilisation_synthesised.rpt",
                                      "report report_utilization build/attempt_1/utilisation.rpt",
                                      "report report_timing_summary build/attempt_1/timing.rpt",
                                      "report report_cdc build/attempt_1/cdc.rpt",
                                      "report report_drc build/attempt_1/drc.rpt",
                                      "report report_bus_skew build/attempt_1/bus_skew.rpt",
                                      "report report_pulse_width build/attempt_1/pulse_width.rpt",
                                      "report check_timing build/attempt_1/check_timing.rpt",
                                      "report report_utilization printed",
                                      "project target_language Verilog",
                                      "project default_lib work",
                                      fmt::format("bitstream build/attempt_1/{}.bit", top)};
  std::string text =
      "dict set facts sources " + tcl_list(sources) + "\ndict set facts written " + tcl_list(written) + "\n";
  std::vector<std::string> late = {fmt::format("rtl/shell/{}.xdc", shell), "constraints/timing.xdc"};
  if (has_like) late.emplace_back("constraints/like.xdc");
  text += "dict set facts late " + tcl_list(late) + "\n";
  return text;
}

/// Paths that are no paths: from resets and to LEDs, and a serial line's.
inline std::string false_paths(const board::Wiring& w) {
  const std::size_t leds = w.leds.front().pins.size();
  std::string lights;
  for (std::size_t i = 0; i < leds; ++i) lights += leds == 1 ? " {port:led}" : fmt::format(" {{port:led[{}]}}", i);
  return fmt::format("dict set facts false [list [list port:{} {{}}] [list {{}} [list{}]]{}]\n", w.reset.front().port,
                     lights, w.uart ? " [list port:uart_rx {}] [list {} port:uart_tx]" : "");
}

inline std::string facts_text(const driver::PlannedProject& project, const Elaborated& elaborated) {
  const board::Wiring& w = project.wiring;
  std::string text = fmt::format("set facts {{}}\ndict set facts top {}\ndict set facts part {}\n", elaborated.top,
                                 flow::part_number(project.board));
  Pairs ports, properties;
  for (const auto& [name, port] : elaborated.modules.at(elaborated.top).at("ports").items())
    ports.emplace_back(name, fmt::to_string(port.at("bits").size()));
  for (const board::Setting& s : w.settings) properties.emplace_back(s.property, "{" + s.value + "}");
  const PinFacts pins(w);
  const IpFacts ip(project);
  for (const auto& [key, list] : {std::pair{"ports", ports},
                                  {"pins", pins.pins},
                                  {"clocks", ip.clocks},
                                  {"ips", ip.ips},
                                  {"schema", ip.schema},
                                  {"parts", part_facts(w)},
                                  {"properties", properties},
                                  {"instances", ip.instances},
                                  {"xmls", ip.xmls}}) {
    text += fmt::format("dict set facts {} {}\n", key, tcl_dict(list));
  }
  text += "dict set facts by_ip " + tcl_list(pins.by_ip) + "\n";
  text += file_facts(project, elaborated.top);
  text += false_paths(w);
  add_crossings(elaborated, text);
  return text;
}

/// The verdict of a stand-in of tests/project on the project in `folder`, whose facts are in `facts`. `part`: "debug"
/// or "good", if only a part of its designs is built.
inline std::string verdict_of_stand_in(const std::string& script, const std::string& folder,
                                       const std::string& facts = "facts.txt", const std::string& part = "") {
  const std::string here = test::source_folder() + "/tests/project";
  std::vector<std::string> command = {"tclsh", here + "/" + script, facts};
  if (!part.empty()) command.push_back(part);
  return kept_run(folder, command, {}, {folder, here}).output;
}

inline std::string judged(const std::string& folder, const std::string& facts) {
  return verdict_of_stand_in("vivado.tcl", folder, facts);
}

}  // namespace rtlgen::test
