// The Vivado part of a project.
#include "flow/tool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/file.hpp"
#include "flow/bus_parts.hpp"
#include "flow/debug.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "flow/vivado/constraints.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/scripts.hpp"
#include "flow/vivado/stubs.hpp"
#include "flow/vivado/top.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::vivado {

namespace {

constexpr const char* kUartProven =
    "- a top of this board, with behavioural models behind the real ports of clock and memory IP, ran a stencil from "
    "the "
    "host's serial line to the host's serial\n"
    "  line, every bit compared, with a faster line than the card's (the test suite of rtlgen, with the stencils and "
    "boards in docs/evidence/projects.md);\n"
    "- every port has one pin and standard, no pin is used twice, every clock is constrained; wrapper, IP port tables "
    "and board data agree port for port;\n"
    "- the file that describes the memory controller has the board's values, element by element;\n";

std::string uart_words(const Project& project) {
  const int baud = project.wiring.uart->baud;
  return fmt::format(
      "With the board's USB bridge at /dev/ttyUSB1 (`dmesg` shows the name){4}:\n\n    rtlgen run "
      "{0} "
      "--backend uart --device /dev/ttyUSB1{1}\n\n"
      "The keys determine the hardware, so the run needs all of them. The line has {2} baud, 8 data bits, no "
      "parity: at most {3} bytes per second. For your own program, see\ndocs/host.md of rtlgen; it uses this folder's "
      "`manifest.json`. The board's reset button resets the card.\n",
      project.description.shell_word(), project.keys, baud, baud / 10, project.description.place());
}

std::string xdma_words(const Project& project) {
  std::string text = fmt::format("With the XDMA driver loaded{2}:\n\n    rtlgen run {0} --backend xdma{1}\n\n",
                                 project.description.shell_word(), project.keys, project.description.place());
  if (kernels_of(project) > 1) {
    text += fmt::format(
        "That is kernel 0 of {0}; `--kernel 1` and so on select the others, which may run at the same time. Kernel n "
        "has "
        "channels from {1} * n on, registers at {2:#x} * n and user interrupt n.\n\n",
        kernels_of(project), channels_of_kernel(project), 1 << board::kKernelOffsetBits);
  }
  return text +
         "The keys determine the hardware, so the run needs all of them. For your own program, see docs/host.md of "
         "rtlgen; it uses this folder's `manifest.json`. Channel 0 begins at\n"
         "card address 0 of the device files; registers are BAR 0 (`/dev/xdma0_user`), the interrupt is user interrupt "
         "0 (`/dev/xdma0_events_0`).\n";
}

class Vivado : public Tool {
 public:
  void check(const Project& project, Diagnostics& diagnostics) const override {
    constexpr std::size_t kAsked = 1;  ///< kernels with a host that polls
    check_kernels(project, std::max(kAsked, interrupts_of(project.wiring)), diagnostics);
    check_debug(project, diagnostics);
  }

  [[nodiscard]] std::vector<emit::File> files(const Project& project) const override {
    const auto constraints = constraint_files(project);
    return card_files(project, top_leaves(project), top_module(project), script_files(project, constraints),
                      constraints);
  }

  [[nodiscard]] Words words(const Project& project) const override {
    const board::Wiring& w = project.wiring;
    Words words;
    words.build = fmt::format(
        "    make            # build/{0}.bit; Vivado {1} or newer, with a licence for {2}\n    make program    # load "
        "it onto the card by JTAG{3}\n{4}{5}\n",
        project.top(), w.least_tool, part_number(project.board), w.uart ? "" : "; then reboot the host",
        flash_command(w),
        w.uart ? ""
               : "    sh host/reload.sh 0000:03:00.0    # loads it without a reboot; lspci shows the "
                 "address\n");
    words.build +=
        "The build stops with an error if a port has no pin or standard, a path is not constrained, or slack is "
        "negative. Reports (utilisation,\n"
        "timing, DRC, clock crossings) and checkpoints are in `build/` and `build/attempt_1`. If timing is missed: "
        "`make "
        "EXPLORE=4` tries four ways,\n`make clock` names the clock that is met, `ALLOW_TIMING=1` takes the bitstream "
        "all "
        "the same (docs/bring_up.md of rtlgen).\n";
    words.files =
        "| `ip.tcl` | the vendor's IP and its parameters |\n| `constraints` | pins and clocks, one file per function "
        "|\n| "
        "`build.tcl`, `tcl`, `Makefile` | the build |\n";
    if (w.uart) {
      words.card =
          fmt::format("| `rtl/card/{}.v` | the card: serial line, memory controller, clocks, resets, status LEDs |\n",
                      project.top());
      words.files += "| `parts/mig_0.prj` | the memory controller, in MIG's format |\n";
    }
    words.clocks = card_clocks(project, w.uart ? "the board's" : "PCIe's");
    words.stand_in = "a stand-in for Vivado";
    if (w.uart) words.proven = kUartProven;
    words.host = w.uart ? uart_words(project) : xdma_words(project);
    return words;
  }

  [[nodiscard]] std::string black_boxes(const Project& project) const override { return vivado::black_boxes(project); }
  [[nodiscard]] std::string model_shims(const Project& project) const override { return vivado::model_shims(project); }
};

}  // namespace

const Tool& tool() {
  static const Vivado tool;
  return tool;
}

}  // namespace rtlgen::flow::vivado
