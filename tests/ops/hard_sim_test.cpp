// The models of hard blocks in three simulators, and the wrappers around vendors' cells: all cases of the table of
// assumptions, and random operands, against the functions that define them; and the logic that stands for a block.
#include <algorithm>
#include <random>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/leaves.hpp"
#include "operator_check.hpp"
#include "ops/hard.hpp"
#include "sim_bench.hpp"
#include "spec/hard_float.hpp"
#include "support/outside_text.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::ops {
namespace {

using spec::HardMode;
using spec::Op;

constexpr int kRandom = 1500;
constexpr std::uint32_t kMinus = 0x80000000U;

/// The operators that blocks make, and one with a constant.
std::vector<Request> hard_requests() {
  const spec::Type t = spec::Type::float_of(8, 23);
  std::vector<Request> all;
  for (const Function f : std::initializer_list<Function>{Op::kHardAdd, Op::kHardSub, Op::kHardMul, kHardProductAdd,
                                                          kHardProductSub, kHardSubProduct})
    all.push_back(
        {f, t, t, false, std::vector<std::optional<std::uint64_t>>(static_cast<std::size_t>(operand_count(f)))});
  all.push_back(all[5]);
  all.back().constants[0] = 0x40490fdbU;
  return all;
}

std::uint32_t defined(const Request& r, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (r.constants[0]) a = static_cast<std::uint32_t>(*r.constants[0]);
  if (r.function == Function(Op::kHardAdd)) return spec::hard_sum(a, b);
  if (r.function == Function(Op::kHardSub)) return spec::hard_difference(a, b);
  const std::uint32_t product = spec::hard_product(a, b);
  if (r.function == Function(Op::kHardMul)) return product;
  if (r.function == kHardProductAdd) return spec::hard_sum(product, c);
  return r.function == kHardProductSub ? spec::hard_difference(product, c) : spec::hard_difference(c, product);
}

std::string bits_of(std::uint32_t value) {
  std::string bits;
  for (int i = 31; i >= 0; --i) bits += (value >> i & 1) != 0 ? '1' : '0';
  return bits;
}

std::uint32_t hard_operand(std::mt19937_64& random, std::uint32_t near) {
  const std::uint64_t r = random();
  std::uint32_t exponent = static_cast<std::uint32_t>(r & 0xff);
  if (r % 3 == 0) exponent = ((near >> 23) + static_cast<std::uint32_t>(r >> 8 & 3) - 1) & 0xff;
  if (r % 3 == 1) exponent = (127 - (near >> 23) + static_cast<std::uint32_t>(r >> 8 & 3)) & 0xff;
  std::uint32_t fraction = static_cast<std::uint32_t>(random() & 0x7fffff);
  if ((r >> 16 & 3) == 0) fraction &= static_cast<std::uint32_t>(random() & random());
  return static_cast<std::uint32_t>(r >> 63) << 31 | exponent << 23 | fraction;
}

struct Triple {
  std::uint32_t a, b, c;
};

/// Every case as it is and, if a sum has it, with the inverted sign that makes it one of a difference.
std::vector<Triple> triples() {
  std::vector<Triple> all;
  for (const spec::HardCase& c : spec::hard_cases()) {
    all.push_back({c.a, c.b, c.c});
    all.push_back({c.a, c.b ^ kMinus, c.c ^ kMinus});
  }
  std::mt19937_64 random(8);
  for (int i = 0; i < kRandom; ++i) {
    const std::uint32_t a = hard_operand(random, 0x3f800000U), b = hard_operand(random, a);
    all.push_back({a, b, hard_operand(random, spec::hard_product(a, b))});
  }
  return all;
}

/// A bench of `requests`, each built by `built`, with the results that a block is defined to compute.
test::Bench bench_of_blocks(const std::vector<Request>& requests, const std::vector<Request>& built) {
  std::vector<hw::Module> modules;
  std::vector<std::size_t> depths;
  const hw::DelayModel& device = *hw::DelayModel::find("agilex");
  for (const Request& r : built) {
    depths.push_back(static_cast<std::size_t>(latency_for(r, device, 3000)));
    modules.push_back(build(r, device, static_cast<int>(depths.back())));
  }
  test::Bench bench = test::bench_of(std::move(modules), {hw::fp_dsp_leaf()});
  const std::vector<Triple> all = triples();
  for (std::size_t cycle = 0; cycle < all.size(); ++cycle) {
    std::string vector, result;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Request& r = requests[i];
      const Triple& t = all[cycle];
      const std::uint32_t values[] = {t.a, t.b, t.c};
      for (std::size_t k = 0; k < r.constants.size(); ++k)
        if (!r.constants[k]) vector.insert(0, bits_of(values[k]));
      if (cycle < depths[i]) {
        result.insert(0, std::string(32, '-'));
        continue;
      }
      const Triple& then = all[cycle - depths[i]];
      result.insert(0, bits_of(defined(r, then.a, then.b, then.c)));
    }
    bench.vectors.push_back("0" + vector);
    bench.expected.push_back(result);
  }
  return bench;
}

test::Bench hard_bench() { return bench_of_blocks(hard_requests(), hard_requests()); }

/// The operators that logic can stand for: a sum, a difference, and each with a constant; a product with one.
std::vector<Request> replaceable_requests() {
  const std::vector<Request> hard = hard_requests();
  std::vector<Request> all{hard[0], hard[1]};
  for (const std::size_t i : {0U, 1U, 2U}) {
    all.push_back(hard[i]);
    all.back().constants[0] = 0x3dcccccdU;
  }
  return all;
}

/// The first cycle whose result is another one than expected; empty if none exists.
std::string first_difference(const test::Bench& bench, const std::vector<std::string>& outputs) {
  if (outputs.size() != bench.expected.size()) return outputs.empty() ? "no results" : outputs.front();
  for (std::size_t cycle = 0; cycle < outputs.size(); ++cycle) {
    for (std::size_t i = 0; i < outputs[cycle].size(); ++i) {
      if (bench.expected[cycle][i] == '-' || outputs[cycle][i] == bench.expected[cycle][i]) continue;
      return fmt::format("cycle {}, operator {} from the last:\n{}\n{}", cycle, i / 32,
                         outputs[cycle].substr(i / 32 * 32, 32), bench.expected[cycle].substr(i / 32 * 32, 32));
    }
  }
  return "";
}

std::vector<std::string> written(const test::Bench& bench, const std::string& folder, emit::Language language) {
  const auto files = emit::emit_design(bench.design, language, {"0.0.0", OutsideText("configs/hard.yaml"), "01234567"});
  test::write_files(folder, files);
  std::vector<std::string> sources;
  for (std::size_t i = 0; i + 1 < files.size(); ++i) sources.push_back(files[i].path);
  return sources;
}

void replace_in(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = test::read_text(path);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const std::size_t slash = path.rfind('/');
  test::write_files(path.substr(0, slash), {{path.substr(slash + 1), text}});
}

TEST(HardModels, ComputeWhatIsDefinedInVerilatorAndIcarus) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = hard_bench();
  hw::verify(bench.design);
  const std::string folder = test::fresh_folder("hard_verilog");
  const auto sources = written(bench, folder, emit::Language::kVerilog);
  EXPECT_EQ(first_difference(bench, test::run_verilator(bench, folder, sources)), "");
  const auto outputs = test::run_icarus(bench, folder, sources);
  EXPECT_EQ(first_difference(bench, outputs), "");
  // Registers without a value pass through both stages of arithmetic, and show.
  ASSERT_GT(outputs.size(), 4U);
  EXPECT_EQ(outputs[2], std::string(outputs[2].size(), 'x'));
}

TEST(HardModels, ComputeWhatIsDefinedInBothStandardsOfVhdl) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = hard_bench();
  const std::string folder = test::fresh_folder("hard_vhdl");
  const auto sources = written(bench, folder, emit::Language::kVhdl);
  for (const char* standard : {"93", "08"}) {
    const auto outputs = test::run_ghdl(bench, folder, sources, standard);
    EXPECT_EQ(first_difference(bench, outputs), "") << standard;
    ASSERT_GT(outputs.size(), 4U);
    EXPECT_EQ(outputs[2].find_first_of("01"), std::string::npos);
  }
}

/// Each change breaks an assumption, and is noticed.
TEST(HardModels, ABrokenModelIsNoticed) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = hard_bench();
  for (const auto& [from, to] : {std::pair{"m[24] | (|m[22:0])", "1'b1"},
                                 {"if (e <= 11'sd0)", "if (e < 11'sd0)"},
                                 {"{x[31] & y[31], 31'd0}", "32'd0"},
                                 {"moved[48] | (|moved[47:0])", "moved[48]"},
                                 {"QUIET_NAN = 32'h7fc0_0000", "QUIET_NAN = 32'hffc0_0000"},
                                 {"c2 <= c1", "c2 <= c"}}) {
    const std::string folder = test::fresh_folder("hard_broken");
    const auto sources = written(bench, folder, emit::Language::kVerilog);
    replace_in(folder + "/rtlgen_fp_dsp.v", from, to);
    EXPECT_NE(first_difference(bench, test::run_icarus(bench, folder, sources)), "") << from;
  }
}

TEST(HardInLogic, ComputesWhatBlocksAreDefinedTo) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Request> hard = replaceable_requests();
  std::vector<Request> logic, unflushed;
  const hw::DelayModel& device = *hw::DelayModel::find("agilex");
  for (const Request& r : hard) {
    logic.push_back(with_fewer_blocks(r));
    EXPECT_EQ(dsp_blocks(logic.back(), device), 0) << base_name(logic.back());
    unflushed.push_back(logic.back());
    unflushed.back().flush_subnormals = false;
  }
  const auto difference = [&](const std::vector<Request>& built, emit::Language language) {
    const test::Bench bench = bench_of_blocks(hard, built);
    const std::string folder = test::fresh_folder("hard_in_logic");
    const auto sources = written(bench, folder, language);
    return first_difference(bench, language == emit::Language::kVhdl ? test::run_ghdl(bench, folder, sources, "08")
                                                                     : test::run_icarus(bench, folder, sources));
  };
  EXPECT_EQ(difference(logic, emit::Language::kVerilog), "");
  EXPECT_EQ(difference(logic, emit::Language::kVhdl), "");
  EXPECT_NE(difference(unflushed, emit::Language::kVerilog), "") << "blocks flush";
  EXPECT_EQ(with_fewer_blocks(hard_requests()[3]), hard_requests()[3]) << "a product and its sum stay in their block";
}

/// Around stand-ins for the cells: operands are where they belong, and paths have the registers of the model.
TEST(HardWrappers, OfEveryFamilyComputeAsTheModel) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = hard_bench();
  const std::string source = test::source_folder();
  std::string model = test::read_text(source + "/rtl/rtlgen_fp_dsp.v");
  model.replace(model.find("module rtlgen_fp_dsp"), 20, "module fp_model");
  for (const std::string family : {"arria10", "stratix10", "agilex"}) {
    const std::string folder = test::fresh_folder("hard_" + family);
    auto sources = written(bench, folder, emit::Language::kVerilog);
    test::write_files(folder, {{"rtlgen_fp_dsp.v", test::read_text(source + "/rtl/" + family + "/rtlgen_fp_dsp.v")},
                               {"atoms.v", test::read_text(source + "/tests/ops/hard_atoms.v")},
                               {"model.v", model}});
    sources.insert(sources.end(), {"atoms.v", "model.v"});
    EXPECT_EQ(first_difference(bench, test::run_icarus(bench, folder, sources)), "") << family;
    // A register less, and operands that change places, are noticed.
    const bool clken = family == "agilex";
    replace_in(folder + "/rtlgen_fp_dsp.v", clken ? ".adder_input_clken(\"0\")" : ".adder_input_clock(\"0\")",
               clken ? ".adder_input_clken(\"no_reg\")" : ".adder_input_clock(\"NONE\")");
    EXPECT_NE(first_difference(bench, test::run_icarus(bench, folder, sources)), "") << family;
  }
}

}  // namespace
}  // namespace rtlgen::ops
