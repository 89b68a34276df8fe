// The Vitis part of a project: an RTL kernel on a platform, which has PCIe, memory controllers and clocks.
#include "flow/tool.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/shell.hpp"
#include "emit/file.hpp"
#include "flow/bus_parts.hpp"
#include "flow/debug.hpp"
#include "flow/project.hpp"
#include "flow/vitis/kernel.hpp"
#include "flow/vitis/platform.hpp"
#include "flow/vitis/scripts.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"
#include "spec/channels.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::vitis {

namespace {

void check_clocks(const Project& project, Diagnostics& diagnostics) {
  const contract::Shell& s = *project.plan.shell;
  const board::Platform& p = *project.wiring.platform;
  if (s.bus_bits != p.bus_bits || std::abs(s.bus_mhz - p.bus_mhz) > 1e-6) {
    unsuitable(project, diagnostics,
               fmt::format("a bus of {} bits at {:g} MHz, but that of {} has {} bits at {:g} MHz", s.bus_bits,
                           s.bus_mhz, safe::terminal(project.board.name), p.bus_bits, p.bus_mhz),
               {"leave out the bus: a project always uses the board's"});
  }
  if (kernel_mhz(project) > p.kernel_mhz) {
    unsuitable(project, diagnostics,
               fmt::format("the kernel clock is {} MHz, but the platform of {} ({}) supports at most {:g} MHz",
                           kernel_mhz(project), safe::terminal(project.board.name), p.name, p.kernel_mhz),
               {fmt::format("--set hardware.clock_mhz={:g}", p.kernel_mhz)});
  }
}

void check_memory(const Project& project, Diagnostics& diagnostics) {
  const contract::Shell& s = *project.plan.shell;
  const board::Platform& p = *project.wiring.platform;
  const std::size_t kernels = kernels_of(project), banks = banks_of_kernel(project);
  // A kernel can do without channels of another kind than the first.
  const auto first = std::count_if(p.memory.begin(), p.memory.end(), [&](const std::string& bank) {
    return bank.substr(0, bank.find('[')) == p.memory.front().substr(0, p.memory.front().find('['));
  });
  if (static_cast<std::size_t>(first) % kernels != 0) {
    unsuitable(project, diagnostics,
               fmt::format("{} kernels, but {} has {} banks of memory, and each kernel needs the same number", kernels,
                           safe::terminal(project.board.name), first),
               {"hardware.kernels must be a power of two for this board"});
    return;
  }
  for (const contract::ShellChannel& channel : s.channels) {
    if (static_cast<std::size_t>(channel.number) < banks) continue;
    unsuitable(project, diagnostics,
               fmt::format("memory channel {} is used, but {}{} has 0 to {}, {} to {}", channel.number,
                           kernels > 1 ? "each kernel on " : "", safe::terminal(project.board.name), banks - 1,
                           p.memory.front(), bank_of(project, 0, static_cast<int>(banks) - 1)),
               {"hardware.memory assigns fields to channels; without it, all are in channel 0"});
  }
}

class Vitis : public Tool {
 public:
  void check(const Project& project, Diagnostics& diagnostics) const override {
    refuse_debug(project, diagnostics, "Vitis");
    check_clocks(project, diagnostics);
    check_memory(project, diagnostics);
  }

  [[nodiscard]] std::vector<emit::File> files(const Project& project) const override {
    std::vector<emit::File> files = {
        {fmt::format("rtl/kernel/{}.v", project.top()), netlist::verilog(kernel_module(project))}};
    for (emit::File& file : script_files(project)) files.push_back(std::move(file));
    return files;
  }

  [[nodiscard]] Words words(const Project& project) const override {
    const board::Platform& p = *project.wiring.platform;
    Words words;
    const board::Wiring& w = project.wiring;
    const std::string versions =
        w.last_tool.empty() ? w.least_tool + " or newer" : fmt::format("{} to {}", w.least_tool, w.last_tool);
    words.build = fmt::format(
        "    make            # build/{0}.xclbin; Vitis {1}, XRT, and the platform {2}\n    make xo         # "
        "the packaged kernel alone, for a design of your own\n\n",
        project.top(), versions, p.name);
    if (!w.last_tool.empty())
      words.build += fmt::format("No document names this card for a version of Vitis after {}.\n\n", w.last_tool);
    words.build +=
        "For another platform of the card: `make PLATFORM=NAME`. `v++` slows a clock down rather than miss timing, so "
        "the "
        "build compares the clocks that it reached\n"
        "with those in `link.cfg` and stops if one is slower. Reports are in `build/reports`. `make EXPLORE=4` lets "
        "`v++` try four strategies, and\n`ALLOW_TIMING=1` takes a slower kernel (docs/bring_up.md of rtlgen).\n";
    words.card = fmt::format("| `rtl/kernel/{}.v` | the kernel's ports around the shell |\n", project.top());
    words.files =
        "| `package_kernel.tcl`, `tcl`, `constraints` | makes the `.xo`: ports, registers, clock crossings |\n| "
        "`link.cfg`, `Makefile` | clocks, memory of each port; the build |\n";
    words.clocks =
        fmt::format("bus {} MHz (`ap_clk`), stencil {} MHz (`ap_clk_2`)", bus_mhz(project), kernel_mhz(project));
    words.proven =
        "- a kernel's top, with AXI-Lite registers, memory and reset as a platform gives them, ran a stencil "
        "through the XRT back end of the host's library, every bit\n"
        "  compared (the test suite of rtlgen, with the stencils in docs/evidence/projects.md; XRT's classes were a "
        "stand-in);\n"
        "- every port belongs to an interface, registers match `manifest.json`, bursts are INCR, addresses have "
        "64 bits;\n";
    words.stand_in = "stand-ins for Vivado, v++ and xclbinutil";
    words.unproven = "whether any version of Vivado and v++ accepts this, placement, timing, the card, XRT";
    words.host = host_words(project);
    return words;
  }

  [[nodiscard]] std::string black_boxes(const Project& /*project*/) const override {
    return "// A kernel has no vendor IP.\n";
  }
  [[nodiscard]] std::string model_shims(const Project& project) const override { return platform_text(project); }

 private:
  /// The banks of kernel n: "8 banks from 8 * n on".
  static std::string banks_text(const Project& project) {
    const auto kinds = spec::channels_by_kind(hardware_of(project));
    if (kinds.size() == 1) return fmt::format("{} banks from {} * n on", kinds[0].count, kinds[0].count);
    std::vector<std::string> texts;
    for (const spec::KernelChannels& kind : kinds) {
      if (kind.count == 0) continue;
      const std::string& bank = bank_of(project, 0, kind.first);
      texts.push_back(
          fmt::format("{} banks from {}[{} * n] on", kind.count, bank.substr(0, bank.find('[')), kind.count));
    }
    return fmt::format("{}", fmt::join(texts, " and "));
  }

  static std::string host_words(const Project& project) {
    std::string memory;
    for (const contract::ShellChannel& channel : project.plan.shell->channels) {
      memory +=
          fmt::format("{}{} is {}", memory.empty() ? "" : ", ", channel.number, bank_of(project, 0, channel.number));
    }
    const std::size_t kernels = kernels_of(project);
    if (kernels > 1) {
      memory += fmt::format(
          ". This is for kernel 0 of {}; `--kernel 1` and so on select the others, which may run at the same time. "
          "Kernel n has the {}",
          kernels, banks_text(project));
    }
    const Described& described = project.description;
    const bool here = described.from == From::kAnywhere || described.from == From::kProject;
    const std::string file = project.top() + ".xclbin";
    std::string text = fmt::format(
        "With rtlgen built with XRT{}:\n\n    rtlgen run {} --backend xrt --xclbin {} --kernel {}{}\n\n",
        here ? ", from this folder" : fmt::format("{}, after copying `build/{}` there", described.place(), file),
        described.shell_word(), here ? "build/" + file : file, kernels > 1 ? "0" : project.top(), project.keys);
    return text + fmt::format(
                      "The keys determine the hardware, so the run needs all of them. For your own program, see "
                      "docs/host.md of rtlgen; it uses this folder's `manifest.json`.\n"
                      "Memory channels: {}.\n",
                      memory);
  }
};

}  // namespace

const Tool& tool() {
  static const Vitis tool;
  return tool;
}

}  // namespace rtlgen::flow::vitis
