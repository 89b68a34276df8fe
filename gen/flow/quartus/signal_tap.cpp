// Writes the elements that public session files have, in their order; Quartus does not document the format.
#include "flow/quartus/signal_tap.hpp"

#include <fmt/format.h>

#include "board/wiring.hpp"
#include "emit/file.hpp"
#include "flow/debug.hpp"
#include "flow/project.hpp"
#include "flow/script_text.hpp"

namespace rtlgen::flow::quartus {

namespace {

bool is_pro(const Project& project) { return project.wiring.tool == "quartus_pro"; }

constexpr int kDepth = 1024;  ///< samples of each analyser

/// "shell:u_shell|rtlgen_probe:u_probe_in_t|" in Standard; Pro leaves out the modules.
std::string above(const Tap& tap, bool pro) {
  std::string name;
  for (const auto& [module, instance] : tap.path) name += (pro ? "" : module + ":") + instance + "|";
  return name;
}

/// An analyser and its probes.
struct Analyser {
  int number;
  std::string clock;  ///< "kernel"; also names its set of signals
  std::vector<std::string> nodes;

  [[nodiscard]] std::string instance() const { return fmt::format("auto_signaltap_{}", number); }
  [[nodiscard]] std::string trigger() const { return clock + " trigger"; }
};

std::vector<Analyser> analysers_of(const Project& project) {
  std::vector<Analyser> all;
  for (const char* clock : {"kernel", "bus"}) {
    Analyser analyser{static_cast<int>(all.size()), clock, {}};
    for (const Tap& tap : taps_of(project)) {
      if (tap.on_bus != (analyser.clock == "bus")) continue;
      for (const std::string& bit : tap.bit_names()) analyser.nodes.push_back(above(tap, is_pro(project)) + bit);
    }
    if (!analyser.nodes.empty()) all.push_back(std::move(analyser));
  }
  return all;
}

std::string inputs(const char* kind, const std::vector<std::string>& nodes) {
  std::string text = fmt::format("        <{}>\n", kind);
  for (const std::string& node : nodes)
    text += fmt::format("          <wire name=\"{}\" tap_mode=\"classic\"/>\n", node);
  return text + fmt::format("        </{}>\n", kind);
}

constexpr const char* kFlags =
    "duplicate_name_allowed=\"false\" is_data_input=\"true\" is_node_valid=\"true\" is_selected=\"false\" "
    "is_storage_input=\"true\" is_trigger_input=\"true\"";

/// The list of signals: `element` is node or net.
std::string view(const char* kind, const char* element, const std::vector<std::string>& nodes) {
  std::string text = fmt::format("        <{}>\n", kind);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    text += fmt::format(
        "          <{0} data_index=\"{1}\" {2} name=\"{3}\" storage_index=\"{1}\" tap_mode=\"classic\" "
        "trigger_index=\"{1}\" type=\"unknown\"/>\n",
        element, i, kFlags, nodes[i]);
  return text + fmt::format("        </{}>\n", kind);
}

/// Met at once, until a user sets a condition.
std::string trigger(const Analyser& analyser) {
  std::string text = fmt::format(
      "      <trigger attribute_mem_mode=\"false\" gap_record=\"true\" name=\"{0}\" position=\"center\" "
      "power_up_trigger_mode=\"false\" record_data_gap=\"true\" segment_size=\"1\" storage_mode=\"off\" "
      "storage_qualifier_disabled=\"no\" storage_qualifier_port_is_pin=\"true\" "
      "storage_qualifier_port_name=\"auto_stp_external_storage_qualifier\" "
      "storage_qualifier_port_tap_mode=\"classic\" trigger_type=\"circular\">\n"
      "        <power_up_trigger position=\"pre\" storage_qualifier_disabled=\"no\"/>\n"
      "        <events use_custom_flow_control=\"no\">\n"
      "          <level enabled=\"yes\" name=\"condition1\" type=\"basic\">\n            <power_up enabled=\"yes\">\n"
      "            </power_up>\n            <op_node/>\n          </level>\n        </events>\n"
      "        <storage_qualifier_events>\n          <transitional>{1}\n"
      "            <pwr_up_transitional>{1}</pwr_up_transitional>\n          </transitional>\n",
      analyser.trigger(), std::string(analyser.nodes.size(), '1'));
  constexpr int kQualifiers = 3;
  for (int i = 0; i < kQualifiers; ++i)
    text +=
        "          <storage_qualifier_level type=\"basic\">\n            <power_up>\n            </power_up>\n"
        "            <op_node/>\n          </storage_qualifier_level>\n";
  return text + "        </storage_qualifier_events>\n      </trigger>\n";
}

std::string text_of(const Analyser& analyser) {
  std::string text = fmt::format(
      "  <instance enabled=\"true\" entity_name=\"sld_signaltap\" is_auto_node=\"yes\" name=\"{0}\" "
      "source_file=\"sld_signaltap.vhd\">\n"
      "    <node_ip_info instance_id=\"{1}\" mfg_id=\"110\" node_id=\"0\" version=\"6\"/>\n"
      "    <signal_set is_expanded=\"true\" name=\"{2}\">\n"
      "      <clock name=\"{2}_clk\" polarity=\"posedge\" tap_mode=\"classic\"/>\n"
      "      <config pipeline_level=\"0\" ram_type=\"AUTO\" reserved_data_nodes=\"0\" "
      "reserved_storage_qualifier_nodes=\"0\" reserved_trigger_nodes=\"0\" sample_depth=\"{3}\" "
      "trigger_in_enable=\"no\" trigger_out_enable=\"no\"/>\n      <top_entity/>\n      <signal_vec>\n",
      analyser.instance(), analyser.number, analyser.clock, kDepth);
  for (const char* kind : {"trigger_input_vec", "data_input_vec", "storage_qualifier_input_vec"})
    text += inputs(kind, analyser.nodes);
  text += "      </signal_vec>\n      <presentation>\n" + view("unified_setup_data_view", "node", analyser.nodes);
  for (const char* kind : {"data_view", "setup_view"}) text += view(kind, "net", analyser.nodes);
  text += "        <trigger_in_editor/>\n        <trigger_out_editor/>\n      </presentation>\n";
  return text + trigger(analyser) + "    </signal_set>\n  </instance>\n";
}

std::string session_text(const std::vector<Analyser>& analysers) {
  std::string text =
      "<session jtag_chain=\"\" jtag_device=\"\" sof_file=\"\">\n  <display_tree gui_logging_enabled=\"0\">\n";
  for (const Analyser& analyser : analysers) {
    text += fmt::format("    <display_branch instance=\"{}\" signal_set=\"{}\" trigger=\"{}\"/>\n", analyser.instance(),
                        analyser.clock, analyser.trigger());
  }
  text += "  </display_tree>\n";
  for (const Analyser& analyser : analysers) text += text_of(analyser);
  return text +
         "  <mnemonics/>\n  <global_info>\n    <single attribute=\"active instance\" value=\"0\"/>\n"
         "  </global_info>\n</session>\n";
}

}  // namespace

std::vector<emit::File> signal_tap_files(const Project& project) {
  const std::vector<Analyser> analysers = analysers_of(project);
  if (analysers.empty()) return {};
  std::string list = script_header(project.banner, "The analysers of debug.stp, for tcl/capture.tcl");
  list += "# Clock, instance.\nset analysers {\n";
  for (const Analyser& analyser : analysers) list += fmt::format("  {} {}\n", analyser.clock, analyser.instance());
  return {{"debug.stp", session_text(analysers)}, {"debug.tcl", list + "}\n"}};
}

std::string marks_text(const Project& project) {
  std::string text;
  const bool pro = is_pro(project);
  for (const Tap& tap : taps_of(project)) {
    if (tap.has_attributes) continue;
    text += fmt::format("set_instance_assignment -name {} ON -to {{{}{}{}}}\n",
                        pro ? "PRESERVE_REGISTER_SYN_ONLY" : "PRESERVE_REGISTER", above(tap, pro), tap.signal,
                        tap.bits == 0 ? "" : "[*]");
  }
  return text;
}

}  // namespace rtlgen::flow::quartus
