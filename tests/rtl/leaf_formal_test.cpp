// Yosys proves by induction that the credit discipline never overflows the FIFO, never loses a
// credit and never takes one that does not exist; and that the Verilog and VHDL leaves are the same.
#include <gtest/gtest.h>

#include "kept_run.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

const std::string kRtl = test::source_folder() + "/rtl/";
const std::string kHere = test::source_folder() + "/tests/rtl/";

/// "" if the properties hold for ever after reset, else the message of Yosys.
std::string prove(const std::string& folder, const std::string& fifo, const std::string& credit, int depth, int credits,
                  int latency) {
  const auto number = [](int value) { return std::to_string(value); };
  const auto bits_for = [](int values) {
    int bits = 1;
    while ((1 << bits) < values) ++bits;
    return bits;
  };
  const auto join = [&](const std::string& probe, const std::string& signal, int bits) {
    return "connect -set " + probe + "[" + number(bits - 1) + ":0] " + signal + "; connect -set " + probe +
           "[7:" + number(bits) + "] " + number(8 - bits) + "'" + "b" +
           std::string(static_cast<std::size_t>(8 - bits), '0') + "; ";
  };
  const std::string script = "read_verilog " + kHere + "credit_props.v " + fifo + " " + credit +
                             "; chparam -set DEPTH " + number(depth) + " -set CREDITS " + number(credits) +
                             " -set LATENCY " + number(latency) +
                             " credit_props; hierarchy -check -top credit_props; proc; flatten; " +
                             join("fifo_stored", "u_fifo.stored", bits_for(depth + 1)) +
                             join("fifo_write", "u_fifo.write_address", bits_for(depth)) +
                             join("fifo_read", "u_fifo.read_address", bits_for(depth)) +
                             join("credit_count", "u_credit.count", bits_for(credits + 1)) +
                             "opt_clean; memory -nordff; opt; "
                             "sat -verify -tempinduct -seq 1 -maxsteps 20 -prove ok 1";
  const ProcessResult result = test::kept_run(folder, {"yosys", "-p", script});
  return result.ok() ? "" : "failed\n" + result.output;
}

/// True if Yosys found a run from reset that breaks a property, and did not just fail to close the
/// proof: the last problem that it solved was a base case.
bool refuted(const std::string& result) {
  const std::size_t base = result.rfind("[base case");
  const std::size_t step = result.rfind("[induction step");
  return result.find("proof did fail") != std::string::npos && base != std::string::npos &&
         (step == std::string::npos || base > step);
}

TEST(LeafFormal, CreditLoopNeverOverflows) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_credit");
  for (const int depth : {1, 2, 3, 4}) {
    for (const int latency : {2, 4}) {
      EXPECT_EQ(prove(folder, kRtl + "rtlgen_fifo.v", kRtl + "rtlgen_credit.v", depth, depth, latency), "")
          << depth << " " << latency;
    }
  }
}

TEST(LeafFormal, MutantsAreCaught) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_broken");
  // Two credits too many: the output register hides one word, not two.
  EXPECT_TRUE(refuted(prove(folder, kRtl + "rtlgen_fifo.v", kRtl + "rtlgen_credit.v", 3, 5, 4)));
  const auto broken = [&](const std::string& file, const std::string& from, const std::string& to) {
    std::string text = test::read_text(kRtl + file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    test::write_files(folder, {{file, text}});
    return folder + "/" + file;
  };
  EXPECT_TRUE(
      refuted(prove(folder, kRtl + "rtlgen_fifo.v", broken("rtlgen_credit.v", "take & ~give", "take"), 3, 3, 2)));
  EXPECT_TRUE(
      refuted(prove(folder, broken("rtlgen_fifo.v", "read & ~write", "read"), kRtl + "rtlgen_credit.v", 3, 3, 2)));
}

TEST(LeafFormal, VerilogAndVhdlAreTheSame) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_mutants");
  ASSERT_EQ(
      test::ghdl_analyse(folder, {kRtl + "rtlgen_pkg.vhd", kRtl + "rtlgen_fifo.vhd", kRtl + "rtlgen_credit.vhd"}, "08"),
      "");
  for (const int depth : {1, 2, 3, 5, 8}) {
    const std::string value = std::to_string(depth);
    for (const bool fifo : {true, false}) {
      const std::string leaf = fifo ? "rtlgen_fifo" : "rtlgen_credit";
      const std::string name = fifo ? "DEPTH" : "CREDITS";
      ProcessOptions options;
      options.working_directory = folder;
      const ProcessResult vhdl = run_process(
          {"ghdl", "--synth", "--std=08", "--workdir=work08", "--out=verilog", "-g" + name + "=" + value, leaf},
          options);
      ASSERT_TRUE(vhdl.ok()) << vhdl.errors;
      std::string verilog = test::read_text(kRtl + leaf + ".v");
      const std::size_t at = verilog.find("parameter " + name + " = 16");
      ASSERT_NE(at, std::string::npos);
      verilog.replace(at, name.size() + 15, "parameter " + name + " = " + value);
      test::write_files(folder, {{"gold.v", verilog}, {"gate.v", vhdl.output}});
      EXPECT_EQ(test::yosys_equivalent(folder, {"gold.v"}, {"gate.v"}, leaf), "") << leaf << " " << value;
    }
  }
}

}  // namespace
}  // namespace rtlgen
