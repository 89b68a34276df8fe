// Fused sums with additions in DSP blocks: as printed, in three simulators against the oracle; the modules around
// vendors' cells are proved to be the model.
#include "hw/block_sum.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/leaves.hpp"
#include "hw/pipeline.hpp"
#include "operator_check.hpp"
#include "ops/additions.hpp"
#include "sim_bench.hpp"
#include "support/errors.hpp"
#include "support/outside_text.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::ops {
namespace {

using spec::FusedTerm;
using Kind = FusedTerm::Kind;

constexpr int kVectors = 700;

FusedTerm plain(int value, bool negative = false) { return {Kind::kPlain, negative, value, -1}; }
FusedTerm scaled(int value, int factor, bool negative = false) { return {Kind::kScaled, negative, value, factor}; }

Request sum_request(std::vector<FusedTerm> terms, int operands, const std::map<int, std::uint64_t>& constants) {
  Request r;
  r.function = spec::Op::kFused;
  r.operand = r.result = spec::Type::float_of(8, 23);
  r.constants.resize(static_cast<std::size_t>(operands));
  for (const auto& [index, bits] : constants) r.constants[static_cast<std::size_t>(index)] = bits;
  r.fused = {4, std::move(terms)};
  return r;
}

/// Sums of plain terms, of terms with constants, as HotSpot has them, and by a factor of the run.
std::vector<Request> sums() {
  return {sum_request({plain(0), plain(1), plain(2, true), plain(3), plain(4)}, 5, {}),
          sum_request({plain(0), scaled(0, 5, true), scaled(1, 6), scaled(2, 6), scaled(3, 7), plain(4)}, 8,
                      {{5, 0x3b102de0}, {6, 0x3a19e12c}, {7, 0x3baec330}}),
          sum_request({plain(0), scaled(1, 3), scaled(2, 3, true), scaled(0, 3)}, 4, {})};
}

Request with_blocks(Request r, int count) {
  r.block_sums = count;
  return r;
}

struct Case {
  Request request;
  int depth;
  hw::Module module;
};

/// Every sum with none to all of its additions in blocks, for three devices, at clocks from 50 to 400 MHz.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Request& r : sums()) {
    const int most = static_cast<int>(block_sum_savings(r).size());
    for (int count = 0; count <= most; ++count) {
      const hw::DelayModel& device = *hw::DelayModel::find(std::vector{"xc7", "xcup", "xc5v"}[all.size() % 3]);
      const int period = std::vector{5000, 3300, 20000, 4000, 2500}[all.size() % 5];
      const Request some = with_blocks(r, count);
      const int depth = latency_for(some, device, period);
      const hw::Cut cut = all.size() % 2 == 0 ? hw::Cut::kFewStages : hw::Cut::kFewLuts;
      all.push_back({some, depth, build(some, device, depth, cut, period)});
    }
  }
  return all;
}

std::string text_of(std::uint64_t value) {
  std::string bits;
  for (int i = 31; i >= 0; --i) bits += (value >> i & 1) != 0 ? '1' : '0';
  return bits;
}

/// Near each other, opposites of each other, and at the ends of the range.
std::vector<std::uint64_t> draw(std::mt19937_64& random, std::size_t count) {
  std::vector<std::uint64_t> out;
  const std::uint64_t mode = random() % 8, base = random() % 255;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t exponent = random() & 255;
    if (mode < 5) exponent = std::min<std::uint64_t>(254, base + random() % (mode == 3 ? 30 : 6));
    if (mode == 5) exponent = random() % 28;
    if (mode == 6) exponent = 255 - random() % 4;
    std::uint64_t fraction = random() & 0x7fffff;
    if (random() % 4 == 0) fraction &= random() & random();
    if (random() % 16 == 0) fraction = 0;
    out.push_back((random() & 1) << 31 | exponent << 23 | fraction);
    if (i > 0 && random() % 5 == 0) out.back() = out[random() % i] ^ 0x80000000U;
  }
  return out;
}

test::Bench bench_of_cases(const std::vector<Case>& all) {
  std::vector<hw::Module> modules;
  for (const Case& c : all) modules.push_back(c.module);
  test::Bench bench = test::bench_of(std::move(modules), {hw::dsp_sum_leaf()});
  std::mt19937_64 random(39);
  std::vector<std::vector<std::uint64_t>> drawn;
  for (int cycle = 0; cycle < kVectors; ++cycle) {
    drawn.push_back(draw(random, 8));
    std::string vector, result;
    for (const Case& c : all) {
      const auto operands = [&](int when) {
        std::vector<std::uint64_t> values = drawn[static_cast<std::size_t>(when)];
        values.resize(c.request.constants.size());
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = c.request.constants[k].value_or(values[k]);
        return values;
      };
      const auto now = operands(cycle);
      for (std::size_t k = 0; k < now.size(); ++k)
        if (!c.request.constants[k]) vector.insert(0, text_of(now[k]));
      const int then = cycle - c.depth;
      result.insert(0, then < 0 ? std::string(32, '-') : text_of(evaluate(c.request, operands(then))));
    }
    bench.vectors.push_back("0" + vector);
    bench.expected.push_back(result);
  }
  return bench;
}

/// The first unexpected result; "" if all are right.
std::string first_wrong(const std::vector<Case>& all, const test::Bench& bench,
                        const std::vector<std::string>& outputs) {
  if (outputs.size() != bench.expected.size()) return outputs.empty() ? "no results" : outputs.front();
  for (std::size_t cycle = 0; cycle < outputs.size(); ++cycle) {
    for (std::size_t i = 0; i < outputs[cycle].size(); ++i) {
      if (bench.expected[cycle][i] == '-' || outputs[cycle][i] == bench.expected[cycle][i]) continue;
      return fmt::format("{}, cycle {}", all[all.size() - 1 - i / 32].module.name, cycle);
    }
  }
  return "";
}

std::vector<std::string> written_to(const std::string& folder, const test::Bench& bench, emit::Language language) {
  const auto files = emit::emit_design(bench.design, language, {"0.0.0", OutsideText("configs/sum.yaml"), "01234567"});
  test::write_files(folder, files);
  std::vector<std::string> sources;
  for (std::size_t i = 0; i + 1 < files.size(); ++i) sources.push_back(files[i].path);
  return sources;
}

TEST(BlockSums, ResultsEqualTheOraclesInVerilog) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Case> all = cases();
  const test::Bench bench = bench_of_cases(all);
  hw::verify(bench.design);
  const std::string folder = test::fresh_folder("block_sums");
  const auto sources = written_to(folder, bench, emit::Language::kVerilog);
  EXPECT_EQ(first_wrong(all, bench, test::run_verilator(bench, folder, sources)), "");
  EXPECT_EQ(first_wrong(all, bench, test::run_icarus(bench, folder, sources)), "");
}

TEST(BlockSums, ResultsEqualTheOraclesInBothStandardsOfVhdl) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Case> all = cases();
  const test::Bench bench = bench_of_cases(all);
  const std::string folder = test::fresh_folder("block_sums_vhdl");
  const auto sources = written_to(folder, bench, emit::Language::kVhdl);
  for (const char* standard : {"93", "08"})
    EXPECT_EQ(first_wrong(all, bench, test::run_ghdl(bench, folder, sources, standard)), "") << standard;
}

TEST(BlockSums, ABrokenModelIsNoticed) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Case> all = cases();
  const test::Bench bench = bench_of_cases(all);
  for (const auto& [from, to] : {std::pair{"subtract1 ? a1 - b1 : a1 + b1", "a1 + b1"},
                                 {"subtract_q <= subtract;", "subtract_q <= ~subtract;"},
                                 {"assign subtract1 = subtract;", "assign subtract1 = 1'b0;"},
                                 {"a_q <= a;", "a_q <= b;"},
                                 {"assign q = sum;", "assign q = a1 + b1;"}}) {
    const std::string folder = test::fresh_folder("block_sums_broken");
    const auto sources = written_to(folder, bench, emit::Language::kVerilog);
    std::string text = test::read_text(folder + "/rtlgen_dsp_sum.v");
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), std::string(from).size(), to);
    test::write_files(folder, {{"rtlgen_dsp_sum.v", text}});
    EXPECT_NE(first_wrong(all, bench, test::run_icarus(bench, folder, sources)), "") << from;
  }
}

// ---------------------------------------------------------------- contents of blocks

int instances_in(const hw::Module& m) {
  return static_cast<int>(
      std::ranges::count_if(m.items, [](const hw::Item& i) { return std::holds_alternative<hw::Instance>(i); }));
}

TEST(BlockSums, AreAsManyAsTheRequestSays) {
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  for (const Request& r : sums()) {
    const std::vector<int> savings = block_sum_savings(r);
    EXPECT_TRUE(std::ranges::is_sorted(savings, std::greater<>()));
    ASSERT_GE(savings.size(), 3U);
    for (int count = 0; count <= static_cast<int>(savings.size()); ++count) {
      const Request some = with_blocks(r, count);
      EXPECT_EQ(dsp_blocks(some, device), dsp_blocks(r, device) + count);
      EXPECT_EQ(instances_in(build(some, device, latency_for(some, device, 5000))), count);
    }
    const Request more = with_blocks(r, static_cast<int>(savings.size()) + 1);
    EXPECT_THROW(static_cast<void>(dsp_blocks(more, device)), InternalError);
  }
}

/// A window of float64 is wider than the block.
TEST(BlockSums, AreOfAtMost48Bits) {
  Request r = sum_request({plain(0), plain(1), plain(2)}, 3, {});
  r.operand = r.result = spec::Type::float_of(11, 52);
  EXPECT_THAT(block_sum_savings(r), testing::IsEmpty());
  EXPECT_THAT(block_sum_savings(request(spec::Op::kAdd, spec::Type::float_of(8, 23))), testing::IsEmpty());
  hw::Builder b("wide");
  b.output("q", block_sum(b.input("a", 49), b.input("b", 49), b.input("s", 1)));
  EXPECT_THROW(static_cast<void>(b.finish()), InternalError);
}

/// RANKS of the sum of a and what `operand` makes of b, c and d.
std::int64_t stages_of(int period_ps, hw::Value (*operand)(hw::Value, hw::Value, hw::Value)) {
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  hw::Builder b("ranks");
  const hw::Value first = b.input("a", 36);
  const hw::Value second = operand(b.input("b", 36), b.input("c", 36), b.input("d", 1));
  b.output("q", block_sum(first, second, b.zero()));
  const hw::Module comb = b.finish();
  const hw::Module piped = hw::pipeline(comb, device, hw::stages_needed(comb, device, period_ps), "piped");
  for (const hw::Item& item : piped.items) {
    const auto* i = std::get_if<hw::Instance>(&item);
    if (i == nullptr) continue;
    EXPECT_EQ(i->parameters.at(1).first, "RANKS");
    return i->parameters.at(1).second;
  }
  return 0;
}

TEST(BlockSums, HaveRegistersAtTheirOperandsBehindLogic) {
  const auto alone = [](hw::Value x, hw::Value, hw::Value) { return x; };
  const auto chosen = [](hw::Value x, hw::Value y, hw::Value c) { return mux(c, x, y); };
  for (const int period : {2500, 4000, 5000}) {
    EXPECT_EQ(stages_of(period, chosen), 2) << period;
    EXPECT_EQ(stages_of(period, alone), 1) << period;
  }
  EXPECT_EQ(stages_of(20000, chosen), 1) << "a slow clock has the time for both";
  EXPECT_EQ(stages_of(1500, alone), 2) << "a fast one not even for the adder";
}

/// A register less or more than the block has.
TEST(BlockSums, OfAnotherDepthAreNoticed) {
  hw::Builder b("late");
  const hw::Value x = b.input("a", 8), y = b.input("b", 8);
  const hw::Value q = b.instance(hw::dsp_sum_leaf().name, "sum_block", {{"a", x}, {"b", y}, {"subtract", b.zero()}},
                                 {{"q", "sum", 8}}, {{"WIDTH", 8}, {"RANKS", 2}})[0];
  b.output("q", q ^ b.delay("waiting", y, 2));
  const hw::Module m = b.finish();
  EXPECT_NO_THROW(hw::verify_pipeline(m, 2));
  EXPECT_THROW(hw::verify_pipeline(m, 1), InternalError);
}

// ---------------------------------------------------------------- around cells

/// "" if Yosys proves that the model and `cell`, the text of the module around a cell, are the same with so many ranks.
std::string proved(const std::string& cell, int stages) {
  const std::string folder = test::fresh_folder("block_sum_cell"), source = test::source_folder();
  test::write_files(folder, {{"model.v", test::read_text(source + "/rtl/rtlgen_dsp_sum.v")},
                             {"cell.v", cell},
                             {"stand_ins.v", test::read_text(source + "/tests/ops/dsp48_cells.v")}});
  std::string script;
  for (const auto& [files, name] :
       {std::pair{"model.v", "gold"}, std::pair{"cell.v stand_ins.v +/xilinx/cells_sim.v", "gate"}}) {
    script += fmt::format(
        "read_verilog {}; hierarchy -check -top rtlgen_dsp_sum -chparam RANKS {}; rename -top {}; proc; flatten; "
        "opt -full; design -stash {}; ",
        files, stages, name, name);
  }
  script +=
      "design -copy-from gold -as gold gold; design -copy-from gate -as gate gate; miter -equiv -flatten gold gate "
      "miter; hierarchy -top miter; opt -full; sat -tempinduct -seq 3 -maxsteps 8 -verify -prove trigger 0 miter";
  ProcessOptions options;
  options.working_directory = folder;
  const ProcessResult result = run_process({"yosys", "-q", "-p", script}, options);
  return result.ok() ? "" : result.errors + result.output;
}

TEST(BlockSumCells, OfEveryFamilyAreProvedToBeTheModel) {
  RTLGEN_NEED_TOOLS();
  for (const std::string family : {"xc5v", "xc7", "xcu"}) {
    ASSERT_EQ(hw::cell_folder(hw::dsp_sum_leaf().name, family), family);
    const std::string good = test::read_text(test::source_folder() + "/rtl/" + family + "/rtlgen_dsp_sum.v");
    for (const int stages : {1, 2}) EXPECT_EQ(proved(good, stages), "") << family;
    for (const auto& [from, to] : {std::pair{" .CREG(RANKS - 1)", " .CREG(0)"},
                                   {".PREG(1)", ".PREG(0)"},
                                   {"subtract, subtract}", "1'b0, subtract}"},
                                   {"0110011)", "0100011)"},
                                   {".A(wide_b[47:18])", ".A(wide_a[47:18])"}}) {
      std::string bad = good;
      ASSERT_NE(bad.find(from), std::string::npos) << from;
      bad.replace(bad.find(from), std::string(from).size(), to);
      EXPECT_THAT(proved(bad, 2), testing::HasSubstr("proof did fail")) << family << ": " << from;
    }
  }
}

TEST(BlockSumCells, AreOfFamiliesThatHaveThem) {
  EXPECT_EQ(hw::families_with_block_sums(), "xc5v, xc7, xcu");
  for (const char* family : {"generic", "agilex", "ecp5", "ice40up", "ice40hx"}) {
    EXPECT_FALSE(hw::has_block_sums(family));
    EXPECT_EQ(hw::cell_folder(hw::dsp_sum_leaf().name, family), "");
  }
}

}  // namespace
}  // namespace rtlgen::ops
