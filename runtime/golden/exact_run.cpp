// Cell by cell, node by node; see exact_run.hpp.
#include "golden/exact_run.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include "golden/grid.hpp"
#include "golden/program.hpp"
#include "golden/scalar.hpp"
#include "golden/threads.hpp"
#include "spec/boundary.hpp"
#include "spec/functions/soft_float.hpp"
#include "spec/hard_float.hpp"
#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "spec/real.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::golden {

namespace {

using spec::Op;

/// A value of a node: a number for floats, bits for all other types.
struct ExactValue {
  Wide real = 0;
  std::uint64_t bits = 0;
};

struct ExactStream {
  Grid bits;               ///< cells of other types
  std::vector<Wide> real;  ///< cells of floats

  ExactStream(const spec::Type& type, const spec::Extents& extents) : bits(type, extents) {
    if (type.is_float()) real.assign(at(bits.cells()), 0);
  }
  explicit ExactStream(const Grid& grid) : bits(grid) {
    for (std::int64_t i = 0; bits.type.is_float() && i < bits.cells(); ++i)
      real.push_back(wide_value(bits.type, bits.get(i)));
  }
  [[nodiscard]] ExactValue get(std::int64_t i) const {
    return real.empty() ? ExactValue{0, bits.get(i)} : ExactValue{real[at(i)], 0};
  }
  void set(std::int64_t i, const ExactValue& v) {
    if (real.empty())
      bits.set(i, v.bits);
    else
      real[at(i)] = v.real;
  }
};

struct ExactStep {
  const spec::Program& s;
  const spec::Extents& extents;
  IndexVector<spec::StreamId, ExactStream>& streams;
  const std::vector<std::uint64_t>& params;
  std::int64_t step = 0;
};

ExactValue value_of(const spec::Type& type, std::uint64_t bits) {
  return type.is_float() ? ExactValue{wide_value(type, bits), 0} : ExactValue{0, bits};
}

/// Rounds to a type, as the operand of a cast to a type that is not a float.
std::uint64_t rounded_bits(const spec::Type& type, const Wide& value) {
  spec::Real exact(kWideBits);
  store(value, exact.get());
  return spec::rounded(type, false, [&](mpfr_ptr q) { return mpfr_set(q, exact.get(), MPFR_RNDN); });
}

/// Evaluates with the table of operations, in the same precision.
Wide by_table(Op op, const std::vector<Wide>& operands) {
  std::deque<spec::Real> reals;
  std::vector<mpfr_srcptr> x;
  for (const Wide& v : operands) {
    store(v, reals.emplace_back(kWideBits).get());
    x.push_back(reals.back().get());
  }
  const spec::Operation& row = spec::operation_of(op);
  RTLGEN_CHECK(row.real != nullptr, "an operation of floats without a real value");
  spec::Real q(kWideBits);
  row.real({q.get(), x.data()});
  return wide_of(q.get());
}

Wide magnitude(const Wide& v) { return v < Wide(0) ? -v : v; }

/// The value of an integer or a fixed-point number.
Wide number_of(const spec::Type& type, std::uint64_t bits) {
  const std::uint64_t sign = std::uint64_t{1} << (type.width - 1);
  const bool negative = type.is_signed() && (bits & sign) != 0;
  const Wide whole = negative ? -static_cast<Wide>((~bits + 1) & type.mask()) : static_cast<Wide>(bits);
  return type.is_fixed() ? scaled(whole, -type.fraction) : whole;
}

class ExactCell {
 public:
  ExactCell(const ExactStep& step, const Program& program)
      : step_(step), program_(program), values_(program.code.size()) {
    for (const Instruction& i : program_.code) {
      const spec::Node& node = step_.s.nodes[i.node];
      known_.push_back(node.op == Op::kConstant ? std::optional(value_of(node.type, node.bits)) : std::nullopt);
    }
  }

  ExactValue run(const spec::Offset& cell) {
    for (std::size_t i = 0; i < program_.code.size(); ++i) {
      const spec::Node& node = step_.s.nodes[program_.code[i].node];
      values_[i] = known_[i] ? *known_[i] : node.args.empty() ? leaf(node, cell) : inner(node, program_.code[i].args);
    }
    return values_.back();
  }

 private:
  ExactValue leaf(const spec::Node& node, const spec::Offset& cell) const {
    const auto axis = at(node.index);
    switch (node.op) {
      case Op::kParam: {
        const spec::Param& param = step_.s.params[node.param()];
        return value_of(node.type, param.by_step.empty() ? step_.params[axis] : param.value_at(step_.step));
      }
      case Op::kExtent:
        return {0, static_cast<std::uint64_t>(step_.extents[axis])};
      case Op::kStep:
        return {0, static_cast<std::uint32_t>(step_.step)};
      case Op::kCoordinate:
        return {0, static_cast<std::uint32_t>(cell[axis])};
      case Op::kRegion:
        return {0, step_.s.regions[node.region()].holds({cell[0], cell[1], cell[2]}, step_.extents) ? 1U : 0U};
      case Op::kTap:
        return tap(node, cell);
      default:
        RTLGEN_CHECK(false, "node without operands");
    }
  }

  ExactValue tap(const spec::Node& node, const spec::Offset& cell) const {
    const ExactStream& from = step_.streams[node.stream];
    const spec::Extents& e = from.bits.extents;
    const auto& spans = step_.s.arrays[step_.s.streams[node.stream].array].spans;
    std::int64_t index = 0, stride = 1;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const auto i = spec::resolve_index(spans[a] ? cell[a] + node.offset[a] : 0, e[a], node.boundary[a]);
      if (!i) return value_of(node.type, spec::constant_bits(node.boundary[a]));
      index += stride * *i;
      stride *= e[a];
    }
    return from.get(index);
  }

  ExactValue inner(const spec::Node& node, const std::vector<int>& args) {
    if (node.op == Op::kSelect) return values_[at(args[values_[at(args[0])].bits != 0 ? 1 : 2])];
    const spec::Type& operand = step_.s.nodes[node.args[0]].type;
    if (node.op == Op::kLookup)
      return value_of(node.type, step_.s.tables[node.table()].value_at(operand, values_[at(args[0])].bits));
    if (node.op == Op::kCast) return cast(node.type, operand, values_[at(args[0])]);
    if (operand.is_float()) return of_floats(node, args);
    operands_.clear();
    for (const int arg : args) operands_.push_back(values_[at(arg)].bits);
    return {0, scalar_op(node.op, node.type, operand, operands_, false, {step_.s.rounding, step_.s.overflow})};
  }

  ExactValue cast(const spec::Type& to, const spec::Type& from, const ExactValue& v) const {
    if (to.is_float()) return {from.is_float() ? v.real : number_of(from, v.bits), 0};
    const std::uint64_t bits = from.is_float() ? rounded_bits(from, v.real) : v.bits;
    return {0, scalar_op(Op::kCast, to, from, {&bits, 1}, false, {step_.s.rounding, step_.s.overflow})};
  }

  ExactValue of_floats(const spec::Node& node, const std::vector<int>& args) const {
    const auto x = [&](std::size_t i) { return values_[at(args[i])].real; };
    const auto truth = [](bool v) { return ExactValue{0, v ? 1U : 0U}; };
    switch (node.op) {
      case Op::kLt:
        return truth(x(0) < x(1));
      case Op::kLe:
        return truth(x(0) <= x(1));
      case Op::kEq:
        return truth(x(0) == x(1));
      case Op::kNe:
        return truth(!(x(0) == x(1)));
      case Op::kFused:
        return {sum(node, args), 0};
      default:
        return {arithmetic(node.op, x, args.size()), 0};
    }
  }

  Wide sum(const spec::Node& node, const std::vector<int>& args) const {
    Wide total = 0;
    for (const spec::FusedTerm& term : node.fused.terms) {
      Wide value = values_[at(args[at(term.value)])].real;
      if (term.factor >= 0) value *= values_[at(args[at(term.factor)])].real;
      total += term.negative ? -value : value;
    }
    return total;
  }

  template <class Operand>
  static Wide arithmetic(Op op, const Operand& x, std::size_t count) {
    switch (spec::soft_op(op)) {
      case Op::kNeg:
        return -x(0);
      case Op::kAdd:
        return x(0) + x(1);
      case Op::kSub:
        return x(0) - x(1);
      case Op::kMul:
        return x(0) * x(1);
      case Op::kDiv:
        return x(0) / x(1);
      case Op::kMin:
        return x(1) < x(0) ? x(1) : x(0);
      case Op::kMax:
        return x(0) < x(1) ? x(1) : x(0);
      case Op::kAbs:
        return magnitude(x(0));
      default:
        break;
    }
    std::vector<Wide> operands;
    for (std::size_t i = 0; i < count; ++i) operands.push_back(x(i));
    return by_table(op, operands);
  }

  const ExactStep& step_;
  const Program& program_;
  std::vector<ExactValue> values_;
  std::vector<std::optional<ExactValue>> known_;
  std::vector<std::uint64_t> operands_;
};

void sweep(const ExactStep& step, const spec::Stage& stage, const Program& program) {
  const spec::Extents& e = step.extents;
  const Reach reach = reach_of(step.s, stage, program);
  ExactStream& out = step.streams[stage.output];
  RTLGEN_CHECK(!stage.mirror, "exact arithmetic follows programs as written");
  const bool back = stage.sweep && stage.sweep->backward;
  // A sweep reads what it has just written.
  const int threads = stage.sweep ? 1 : threads_to_use(0);
#pragma omp parallel num_threads(threads)
  {
    ExactCell cell(step, program);
#pragma omp for collapse(2)
    for (std::int64_t k = 0; k < e[2]; ++k) {
      for (std::int64_t j = 0; j < e[1]; ++j) {
        for (std::int64_t i = 0; i < e[0]; ++i) {
          const std::int64_t x = back ? e[0] - 1 - i : i, y = back ? e[1] - 1 - j : j, z = back ? e[2] - 1 - k : k;
          const spec::Offset c{static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
          bool outside = false;
          for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
            outside = outside || c[a] < reach.low[a] || c[a] + reach.high[a] >= e[a];
          const std::int64_t here = x + e[0] * (y + e[1] * z);
          const bool kept = stage.border == spec::Border::kKeep && outside;
          out.set(here, kept ? step.streams[stage.old_stream].get(here) : cell.run(c));
        }
      }
    }
  }
}

}  // namespace

Wide wide_value(const spec::Type& type, std::uint64_t bits) {
  const spec::Parts parts = spec::take_apart(type, bits, false);
  if (parts.nan || parts.infinite) {
    spec::Real special(kWideBits);
    if (parts.nan)
      mpfr_set_nan(special.get());
    else
      mpfr_set_inf(special.get(), parts.negative ? -1 : 1);
    return wide_of(special.get());
  }
  const Wide size = parts.zero ? Wide(0) : scaled(static_cast<Wide>(parts.significand), parts.scale_exponent);
  return parts.negative ? -size : size;
}

std::map<int, std::vector<Wide>> run_exactly(const spec::Program& s, const spec::Extents& extents,
                                             const std::map<int, Grid>& inputs, std::int64_t iterations,
                                             const std::vector<std::uint64_t>& params, const Options& options) {
  IndexVector<spec::StreamId, ExactStream> streams;
  for (const spec::Stream& stream : s.streams) {
    if (stream.stage.valid())
      streams.push_back(ExactStream(s.arrays[stream.array].type, extents));
    else
      streams.push_back(ExactStream(inputs.at(stream.array.index())));
  }
  IndexVector<spec::StageId, Program> programs;
  for (const spec::Stage& stage : s.stages) programs.push_back(compile(s, stage));
  for (std::int64_t step = 0; step < iterations; ++step) {
    const ExactStep all{s, extents, streams, params, options.first_step + step};
    for (const spec::StageId i : s.stages.ids()) sweep(all, s.stages[i], programs[i]);
    for (const spec::ArrayId a : s.arrays.ids()) {
      const spec::StreamId first = s.first_stream(a), last = s.final_stream(a);
      if (first.valid() && first != last) std::swap(streams[first], streams[last]);
    }
    if (options.progress) options.progress(step + 1, iterations);
  }
  std::map<int, std::vector<Wide>> results;
  for (const spec::ArrayId a : s.arrays.ids()) {
    const spec::Role role = s.arrays[a].role;
    const bool leaves = role == spec::Role::kState || role == spec::Role::kOutput;
    if (!leaves || !s.arrays[a].type.is_float()) continue;
    const spec::StreamId first = s.first_stream(a);
    results.emplace(a.index(), std::move(streams[first.valid() ? first : s.final_stream(a)].real));
  }
  return results;
}

FieldError error_of(const std::vector<Wide>& exact, const Grid& result, const spec::Type& unit,
                    const std::vector<std::uint8_t>& mask) {
  FieldError error;
  const int least = 1 - spec::bias_of(unit);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (!mask.empty() && mask[i] != 0) continue;
    const Wide value = wide_value(result.type, result.get(static_cast<std::int64_t>(i)));
    if (!is_finite(value) || !is_finite(exact[i])) {
      ++error.not_finite;
      continue;
    }
    const int exponent = exact[i] == Wide(0) ? least : std::max(exponent_of(exact[i]), least);
    const auto ulps = static_cast<double>(scaled(magnitude(value - exact[i]), unit.fraction - exponent));
    error.max_ulp = std::max(error.max_ulp, ulps);
    error.mean_ulp += ulps;
    ++error.cells;
  }
  if (error.cells > 0) error.mean_ulp /= static_cast<double>(error.cells);
  return error;
}

}  // namespace rtlgen::golden
