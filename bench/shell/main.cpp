// bench_shell: LUTs, flip-flops and block RAM of the modules of shell and card block, by Yosys for xc7.
//
//   bench_shell [--markdown] [MODULE...]
//
// Prints the table of rtl/README.md. Target: a 512-bit read engine under 1,000 LUTs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "cell_count.hpp"
#include "support/process.hpp"

namespace {

constexpr int kYosysSeconds = 900;
constexpr std::int64_t kReadTarget = 1000;

struct Row {
  std::string module;
  std::string parameters;  ///< "NAME value", separated by commas, as in the table
  bool has_target = false;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"rtlgen_async_fifo", "WIDTH 512, DEPTH_LOG2 9"},
      {"rtlgen_bursts", "BUS_BITS 512"},
      {"rtlgen_axi_read", "BUS_BITS 512"},
      {"read_path", "BUS_BITS 512, DEPTH_LOG2 9", true},
      {"rtlgen_axi_write", "BUS_BITS 512"},
      {"rtlgen_bank", "BUS_BITS 512, READERS 1, WRITERS 1"},
      {"rtlgen_bank", "BUS_BITS 512, READERS 2, WRITERS 2, GROUP 4"},
      {"rtlgen_axi_read", "BUS_BITS 64"},
      {"rtlgen_axi_write", "BUS_BITS 64"},
      {"rtlgen_stream_in", "BLOCKED_X 1, BLOCKED_Y 1, BANKS 1"},
      {"rtlgen_stream_in", "BLOCKED_X 1, BLOCKED_Y 1, BANKS 2"},
      {"rtlgen_stream_out", "BLOCKED_X 1, BLOCKED_Y 1, BANKS 1"},
      {"rtlgen_stream_out", "BLOCKED_X 1, BLOCKED_Y 1, BANKS 2"},
      {"rtlgen_stream_in", "BLOCKED_X 1, BLOCKED_Y 1, STRIPES 2"},
      {"rtlgen_stream_out", "BLOCKED_X 1, BLOCKED_Y 1, STRIPES 2"},
      {"rtlgen_control", "CONFIG_WORDS 60, STATUS_WORDS 30"},
      {"rtlgen_sequencer", "READERS 2, WRITERS 2"},
      {"rtlgen_load", "COUNT_BITS 32"},
      {"rtlgen_passes", ""},
      {"rtlgen_count", "BITS 64"},
      {"rtlgen_axis_out", "BITS 512"},
      {"rtlgen_frame_end", "COUNT_BITS 32"},
      {"rtlgen_last_check", ""},
      {"rtlgen_axi_guard", "HOST_BITS 256"},
      {"rtlgen_axi_guard", "HOST_BITS 512"},
      {"rtlgen_axil_guard", ""},
      {"rtlgen_card", "STATUS 36, EVENTS 1, SETTINGS 9, REQUESTS 3"},
      {"rtlgen_card_reset", "CHANNELS 1"},
      {"rtlgen_card_reset", "CHANNELS 2"},
      {"rtlgen_channel_reset", ""},
      {"rtlgen_clock_meter", ""},
      {"rtlgen_clock_change", ""},
      {"rtlgen_channel_probe", "AT_BITS 25"},
      {"rtlgen_axi_unrequested", ""},
      {"rtlgen_first", "WIDTH 28"},
      {"rtlgen_first", "WIDTH 68"},
      {"rtlgen_memory_test", "BUS_BITS 128"},
      {"rtlgen_memory_test", "BUS_BITS 512"},
  };
  return table;
}

rtlgen::bench::Area measure(const Row& row) {
  const std::string source = RTLGEN_SOURCE_DIR;
  std::string script = "read_verilog " + source + "/bench/shell/read_path.v";
  for (const char* leaf :
       {"async_fifo",   "bursts",        "axi_read",    "axi_write", "share",      "bank",          "axis",
        "frame",        "walk",          "unpack",      "pack",      "stream_in",  "stream_out",    "sync",
        "control",      "sequencer",     "load",        "passes",    "count",      "axis_out",      "frame_end",
        "last_check",   "axi_guard",     "axil_guard",  "card",      "card_reset", "channel_reset", "clock_meter",
        "clock_change", "channel_probe", "memory_test", "first",     "queue",      "skid",          "axi_unrequested"})
    script += " " + source + "/rtl/rtlgen_" + leaf + ".v";
  if (!row.parameters.empty()) script += "; chparam";
  std::string parameters = row.parameters.empty() ? "" : row.parameters + ",";
  for (std::size_t comma = 0; (comma = parameters.find(',')) != std::string::npos;) {
    script += " -set " + parameters.substr(0, comma);
    parameters.erase(0, comma + 1);
  }
  if (!row.parameters.empty()) script += " " + row.module;
  script += "; synth_xilinx -noiopad -family xc7 -flatten -top " + row.module +
            "; rename -top measured; tee -q -o /dev/stdout stat -json";
  rtlgen::ProcessOptions options;
  options.timeout_seconds = kYosysSeconds;
  const rtlgen::ProcessResult result = rtlgen::run_process({"yosys", "-q", "-p", script}, options);
  if (!result.ok()) throw std::runtime_error("Yosys failed: " + result.errors);
  return rtlgen::bench::area_of(rtlgen::synthesis::parse_stat(result.output), "measured", "");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Area of the modules of the memory shell");
  bool markdown = false;
  app.add_flag("--markdown", markdown, "print the table for rtl/README.md");
  std::vector<std::string> only;
  app.add_option("MODULE", only, "measure these modules (default: all)");
  CLI11_PARSE(app, argc, argv);
  try {
    const char* const format = markdown ? "| `{}` | {} | {} | {} | {} | {} |\n" : "{:20} {:46} {:>6} {:>6} {:>6}  {}\n";
    if (markdown)
      fmt::print("| module | parameters | LUT | FF | RAMB36 | target |\n|---|---|---|---|---|---|\n");
    else
      fmt::print(fmt::runtime(format), "module", "parameters", "LUT", "FF", "RAMB36", "target");
    for (const Row& row : rows()) {
      if (!only.empty() && std::find(only.begin(), only.end(), row.module) == only.end()) continue;
      const rtlgen::bench::Area area = measure(row);
      const std::string target = !row.has_target           ? ""
                                 : area.luts < kReadTarget ? "under 1,000: met"
                                                           : "under 1,000: missed";
      fmt::print(fmt::runtime(format), row.module, row.parameters, area.luts, area.flip_flops, area.brams(), target);
      std::fflush(stdout);
    }
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_shell: {}\n", fault.what());
    return 1;
  }
  return 0;
}
