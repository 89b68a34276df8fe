// The figures behind plan/form_costs.cpp.
#include "forms.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "ops/request.hpp"
#include "ops/variants.hpp"
#include "plan/kernel_cut.hpp"
#include "spec/aligned.hpp"

namespace rtlgen::bench {

namespace {

struct Family {
  const char* name;
  ops::Function function;
  bool flush = false;
  int power = 0;                           ///< of the constant factor
  bool has_factor = false, exact = false;  ///< exact: the factor is a power of two
};

constexpr int kPeriod = 5000;

std::vector<Family> families() {
  using spec::Op;
  return {{"add", Op::kAdd},
          {"mul", Op::kMul},
          {"mul, no subnormals", Op::kMul, true},
          {"square", ops::kSquare},
          {"times 0.2", Op::kMul, false, -3, true},
          {"times 1.6", Op::kMul, false, 0, true},
          {"times 51.2", Op::kMul, false, 5, true},
          {"times 2^-2", Op::kMul, false, -2, true, true},
          {"times 2", Op::kMul, false, 1, true, true},
          {"lt", Op::kLt},
          {"min", Op::kMin},
          {"neg", Op::kNeg},
          {"product_le0", ops::kProductLe},
          {"fma", Op::kFma}};
}

/// 1.1001 1001 ... in `type`.
std::uint64_t factor_bits(const spec::Type& type, const Family& f) {
  const std::uint64_t bias = (std::uint64_t{1} << (type.exponent - 1)) - 1;
  const std::uint64_t field = bias + static_cast<std::uint64_t>(static_cast<std::int64_t>(f.power));
  const std::uint64_t fraction = f.exact ? 0 : 0x999999999999999a >> (64 - type.fraction);
  return field << type.fraction | fraction;
}

std::string measured(const ops::Request& r, const Settings& settings, int& failures) {
  const auto device = hw::DelayModel::find(settings.device);
  const int ranks = std::max(1, ops::latency_for(r, *device, kPeriod, plan::kKernelCut));
  const Measured m = measure(r, ranks - 1, settings, plan::placement_of(r, kPeriod));
  if (!m.area) {
    ++failures;
    return m.error;
  }
  return fmt::format("{:5} {:5} {:4} {:5}", m.area->lut, m.area->ff, m.area->dsp, ranks);
}

}  // namespace

int print_forms(const Settings& settings, bool markdown) {
  int failures = 0;
  const char* line = markdown ? "| {} | {} | {} | {} |\n" : "{:<14}{:<20}{:<24}{}\n";
  fmt::print(fmt::runtime(line), "format", "operator", "IEEE: LUT FF DSP ranks", "aligned: the same");
  for (const auto& [e, f] : {std::pair{8, 23}, {5, 10}}) {
    const spec::Type type = spec::Type::float_of(e, f), form = spec::aligned(type);
    for (const Family& family : families()) {
      std::string cells[2];
      for (const bool aligned : {false, true}) {
        const spec::Type& operand = aligned ? form : type;
        const bool truth = family.function == ops::Function(spec::Op::kLt) || ops::compares_product(family.function);
        ops::Request r{family.function, operand, truth ? spec::Type::boolean() : operand, family.flush, {}};
        r.constants.resize(static_cast<std::size_t>(ops::operand_count(family.function)));
        const std::uint64_t factor = factor_bits(type, family);
        if (family.has_factor) r.constants[1] = aligned ? spec::aligned_bits(type, factor) : factor;
        cells[aligned ? 1 : 0] = measured(r, settings, failures);
      }
      fmt::print(fmt::runtime(line), type.name(), family.name, cells[0], cells[1]);
      std::fflush(stdout);
    }
    const std::string in = measured({spec::Op::kCast, type, form, false, {std::nullopt}}, settings, failures);
    const std::string out = measured({spec::Op::kCast, form, type, false, {std::nullopt}}, settings, failures);
    fmt::print(fmt::runtime(line), type.name(), "conversion", "to aligned: " + in, "back: " + out);
  }
  return failures;
}

}  // namespace rtlgen::bench
