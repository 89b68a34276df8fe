// Ports by interface, registers, files. Element names and their order are those of the standard; bus definitions are
// Vivado's.
#include "flow/ipxact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "contract/bus_ports.hpp"
#include "emit/banner.hpp"
#include "flow/packaged.hpp"
#include "flow/project.hpp"
#include "flow/registers.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow {

namespace {

using Node = pugi::xml_node;

constexpr const char* kSynthesis = "xilinx_anylanguagesynthesis";
constexpr const char* kSimulation = "xilinx_anylanguagebehavioralsimulation";

Node add(Node parent, const std::string& element) { return parent.append_child(("spirit:" + element).c_str()); }
Node add(Node parent, const std::string& element, const std::string& text) {
  Node node = add(parent, element);
  node.text().set(text.c_str());
  return node;
}

/// Vendor, library, name, version as attributes.
void add_type(Node parent, const char* element, const char* library, const std::string& name) {
  Node node = add(parent, element);
  for (const auto& [key, value] : {std::pair<const char*, std::string>{"vendor", "xilinx.com"},
                                   {"library", library},
                                   {"name", name},
                                   {"version", "1.0"}})
    node.append_attribute((std::string("spirit:") + key).c_str()) = value.c_str();
}

void add_parameters(Node parent, const std::vector<std::pair<std::string, std::string>>& values) {
  Node list = add(parent, "parameters");
  for (const auto& [name, value] : values) {
    Node one = add(list, "parameter");
    add(one, "name", name);
    add(one, "value", value);
  }
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

void add_map(Node maps, const std::string& logical, const std::string& physical) {
  Node map = add(maps, "portMap");
  add(add(map, "logicalPort"), "name", logical);
  add(add(map, "physicalPort"), "name", physical);
}

void add_axi(Node interfaces, const Packaged& module, const AxiInterface& axi) {
  Node one = add(interfaces, "busInterface");
  add(one, "name", axi.name);
  add_type(one, "busType", "interface", "aximm");
  add_type(one, "abstractionType", "interface", "aximm_rtl");
  const char* const kind = axi.is_master ? "addressSpaceRef" : "memoryMapRef";
  add(add(one, axi.is_master ? "master" : "slave"), kind).append_attribute((std::string("spirit:") + kind).c_str()) =
      axi.name.c_str();
  Node maps = add(one, "portMaps");
  for (const contract::BusPort& p : axi.ports) add_map(maps, upper(p.name), axi.name + "_" + p.name);
  std::vector<std::pair<std::string, std::string>> values = {{"PROTOCOL", axi.is_master ? "AXI4" : "AXI4LITE"}};
  if (axi.is_master) {
    values.insert(values.end(), {{"HAS_BURST", "0"},
                                 {"SUPPORTS_NARROW_BURST", "0"},
                                 {"MAX_BURST_LENGTH", fmt::to_string(module.burst_beats)},
                                 {"NUM_READ_OUTSTANDING", fmt::to_string(module.outstanding)},
                                 {"NUM_WRITE_OUTSTANDING", fmt::to_string(module.outstanding)}});
  }
  add_parameters(one, values);
}

void add_signal(Node interfaces, const char* kind, const std::string& logical, const std::string& port, bool is_master,
                const std::vector<std::pair<std::string, std::string>>& values) {
  Node one = add(interfaces, "busInterface");
  add(one, "name", port);
  add_type(one, "busType", "signal", kind);
  add_type(one, "abstractionType", "signal", std::string(kind) + "_rtl");
  add(one, is_master ? "master" : "slave");
  add_map(add(one, "portMaps"), logical, port);
  if (!values.empty()) add_parameters(one, values);
}

void add_interfaces(Node component, const Packaged& module) {
  Node list = add(component, "busInterfaces");
  std::vector<std::string> names;
  for (const AxiInterface& axi : module.axi) {
    add_axi(list, module, axi);
    names.push_back(axi.name);
  }
  add_signal(list, "clock", "CLK", module.bus_clock, false,
             {{"ASSOCIATED_BUSIF", fmt::format("{}", fmt::join(names, ":"))}, {"ASSOCIATED_RESET", module.reset}});
  add_signal(list, "clock", "CLK", module.kernel_clock, false, {});
  add_signal(list, "reset", "RST", module.reset, false,
             {{"POLARITY", module.reset_is_low ? "ACTIVE_LOW" : "ACTIVE_HIGH"}});
  add_signal(list, "interrupt", "INTERRUPT", module.interrupt, true, {{"SENSITIVITY", "LEVEL_HIGH"}});
}

void add_address_spaces(Node component, const Packaged& module) {
  Node list = add(component, "addressSpaces");
  for (const AxiInterface& axi : module.axi) {
    if (!axi.is_master) continue;
    Node space = add(list, "addressSpace");
    add(space, "name", axi.name);
    add(space, "range", "18446744073709551616");  // 2^64
    add(space, "width", fmt::to_string(module.bus_bits));
  }
}

void add_register(Node block, const Register& r, const Packaged& module) {
  const auto word = [](Access access) { return access == Access::kReadOnly ? "read-only" : "read-write"; };
  Node one = add(block, "register");
  add(one, "name", r.name);
  add(one, "description", r.meaning);
  add(one, "addressOffset", fmt::format("{:#05x}", r.offset));
  add(one, "size", fmt::to_string(r.bits));
  add(one, "access", word(r.access));
  for (const RegisterField& f : r.fields) {
    Node field = add(one, "field");
    add(field, "name", f.name);
    add(field, "description", f.meaning);
    add(field, "bitOffset", fmt::to_string(f.bit));
    add(field, "bitWidth", fmt::to_string(f.bits));
    add(field, "access", word(f.access));
  }
  if (r.channel >= 0) add_parameters(one, {{"ASSOCIATED_BUSIF", module.memory_port(r.channel)}});
}

void add_memory_map(Node component, const Project& project, const Packaged& module) {
  Node map = add(add(component, "memoryMaps"), "memoryMap");
  add(map, "name", module.axi.front().name);
  Node block = add(map, "addressBlock");
  add(block, "name", "reg0");
  add(block, "baseAddress", "0x0");
  add(block, "range", fmt::to_string(register_range(*project.plan.shell)));
  add(block, "width", "32");
  add(block, "usage", "register");
  add(block, "access", "read-write");
  for (const Register& r : register_list(*project.plan.shell)) add_register(block, r, module);
}

void add_port(Node ports, const std::string& name, bool is_output, int bits) {
  Node port = add(ports, "port");
  add(port, "name", name);
  Node wire = add(port, "wire");
  add(wire, "direction", is_output ? "out" : "in");
  if (bits > 1) {
    Node vector = add(wire, "vector");
    add(vector, "left", fmt::to_string(bits - 1));
    add(vector, "right", "0");
  }
  Node type = add(add(wire, "wireTypeDefs"), "wireTypeDef");
  add(type, "typeName", "wire");
  for (const char* view : {kSynthesis, kSimulation}) add(type, "viewNameRef", view);
}

std::string file_set_of(const char* view) { return std::string(view) + "_view_fileset"; }

void add_model(Node component, const Packaged& module) {
  Node model = add(component, "model");
  Node views = add(model, "views");
  for (const auto& [view, title, tool] :
       {std::tuple{kSynthesis, "Synthesis", "synthesis"}, {kSimulation, "Simulation", "simulation"}}) {
    Node one = add(views, "view");
    add(one, "name", view);
    add(one, "displayName", title);
    add(one, "envIdentifier", std::string(":vivado.xilinx.com:") + tool);
    add(one, "language", "Verilog");
    add(one, "modelName", module.module);
    add(add(one, "fileSetRef"), "localName", file_set_of(view));
  }
  Node ports = add(model, "ports");
  for (const std::string& clock : {module.bus_clock, module.kernel_clock, module.reset})
    add_port(ports, clock, false, 1);
  add_port(ports, module.interrupt, true, 1);
  for (const std::string& led : module.status_leds) add_port(ports, led, true, 1);
  for (const AxiInterface& axi : module.axi) {
    for (const contract::BusPort& p : axi.ports) add_port(ports, axi.name + "_" + p.name, p.is_output, p.bits);
  }
}

void add_files(Node component, const Packaged& module) {
  Node sets = add(component, "fileSets");
  for (const char* view : {kSynthesis, kSimulation}) {
    Node set = add(sets, "fileSet");
    add(set, "name", file_set_of(view));
    for (const std::string& path : module.files) {
      Node file = add(set, "file");
      add(file, "name", path);
      add(file, "fileType", path.ends_with(".vhd") ? "vhdlSource" : "verilogSource");
    }
    if (view != kSynthesis) continue;
    Node file = add(set, "file");
    add(file, "name", module.constraints);
    add(file, "userFileType", "xdc");
    add(file, "userFileType", "USED_IN_implementation");
    Node define = add(file, "define");
    add(define, "name", "processing_order");
    add(define, "value", "late");
  }
}

/// Extensions for Vivado: support for any family, place in the catalogue.
void add_extensions(Node component, const Project& project) {
  Node core = add(component, "vendorExtensions").append_child("xilinx:coreExtensions");
  core.append_child("xilinx:autoFamilySupportLevel").text().set("level_2");
  core.append_child("xilinx:taxonomies").append_child("xilinx:taxonomy").text().set("/UserIP");
  core.append_child("xilinx:displayName").text().set((project.name() + " accelerator").c_str());
  core.append_child("xilinx:coreRevision").text().set("1");
}

}  // namespace

bool has_component(const Project& project) { return project.wiring.tool == "vivado" || project.wiring.tool == "vitis"; }

std::string component_xml(const Project& project) {
  const Packaged module = packaged_of(project);
  pugi::xml_document document;
  Node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  const std::string banner = fmt::format(" {} ", emit::block_origin(project.banner));
  document.append_child(pugi::node_comment).set_value(banner.c_str());
  Node component = document.append_child("spirit:component");
  component.append_attribute("xmlns:xilinx") = "http://www.xilinx.com";
  component.append_attribute("xmlns:spirit") = "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009";
  for (const auto& [element, text] : {std::pair<const char*, std::string>{"vendor", "rtlgen"},
                                      {"library", "accelerators"},
                                      {"name", module.module},
                                      {"version", "1.0"}})
    add(component, element, text);
  add_interfaces(component, module);
  add_address_spaces(component, module);
  add_memory_map(component, project, module);
  add_model(component, module);
  add_files(component, module);
  add(component, "description", fmt::format("The stencil {}, from memory to memory", project.name()));
  add_parameters(component, {{"Component_Name", module.module + "_v1_0"}});
  add_extensions(component, project);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_indent, pugi::encoding_utf8);
  return text.str();
}

}  // namespace rtlgen::flow
