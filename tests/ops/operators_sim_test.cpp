// The operators as printed, at several pipeline depths, in Verilator against the MPFR oracle: one
// model holds all of them side by side.
#include <algorithm>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "operator_check.hpp"
#include "sim_bench.hpp"
#include "spec/aligned.hpp"
#include "support/outside_text.hpp"
#include "tools.hpp"

namespace rtlgen::ops {
namespace {

constexpr int kCycles = 600;

struct Piped {
  Request request;
  int depth;
  hw::Cut cut;
};

std::vector<Piped> all_operators() {
  std::vector<Piped> list;
  for (const spec::Type& t : {spec::Type::float_of(8, 23), spec::Type::float_of(5, 10)}) {
    for (const Function f :
         std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul, spec::Op::kDiv,
                                         spec::Op::kSqrt, kProductGt, kSquare, kProductEq}) {
      for (const bool flush : {false, true}) {
        const bool wide = t.width == 32;
        for (const int depth : wide ? std::vector{0, 1, 5, 13} : std::vector{3, 7}) {
          list.push_back({request(f, t, flush), depth, hw::Cut::kFewStages});
        }
        list.push_back({request(f, t, flush), 6, hw::Cut::kFewLuts});
      }
    }
  }
  for (const std::uint64_t constant : {0x3e4ccccdULL, 0x40490fdbULL}) {
    Request scaled = request(spec::Op::kMul, spec::Type::float_of(8, 23));
    scaled.constants[1] = constant;
    scaled.expands_products = true;
    list.push_back({scaled, 5, hw::Cut::kFewLuts});
  }
  const spec::Type form = spec::aligned(spec::Type::float_of(8, 23));
  for (const Function f : std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kMul, kProductLe})
    list.push_back({request(f, form), 6, hw::Cut::kFewStages});
  return list;
}

/// Operands close enough to each other and to the ends of the range that every path is taken.
std::uint64_t operand(const spec::Type& t, std::mt19937_64& random) {
  if (t.aligned) return spec::aligned_bits(spec::unaligned(t), operand(spec::unaligned(t), random));
  const std::uint64_t r = random();
  const std::uint64_t fraction = random() & ((std::uint64_t{1} << t.fraction) - 1);
  const std::uint64_t top = (std::uint64_t{1} << t.exponent) - 1;
  std::uint64_t exponent = random() & top;
  if (r % 8 == 0) exponent = 0;
  if (r % 8 == 1) exponent = top - (r >> 8) % 2;
  if (r % 8 > 3) exponent = top / 2 - 2 + (r >> 8) % 5;
  const std::uint64_t kept = r % 32 == 2 ? 0 : r % 8 == 5 ? fraction & (fraction << 1) & (fraction >> 3) : fraction;
  return (r >> 63) << (t.width - 1) | exponent << t.fraction | kept;
}

void append_bits(std::string& most_significant_first, std::uint64_t value, int width) {
  std::string bits;
  for (int i = width - 1; i >= 0; --i) bits += (value >> i & 1) != 0 ? '1' : '0';
  most_significant_first.insert(0, bits);
}

/// A bench whose vectors and results come from `operand` and the oracle. Where a pipeline has not
/// filled yet the result is '-'.
test::Bench make_oracle_bench(const std::vector<Piped>& operators) {
  std::vector<hw::Module> modules;
  for (const Piped& p : operators) modules.push_back(build(p.request, test_device(), p.depth, p.cut));
  test::Bench bench = test::make_bench(std::move(modules), 1, 0, 1);
  bench.vectors.clear();
  bench.expected.clear();
  std::mt19937_64 random(11);
  std::vector<std::vector<std::vector<std::uint64_t>>> history(operators.size());
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    std::string vector;
    std::string result;
    for (std::size_t i = 0; i < operators.size(); ++i) {
      const Request& r = operators[i].request;
      std::vector<std::uint64_t> operands;
      for (int k = 0; k < operand_count(r.function); ++k) {
        const auto constant = r.constants[static_cast<std::size_t>(k)];
        operands.push_back(constant.value_or(operand(r.operand, random)));
        if (!constant) append_bits(vector, operands.back(), r.operand.width);
      }
      history[i].push_back(operands);
      const int then = cycle - operators[i].depth;
      if (then < 0)
        result.insert(0, std::string(static_cast<std::size_t>(r.result.width), '-'));
      else
        append_bits(result, evaluate(r, history[i][static_cast<std::size_t>(then)]), r.result.width);
    }
    bench.vectors.push_back("0" + vector);
    bench.expected.push_back(result);
  }
  return bench;
}

/// Names of the operators with an unexpected result, each with its first cycle.
std::vector<std::string> differing(const std::vector<Piped>& operators, const std::vector<std::string>& outputs,
                                   const std::vector<std::string>& expected) {
  std::vector<std::string> found;
  std::size_t end = expected.at(0).size();
  for (const Piped& p : operators) {
    const auto width = static_cast<std::size_t>(p.request.result.width);
    end -= width;
    for (std::size_t cycle = 0; cycle < expected.size(); ++cycle) {
      const std::string want = expected[cycle].substr(end, width);
      if (want[0] == '-' || outputs[cycle].substr(end, width) == want) continue;
      found.push_back(fmt::format("{} at depth {}, cycle {}", base_name(p.request), p.depth, cycle));
      break;
    }
  }
  return found;
}

TEST(PrintedOperators, ResultsEqualTheOraclesAtEveryDepth) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Piped> operators = all_operators();
  test::Bench bench = make_oracle_bench(operators);
  hw::verify(bench.design);
  const std::string folder = test::fresh_folder("operators_sim");
  const auto files = emit::emit_design(bench.design, emit::Language::kVerilog,
                                       {"0.0.0", OutsideText("configs/operators.yaml"), "01234567"});
  test::write_files(folder, files);
  std::vector<std::string> sources;
  for (std::size_t i = 0; i + 1 < files.size(); ++i) sources.push_back(files[i].path);
  const auto outputs = test::run_verilator(bench, folder, sources);
  ASSERT_EQ(outputs.size(), bench.expected.size()) << (outputs.empty() ? "" : outputs.front());
  for (const std::string& f : differing(operators, outputs, bench.expected)) ADD_FAILURE() << f;

  // The comparison notices one wrong bit, and says whose it is.
  std::string& bits = bench.expected.back();
  bits.front() = bits.front() == '0' ? '1' : '0';
  const auto noticed = differing(operators, outputs, bench.expected);
  ASSERT_EQ(noticed.size(), 1U);
  EXPECT_EQ(noticed.front(), fmt::format("{} at depth {}, cycle {}", base_name(operators.back().request),
                                         operators.back().depth, kCycles - 1));
}

}  // namespace
}  // namespace rtlgen::ops
