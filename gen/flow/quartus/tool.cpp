// The Quartus part of a project.
#include "flow/tool.hpp"

#include <fmt/format.h>

#include <cmath>

#include "emit/file.hpp"
#include "flow/bus_parts.hpp"
#include "flow/debug.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "flow/quartus/constraints.hpp"
#include "flow/quartus/scripts.hpp"
#include "flow/quartus/stubs.hpp"
#include "flow/quartus/system.hpp"
#include "flow/quartus/top.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::quartus {

namespace {

class Quartus : public Tool {
 public:
  void check(const Project& project, Diagnostics& diagnostics) const override {
    constexpr std::size_t kAny = 8;  ///< one message serves any number up to this
    check_kernels(project, kAny, diagnostics);
    check_debug(project, diagnostics);
  }

  [[nodiscard]] std::vector<emit::File> files(const Project& project) const override {
    const auto constraints = constraint_files(project);
    return card_files(project, top_leaves(project), top_module(project), script_files(project, constraints),
                      constraints);
  }

  [[nodiscard]] Words words(const Project& project) const override {
    const board::Wiring& w = project.wiring;
    const std::string edition = w.tool == "quartus_pro" ? "Pro" : "Standard";
    Words words;
    words.build = fmt::format(
        "    make            # build/{0}.sof; Quartus Prime {1} Edition {2} or newer, with a licence for "
        "{3}\n"
        "    make program    # load it onto the card by JTAG; then boot the host again\n{4}"
        "    sh host/reload.sh 0000:03:00.0    # loads it without a reboot; lspci shows the address\n\n",
        project.top(), edition, w.least_tool, part_number(project.board), flash_command(w));
    words.build +=
        "The build stops with an error if a port has no pin, a port or path is not constrained, or slack is "
        "negative in any corner. Quartus' reports are in\n"
        "`build/attempt_1/output_files`. If timing is missed: `make EXPLORE=4` tries four seeds, `make clock` names "
        "the "
        "clock that is met,\n`ALLOW_TIMING=1` takes the programming file all the same (docs/bring_up.md of rtlgen).\n";
    words.files =
        "| `ip` | the vendor's IP and its parameters, one file per Platform Designer system |\n| `constraints` | pins "
        "(`.qsf`), clocks and crossings (`.sdc`) |\n"
        "| `build.tcl`, `tcl`, `Makefile` | the build |\n";
    words.clocks = card_clocks(project, "PCIe's");
    words.stand_in = "a stand-in for Quartus and Platform Designer";
    words.host = fmt::format(
        "Through Linux' vfio-pci, because Linux has no driver for Intel's PCIe DMA (docs/projects_intel.md of rtlgen "
        "describes the card, docs/host.md the machine);\n"
        "or on a simulated card{2}:\n\n    rtlgen run {0} --backend vfio{1}\n    rtlgen run {0} --backend sim{1}\n\n"
        "No real card has been driven this way yet, only stand-ins and tops simulated in our tests.\n",
        project.description.shell_word(), project.keys, project.description.place());
    return words;
  }

  [[nodiscard]] std::optional<AvalonDma> avalon_dma(const board::Wiring& wiring) const override {
    constexpr int kEventOfWrites = 1;  ///< the one of a queue's four messages that rtlgen_avalon_msix sends
    if (has_own_descriptors(wiring)) return AvalonDma{registers_bar(wiring), std::nullopt, kEventOfWrites};
    return AvalonDma{registers_bar(wiring), std::uint64_t{1} << card_address_bits(wiring)};
  }

  [[nodiscard]] std::string black_boxes(const Project& project) const override { return quartus::black_boxes(project); }
  [[nodiscard]] std::string model_shims(const Project& project) const override { return quartus::model_shims(project); }
};

}  // namespace

const Tool& tool() {
  static const Quartus tool;
  return tool;
}

}  // namespace rtlgen::flow::quartus
