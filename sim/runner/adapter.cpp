// Generates the adapter between a Verilated core and the test bench: constant-size copies.
#include "runner/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "runner/simulated_design.hpp"

namespace rtlgen::runner {

namespace {

using contract::PortRole;

/// Position of the input port of the same field among all of them, or -1.
int input_position(const std::vector<contract::Port>& inputs, const contract::Port& output) {
  const auto found =
      std::find_if(inputs.begin(), inputs.end(), [&](const auto& port) { return port.index == output.index; });
  return found == inputs.end() ? -1 : static_cast<int>(found - inputs.begin());
}

bool is_setting(PortRole role) { return role >= PortRole::kRowWords && role <= PortRole::kParam; }

std::string sizes(const char* name, const std::vector<contract::Port>& ports) {
  std::string text = fmt::format("inline constexpr std::size_t {}[] = {{", name);
  for (const contract::Port& port : ports) {
    text += fmt::format("sizeof(Model::{}), ", verilator_name(port.name));
  }
  return text + "0};\n";
}

std::string input_functions(const contract::CoreInterface& core, const std::vector<contract::Port>& inputs) {
  std::string put;
  std::string none;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string port = verilator_name(inputs[i].name);
    if (!core.is_late(inputs[i]))
      put += fmt::format("  std::memcpy(&model.{0}, memory[{1}].at(index), sizeof(Model::{0}));\n", port, i);
    none += fmt::format("  std::memset(&model.{0}, 0, sizeof(Model::{0}));\n", port);
  }
  std::string set;
  for (const contract::Port& port : core.ports) {
    if (!is_setting(port.role)) continue;
    const std::string name = verilator_name(port.name);
    set +=
        fmt::format("  model.{0} = static_cast<std::remove_reference_t<decltype(model.{0})>>(settings.at(\"{1}\"));\n",
                    name, port.name);
  }
  return fmt::format(
      "inline void configure(Model& model, const std::map<std::string, std::uint64_t>& settings) {{\n{}}}\n"
      "inline void no_input(Model& model) {{\n  (void)model;\n{}}}\n"
      "inline void put_inputs(Model& model, const std::vector<bench::Words>& memory, std::uint64_t index) {{\n"
      "  (void)model; (void)memory; (void)index;\n{}}}\n",
      set, none, put);
}

/// Inputs with their own handshake, in the order of their ports.
std::string late_functions(const contract::CoreInterface& core, const std::vector<contract::Port>& inputs) {
  std::string places, put, offer, take;
  std::size_t late = 0;
  for (auto port = inputs.begin(); port != inputs.end(); ++port) {
    if (!core.is_late(*port)) continue;
    const std::string name = verilator_name(port->name);
    places += fmt::format("{}, ", port - inputs.begin());
    put += fmt::format("  if (late == {0}) std::memcpy(&model.{1}, word, sizeof(Model::{1}));\n", late, name);
    offer += fmt::format("  if (late == {}) model.{} = valid;\n", late, verilator_name(port->name + "_valid"));
    take += fmt::format("  if (late == {}) return model.{} != 0;\n", late, verilator_name(port->name + "_ready"));
    ++late;
  }
  return fmt::format(
      "inline constexpr std::size_t kLateCount = {};\n"
      "/// Which of the inputs they are.\n"
      "inline constexpr std::size_t kLate[] = {{{}0}};\n"
      "inline void put_late(Model& model, std::size_t late, const std::uint8_t* word) {{\n"
      "  (void)model; (void)late; (void)word;\n{}}}\n"
      "inline void offer_late(Model& model, std::size_t late, bool valid) {{\n  (void)model; (void)late; "
      "(void)valid;\n{}}}\n"
      "inline bool late_ready(const Model& model, std::size_t late) {{\n  (void)model; (void)late;\n{}  return "
      "false;\n}}\n",
      late, places, put, offer, take);
}

/// Ports that load held arrays, in their order.
std::string load_functions(const contract::CoreInterface& core) {
  std::string load;
  std::string sizes;
  int index = 0;
  for (const contract::Port& port : core.ports) {
    if (port.role != PortRole::kLoadData) continue;
    const std::string data = verilator_name(port.name);
    const std::string base = port.name.substr(0, port.name.size() - std::string("data").size());
    load += fmt::format(
        "  model.{0} = which == {3} && word != nullptr;\n  model.{1} = last;\n"
        "  if (which == {3} && word != nullptr) std::memcpy(&model.{2}, word, sizeof(Model::{2}));\n",
        verilator_name(base + "valid"), verilator_name(base + "last"), data, index++);
    sizes += fmt::format("sizeof(Model::{}), ", data);
  }
  return fmt::format(
      "inline constexpr std::size_t kHeldBytes[] = {{{}0}};\n"
      "/// Offers `word` of held array `which`; nullptr: none.\n"
      "inline void load_held(Model& model, std::size_t which, const std::uint8_t* word, bool last) {{\n"
      "  (void)model; (void)which; (void)word; (void)last;\n{}}}\n",
      sizes, load);
}

std::string output_functions(const std::vector<contract::Port>& inputs, const std::vector<contract::Port>& outputs) {
  std::string get;
  std::string copy;
  std::string fields;
  std::string states;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string port = verilator_name(outputs[i].name);
    const int state = input_position(inputs, outputs[i]);
    const std::string place = state < 0 ? fmt::format("results[{}]", i) : fmt::format("memory[{}]", state);
    get += fmt::format("  std::memcpy({1}.at(index), &model.{0}, sizeof(Model::{0}));\n", port, place);
    copy += fmt::format("  std::memcpy(word.{0}, &model.{0}, sizeof(Model::{0}));\n", port);
    fields += fmt::format("  unsigned char {0}[sizeof(Model::{0})];\n", port);
    states += fmt::format("{}, ", state);
  }
  return fmt::format(
      "inline constexpr int kOutputState[] = {{{}}};\n"
      "struct OutputWord {{\n{}}};\n"
      "inline void copy_outputs(const Model& model, OutputWord& word) {{\n{}}}\n"
      "inline void get_outputs(const Model& model, std::vector<bench::Words>& memory,\n"
      "                        std::vector<bench::Words>& results, std::uint64_t index) {{\n"
      "  (void)memory;\n  (void)results;\n{}}}\n",
      states, fields, copy, get);
}

/// Functions that the bench calls every cycle; they do nothing without monitors.
std::string monitor_functions(const contract::CoreInterface& core) {
  std::string take;
  bool any = false;
  for (const contract::Port& port : core.ports) {
    any = any || port.role == PortRole::kMonitorValid;
    if (port.role != PortRole::kMonitor) continue;
    take += fmt::format("  values.push_back(static_cast<std::uint64_t>(model.{}));\n", verilator_name(port.name));
  }
  return fmt::format(
      "inline constexpr bool kMonitors = {};\n"
      "inline bool monitors_valid(const Model& model) {{\n  (void)model;\n  return {};\n}}\n"
      "inline std::vector<std::uint64_t> monitors(const Model& model) {{\n  (void)model;\n"
      "  std::vector<std::uint64_t> values;\n{}  return values;\n}}\n",
      any, any ? fmt::format("model.{} != 0", verilator_name("mon_valid")) : "false", take);
}

}  // namespace

std::string verilator_name(const std::string& port) {
  std::string name;
  bool previous = false;
  for (const char c : port) {
    const bool underscore = c == '_';
    name += underscore && previous ? "__05F" : std::string(1, c);
    previous = underscore && !previous;
  }
  return name;
}

std::string adapter_header(const SimulatedDesign& design) {
  const auto inputs = design.core.ports_of(PortRole::kInData);
  const auto outputs = design.core.ports_of(PortRole::kOutData);
  return fmt::format(
             "// Ports of {} for the test bench; generated from its plan. DO NOT EDIT.\n"
             "#pragma once\n\n#include <type_traits>\n\n#include \"Vcore.h\"\n#include \"job.hpp\"\n\n"
             "using Model = Vcore;\n\nnamespace adapter {{\n\n",
             design.core.module) +
         sizes("kInputBytes", inputs) + sizes("kOutputBytes", outputs) + input_functions(design.core, inputs) +
         late_functions(design.core, inputs) + load_functions(design.core) + output_functions(inputs, outputs) +
         monitor_functions(design.core) + "\n}  // namespace adapter\n";
}

}  // namespace rtlgen::runner
