// Requirements on a project of an accelerator alone: from board data, the plan and the elaborated top; not from the
// project's scripts.
#pragma once

#include "driver/prepare/prepare.hpp"
#include "driver/project/core_project.hpp"
#include "facts.hpp"
#include "kept_run.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {

inline driver::PlannedCore planned_core(const std::string& board, const std::vector<std::string>& sets = {},
                                        const std::string& stencil = "hotspot2d",
                                        driver::HdlChoice hdl = driver::HdlChoice::kVerilog) {
  Diagnostics diagnostics;
  auto project = driver::plan_core_project({{config(stencil), sets}, board, "", hdl, false}, diagnostics);
  EXPECT_TRUE(project.ok()) << diagnostics.render();
  return *std::move(project);
}

inline std::string file_of(const driver::PlannedCore& project, const std::string& path) {
  for (const emit::File& file : project.files()) {
    if (file.path == path) return file.text;
  }
  ADD_FAILURE() << "no file " << path;
  return "";
}

/// Modules of the Verilog files after Yosys' proc.
inline nlohmann::json elaborated(const std::vector<emit::File>& sources, const std::string& top) {
  const std::string folder = fresh_folder("core_elaborated_" + top);
  std::string files;
  put_files(folder, sources);
  for (const emit::File& file : sources) {
    if (file.path.ends_with(".v")) files += file.path + " ";
  }
  ProcessOptions options;
  options.working_directory = folder;
  const ProcessResult yosys = kept_run(
      {"yosys", "-q", "-p", "read_verilog " + files + "; hierarchy -check -top " + top + "; proc; write_json out.json"},
      options, {"out.json"});
  EXPECT_TRUE(yosys.ok()) << yosys.errors;
  EXPECT_EQ((yosys.output + yosys.errors).find("Resizing cell port"), std::string::npos) << yosys.errors;
  return nlohmann::json::parse(read_text(folder + "/out.json")).at("modules");
}

inline std::string core_facts(const driver::PlannedCore& project, const nlohmann::json& modules) {
  static const std::map<std::string, std::string> kFamilies = {
      {"stratixv", "Stratix V"}, {"arria10", "Arria 10"}, {"stratix10", "Stratix 10"}};
  const plan::Plan& plan = project.model.prepared->plan;
  const bool is_pro = project.board.tool == "quartus_pro";
  const std::string top = "hotspot2d_" + project.board.id;
  std::string text = fmt::format(
      "set facts {{}}\ndict set facts top {}\ndict set facts part {}\ndict set facts family {{{}}}\ndict set facts "
      "edition {}\ndict set facts synthesis {}\n",
      top, flow::part_number(project.board), kFamilies.at(project.board.family), is_pro ? "Pro" : "Standard",
      is_pro ? "syn" : "map");
  std::vector<std::pair<std::string, std::string>> pins, clocks, landing;
  for (const auto& [name, port] : modules.at(top).at("ports").items()) pins.emplace_back(name, "{}");
  if (plan.shell)
    clocks = {{"bus_clk", fmt::format("{:.3f}", 1e3 / plan.shell->bus_mhz)},
              {"kernel_clk", fmt::format("{:.3f}", plan.clock.period_ps / 1e3)}};
  else
    clocks = {{"clk", fmt::format("{:.3f}", plan.clock.period_ps / 1e3)}};
  std::vector<std::string> verilog, vhdl, registers, sdc = {"constraints/clocks.sdc"};
  for (const emit::File& file : project.files()) {
    if (file.path.ends_with(".v")) verilog.push_back(file.path);
    if (file.path.ends_with(".vhd")) vhdl.push_back(file.path);
  }
  if (plan.shell) sdc.push_back("rtl/shell/" + plan.shell->module + ".sdc");
  axis_test::Names names;
  axis_test::walk(modules, top, "", "", names);
  for (const std::string& with_entities : names.quartus) {
    const std::string name = quartus_name(with_entities, is_pro);
    const std::string above = name.substr(0, name.rfind('|') + 1), own = name.substr(above.size());
    registers.push_back(name);
    if (own.starts_with("wr_meta"))
      landing.emplace_back(name, "{" + above + "rd_gray[0]}");
    else if (own.starts_with("rd_meta"))
      landing.emplace_back(name, "{" + above + "wr_gray[0]}");
    else if (own.starts_with("meta"))
      landing.emplace_back(name, "*");
  }
  EXPECT_EQ(landing.empty(), !plan.shell);
  const std::vector<std::pair<std::string, std::string>> sources = {
      {"VERILOG_FILE", tcl_list(verilog)}, {"VHDL_FILE", tcl_list(vhdl)}, {"SDC_FILE", tcl_list(sdc)}};
  text += "dict set facts pins " + tcl_dict(pins) + "\ndict set facts clocks " + tcl_dict(clocks) +
          "\ndict set facts sources " + tcl_dict(sources) + "\n";
  text += "dict set facts virtual {ring_in ring_out}\ndict set facts registers " + tcl_list(registers) +
          "\ndict set facts landing " + tcl_dict(landing) + "\n";
  // One an input bit, two an output bit, the last; and a twentieth of what the model expects.
  std::int64_t least = 1;
  for (const auto& [name, port] : modules.at(project.flow().accelerator()).at("ports").items()) {
    const bool is_clock = name == "clk" || name == "bus_clk" || name == "kernel_clk";
    if (!is_clock)
      least += static_cast<std::int64_t>(port.at("bits").size()) * (port.at("direction") == "output" ? 2 : 1);
  }
  for (const model::Use& use : project.model.uses) {
    if (use.what == "flip-flops") least += use.used / 20;
  }
  return text + fmt::format("dict set facts least {}\n", least);
}

}  // namespace rtlgen::test
