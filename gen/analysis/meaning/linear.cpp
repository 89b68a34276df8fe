// Linear forms of a time step, and the spectral radius of its effect on waves.
#include "analysis/meaning/linear.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/meaning/ranges.hpp"
#include "spec/hard_float.hpp"
#include "spec/program.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::Op;
using Matrix = std::vector<std::vector<std::complex<double>>>;

constexpr std::size_t kMostFields = 64;   // bits of a Dependence
constexpr std::size_t kMostCoupled = 16;  // rows of a matrix
constexpr int kSquarings = 26;            // a marginal step seems to grow by 3e-7 per step

/// Largest sum of magnitudes of a row; no eigenvalue is larger.
double norm(const Matrix& m) {
  double most = 0;
  for (const auto& row : m) {
    double sum = 0;
    for (const auto& v : row) sum += std::abs(v);
    most = std::max(most, sum);
  }
  return most;
}

/// Gelfand's formula: the root of the norm of a high power.
double spectral_radius(Matrix m) {
  const std::size_t n = m.size();
  if (n == 1) return std::abs(m[0][0]);
  double logarithm = 0, weight = 1;
  for (int k = 0; k < kSquarings; ++k) {
    const double scale = norm(m);
    if (scale == 0) return 0;
    logarithm += weight * std::log(scale);
    weight /= 2;
    Matrix square(n, std::vector<std::complex<double>>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k2 = 0; k2 < n; ++k2) {
        const std::complex<double> factor = m[i][k2] / scale;
        for (std::size_t j = 0; j < n; ++j) square[i][j] += factor * (m[k2][j] / scale);
      }
    }
    m = std::move(square);
  }
  const double last = norm(m);
  return last == 0 ? 0 : std::exp(logarithm + weight * std::log(last));
}

}  // namespace

LinearStep::LinearStep(const spec::Program& stencil) : stencil_(stencil), bit_of_(stencil.arrays.size(), -1) {
  for (const spec::ArrayId i : stencil.arrays.ids()) {
    if (stencil.arrays[i].role != spec::Role::kState) continue;
    bit_of_[i] = static_cast<int>(fields_.size());
    fields_.push_back(i);
  }
  if (fields_.size() > kMostFields) fields_.clear();
  if (fields_.empty()) return;
  nodes_.reserve(stencil.nodes.size());
  for (const Node& node : stencil.nodes) nodes_.push_back(dependence(node));
  for (const spec::ArrayId field : fields_) {
    const spec::StageId stage = stencil.streams[stencil.final_stream(field)].stage;
    reach_.push_back(nodes_[stencil.stages[stage].root].any());
  }
  for (std::size_t through = 0; through < fields_.size(); ++through) {
    for (std::uint64_t& from : reach_) {
      if ((from >> through & 1) != 0) from |= reach_[through];
    }
  }
}

Dependence LinearStep::tap(const Node& node) const {
  const spec::Stream& stream = stencil_.streams[node.stream];
  Dependence out;
  if (stream.stage.valid()) {
    out = nodes_[stencil_.stages[stream.stage].root];
  } else if (const int bit = bit_of_[stream.array]; bit >= 0) {
    out.linear = std::uint64_t{1} << bit;
  }
  return out;
}

Dependence LinearStep::leaf(const Node& node) const {
  Dependence out;
  if (node.op == Op::kTap) return tap(node);
  if (node.op == Op::kConstant) out.number = number_of(node.type, node.bits);
  if (node.op == Op::kRegion) out.of_ends = stencil_.regions[node.region()].outside;
  if (node.op == Op::kExtent) out.number = static_cast<double>(stencil_.grid[at(node.index)]);
  if (node.op == Op::kParam) {
    const spec::Param& param = stencil_.params[node.param()];
    const bool is_fixed = param.by_step.empty() && !param.next.valid();
    if (is_fixed) out.number = number_of(node.type, param.value);
  }
  return out;
}

Dependence LinearStep::dependence(const Node& node) const {
  if (node.args.empty()) return leaf(node);
  Dependence all;
  for (const spec::NodeId arg : node.args) {
    all.linear |= nodes_[arg].linear;
    all.nonlinear |= nodes_[arg].nonlinear;
  }
  const bool of_ends =
      std::all_of(node.args.begin(), node.args.end(), [&](spec::NodeId arg) { return nodes_[arg].of_ends; });
  const Dependence mixed{0, all.any(), std::nullopt, of_ends};
  const Dependence& a = nodes_[node.args[0]];
  const auto number = [&](std::size_t i) { return nodes_[node.args[i]].number; };
  const auto both = [&](double value) { return Dependence{0, 0, value}; };
  const bool is_known =
      std::all_of(node.args.begin(), node.args.end(), [&](spec::NodeId arg) { return nodes_[arg].number.has_value(); });
  // Integers truncate and wrap: not linear.
  if (node.type.is_integer() && all.any() != 0) return mixed;
  switch (spec::soft_op(node.op)) {
    case Op::kAdd:
      return is_known ? both(*number(0) + *number(1)) : all;
    case Op::kSub:
      return is_known ? both(*number(0) - *number(1)) : all;
    case Op::kNeg:
      return is_known ? both(-*number(0)) : all;
    case Op::kMul:
      if (is_known) return both(*number(0) * *number(1));
      return number(0) || number(1) ? all : mixed;
    case Op::kDiv:
      if (is_known) return both(*number(0) / *number(1));
      return number(1) ? all : mixed;
    case Op::kFma:
      if (is_known) return both(*number(0) * *number(1) + *number(2));
      if (number(0) || number(1)) return all;
      return Dependence{nodes_[node.args[2]].linear & ~(a.any() | nodes_[node.args[1]].any()),
                        a.any() | nodes_[node.args[1]].any() | nodes_[node.args[2]].nonlinear, std::nullopt};
    case Op::kCast:
      return is_known ? both(*number(0)) : all;
    case Op::kFused:
      return of_sum(node);
    case Op::kSelect:
      return a.of_ends ? nodes_[node.args[2]] : mixed;
    default:
      return mixed;
  }
}

Dependence LinearStep::of_sum(const Node& node) const {
  Dependence out;
  for (const spec::FusedTerm& term : node.fused.terms) {
    const Dependence& value = nodes_[node.args[at(term.value)]];
    out.nonlinear |= value.nonlinear;
    if (term.factor < 0) {
      out.linear |= value.linear;
      continue;
    }
    const Dependence& factor = nodes_[node.args[at(term.factor)]];
    const bool keeps = value.number || factor.number;
    out.linear |= keeps ? value.linear | factor.linear : 0;
    out.nonlinear |= keeps ? factor.nonlinear : value.any() | factor.any();
  }
  return out;
}

std::vector<Component> LinearStep::components() const {
  std::vector<Component> out;
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < reach_.size(); ++i) {
    if ((done >> i & 1) != 0 || (reach_[i] >> i & 1) == 0) continue;
    Component component;
    std::uint64_t nonlinear = 0;
    for (std::size_t j = 0; j < reach_.size(); ++j) {
      if (j != i && ((reach_[i] >> j & 1) == 0 || (reach_[j] >> i & 1) == 0)) continue;
      component.members |= std::uint64_t{1} << j;
      component.fields.push_back(static_cast<int>(j));
      const spec::StageId stage = stencil_.streams[stencil_.final_stream(fields_[j])].stage;
      nonlinear |= nodes_[stencil_.stages[stage].root].nonlinear;
    }
    done |= component.members;
    if ((nonlinear & component.members) == 0 && component.fields.size() <= kMostCoupled)
      out.push_back(std::move(component));
  }
  return out;
}

LinearStep::Row LinearStep::row_of(const Node& node, const Component& component, const Wave& wave,
                                   const IndexVector<spec::NodeId, Row>& rows) const {
  Row row(component.fields.size());
  const auto add = [&](spec::NodeId arg, double factor) {
    const Row& from = rows[arg];
    for (std::size_t i = 0; i < from.size(); ++i) row[i] += factor * from[i];
  };
  const auto number = [&](std::size_t i) { return nodes_[node.args[i]].number; };
  switch (spec::soft_op(node.op)) {
    case Op::kTap: {
      const spec::Stream& stream = stencil_.streams[node.stream];
      double phase = 0;
      for (std::size_t axis = 0; axis < wave.size(); ++axis) phase += wave[axis] * node.offset[axis];
      const std::complex<double> factor = std::polar(1.0, phase);
      if (stream.stage.valid()) {
        row = rows[stencil_.stages[stream.stage].root];
        for (auto& v : row) v *= factor;
      } else {
        const auto self = std::find(component.fields.begin(), component.fields.end(), bit_of_[stream.array]);
        row[static_cast<std::size_t>(self - component.fields.begin())] = factor;
      }
      return row;
    }
    case Op::kAdd:
      add(node.args[0], 1), add(node.args[1], 1);
      return row;
    case Op::kSub:
      add(node.args[0], 1), add(node.args[1], -1);
      return row;
    case Op::kNeg:
    case Op::kCast:
      add(node.args[0], node.op == Op::kNeg ? -1 : 1);
      return row;
    case Op::kSelect:  // away from the borders
      add(node.args[2], 1);
      return row;
    case Op::kFused:
      for (const spec::FusedTerm& term : node.fused.terms) {
        const double sign = term.negative ? -1 : 1;
        const auto value = at(term.value);
        if (term.factor < 0)
          add(node.args[value], sign);
        else if (const auto factor = number(at(term.factor)))
          add(node.args[value], sign * *factor);
        else if (number(value))
          add(node.args[at(term.factor)], sign * *number(value));
      }
      return row;
    case Op::kDiv:
      if (number(1)) add(node.args[0], 1 / *number(1));
      return row;
    case Op::kFma:
    case Op::kMul:
      if (number(0))
        add(node.args[1], *number(0));
      else if (number(1))
        add(node.args[0], *number(1));
      if (node.op == Op::kFma) add(node.args[2], 1);
      return row;
    default:
      return row;
  }
}

double LinearStep::amplification(const Component& component, const Wave& wave) const {
  IndexVector<spec::NodeId, Row> rows(stencil_.nodes.size());  // empty: none of the component's fields
  for (const spec::NodeId id : rows.ids()) {
    if ((nodes_[id].linear & component.members) != 0) rows[id] = row_of(stencil_.nodes[id], component, wave, rows);
  }
  Matrix matrix;
  for (const int field : component.fields) {
    const spec::StageId stage = stencil_.streams[stencil_.final_stream(fields_[at(field)])].stage;
    Row row = rows[stencil_.stages[stage].root];
    row.resize(component.fields.size());
    matrix.push_back(std::move(row));
  }
  return norm(matrix) <= 1 ? norm(matrix) : spectral_radius(std::move(matrix));
}

}  // namespace rtlgen::analysis
