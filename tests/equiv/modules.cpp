// Implementation of modules.hpp: plan, print, GHDL, cut apart, Yosys.
#include "modules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "driver/prepare/prepare.hpp"
#include "driver/synth/synth.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::equiv {

namespace {

namespace fs = std::filesystem;

std::string fault(const std::string& what) { throw std::runtime_error(what); }

/// Cuts `text` into modules by name.
std::map<std::string, std::string> modules_of(const std::string& text) {
  std::map<std::string, std::string> modules;
  static const std::regex head("(^|\n)module ([A-Za-z_0-9]+)");
  for (std::sregex_iterator it(text.begin(), text.end(), head), end; it != end; ++it) {
    const auto begin = static_cast<std::size_t>(it->position());
    const std::size_t close = text.find("\nendmodule", begin);
    if (close == std::string::npos) fault("a module has no end");
    modules[(*it)[2]] = text.substr(begin, close + 11 - begin) + "\n";
  }
  return modules;
}

std::string port(const char* direction, int width, const std::string& name) {
  return width == 1 ? fmt::format("{} {}", direction, name) : fmt::format("{} [{}:0] {}", direction, width - 1, name);
}

/// The ports of a generated module and nothing in it.
std::string box(const hw::Module& module) {
  std::vector<std::string> ports;
  if (module.uses_clock) ports.push_back(port("input", 1, "clk"));
  if (module.uses_reset) ports.push_back(port("input", 1, "rst"));
  for (const hw::Signal& s : module.signals) {
    if (s.kind == hw::SignalKind::kInput) ports.push_back(port("input", s.width, s.name));
    if (s.kind == hw::SignalKind::kOutput) ports.push_back(port("output", s.width, s.name));
  }
  return fmt::format("(* blackbox *) module {} ({});\nendmodule\n", module.name, fmt::join(ports, ", "));
}

/// A box of the FIFO whose name says its parameters: two that differ are no pair.
std::string fifo_box(const std::string& name, int width) {
  return fmt::format(
      "(* blackbox *) module {0} (input clk, input rst, input in_valid, input [{1}:0] in_data, input out_ready, "
      "output out_valid, output [{1}:0] out_data, output overflow);\nendmodule\n",
      name, width - 1);
}

/// Replaces the core's FIFO by a box, in both languages; the parameters of each are read from its own
/// text.
void box_fifo(Subject& subject, const std::string& vhdl) {
  static const std::regex gold("rtlgen_fifo #\\(\\s*\\.WIDTH\\((\\d+)\\),\\s*\\.DEPTH\\((\\d+)\\)\\s*\\)");
  static const std::regex generics("generic map \\(\\s*WIDTH => (\\d+),\\s*DEPTH => (\\d+)\\s*\\)");
  std::smatch verilog_parameters;
  std::smatch vhdl_parameters;
  if (!std::regex_search(subject.verilog, verilog_parameters, gold)) fault(subject.module + ": no FIFO in the Verilog");
  if (!std::regex_search(vhdl, vhdl_parameters, generics)) fault(subject.module + ": no FIFO in the VHDL");
  const std::string gold_name = fmt::format("fifo_{}_{}", verilog_parameters.str(1), verilog_parameters.str(2));
  const std::string gate_name = fmt::format("fifo_{}_{}", vhdl_parameters.str(1), vhdl_parameters.str(2));
  const int width = std::stoi(verilog_parameters.str(1));
  subject.boxes += fifo_box(gold_name, width);
  subject.box_names.push_back(gold_name);
  if (gate_name != gold_name) subject.boxes += fifo_box(gate_name, std::stoi(vhdl_parameters.str(1)));
  subject.verilog = std::regex_replace(subject.verilog, gold, gold_name);
  subject.from_vhdl = std::regex_replace(subject.from_vhdl, std::regex("rtlgen_fifo_[A-Za-z0-9_]+"), gate_name);
}

/// GHDL computes a signal `x` as `n12_q` and says `assign x = n12_q; // (signal)`. Yosys pairs wires by
/// name, so the one net gets the name that the Verilog has for it.
std::string with_signal_names(std::string text) {
  static const std::regex alias("  assign (\\w+) = (n\\d+_[oq]); // \\(signal\\)\n");
  std::vector<std::pair<std::string, std::string>> names;  // GHDL's, ours
  std::map<std::string, int> uses;
  for (std::sregex_iterator it(text.begin(), text.end(), alias), end; it != end; ++it) {
    names.emplace_back((*it)[2], (*it)[1]);
    ++uses[(*it)[2]];
  }
  std::map<std::string, std::string> renamed;
  for (const auto& [theirs, ours] : names) {
    // Ports keep their declaration, and of two signals with one value both are needed.
    const std::regex declaration(fmt::format("\n  wire (\\[\\d+:0\\] )?{};\n", ours));
    if (uses.at(theirs) > 1 || !std::regex_search(text, declaration)) continue;
    text = std::regex_replace(text, declaration, "\n", std::regex_constants::format_first_only);
    const std::string assignment = fmt::format("  assign {} = {}; // (signal)\n", ours, theirs);
    text.erase(text.find(assignment), assignment.size());
    renamed[theirs] = ours;
  }
  static const std::regex word("\\bn\\d+_[oq]\\b");
  std::string result;
  std::size_t at = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) {
    const auto begin = static_cast<std::size_t>(it->position());
    const auto found = renamed.find(it->str());
    result += text.substr(at, begin - at) + (found == renamed.end() ? it->str() : found->second);
    at = begin + static_cast<std::size_t>(it->length());
  }
  return result + text.substr(at);
}

/// Puts the name of the module into the name of each of its instances: a proof pairs boxes by
/// instance, and two of different modules are no pair.
std::string typed_instances(const std::string& text, const std::vector<std::string>& boxes) {
  static const std::regex instance("(\\w+) (\\w+) ?\\(");
  std::string result;
  std::size_t at = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), instance), end; it != end; ++it) {
    if (std::find(boxes.begin(), boxes.end(), (*it)[1]) == boxes.end()) continue;
    const auto begin = static_cast<std::size_t>(it->position());
    result += text.substr(at, begin - at) + fmt::format("{0} {1}_is_{0} (", (*it)[1].str(), (*it)[2].str());
    at = begin + static_cast<std::size_t>(it->length());
  }
  return result + text.substr(at);
}

std::string text_of(const std::vector<emit::File>& files, const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const emit::File& f) { return f.path == path; });
  return found == files.end() ? fault("no file " + path) : found->text;
}

/// Without the banner, which names the configuration.
std::string body(const std::string& text) { return text.substr(text.find("`default_nettype")); }

/// Is there a module of that name? It must be this one.
bool is_known(const std::vector<Subject>& known, const std::string& name, const std::string& config,
              const std::string& verilog) {
  const auto same = std::find_if(known.begin(), known.end(), [&](const Subject& s) { return s.module == name; });
  if (same == known.end()) return false;
  if (same->verilog != verilog) fault(fmt::format("{} of {} is not that of {}", name, config, same->config));
  return true;
}

/// Adds how modules are cut apart and proven.
test::Evidence by_this_proof(test::Evidence evidence) {
  for (const char* const code : {"tests/equiv/modules.cpp", "tests/emit/tools.cpp", "gen/support/ghdl_verilog.cpp",
                                 "gen/support/ghdl_verilog.hpp"})
    evidence.path(test::source_folder(), code);
  return std::move(evidence.tools());
}

std::string synthesised(const hw::Design& design, const std::vector<emit::File>& vhdl, const std::string& folder) {
  test::write_files(folder, vhdl);
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < vhdl.size(); ++i) names.push_back(vhdl[i].path);
  std::string fault_text = test::ghdl_analyse(folder, names, "08");
  if (fault_text.empty()) fault_text = test::ghdl_synthesise(folder, design.top, "08", "from_vhdl.v");
  if (!fault_text.empty()) fault(fault_text);
  return test::read_text(folder + "/from_vhdl.v");
}

}  // namespace

std::vector<Case> proven_cases() {
  std::istringstream lines(test::read_text(test::source_folder() + "/tests/equiv/cases.txt"));
  std::vector<Case> cases;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    Case c;
    words >> c.name;
    for (std::string word; words >> word;) {
      if (word != "simulated") c.sets.push_back(word);
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

Printed printed(const Case& c) {
  Diagnostics diagnostics;
  const std::string file = fmt::format("{}/configs/{}.yaml", test::source_folder(), c.name);
  const auto prepared = driver::prepare({file, c.sets}, diagnostics);
  if (!prepared) fault(diagnostics.render());
  Printed files{elaborate::elaborate((*prepared)->plan), {}, {}};
  const emit::Banner banner{"0", OutsideText(c.name), "0"};
  files.verilog = emit::emit_design(files.design, emit::Language::kVerilog, banner);
  files.vhdl = emit::emit_design(files.design, emit::Language::kVhdl, banner);
  return files;
}

int remember(const Case& c, const Printed& files, std::vector<Subject>& known) {
  int fresh = 0;
  for (const hw::Module& m : files.design.modules) {
    const std::string text = body(text_of(files.verilog, m.name + ".v"));
    if (is_known(known, m.name, c.name, text)) continue;
    known.push_back({m.name, c.name, text, "", "", {}});
    ++fresh;
  }
  return fresh;
}

std::vector<Subject> subjects(const Case& c, const Printed& files, const std::string& folder,
                              std::vector<Subject>& known) {
  const auto gate = modules_of(synthesised(files.design, files.vhdl, folder));
  std::map<std::string, const hw::Module*> by_name;
  for (const hw::Module& m : files.design.modules) by_name[m.name] = &m;

  std::vector<Subject> fresh;
  for (const hw::Module& m : files.design.modules) {
    Subject subject{m.name, c.name, body(text_of(files.verilog, m.name + ".v")), "", "", {}};
    if (is_known(known, m.name, c.name, subject.verilog)) continue;
    known.push_back(subject);
    if (!gate.contains(m.name)) fault("GHDL printed no module " + m.name);
    subject.from_vhdl = with_signal_names(gate.at(m.name));
    bool has_fifo = false;
    for (const hw::Item& item : m.items) {
      const auto* instance = std::get_if<hw::Instance>(&item);
      if (instance == nullptr) continue;
      if (instance->module == "rtlgen_fifo") has_fifo = true;
      const auto child = by_name.find(instance->module);
      const auto& names = subject.box_names;
      if (child == by_name.end() || std::find(names.begin(), names.end(), child->first) != names.end()) continue;
      subject.boxes += box(*child->second);
      subject.box_names.push_back(child->first);
    }
    if (has_fifo) box_fifo(subject, text_of(files.vhdl, m.name + ".vhd"));
    subject.verilog = typed_instances(subject.verilog, subject.box_names);
    subject.from_vhdl = typed_instances(subject.from_vhdl, subject.box_names);
    fresh.push_back(std::move(subject));
  }
  return fresh;
}

test::Evidence evidence_of(const Case& c, const Printed& files) {
  test::Evidence evidence("both languages of " + c.name + " are equal");
  for (const auto* list : {&files.verilog, &files.vhdl}) {
    for (const emit::File& file : *list) evidence.add(file.path, file.text);
  }
  return by_this_proof(std::move(evidence));
}

test::Evidence evidence_of(const Subject& subject) {
  test::Evidence evidence("both languages of " + subject.module + " are equal");
  evidence.add("Verilog", subject.verilog).add("VHDL", subject.from_vhdl).add("boxes", subject.boxes);
  return by_this_proof(std::move(evidence.add("names", fmt::format("{}", fmt::join(subject.box_names, " ")))));
}

std::string prove(const Subject& subject, const std::string& parent) {
  const std::string folder = parent + "/" + subject.module;
  fs::create_directories(folder);
  test::write_files(folder, {{"gold.v", subject.verilog}, {"gate.v", subject.from_vhdl}, {"boxes.v", subject.boxes}});
  std::vector<std::string> gold = {"gold.v"};
  std::vector<std::string> gate = {"gate.v"};
  if (!subject.boxes.empty()) {
    gold.emplace_back("boxes.v");
    gate.emplace_back("boxes.v");
  }
  return test::yosys_equivalent(folder, gold, gate, subject.module, subject.box_names);
}

}  // namespace rtlgen::equiv
