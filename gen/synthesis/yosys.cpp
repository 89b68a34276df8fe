// Runs Yosys on modules and reads its statistics.
#include "synthesis/yosys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "emit/emit.hpp"
#include "emit/leaf_sources.hpp"
#include "hw/leaves.hpp"
#include "runner/cache.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "support/process.hpp"
#include "support/result.hpp"

namespace rtlgen::synthesis {

namespace {

namespace fs = std::filesystem;

constexpr int kSeconds = 3600;

/// One cell of each type that the scripts may leave. Carry chains, the multiplexers between the LUTs of a slice and buffers of the clock
/// are part of what is counted beside them.
const std::map<std::string, model::Area>& xilinx_cells() {
  const auto luts = [](std::int64_t n) { return model::Area{n, 0, 0, 0, 0, 0, 0}; };
  const auto memory = [](std::int64_t n) { return model::Area{0, 0, n, 0, 0, 0, 0}; };
  static const model::Area kShift{0, 1, 0, 0, 0, 0, 0}, kBit{0, 0, 0, 1, 0, 0, 0}, kHalf{0, 0, 0, 0, 1, 0, 0}, kWhole{0, 0, 0, 0, 2, 0, 0}, kDsp{0, 0, 0, 0, 0, 1, 0};
  static const std::map<std::string, model::Area> types = {
      {"BUFG", {}}, {"CARRY4", {}}, {"GND", {}}, {"MUXF7", {}}, {"MUXF8", {}}, {"VCC", {}},
      {"FDCE", kBit}, {"FDPE", kBit}, {"FDRE", kBit}, {"FDSE", kBit},
      {"INV", luts(1)}, {"LUT1", luts(1)}, {"LUT2", luts(1)}, {"LUT3", luts(1)}, {"LUT4", luts(1)}, {"LUT5", luts(1)}, {"LUT6", luts(1)},
      {"SRL16E", kShift}, {"SRLC16E", kShift}, {"SRLC32E", kShift},
      {"RAM32X1S", memory(1)}, {"RAM64X1S", memory(1)}, {"RAM128X1S", memory(2)}, {"RAM256X1S", memory(4)}, {"RAM512X1S", memory(8)},
      {"RAM32X1D", memory(2)}, {"RAM64X1D", memory(2)}, {"RAM128X1D", memory(4)}, {"RAM32M", memory(4)}, {"RAM64M", memory(4)},
      {"RAMB18", kHalf}, {"RAMB18SDP", kHalf}, {"RAMB36", kWhole}, {"RAMB36SDP", kWhole}, {"RAMB18E1", kHalf}, {"RAMB36E1", kWhole},
      {"DSP48E1", kDsp}, {"DSP48E", kDsp},
  };
  return types;
}

const std::map<std::string, model::Area>& intel_cells() {
  static const model::Area kWide{1, 0, 0, 0, 0, 0, 1}, kLut{1, 0, 0, 0, 0, 0, 0}, kBit{0, 0, 0, 1, 0, 0, 0}, kRam{0, 0, 0, 0, 1, 0, 0}, kMlab{0, 0, 1, 0, 0, 0, 0}, kDsp{0, 0, 0, 0, 0, 1, 0};
  static const std::map<std::string, model::Area> types = {
      {"MISTRAL_ALUT2", kLut}, {"MISTRAL_ALUT3", kLut}, {"MISTRAL_ALUT4", kLut}, {"MISTRAL_ALUT5", kLut}, {"MISTRAL_ALUT6", kWide},
      {"MISTRAL_ALUT_ARITH", kLut}, {"MISTRAL_NOT", kLut}, {"MISTRAL_BUF", {}}, {"MISTRAL_CLKBUF", {}}, {"MISTRAL_FF", kBit}, {"MISTRAL_MLAB", kMlab},
      {"MISTRAL_M20K", kRam}, {"MISTRAL_M10K", kRam}, {"altsyncram", kRam},
      {"MISTRAL_MUL27X27", kDsp}, {"MISTRAL_MUL18X18", kDsp}, {"MISTRAL_MUL9X9", kDsp},
  };
  return types;
}

std::string script_of(const model::Fabric& fabric, const std::string& top) {
  if (fabric.is_xilinx) return fmt::format("synth_xilinx -noiopad -noclkbuf -family {} -top {}", fabric.name, top);
  return fmt::format("synth_intel_alm -noiopad -noclkbuf -noflatten -family {} -top {}", fabric.name, top);
}

/// Comments name files and digests, which change nothing.
std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find("//");
    result += line.substr(0, end) + "\n";
  }
  return result;
}

/// The module's ports alone.
std::string stub(const hw::Module& m) {
  std::vector<std::string> ports;
  if (m.uses_clock) ports.emplace_back("input clk");
  if (m.uses_reset) ports.emplace_back("input rst");
  for (const hw::Signal& s : m.signals) {
    if (s.kind == hw::SignalKind::kWire) continue;
    ports.push_back(fmt::format("{} [{}:0] {}", s.kind == hw::SignalKind::kInput ? "input" : "output", s.width - 1, s.name));
  }
  return fmt::format("(* blackbox *)\nmodule {} ({});\nendmodule\n", m.name, fmt::join(ports, ", "));
}

/// A thing to map: its text, with the ports of what it instantiates.
struct Job {
  std::string name;    ///< as in the tables
  std::string module;  ///< in the text
  std::string text;
  std::string parameters;  ///< -chparam options of hierarchy
  std::set<std::string> inside;
};

model::Area map_one(const Job& job, const model::Fabric& fabric, const std::string& version, const Options& options) {
  const std::string script = job.parameters.empty() ? script_of(fabric, job.module)
                                                    : fmt::format("hierarchy -top {}{}; {}", job.module, job.parameters, script_of(fabric, "top"));
  runner::Digest digest;
  for (const std::string& piece : {std::string("yosys"), version, script, job.text}) digest.add(piece);
  const auto make = [&](const fs::path& folder) {
    if (options.log) options.log(fmt::format("yosys: {} for {}", job.name, fabric.name));
    runner::write_file(folder / "module.v", job.text);
    const std::string renamed = job.parameters.empty() ? script : fmt::format("hierarchy -top {}{}; rename -top top; {}", job.module, job.parameters, script_of(fabric, "top"));
    ProcessOptions process;
    process.working_directory = folder.string();
    process.timeout_seconds = kSeconds;
    const ProcessResult result = run_process({"yosys", "-q", "-p", fmt::format("read_verilog module.v; {}; tee -q -o stat.txt stat", renamed)}, process);
    if (!result.ok()) throw EnvironmentError(fmt::format("Yosys cannot map the module '{}' for {}: {}", job.name, fabric.name, result.errors.substr(0, 2000)));
  };
  std::string stat;
  if (options.use_cache) {
    bool hit = false;
    stat = runner::read_file(runner::cached(digest.finish(), make, hit) / "stat.txt");
  } else {
    const runner::TemporaryFolder folder;
    make(folder.path());
    stat = runner::read_file(folder.path() / "stat.txt");
  }
  return parse_stat(stat, job.parameters.empty() ? job.module : "top", fabric, [&job](const std::string& type) { return job.inside.contains(type); });
}

std::vector<Job> jobs_of(const hw::Design& design) {
  std::map<std::string, const hw::Module*> modules;
  for (const hw::Module& m : design.modules) modules.emplace(m.name, &m);
  std::vector<Job> jobs;
  std::set<std::string> leaves;
  for (const hw::Module& m : design.modules) {
    Job job{m.name, m.name, without_comments(emit::verilog(m, design, {"", "", ""})), "", {}};
    for (const hw::Item& item : m.items) {
      const auto* i = std::get_if<hw::Instance>(&item);
      if (i == nullptr || !job.inside.insert(i->module).second) continue;
      const auto found = modules.find(i->module);
      job.text += found != modules.end() ? stub(*found->second) : without_comments(std::string(emit::leaf_source(i->module + ".v")));
      if (found != modules.end()) continue;
      Job leaf{model::name_of(*i), i->module, without_comments(std::string(emit::leaf_source(i->module + ".v"))), "", {}};
      for (const auto& [parameter, value] : i->parameters) leaf.parameters += fmt::format(" -chparam {} {}", parameter, value);
      if (leaves.insert(leaf.name).second) jobs.push_back(std::move(leaf));
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace

std::string yosys_version() {
  if (!find_program("yosys")) throw EnvironmentError("yosys is not in PATH; on Debian: apt-get install yosys");
  std::istringstream words(run_process({"yosys", "-V"}).output);
  std::string name, version;
  words >> name >> version;
  return version;
}

model::Area parse_stat(const std::string& text, const std::string& module, const model::Fabric& fabric, const std::function<bool(const std::string&)>& is_module) {
  const auto& types = fabric.is_xilinx ? xilinx_cells() : intel_cells();
  std::istringstream lines(text);
  model::Area area;
  bool found = false, here = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string type, number, more;
    words >> type >> number >> more;
    if (type == "===") here = number == module && more == "===";
    found = found || here;
    if (!here || number.empty() || !more.empty() || number.find_first_not_of("0123456789") != std::string::npos) continue;
    if (is_module(type) || type.starts_with("$paramod")) continue;
    const auto known = types.find(type);
    if (known == types.end()) throw std::runtime_error(fmt::format("module '{}': Yosys left cells of the unknown type '{}'", module, type));
    area += std::stoll(number) * known->second;
  }
  if (!found) throw std::runtime_error(fmt::format("module '{}' is not in the statistics of Yosys", module));
  return area;
}

model::DesignArea count(const hw::Design& design, const model::Fabric& fabric, const Options& options) {
  const std::string version = yosys_version();
  const std::vector<Job> jobs = jobs_of(design);
  std::vector<model::Area> found(jobs.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) found[i] = map_one(jobs[i], fabric, version, options);
  };
  std::vector<std::future<void>> workers;
  for (unsigned w = 0; w < std::max(1U, std::thread::hardware_concurrency()); ++w) workers.push_back(std::async(std::launch::async, work));
  for (std::future<void>& w : workers) w.get();
  std::map<std::string, model::Area> areas;
  for (std::size_t i = 0; i < jobs.size(); ++i) areas.emplace(jobs[i].name, found[i]);
  return model::area_of(design, [&areas](const hw::Module& m) { return areas.at(m.name); }, [&areas](const hw::Instance& i) { return areas.at(model::name_of(i)); });
}

}  // namespace rtlgen::synthesis
