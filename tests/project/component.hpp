// Faults of a project's component.xml beside its structure: against the elaborated module, manifest.json and
// the project's files.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "driver/design/hdl.hpp"
#include "vitis_facts.hpp"

namespace rtlgen::test {

class Component {
 public:
  Component(const driver::PlannedProject& project, const Elaborated& elaborated)
      : shell_(nlohmann::json::parse(driver::manifest(*project.model.prepared)).at("shell")) {
    kernel_ = project.wiring.platform.has_value();
    module_ = kernel_ ? elaborated.top : shell_.at("module").get<std::string>();
    for (const auto& [name, port] : elaborated.modules.at(module_).at("ports").items()) {
      ports_[name] = {port.at("direction") == "output" ? "out" : "in", static_cast<int>(port.at("bits").size())};
    }
    for (const emit::File& file : project.files()) {
      const bool hdl = file.path.ends_with(".v") || file.path.ends_with(".vhd");
      if (hdl && !file.path.starts_with("rtl/card/")) files_.insert(file.path);
      if (file.path == (kernel_ ? "constraints/" : "rtl/shell/") + module_ + ".xdc") constraints_ = file.path;
    }
  }

  /// Empty: nothing.
  std::vector<std::string> faults(const std::string& text) {
    faults_.clear();
    pugi::xml_document document;
    if (!document.load_string(text.c_str())) return {"no XML"};
    root_ = document.child("spirit:component");
    expect("name", text_of(root_, "name"), module_);
    expect("version", text_of(root_, "version"), "1.0");
    expect("vendor", text_of(root_, "vendor") + " " + text_of(root_, "library"), "rtlgen accelerators");
    ports();
    interfaces();
    registers();
    views();
    file_sets();
    extensions();
    return faults_;
  }

 private:
  using Node = pugi::xml_node;
  struct Port {
    std::string direction;
    int bits = 1;
    bool operator==(const Port&) const = default;
  };

  static std::string named(const char* element) { return std::string("spirit:") + element; }
  static std::string text_of(Node node, const char* element) { return node.child(named(element).c_str()).text().get(); }
  static std::vector<Node> all(Node node, const char* list, const char* element) {
    std::vector<Node> found;
    const std::string name = named(element);  // the range keeps a pointer to it
    for (Node one : node.child(named(list).c_str()).children(name.c_str())) found.push_back(one);
    return found;
  }
  static std::map<std::string, std::string> parameters(Node node) {
    std::map<std::string, std::string> values;
    for (Node one : all(node, "parameters", "parameter")) values[text_of(one, "name")] = text_of(one, "value");
    return values;
  }
  void fault(const std::string& text) { faults_.push_back(text); }
  void expect(const std::string& what, const std::string& found, const std::string& wanted) {
    if (found != wanted) fault(fmt::format("{} is '{}', not '{}'", what, found, wanted));
  }

  void ports() {
    std::map<std::string, Port> found;
    for (Node one : all(root_.child("spirit:model"), "ports", "port")) {
      const Node wire = one.child("spirit:wire"), vector = wire.child("spirit:vector");
      const int bits = vector ? std::stoi("0" + text_of(vector, "left")) + 1 : 1;
      if (vector && text_of(vector, "right") != "0") fault("a port does not end at bit 0");
      if (!found.emplace(text_of(one, "name"), Port{text_of(wire, "direction"), bits}).second) fault("a port twice");
      expect("a port's type", text_of(wire.child("spirit:wireTypeDefs").child("spirit:wireTypeDef"), "typeName"),
             "wire");
      std::set<std::string> views;
      for (Node view : wire.child("spirit:wireTypeDefs").child("spirit:wireTypeDef").children("spirit:viewNameRef"))
        views.insert(view.text().get());
      if (views != std::set<std::string>{"xilinx_anylanguagebehavioralsimulation", "xilinx_anylanguagesynthesis"})
        fault("a port's views");
    }
    if (found != ports_) fault("the ports are not those of the module");
  }

  /// Kind, master or slave, name of what it refers to.
  std::map<std::string, std::string> expected_interfaces() const {
    const auto signal = [](const std::string& kind, const char* mode) {
      return fmt::format("signal {} {} ", kind, mode);
    };
    std::map<std::string, std::string> wanted;
    wanted[kernel_ ? "ap_clk" : "bus_clk"] = wanted[kernel_ ? "ap_clk_2" : "kernel_clk"] = signal("clock", "slave");
    wanted[kernel_ ? "ap_rst_n" : "bus_rst"] = signal("reset", "slave");
    wanted[kernel_ ? "interrupt" : "irq"] = signal("interrupt", "master");
    wanted[control()] = "interface aximm slave " + control();
    for (const int channel : shell_.at("channels")) {
      const std::string name = fmt::format("m_axi_{}", channel);
      wanted[name] = "interface aximm master " + name;
    }
    return wanted;
  }
  std::string control() const { return kernel_ ? "s_axi_control" : "s_axil"; }

  void interfaces() {
    std::map<std::string, std::string> found;
    std::set<std::string> mapped;
    for (Node one : all(root_, "busInterfaces", "busInterface")) {
      const std::string name = text_of(one, "name");
      const Node type = one.child("spirit:busType"), abstraction = one.child("spirit:abstractionType");
      const Node master = one.child("spirit:master"), mode = master ? master : one.child("spirit:slave");
      const std::string refers = mode.first_child().attribute(mode.first_child().name()).value();
      found[name] = fmt::format("{} {} {} {}", type.attribute("spirit:library").value(),
                                type.attribute("spirit:name").value(), master ? "master" : "slave", refers);
      expect(name + "'s abstraction",
             fmt::format("{} {}", abstraction.attribute("spirit:library").value(),
                         abstraction.attribute("spirit:name").value()),
             fmt::format("{} {}_rtl", type.attribute("spirit:library").value(), type.attribute("spirit:name").value()));
      for (Node of : {type, abstraction})
        expect(name + "'s definition",
               fmt::format("{} {}", of.attribute("spirit:vendor").value(), of.attribute("spirit:version").value()),
               "xilinx.com 1.0");
      port_maps(one, name, mapped);
      interface_parameters(one, name);
    }
    if (found != expected_interfaces()) fault("the interfaces are not those of the module");
    for (const auto& [name, port] : ports_) {
      if (!mapped.contains(name) && name != "run_busy" && name != "run_failed") fault(name + " is in no interface");
    }
    for (Node space : all(root_, "addressSpaces", "addressSpace")) {
      expect("range", text_of(space, "range"), "18446744073709551616");
      expect("width", text_of(space, "width"), std::to_string(shell_.at("bus_bits").get<int>()));
    }
    std::set<std::string> spaces;
    for (Node space : all(root_, "addressSpaces", "addressSpace")) spaces.insert(text_of(space, "name"));
    std::set<std::string> wanted;
    for (const int channel : shell_.at("channels")) wanted.insert(fmt::format("m_axi_{}", channel));
    if (spaces != wanted) fault("address spaces are not those of the memory ports");
  }

  void port_maps(Node interface, const std::string& name, std::set<std::string>& mapped) {
    static const std::map<std::string, std::string> kAlone = {
        {"ap_clk", "CLK"},   {"ap_clk_2", "CLK"}, {"bus_clk", "CLK"},         {"kernel_clk", "CLK"},
        {"ap_rst_n", "RST"}, {"bus_rst", "RST"},  {"interrupt", "INTERRUPT"}, {"irq", "INTERRUPT"}};
    for (Node map : all(interface, "portMaps", "portMap")) {
      const std::string logical = text_of(map.child("spirit:logicalPort"), "name"),
                        physical = text_of(map.child("spirit:physicalPort"), "name");
      if (!mapped.insert(physical).second) fault(physical + " is in two interfaces");
      if (!ports_.contains(physical)) fault("no port is called " + physical);
      std::string wanted;
      if (kAlone.contains(name)) {
        wanted = kAlone.at(name);
        expect("the port of " + name, physical, name);
      } else if (physical.starts_with(name + "_")) {
        for (const char c : physical.substr(name.size() + 1))
          wanted += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      }
      expect("the logical port of " + physical, logical, wanted);
    }
  }

  void interface_parameters(Node interface, const std::string& name) {
    std::map<std::string, std::string> wanted;
    const std::string outstanding = std::to_string(shell_.at("outstanding").get<int>());
    if (name == control()) wanted = {{"PROTOCOL", "AXI4LITE"}};
    if (name.starts_with("m_axi_")) {
      wanted = {{"PROTOCOL", "AXI4"},
                {"HAS_BURST", "0"},
                {"SUPPORTS_NARROW_BURST", "0"},
                {"MAX_BURST_LENGTH", std::to_string(shell_.at("burst_beats").get<int>())},
                {"NUM_READ_OUTSTANDING", outstanding},
                {"NUM_WRITE_OUTSTANDING", outstanding}};
    }
    if (name == "ap_clk" || name == "bus_clk") {
      std::string all = control();
      for (const int channel : shell_.at("channels")) all += fmt::format(":m_axi_{}", channel);
      wanted = {{"ASSOCIATED_BUSIF", all}, {"ASSOCIATED_RESET", kernel_ ? "ap_rst_n" : "bus_rst"}};
    }
    if (name == "ap_rst_n") wanted = {{"POLARITY", "ACTIVE_LOW"}};
    if (name == "bus_rst") wanted = {{"POLARITY", "ACTIVE_HIGH"}};
    if (name == "interrupt" || name == "irq") wanted = {{"SENSITIVITY", "LEVEL_HIGH"}};
    if (parameters(interface) != wanted) fault("the parameters of " + name);
  }

  static std::uint64_t offset_of(const std::string& text) {
    char* end = nullptr;
    const auto value = std::strtoull(text.c_str(), &end, 0);
    return text.empty() || *end != '\0' ? ~std::uint64_t{0} : value;
  }

  void registers() {
    const Node map = root_.child("spirit:memoryMaps").child("spirit:memoryMap"),
               block = map.child("spirit:addressBlock");
    expect("the map", text_of(map, "name"), control());
    expect(
        "the block",
        fmt::format("{} {} {} {} {} {}", text_of(block, "name"), text_of(block, "baseAddress"), text_of(block, "range"),
                    text_of(block, "width"), text_of(block, "usage"), text_of(block, "access")),
        "reg0 0x0 4096 32 register read-write");
    std::map<std::string, std::string> meanings;
    for (const auto& r : shell_.at("registers")) meanings[r.at("name")] = r.at("meaning");
    std::map<std::string, std::string> found, fields;
    for (Node r : block.children("spirit:register")) {
      const std::string name = text_of(r, "name"), description = text_of(r, "description");
      const auto associated = parameters(r);
      std::string port = associated.contains("ASSOCIATED_BUSIF") ? associated.at("ASSOCIATED_BUSIF") : "";
      if (associated.size() != (port.empty() ? 0U : 1U)) fault("the parameters of " + name);
      if (!found
               .emplace(name, fmt::format("[dict create address_offset {} size {} access {} port {{{}}}]",
                                          offset_of(text_of(r, "addressOffset")), text_of(r, "size"),
                                          text_of(r, "access"), port))
               .second)
        fault("a register twice: " + name);
      if (meanings.contains(name) ? description != meanings[name] : description.empty())
        fault("the meaning of " + name);
      for (Node f : r.children("spirit:field")) {
        if (text_of(f, "description").empty()) fault("a field without a meaning");
        fields[name + "." + text_of(f, "name")] =
            fmt::format("[dict create bit_offset {} bit_width {} access {}]", text_of(f, "bitOffset"),
                        text_of(f, "bitWidth"), text_of(f, "access"));
      }
    }
    const auto registers = vitis_registers(shell_), all_fields = vitis_fields();
    if (found != std::map<std::string, std::string>(registers.begin(), registers.end()))
      fault("the registers are not those of the manifest");
    if (fields != std::map<std::string, std::string>(all_fields.begin(), all_fields.end()))
      fault("the fields are not those of rtlgen_control");
  }

  void views() {
    std::map<std::string, std::string> found;
    for (Node one : all(root_.child("spirit:model"), "views", "view")) {
      found[text_of(one, "name")] =
          fmt::format("{} {} {} {}", text_of(one, "envIdentifier"), text_of(one, "language"), text_of(one, "modelName"),
                      text_of(one.child("spirit:fileSetRef"), "localName"));
    }
    std::map<std::string, std::string> wanted;
    for (const auto& [view, tool] : {std::pair{"xilinx_anylanguagesynthesis", "synthesis"},
                                     {"xilinx_anylanguagebehavioralsimulation", "simulation"}}) {
      wanted[view] = fmt::format(":vivado.xilinx.com:{} Verilog {} {}_view_fileset", tool, module_, view);
    }
    if (found != wanted) fault("the views");
  }

  void file_sets() {
    std::set<std::string> names;
    for (Node one : all(root_, "fileSets", "fileSet")) {
      const std::string name = text_of(one, "name");
      names.insert(name);
      std::set<std::string> found;
      std::string constraints;
      for (Node file : one.children("spirit:file")) {
        const std::string path = text_of(file, "name"), type = text_of(file, "fileType"),
                          user = text_of(file, "userFileType");
        if (!user.empty()) {
          constraints += path + " " + user + " ";
          for (Node more = file.child("spirit:userFileType").next_sibling("spirit:userFileType"); more;
               more = more.next_sibling("spirit:userFileType"))
            constraints += more.text().get();
          constraints +=
              " " + text_of(file.child("spirit:define"), "name") + " " + text_of(file.child("spirit:define"), "value");
          continue;
        }
        if (!found.insert(path).second) fault("a file twice: " + path);
        expect("the type of " + path, type, path.ends_with(".v") ? "verilogSource" : "vhdlSource");
      }
      if (found != files_) fault("the files of " + name + " are not the project's");
      expect("the constraints of " + name, constraints,
             name.starts_with("xilinx_anylanguagesynthesis")
                 ? constraints_ + " xdc USED_IN_implementation processing_order late"
                 : "");
    }
    if (names != std::set<std::string>{"xilinx_anylanguagesynthesis_view_fileset",
                                       "xilinx_anylanguagebehavioralsimulation_view_fileset"})
      fault("the file sets");
  }

  void extensions() {
    const Node core = root_.child("spirit:vendorExtensions").child("xilinx:coreExtensions");
    expect("families", core.child("xilinx:autoFamilySupportLevel").text().get(), "level_2");
    if (std::string(core.child("xilinx:displayName").text().get()).empty()) fault("no name to show");
    if (parameters(root_) != std::map<std::string, std::string>{{"Component_Name", module_ + "_v1_0"}})
      fault("the component's parameters");
    if (text_of(root_, "description").empty()) fault("no description");
  }

  nlohmann::json shell_;
  bool kernel_ = false;
  std::string module_, constraints_;
  std::map<std::string, Port> ports_;
  std::set<std::string> files_;
  Node root_;
  std::vector<std::string> faults_;
};

}  // namespace rtlgen::test
