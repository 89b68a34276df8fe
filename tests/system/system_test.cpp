// A whole small system in SystemC: a host behind PCIe, a card of the shell's modules in `verilator --sc`, memories.
//
// Built the way that a generated shell is (runner/systemc.hpp), once, with all cards in one top and all mutants of
// the models in one program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "contract/bus_ports.hpp"
#include "dram/part_file.hpp"
#include "dram/traffic.hpp"
#include "runner/systemc.hpp"
#include "support/process.hpp"
#include "system/link.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::system_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRoot = test::source_folder();
const std::string kHere = kRoot + "/tests/system/";

/// A card's parameters and the channels of the top that it has.
struct Card {
  std::string parameters;
  int bus_bits, first_channel, channels;
};
const std::vector<Card> kCards = {
    {".BUS_BITS(512), .BANKS(2)", 512, 0, 2}, {".BUS_BITS(64)", 64, 2, 1}, {".BUS_BITS(1024), .GROUP(2)", 1024, 3, 1}};

std::string range(const contract::BusPort& pin) {
  return pin.bits > 1 ? "[" + std::to_string(pin.bits - 1) + ":0] " : "";
}

/// All cards; `slot` says whose clocks run and who has the registers.
std::string top() {
  std::string ports, cards;
  const auto port = [&](const contract::BusPort& pin, const std::string& name) {
    ports += std::string(",\n  ") + (pin.is_output ? "output wire " : "input wire ") + range(pin) + name;
  };
  const std::string count = std::to_string(kCards.size());
  for (const contract::BusPort& pin : contract::register_ports(12)) {
    port(pin, "s_axil_" + pin.name);
    if (!pin.is_output) continue;
    cards += "  wire " + range(pin) + pin.name + "_of [0:" + count + "-1];\n  assign s_axil_" + pin.name + " = " +
             pin.name + "_of[slot];\n";
  }
  for (std::size_t k = 0; k < kCards.size(); ++k) {
    const Card& card = kCards[k];
    const std::string n = std::to_string(k);
    std::string pins;
    for (const contract::BusPort& pin : contract::register_ports(12)) {
      const bool only_here = !pin.is_output && pin.bits == 1;
      pins += ", .s_axil_" + pin.name + "(" +
              (pin.is_output ? pin.name + "_of[" + n + "]"
                             : "s_axil_" + pin.name + (only_here ? " & slot == 2'd" + n : "")) +
              ")";
    }
    for (const contract::BusPort& pin : contract::channel_ports(card.bus_bits)) {
      std::string together;
      for (int c = card.channels; c-- > 0;) {
        const std::string name = "m_axi_" + std::to_string(card.first_channel + c) + "_" + pin.name;
        port(pin, name);
        together += (together.empty() ? "" : ", ") + name;
      }
      pins += ", ." + pin.name + "({" + together + "})";
    }
    cards += "  card #(" + card.parameters + ") u_" + n + " (.bus_clk(bus_clk & slot == 2'd" + n +
             "), .kernel_clk(kernel_clk & slot == 2'd" + n + "), .bus_rst(bus_rst), .irq(irqs[" + n +
             "]), .violation(violations[" + n + "])" + pins + ");\n";
  }
  return "module system_bench (input wire bus_clk, kernel_clk, bus_rst, input wire [1:0] slot, output wire irq, output "
         "wire [15:0] violation" +
         ports + "\n);\n  wire irqs [0:" + count + "-1];\n  wire [15:0] violations [0:" + count +
         "-1];\n  assign irq = irqs[slot];\n  assign violation = violations[slot];\n" + cards + "endmodule\n";
}

/// One place of a model changed where this mutant is on.
struct Mutant {
  std::string file, from, to, what, caught;
};

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> list = {
      {"system/axi_engine.cpp", "rresp = bad ? read.response : kOkay;",
       "rresp = bad && !MUTANT ? read.response : kOkay;", "errors", "a wrong cell"},
      {"system/axi_engine.cpp", "bresp = write.response;", "bresp = MUTANT ? kOkay : write.response;", "errors",
       "a wrong cell"},
      {"system/axi_engine.cpp", "read.response = kDecodeError;", "read.response = MUTANT ? kOkay : kDecodeError;",
       "errors", "an error is not reported"},
      {"system/axi_engine.hpp", "void take_response() { bvalid = false; }", "void take_response() { bvalid = MUTANT; }",
       "runs", "AXI rules 51 61"},
      {"system/axi_engine.cpp", "rlast = ++read.next == read.beats;", "rlast = ++read.next + MUTANT >= read.beats;",
       "runs", "AXI rules 72"},
      {"system/axi_engine.cpp", "if (write.response == kOkay)",
       "if (write.response == kOkay && !(MUTANT && write.address % 4096 == 0))", "runs", "a wrong cell"},
      {"system/axi_engine.cpp", "arrived_[done->tag - arrived_base_] = 1;",
       "arrived_[done->tag - arrived_base_] = !MUTANT || done->tag % 500 != 499;", "runs", "no interrupt"},
      {"system/axi_memory.hpp", "if (rst_.read()) {", "if (rst_.read() && !MUTANT) {", "resets", "AXI rules 25"},
  };
  return list;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::vector<runner::SourceFile> models_with_mutants() {
  std::vector<runner::SourceFile> files = runner::model_sources();
  for (std::size_t n = 0; n < mutants().size(); ++n) {
    const Mutant& mutant = mutants()[n];
    bool found = false;
    for (runner::SourceFile& file : files) {
      if (file.path != mutant.file) continue;
      const std::size_t at = file.text.find(mutant.from);
      if (at == std::string::npos) continue;
      found = true;
      file.text.replace(at, mutant.from.size(),
                        replaced(mutant.to, "MUTANT", "(rtlgen_mutant == " + std::to_string(n + 1) + ")"));
    }
    EXPECT_TRUE(found) << mutant.file << " has no " << mutant.from;
  }
  for (runner::SourceFile& file : files) file.text = "extern int rtlgen_mutant;\n" + file.text;
  return files;
}

struct Built {
  std::string folder, fault;
};

Built build() {
  Built built{test::fresh_folder("system"), ""};
  runner::SystemcBuild request;
  request.top = "system_bench";
  request.flags = {"-Wno-fatal", "-Wno-lint"};
  for (const std::string name :
       {"axis", "frame", "walk", "unpack", "pack", "async_fifo", "bursts", "axi_read", "axi_write", "share", "bank",
        "stream_in", "stream_out", "control", "sequencer", "sync"})
    request.hdl.push_back({"rtlgen_" + name + ".v", test::read_text(kRoot + "/rtl/rtlgen_" + name + ".v")});
  request.hdl.push_back({"axi_checker.v", test::read_text(kRoot + "/sim/shell/axi_checker.v")});
  request.hdl.push_back({"card.v", test::read_text(kHere + "card.v")});
  request.hdl.push_back({"system_bench.v", top()});
  for (const std::string name : {"main.cpp", "bench.cpp", "bench.hpp"})
    request.sources.push_back({name, test::read_text(kHere + name)});
  request.models = models_with_mutants();
  try {
    runner::systemc_build(request, built.folder);
  } catch (const std::exception& e) {
    built.fault = e.what();
    return built;
  }
  std::ofstream link(built.folder + "/link");
  system::write_plain(link, system::read_link(test::source_folder() + "/sim/system/links/pcie3x8.yaml"));
  for (const std::string name : {"ddr3-1600", "ddr4-2400", "hbm2"}) {
    std::ofstream part(built.folder + "/" + name);
    dram::write_plain(part, dram::read_timings(test::source_folder() + "/sim/dram/parts/" + name + ".yaml"));
  }
  return built;
}

const Built& built() {
  static const Built result = build();
  return result;
}

std::string run_bench(const std::string& what, std::size_t mutant = 0) {
  ProcessOptions options;
  options.working_directory = built().folder;
  options.timeout_seconds = 200;
  options.merge_stderr = true;
  options.environment = {{"SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1"}};
  return run_process({"./bench", what, std::to_string(mutant), "link", "ddr3-1600", "ddr4-2400", "hbm2"}, options)
      .output;
}

class System : public ::testing::TestWithParam<std::string> {};

TEST_P(System, FromHostToHost) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(built().fault, "");
  const std::string verdict = run_bench(GetParam());
  EXPECT_THAT(verdict, StartsWith("ok ")) << GetParam();
  std::fprintf(stderr, "%s: %s", GetParam().c_str(), verdict.c_str());
}
INSTANTIATE_TEST_SUITE_P(Cases, System, ::testing::Values("runs", "errors", "resets", "registers"),
                         [](const auto& test) { return test.param; });

/// A reader and a writer on one channel, or on one each, get what bare streams get of the same DRAM.
TEST(SystemSpeed, IsThatOfBareStreams) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(built().fault, "");
  const std::string verdict = run_bench("speed");
  std::fprintf(stderr, "%s", verdict.c_str());
  for (const std::string name : {"ddr3-1600", "ddr4-2400", "hbm2"}) {
    const dram::Timings t = dram::read_timings(test::source_folder() + "/sim/dram/parts/" + name + ".yaml");
    const auto half_round = static_cast<std::uint64_t>(t.data_bits / 8 * t.columns * t.all_banks() / 2);
    const double together = dram::deliver(t, {{0, false}, {t.capacity() / 2 + half_round, true}}, 4 << 20, 8192).gbs;
    const double conflicting = dram::deliver(t, {{0, false}, {t.capacity() / 2, true}}, 4 << 20, 8192).gbs;
    const double apart = 2 * dram::deliver(t, {{0, false}}, 4 << 20).gbs;
    for (const auto& [channels, bare] : {std::pair{1, together}, std::pair{2, apart}}) {
      const std::string key = "ok " + std::to_string(channels) + " channels, " + t.name + ": ";
      const std::size_t at = verdict.find(key);
      ASSERT_NE(at, std::string::npos) << key << "not in\n" << verdict;
      const double got = std::stod(verdict.substr(at + key.size()));
      // Pages of HBM are small: a stream goes round all banks in 16 KiB, and how far the writer is behind the reader
      // says whether they meet in a bank, wherever the buffers are.
      EXPECT_GT(got, name == "hbm2" && channels == 1 ? conflicting : 0.95 * bare) << key;
      EXPECT_LT(got, 1.03 * bare) << key;
      std::fprintf(stderr, "%s%.1f %% of bare streams\n", key.c_str(), 100 * got / bare);
    }
  }
}

TEST(SystemMutants, AreCaught) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(built().fault, "");
  for (std::size_t n = 0; n < mutants().size(); ++n) {
    const Mutant& mutant = mutants()[n];
    EXPECT_THAT(run_bench(mutant.what, n + 1), HasSubstr(mutant.caught)) << mutant.file << ": " << mutant.to;
  }
}

}  // namespace
}  // namespace rtlgen::system_test
