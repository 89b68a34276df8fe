// The native operators of the arithmetic operators against the operators' own Verilog.
//
// Both run side by side in one Verilated model, every cycle compared: the same bits after the same
// number of cycles, for every function, format, subnormal rule and constant that is swapped. Pairs
// that are wrong on purpose prove that a difference would show.
#include "ops/native.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "runner/compiler.hpp"
#include "runner/folder.hpp"
#include "runner/verilator.hpp"
#include "support/outside_text.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::runner {
namespace {

using ops::Function;
using ops::Request;

struct Pair {
  Request rtl, native;
  int latency = 0, native_latency = 0;
  bool equal = true;  ///< false: a pair that must differ
};

const spec::Type kSingle = spec::Type::float_of(8, 23);
const spec::Type kDouble = spec::Type::float_of(11, 52);

Request request(Function function, const spec::Type& type, bool flush) {
  const auto count = static_cast<std::size_t>(ops::operand_count(function));
  return {function, type, type, flush, std::vector<std::optional<std::uint64_t>>(count)};
}

Request with_constant(Request request, std::size_t operand, std::uint64_t bits) {
  request.constants[operand] = bits;
  return request;
}

std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  for (const spec::Type& type : {kSingle, kDouble}) {
    const bool single = type == kSingle;
    for (const Function f : {spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul, spec::Op::kDiv, spec::Op::kSqrt}) {
      for (const bool flush : {false, true}) pairs.push_back({request(f, type, flush), request(f, type, flush), 3, 3});
    }
    const std::uint64_t tenth = single ? 0x3dcccccd : 0x3fb999999999999a;
    const std::uint64_t tiny = single ? 0x00000007 : 0x0000000000000007;
    for (const Request& r : {with_constant(request(spec::Op::kMul, type, false), 0, tenth),
                             with_constant(request(spec::Op::kAdd, type, false), 1, tenth),
                             with_constant(request(spec::Op::kMul, type, true), 1, tiny),
                             with_constant(request(spec::Op::kDiv, type, false), 0, tenth)}) {
      pairs.push_back({r, r, 2, 2});
    }
  }
  const Request add = request(spec::Op::kAdd, kSingle, false);
  pairs.push_back({add, add, 0, 0});
  pairs.push_back({add, add, 7, 7});
  pairs.push_back({add, add, 3, 4, false});
  pairs.push_back({add, request(spec::Op::kSub, kSingle, false), 3, 3, false});
  pairs.push_back({add, request(spec::Op::kAdd, kSingle, true), 3, 3, false});
  return pairs;
}

/// `module` with its ports connected, result in wire `result`.
std::string instance(const std::string& module, const Request& request, int latency, const std::string& result) {
  const int w = request.operand.width;
  std::string text = fmt::format("  wire [{}:0] {};\n  {} {}_u (", w - 1, result, module, result);
  if (latency > 0) text += ".clk(clk), ";
  static const char* const kPort[] = {"a", "b"};
  for (int i = 0; i < ops::operand_count(request.function); ++i) {
    if (!request.constants[static_cast<std::size_t>(i)]) text += fmt::format(".{0}({0}{1}), ", kPort[i], w);
  }
  return text + fmt::format(".q({}));\n", result);
}

class NativeOperators : public testing::Test {
 protected:
  void write_pairs(const std::vector<Pair>& pairs) {
    std::string top =
        fmt::format("module pairs (input clk, input [31:0] a32, b32, input [63:0] a64, b64, output [{}:0] differs);\n",
                    pairs.size() - 1);
    const hw::DelayModel device = *hw::DelayModel::find("generic");
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Pair& p = pairs[i];
      hw::Module module = ops::build(p.rtl, device, p.latency, hw::Cut::kFewLuts);  // as in Kernels
      module.name = fmt::format("rtl_{}", i);
      hw::Design design;
      design.top = module.name;
      design.modules.push_back(module);
      add(module.name, emit::verilog(module, design, {"0", OutsideText("none"), "0"}));
      const std::string own = fmt::format("native_{}", i);
      add(own, ops::native_verilog(p.native, p.native_latency, own));
      top += instance(module.name, p.rtl, p.latency, fmt::format("r{}", i));
      top += instance(own, p.native, p.native_latency, fmt::format("n{}", i));
      top += fmt::format("  assign differs[{0}] = r{0} != n{0};\n", i);
    }
    add("pairs", top + "endmodule\n");
    write_file(folder_.path() / "native.hpp", harness_source("native.hpp"));
    write_file(folder_.path() / "native_pairs.cpp",
               read_file(std::filesystem::path(test::source_folder()) / "tests/sim/native_pairs.cpp"));
  }

  void add(const std::string& module, const std::string& text) {
    files_.push_back(module + ".v");
    write_file(folder_.path() / files_.back(), text);
  }

  std::string run(std::size_t pairs) {
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.merge_stderr = true;
    std::vector<std::string> command = {
        "verilator",  "--cc",         "--exe",
        "--build",    "-O3",          "-fno-const-bit-op-tree",
        "--x-assign", "fast",         "--prefix",
        "Vpairs",     "--top-module", "pairs",
        "-Wno-lint",  "-CFLAGS",      fmt::format("-O1 -ffp-contract=off -include ../native.hpp -DPAIRS={}", pairs)};
    // As in the runner: a header that Verilator precompiles must come first, before native.hpp.
    command.insert(command.end(), {"-MAKEFLAGS", fmt::format("{} VK_PCH_I_FAST= VK_PCH_I_SLOW=",
                                                             fmt::join(compiler_words(model_compiler()), " "))});
    command.insert(command.end(), files_.begin(), files_.end());
    command.emplace_back("native_pairs.cpp");
    const ProcessResult built = run_process(command, options);
    if (!built.ok()) return built.output;
    return run_process({"obj_dir/Vpairs", "150000", "16"}, options).output;
  }

  TemporaryFolder folder_;
  std::vector<std::string> files_;
};

TEST_F(NativeOperators, ReturnWhatTheHardwareReturnsInTheSameCycle) {
  if (!find_program("verilator")) {
    if (RTLGEN_TOOLS_REQUIRED) FAIL() << "Verilator is missing";
    GTEST_SKIP() << "Verilator is missing";
  }
  const std::vector<Pair> pairs = all_pairs();
  ASSERT_LE(pairs.size(), 64U);
  write_pairs(pairs);
  const std::string output = run(pairs.size());
  std::istringstream counts(output);
  for (const Pair& p : pairs) {
    long wrong = -1;
    ASSERT_TRUE(counts >> wrong) << output;
    const std::string name = fmt::format("{} in {} cycles, native {} in {}", ops::base_name(p.rtl), p.latency,
                                         ops::base_name(p.native), p.native_latency);
    if (p.equal) {
      EXPECT_EQ(wrong, 0) << name;
    } else {
      EXPECT_GT(wrong, 0) << name << ": a difference was not seen";
    }
  }
}

}  // namespace
}  // namespace rtlgen::runner
