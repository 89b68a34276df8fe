// Wraps, prints, runs Yosys and counts cells.
#include "synthesis.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "hw/builder.hpp"
#include "ops/request.hpp"
#include "support/process.hpp"
#include "synthesis/statistics.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::bench {

namespace {

namespace fs = std::filesystem;

constexpr int kYosysSeconds = 3600;

/// The operator behind a stage of input registers.
hw::Design wrapped(const ops::Request& request, int depth, const hw::DelayModel& device, plan::Placement placement) {
  static const char* const kPort[] = {"a", "b", "c"};
  hw::Module core = ops::build(request, device, depth + 1, placement.cut, placement.period_ps);
  hw::Builder top("bench_top");
  std::vector<std::pair<std::string, hw::Value>> inputs;
  for (int i = 0; i < ops::operand_count(request.function); ++i) {
    if (request.constants[static_cast<std::size_t>(i)]) continue;
    const std::string port = kPort[i];
    inputs.emplace_back(port, top.reg(port + "_q", top.input(port, request.operand.width)));
  }
  const auto q = top.instance(core.name, "core", inputs, {{"q", "core_q", request.result.width}});
  top.output("q", q[0]);
  hw::Design design;
  design.top = "bench_top";
  design.modules.push_back(std::move(core));
  design.modules.push_back(top.finish());
  return design;
}

Area count_cells(const std::map<std::string, std::int64_t>& cells) {
  Area area;
  for (const auto& [cell, many] : cells) {
    const int count = static_cast<int>(many);
    if (cell.rfind("LUT", 0) == 0) area.lut += count;
    if (cell.rfind("SRL", 0) == 0) {
      area.lut += count;
      area.shift_registers += count;
    }
    if (cell.rfind("FD", 0) == 0) area.ff += count;
    if (cell.rfind("DSP", 0) == 0) area.dsp += count;
    if (cell == "CARRY4") area.carry += count;
  }
  return area;
}

/// A folder that is removed at the end of its scope, unless it is to be kept.
class Folder {
 public:
  Folder(const std::string& keep, const std::string& name) : keep_(!keep.empty()) {
    path_ = keep_ ? fs::path(keep) / name
                  : fs::temp_directory_path() / fmt::format("bench_operators.{}.{}", ::getpid(), name);
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!keep_) fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  bool keep_;
  fs::path path_;
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Measured measure(const ops::Request& request, int depth, const Settings& settings, plan::Placement placement) {
  const auto device = hw::DelayModel::find(settings.device);
  if (!device) return {std::nullopt, "there is no delay model '" + settings.device + "'"};
  const hw::Design design = wrapped(request, depth, *device, placement);
  const Measured measured = measure(design, fmt::format("{}_d{}", ops::base_name(request), depth), settings);
  if (measured.area && measured.area->ff == 0) return {std::nullopt, "the report of Yosys has no flip-flops"};
  return measured;
}

Measured measure(const hw::Design& design, const std::string& name, const Settings& settings) {
  hw::verify(design);
  const Folder folder(settings.keep, name);
  const std::string text = synthesis::mapped_text(design, settings.family, "bench");
  const fs::path source = folder.path() / "design.v";
  const fs::path report = folder.path() / "stat.json";
  if (!fs::exists(report) || contents(source) != text) {
    fs::remove(report);
    std::ofstream(source, std::ios::binary) << text;
    ProcessOptions options;
    options.working_directory = folder.path().string();
    options.timeout_seconds = kYosysSeconds;
    const std::string script = fmt::format(
        "read_verilog design.v; synth_xilinx -noiopad -family {} -flatten -top {}; tee -q -o stat.part stat -json",
        settings.family, design.top);
    const ProcessResult result = run_process({"yosys", "-q", "-p", script}, options);
    if (!result.ok()) return {std::nullopt, "Yosys failed: " + result.errors};
    fs::rename(folder.path() / "stat.part", report);
  }
  return {count_cells(synthesis::parse_stat(contents(report)).at(design.top)), ""};
}

}  // namespace rtlgen::bench
