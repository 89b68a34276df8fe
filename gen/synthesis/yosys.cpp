// Runs Yosys on modules.
#include "synthesis/yosys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "emit/leaf_sources.hpp"
#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "model/area/design.hpp"
#include "runner/cache.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/outside_text.hpp"
#include "support/parallel.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "synthesis/statistics.hpp"

namespace rtlgen::synthesis {

namespace {

namespace fs = std::filesystem;

/// Only UltraScale+ has UltraRAM, so a module that uses it is mapped for that family.
std::string ultra_script(const std::string& top) {
  return fmt::format("synth_xilinx -noiopad -noclkbuf -family xcup -uram -top {}", top);
}

std::string script_of(const model::Fabric& fabric, const std::string& top) {
  switch (fabric.kind) {
    case model::Fabric::Kind::kXilinx:
      return fmt::format("synth_xilinx -noiopad -noclkbuf -family {} -top {}", fabric.name, top);
    case model::Fabric::Kind::kAlm:
      return fmt::format("synth_intel_alm -noiopad -noclkbuf -noflatten -family {} -top {}", fabric.name, top);
    case model::Fabric::Kind::kFourLuts:
      break;
  }
  if (fabric.name == "ecp5") return fmt::format("synth_ecp5 -noflatten -top {}", top);
  return fmt::format("synth_ice40 -noflatten {}-top {}", fabric.name == "ice40up" ? "-dsp " : "", top);
}

/// synth_xilinx without the steps for memories, which fails on a module with memories; most of the time would be spent
/// on reading hundreds of unused cells.
std::string script_without_memories(const model::Fabric& fabric, const std::string& top) {
  const std::string synth = script_of(fabric, top);
  return fmt::format(
      "read_verilog -lib -specify +/xilinx/cells_sim.v; hierarchy -check -top {}; {} -run prepare:map_memory; select "
      "-assert-none t:$mem*; {} -run map_ffram:",
      top, synth, synth);
}

/// Removes comments and blank lines, which do not change the counts.
std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find("//"), line.size()));
    line.resize(line.find_last_not_of(' ') + 1);
    if (!line.empty()) result += line + "\n";
  }
  return result;
}

/// A black box with the module's ports.
std::string stub(const hw::Module& m) {
  std::vector<std::string> ports;
  if (m.uses_clock) ports.emplace_back("input clk");
  if (m.uses_reset) ports.emplace_back("input rst");
  for (const hw::Signal& s : m.signals) {
    if (s.kind == hw::SignalKind::kWire) continue;
    ports.push_back(
        fmt::format("{} [{}:0] {}", s.kind == hw::SignalKind::kInput ? "input" : "output", s.width - 1, s.name));
  }
  return fmt::format("(* blackbox *)\nmodule {} ({});\nendmodule\n", m.name, fmt::join(ports, ", "));
}

/// Whether a leaf is just a DSP block with its registers, which Yosys need not map.
bool is_hard_block(const hw::Instance& i) {
  return i.module == hw::fp_dsp_leaf().name || i.module == hw::dsp_sum_leaf().name;
}

std::string hard_block_stub(const hw::Leaf& leaf) {
  std::vector<std::string> ports{"input clk"};
  for (const hw::LeafPort& port : leaf.ports) {
    const std::string high =
        port.width_parameter.empty() ? std::to_string(port.width - 1) : port.width_parameter + " - 1";
    ports.push_back(fmt::format("{} [{}:0] {}", port.is_input ? "input" : "output", high, port.name));
  }
  return fmt::format("(* blackbox *)\nmodule {} #(parameter {} = 0) ({});\nendmodule\n", leaf.name,
                     fmt::join(leaf.parameters, " = 0, parameter "), fmt::join(ports, ", "));
}

/// A module to map: its text, with stubs of the modules that it instantiates.
struct Job {
  std::string name;    ///< as in the tables
  std::string module;  ///< in the text
  std::string text;
  std::string parameters;  ///< -chparam options of hierarchy
  std::set<std::string> inside;
  bool has_ultra_ram = false;
};

/// The scripts for a job; the first one that succeeds counts.
std::vector<std::string> scripts_of(const Job& job, const model::Fabric& fabric) {
  if (!job.parameters.empty())
    return {
        fmt::format("hierarchy -top {}{}; rename -top top; {}", job.module, job.parameters, script_of(fabric, "top"))};
  if (job.has_ultra_ram) return {ultra_script(job.module)};
  if (fabric.is_xilinx()) return {script_without_memories(fabric, job.module), script_of(fabric, job.module)};
  return {script_of(fabric, job.module)};
}

std::string digest_of(const Job& job, const model::Fabric& fabric, const std::string& version) {
  runner::Digest digest;
  for (const std::string& piece : {std::string("yosys"), version, job.text}) digest.add(piece);
  for (const std::string& script : scripts_of(job, fabric)) digest.add(script);
  return digest.finish();
}

model::Area map_one(const Job& job, const std::string& digest, const model::Fabric& fabric, const Options& options) {
  const auto make = [&](const fs::path& folder) {
    if (!options.run)
      throw NotCounted(fmt::format("the module '{}' has not been counted for {}", job.name, fabric.name));
    if (options.log) options.log(fmt::format("yosys: {} for {}", job.name, fabric.name));
    const Progress progress(fmt::format("Yosys: mapping {} for {}", job.name, fabric.name));
    runner::write_file(folder / "module.v", job.text);
    ProcessResult result;
    for (const std::string& script : scripts_of(job, fabric)) {
      result = runner::run_tool(
          {"yosys", "-q", "-p", fmt::format("read_verilog module.v; {}; {}", script, kStatCommand)}, folder, {}, false);
      if (result.ok()) return;
    }
    if (fabric.kind == model::Fabric::Kind::kAlm && result.errors.find("has no specify entries") != std::string::npos)
      throw EnvironmentError(
          fmt::format("Yosys {} maps for Cyclone V only, no longer for newer Intel families ({}); Yosys 0.23 does",
                      yosys_version(), fabric.name));
    throw EnvironmentError(fmt::format("Yosys cannot map the module '{}' for {}: {}", job.name, fabric.name,
                                       result.errors.substr(0, 2000)));
  };
  const runner::CacheEntry entry = options.use_cache ? runner::cached("stat-" + digest, make) : runner::uncached(make);
  const std::string stat = runner::read_file(entry.folder / "stat.json");
  const auto is_inside = [&job](const std::string& type) {
    return job.inside.contains(type) || type.starts_with("$paramod");
  };
  try {
    return cells_of(parse_stat(stat), job.parameters.empty() ? job.module : "top", fabric, is_inside);
  } catch (const EnvironmentError& fault) {
    throw EnvironmentError(
        fmt::format("Yosys {}, module '{}' for {}: {}", yosys_version(), job.name, fabric.name, fault.what()));
  }
}

std::vector<Job> jobs_of(const hw::Design& design) {
  std::map<std::string, const hw::Module*> modules;
  for (const hw::Module& m : design.modules) modules.emplace(m.name, &m);
  std::vector<Job> jobs;
  std::set<std::string> leaves;
  for (const hw::Module& m : design.modules) {
    Job job{m.name, m.name, without_comments(emit::verilog(m, design, {"", OutsideText(), ""})), "", {}};
    for (const hw::Item& item : m.items) {
      const auto* memory = std::get_if<hw::Memory>(&item);
      job.has_ultra_ram = job.has_ultra_ram || (memory != nullptr && memory->style == hw::MemoryStyle::kUltra);
      const auto* i = std::get_if<hw::Instance>(&item);
      if (i == nullptr || !job.inside.insert(i->module).second) continue;
      if (is_hard_block(*i)) {
        job.text += hard_block_stub(*hw::find_leaf(i->module));
        continue;
      }
      const auto found = modules.find(i->module);
      job.text += found != modules.end() ? stub(*found->second)
                                         : without_comments(std::string(emit::leaf_source(i->module + ".v")));
      if (found != modules.end()) continue;
      Job leaf{
          model::name_of(*i), i->module, without_comments(std::string(emit::leaf_source(i->module + ".v"))), "", {}};
      for (const auto& [parameter, value] : i->parameters)
        leaf.parameters += fmt::format(" -chparam {} {}", parameter, value);
      if (leaves.insert(leaf.name).second) jobs.push_back(std::move(leaf));
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace

std::string yosys_version() {
  std::istringstream words(runner::version_text("yosys"));
  std::string name, version;
  words >> name >> version;
  return version;
}

std::string mapped_text(const hw::Design& design, const std::string& family, const std::string& source) {
  std::string text;
  for (const emit::File& file : emit::emit_design(design, emit::Language::kVerilog, {source, OutsideText(), ""})) {
    if (!file.path.ends_with(".v")) continue;
    const std::string folder = hw::cell_folder(fs::path(file.path).stem(), family);
    text += folder.empty() ? file.text : std::string(emit::leaf_source(folder + "/" + file.path));
  }
  return text;
}

model::DesignArea count(const hw::Design& design, const model::Fabric& fabric, const Options& options) {
  const std::string version = options.run || options.counts == nullptr ? yosys_version() : options.counts->version();
  const std::vector<Job> jobs = jobs_of(design);
  std::vector<model::Area> found(jobs.size());
  std::vector<std::string> digests(jobs.size());
  on_all_cores(jobs.size(), [&](std::size_t i) {
    digests[i] = digest_of(jobs[i], fabric, version);
    const auto known = options.counts != nullptr ? options.counts->find(digests[i]) : std::nullopt;
    found[i] = known ? *known : map_one(jobs[i], digests[i], fabric, options);
  });
  for (std::size_t i = 0; options.counts != nullptr && i < jobs.size(); ++i) options.counts->add(digests[i], found[i]);
  std::map<std::string, model::Area> areas;
  for (std::size_t i = 0; i < jobs.size(); ++i) areas.emplace(jobs[i].name, found[i]);
  model::DesignArea counted = model::area_of(
      design, [&areas](const hw::Module& m) { return areas.at(m.name); },
      [&areas](const hw::Instance& i) {
        return is_hard_block(i) ? model::Area{.dsps = 1} : areas.at(model::name_of(i));
      });
  if (counted.total == model::Area{})
    throw EnvironmentError(fmt::format("Yosys {} left no cell of '{}' for {}", version, design.top, fabric.name));
  return counted;
}

}  // namespace rtlgen::synthesis
