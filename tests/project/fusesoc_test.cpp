// Core files for FuseSoC: keys and kinds by capi2.yaml, files and tops by the project, what each target gets; the lint
// target is run.
#include <gmock/gmock.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <map>
#include <set>

#include "driver/prepare/prepare.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "kept_run.hpp"
#include "mutants.hpp"
#include "project.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using Texts = std::vector<std::string>;

/// Judges a core file of a project.
class Judge {
 public:
  explicit Judge(const driver::PlannedProject& project)
      : known_(YAML::LoadFile(test::source_folder() + "/tests/project/capi2.yaml")) {
    top_ = project.flow().top();
    board_ = project.board.id;
    part_ = flow::part_number(project.board);
    module_ = project.wiring.platform ? top_ : project.model.prepared->plan.shell->module;
    card_ = project.wiring.tool == "vivado";
    amd_ = card_ || project.wiring.platform;
    for (const emit::File& file : project.files()) files_.insert(file.path);
  }

  /// "" or the first fault.
  std::string judged(const std::string& text) {
    faults_.clear();
    try {
      if (!text.starts_with("CAPI=2:\n")) return "the first line is not CAPI=2:";
      const YAML::Node core = YAML::Load(text.substr(8));
      keys(core, "root", "core");
      if (!faults_.empty()) return faults_.front();
      expect("name", core["name"].as<std::string>(), "rtlgen:accelerators:" + top_ + ":1.0.0");
      if (core["description"].as<std::string>().empty()) fault("no description");
      file_sets(core["filesets"]);
      targets(core["targets"]);
    } catch (const std::exception& error) {
      return error.what();
    }
    return faults_.empty() ? "" : faults_.front();
  }

 private:
  void fault(const std::string& what) { faults_.push_back(what); }
  void expect(const std::string& what, const std::string& found, const std::string& wanted) {
    if (found != wanted) fault(what + " is '" + found + "', not '" + wanted + "'");
  }

  void keys(const YAML::Node& node, const char* level, const std::string& where) { keys(node, known_[level], where); }
  void keys(const YAML::Node& node, const YAML::Node& known, const std::string& where) {
    if (!node.IsMap()) return fault(where + " is not a mapping");
    std::set<std::string> seen;
    for (const auto& entry : node) {
      const std::string key = entry.first.as<std::string>();
      if (!seen.insert(key).second) fault(where + ": " + key + " twice");
      const std::string kind = known[key] ? known[key].as<std::string>() : "";
      if (kind.empty())
        fault(where + " has no key " + key);
      else if (kind == "text"   ? !entry.second.IsScalar()
               : kind == "list" ? !entry.second.IsSequence()
                                : !entry.second.IsMap())
        fault(where + ": " + key + " is no " + kind);
    }
  }

  void file_sets(const YAML::Node& sets) {
    std::map<std::string, std::string> types;
    for (const auto& set : sets) {
      const std::string name = set.first.as<std::string>();
      keys(set.second, "fileset", name);
      for (const YAML::Node& entry : set.second["files"]) {
        if (!entry.IsMap() || entry.size() != 1) return fault(name + ": a file is not a name with its type");
        const std::string path = entry.begin()->first.as<std::string>();
        keys(entry.begin()->second, "file", path);
        const std::string type = entry.begin()->second["file_type"].as<std::string>();
        if (!files_.contains(path)) fault("no file " + path);
        const bool read_by_ip = type == "user" && path.starts_with("parts/");
        if (!known_["file_types"][type] ||
            (!read_by_ip && std::filesystem::path(path).extension() != known_["file_types"][type].as<std::string>()))
          fault(path + " is no " + type);
        if (!types.emplace(path, type).second) fault(path + " is in two file sets");
        members_[name].insert(path);
      }
    }
    // IP is made by the script, which finds it.
    if (card_) expect("the type of ip.tcl", types["ip.tcl"], "user");
    if (card_) expect("the type of the script", types["tcl/fusesoc.tcl"], "tclSource");
    for (const std::string& path : files_) {
      const std::string end = std::filesystem::path(path).extension();
      const bool wanted = amd_ ? end == ".v" || end == ".vhd" || end == ".xdc" || path.starts_with("parts/")
                               : path.starts_with("rtl/core/") || (path.starts_with("rtl/shell/") && end == ".v");
      if (wanted && !types.contains(path)) fault(path + " is in no file set");
    }
    for (const auto& [path, type] : types) {
      const std::string wanted = path.starts_with("rtl/card/") ? "card"
                                 : path.ends_with(".xdc")
                                     ? (card_ && path.starts_with("constraints/") ? "constraints" : "crossings")
                                 : path.ends_with(".tcl") || path.starts_with("parts/") ? "ip"
                                                                                        : "accelerator";
      if (!members_[wanted].contains(path)) fault(path + " is in the wrong file set");
    }
  }

  void targets(const YAML::Node& targets) {
    std::map<std::string, std::string> found;
    for (const auto& target : targets) {
      const std::string name = target.first.as<std::string>();
      keys(target.second, "target", name);
      if (!target.second["description"] || target.second["description"].as<std::string>().empty())
        fault(name + " has no description");
      std::string text = target.second["toplevel"].as<std::string>() + ":";
      for (const YAML::Node& set : target.second["filesets"]) {
        if (!members_.contains(set.as<std::string>())) fault(name + ": no file set " + set.as<std::string>());
        text += " " + set.as<std::string>();
      }
      found[name] = text + tool_of(target.second, name);
    }
    std::map<std::string, std::string> wanted = {
        {"default", module_ + ": accelerator"},
        {"lint", module_ + ": accelerator; verilator mode=lint-only verilator_options=-Wall"}};
    if (amd_) wanted["synth"] = module_ + ": accelerator; vivado part=" + part_ + " pnr=none";
    if (card_) wanted[board_] = top_ + ": accelerator card constraints crossings ip; vivado part=" + part_;
    for (const auto& [name, text] : wanted) expect("target " + name, found[name], text);
    for (const auto& [name, text] : found) {
      if (!wanted.contains(name)) fault("target " + name + " is too much");
    }
  }

  std::string tool_of(const YAML::Node& target, const std::string& name) {
    if (!target["default_tool"]) return target["tools"] ? " without a tool" : "";
    const std::string tool = target["default_tool"].as<std::string>();
    if (!known_["tools"][tool] || !target["tools"][tool] || target["tools"].size() != 1) {
      fault(name + ": no options of " + tool);
      return "";
    }
    keys(target["tools"][tool], known_["tools"][tool], name);
    std::string text = "; " + tool;
    for (const auto& option : target["tools"][tool]) {
      const std::string key = option.first.as<std::string>();
      std::string value;
      if (option.second.IsSequence()) {
        for (const YAML::Node& one : option.second) value += (value.empty() ? "" : " ") + one.as<std::string>();
      } else {
        value = option.second.as<std::string>();
      }
      const YAML::Node values = known_["values"][key];
      if (values &&
          std::none_of(values.begin(), values.end(), [&](const YAML::Node& v) { return v.as<std::string>() == value; }))
        fault(name + ": " + key + " cannot be " + value);
      text += " " + key + "=" + value;
    }
    return text;
  }

  YAML::Node known_;
  std::string top_, board_, part_, module_;
  bool card_ = false;  ///< has a target for the whole card
  bool amd_ = false;
  std::set<std::string> files_;
  std::map<std::string, std::set<std::string>> members_;
  Texts faults_;
};

class FuseSoc : public ::testing::TestWithParam<const char*> {
 protected:
  std::string core() { return file_of(project_, project_.flow().top() + ".core"); }
  driver::PlannedProject project_ =
      planned("hotspot2d", GetParam(), {"hardware.cells_per_cycle=2", "hardware.steps=2"});
};

TEST_P(FuseSoc, CoresAreSound) { EXPECT_EQ(Judge(project_).judged(core()), ""); }

/// The lint target does what it says, with its files, options and top.
TEST_P(FuseSoc, TheLintTargetIsClean) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder(std::string("fusesoc_") + GetParam());
  put_files(folder, project_.files());
  const YAML::Node parsed = YAML::Load(core().substr(8)), lint = parsed["targets"]["lint"];
  Texts command = {"verilator", "--lint-only", "--top-module", lint["toplevel"].as<std::string>()};
  for (const YAML::Node& option : lint["tools"]["verilator"]["verilator_options"])
    command.push_back(option.as<std::string>());
  for (const YAML::Node& set : lint["filesets"]) {
    for (const YAML::Node& file : parsed["filesets"][set.as<std::string>()]["files"])
      command.push_back(file.begin()->first.as<std::string>());
  }
  EXPECT_EQ(kept_run(folder, command).output, "");
}

TEST_P(FuseSoc, ACoreInVhdlHasNoLint) {
  const auto vhdl =
      planned("hotspot2d", GetParam(), {"hardware.cells_per_cycle=2", "hardware.steps=2"}, driver::HdlChoice::kVhdl);
  const std::string text = file_of(vhdl, vhdl.flow().top() + ".core");
  EXPECT_THAT(text, HasSubstr("hotspot2d_core.vhd: {file_type: vhdlSource}"));
  EXPECT_EQ(Judge(vhdl).judged(text),
            "target lint is '', not '" +
                YAML::Load(text.substr(8))["targets"]["default"]["toplevel"].as<std::string>() +
                ": accelerator; verilator mode=lint-only verilator_options=-Wall'");
}

TEST_P(FuseSoc, MutantsAreFound) {
  const std::vector<Change> changes = {
      {"left out", std::regex("^.*$"), ""},
      {"misspelt key", std::regex("([a-z]+):"), "$1s:"},
      {"other file", std::regex("rtl/|constraints/|tcl/|parts/"), "src/"},
      {"other type", std::regex("verilogSource-2005|xdc\\}|tclSource|user"), "verilogSource"},
      {"other option", std::regex("lint-only|none|xc\\w+"), "all"},
      {"other set", std::regex("accelerator\\]|crossings, |card, "), "shell]"},
      {"no list", std::regex("\\[(-?\\w+)\\]"), "$1"}};
  const std::string path = project_.flow().top() + ".core";
  const auto mutants = mutants_of({{path, core()}}, changes, [](const std::string&, std::size_t) { return false; });
  EXPECT_GE(mutants.size(), 90U);
  expect_found(std::string("fusesoc_") + GetParam(), mutants, 95,
               [&](const Mutant& mutant) { return Judge(project_).judged(mutant.text).empty(); });
}

INSTANTIATE_TEST_SUITE_P(Boards, FuseSoc, ::testing::Values("kcu105", "u250", "de5net", "nexys_video"),
                         [](const auto& board) { return std::string(board.param); });

/// tcl/fusesoc.tcl as Edalize's project sources it, from the work folder.
TEST(FuseSocScript, MakesIpAndPlacesConstraints) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("fusesoc_script");
  const auto project = planned("hotspot2d", "kcu105", {"hardware.cells_per_cycle=2", "hardware.steps=2"});
  put_files(folder + "/src", {{"tcl/fusesoc.tcl", file_of(project, "tcl/fusesoc.tcl")},
                              {"ip.tcl",
                               "puts \"ip in [file tail $ip_folder] [file isdirectory $ip_folder], parts in [file tail "
                               "[file dirname [file normalize parts]]]\"\n"}});
  put_files(folder, {{"project.tcl",
                      "proc get_files {option filter} {\n  if {$option ne \"-filter\" || ![regexp {^NAME =~ (\\S+)$} "
                      "$filter all pattern]} { error $filter }\n"
                      "  return [lsearch -all -inline -glob {src/rtl/shell/hotspot2d_shell.xdc "
                      "src/constraints/timing.xdc src/constraints/ddr.xdc} $pattern]\n}\n"
                      "proc set_property {key value object} { puts \"$key $value [file tail $object]\" }\nsource "
                      "src/tcl/fusesoc.tcl\n"}});
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  EXPECT_EQ(run_process({"tclsh", "project.tcl"}, options).output,
            "ip in ip 1, parts in src\nSCOPED_TO_REF hotspot2d_shell hotspot2d_shell.xdc\nPROCESSING_ORDER LATE "
            "hotspot2d_shell.xdc\nPROCESSING_ORDER LATE timing.xdc\n");
}

}  // namespace
}  // namespace rtlgen::test
