// Values, boundary rules and expressions as text: literals of the language, with as few brackets as possible.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/boundary.hpp"
#include "spec/describe.hpp"
#include "spec/hard_float.hpp"
#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "support/check.hpp"
#include "support/index.hpp"
#include "support/int128.hpp"

namespace rtlgen::spec {

namespace {

constexpr std::array<const char*, kMaxAxes> kAxisNames = {"x", "y", "z"};

double float_value(const Type& type, std::uint64_t bits) {
  const bool negative = (bits >> (type.width - 1) & 1) != 0;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << type.fraction) - 1);
  const auto field = static_cast<int>(bits >> type.fraction & ((std::uint64_t{1} << type.exponent) - 1));
  const int top = (1 << type.exponent) - 1;
  const int bias = (1 << (type.exponent - 1)) - 1;
  double out = 0;
  if (field == top) {
    out = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else {
    const std::uint64_t significand = field == 0 ? fraction : fraction | std::uint64_t{1} << type.fraction;
    out = std::ldexp(static_cast<double>(significand), (field == 0 ? 1 : field) - bias - type.fraction);
  }
  return negative ? -out : out;
}

/// The exact decimal value: a fraction of F bits has at most F decimals.
std::string fixed_text(const Type& type, std::uint64_t bits) {
  const bool negative = type.is_signed() && (bits >> (type.width - 1) & 1) != 0;
  const Uint128 magnitude = negative ? (~bits + 1) & type.mask() : bits;
  const Uint128 unit = static_cast<Uint128>(1) << type.fraction;
  std::string out = fmt::format("{}{}.", negative ? "-" : "", static_cast<std::uint64_t>(magnitude / unit));
  Uint128 rest = magnitude % unit;
  do {
    rest *= 10;
    out += static_cast<char>('0' + static_cast<int>(rest / unit));
    rest %= unit;
  } while (rest != 0);
  return out;
}

std::string rule_text(const Type& type, const std::optional<Boundary>& rule);

/// Writes the text of an expression from left to right, in time proportional to its length.
class Printer {
 public:
  explicit Printer(const Program& stencil) : stencil_(stencil) {}

  /// Not recursive, because chains have thousands of terms, each an argument of the next.
  std::string print(NodeId root) {
    std::string out;
    rest_.push_back({{}, root, 0});
    while (!rest_.empty()) {
      const Piece piece = std::move(rest_.back());
      rest_.pop_back();
      if (piece.node.valid())
        open(piece);
      else
        out += piece.text;
    }
    return out;
  }

 private:
  static constexpr int kPrimary = 12;

  /// A part of the text: words, or an operand, which gets brackets if it binds less tightly than `least`.
  struct Piece {
    std::string text;
    NodeId node{};
    int least = 0;
  };
  using Pieces = std::vector<Piece>;

  static Piece words(std::string text) { return {std::move(text), {}, 0}; }
  static Piece operand(NodeId id, int least) { return {{}, id, least}; }

  /// Replaces an operand by its pieces.
  void open(const Piece& piece) {
    auto [pieces, precedence] = pieces_of(stencil_.nodes[piece.node]);
    const bool brackets = precedence < piece.least;
    if (brackets) rest_.push_back(words(")"));
    for (std::size_t i = pieces.size(); i-- > 0;) rest_.push_back(std::move(pieces[i]));
    if (brackets) rest_.push_back(words("("));
  }

  /// The terms of a fused sum, as text that is read back as the same sum.
  static void add_terms(const Node& node, Pieces& pieces) {
    bool first_term = true;
    for (const FusedTerm& term : node.fused.terms) {
      const bool plain = term.kind == FusedTerm::Kind::kPlain;
      const int product = operation_of(Op::kMul).precedence;
      const bool scaled = term.kind == FusedTerm::Kind::kScaled;
      const int first = scaled ? term.factor : term.value, second = scaled ? term.value : term.factor;
      pieces.push_back(words(std::string(first_term ? "" : ", ") + (term.negative ? "-" : "")));
      pieces.push_back(operand(node.args[at(first)], term.negative ? kPrimary : plain ? 0 : product));
      first_term = false;
      if (plain) continue;
      pieces.push_back(words(" * "));
      pieces.push_back(operand(node.args[at(second)], product + 1));
    }
  }

  /// `before`, the arguments as a list, `after`.
  static Pieces list(std::string before, const Node& node, const char* after) {
    Pieces pieces{words(std::move(before))};
    for (const NodeId arg : node.args) {
      if (pieces.size() > 1) pieces.push_back(words(", "));
      pieces.push_back(operand(arg, 0));
    }
    pieces.push_back(words(after));
    return pieces;
  }

  /// The pieces of a node and how tightly it binds.
  std::pair<Pieces, int> pieces_of(const Node& node) const {
    const Operation& row = operation_of(soft_op(node.op));
    switch (row.form) {
      case Form::kPrefix:
        return {{words(std::string(row.symbol)), operand(node.args[0], kPrimary)}, row.precedence};
      case Form::kBinary:
        return {{operand(node.args[0], row.precedence), words(fmt::format(" {} ", row.symbol)),
                 operand(node.args[1], row.precedence + 1)},
                row.precedence};
      case Form::kTernary:
        if (const auto read = signed_read(node)) return {{words(tap(*read))}, kPrimary};
        return {
            {operand(node.args[0], 1), words(" ? "), operand(node.args[1], 0), words(" : "), operand(node.args[2], 0)},
            row.precedence};
      case Form::kFunction: {
        if (!row.is_fused()) return {list(fmt::format("{}(", row.symbol), node, ")"), kPrimary};
        Pieces pieces{words(fmt::format("{}(", row.symbol))};
        add_terms(node, pieces);
        pieces.push_back(words(")"));
        return {std::move(pieces), kPrimary};
      }
      case Form::kNone:
        break;
    }
    if (node.op == Op::kLookup) return {list(stencil_.tables[node.table()].name + "[", node, "]"), kPrimary};
    if (node.op == Op::kCast) return {list(node.type.name() + "(", node, ")"), kPrimary};
    std::string text = leaf(node);
    const int precedence = node.op == Op::kConstant && text[0] == '-' ? 11 : kPrimary;
    return {{words(std::move(text))}, precedence};
  }

  std::string leaf(const Node& node) const {
    switch (node.op) {
      case Op::kConstant:
        return value_text(node.type, node.bits);
      case Op::kTap:
        return tap(node);
      case Op::kParam:
        return stencil_.params[node.param()].name;
      case Op::kCoordinate:
        return kAxisNames[at(node.index)];
      case Op::kExtent:
        return fmt::format("n{}", kAxisNames[at(node.index)]);
      case Op::kRegion:
        return fmt::format("in({})", region_text(stencil_.regions[node.region()]));
      case Op::kStep:
        return "step";
      case Op::kMonitor:
        return stencil_.monitors[node.monitor()].name;
      default:
        RTLGEN_CHECK(false, "an operation without a form");
    }
  }

  std::string tap(const Node& node) const {
    const Array& array = stencil_.arrays[stencil_.streams[node.stream].array];
    if (node.offset == Offset{}) return array.shown();
    std::string out;
    for (int axis = 0; axis < stencil_.axes; ++axis) {
      if (array.spans[at(axis)]) out += fmt::format("{}{}", out.empty() ? "" : ",", node.offset[at(axis)]);
    }
    return fmt::format("{}[{}{}]", array.shown(), out, rules(node));
  }

  using Axes = std::array<bool, kMaxAxes>;

  /// The axes of a condition that only tests whether a read leaves the grid.
  std::optional<Axes> ends_of(NodeId condition) const {
    const Node& node = stencil_.nodes[condition];
    Axes axes{};
    if (node.op == Op::kRegion) {
      const Region& region = stencil_.regions[node.region()];
      for (std::size_t a = 0; a < kMaxAxes; ++a) axes[a] = !region.spans[a].whole();
      return region.outside ? std::optional(axes) : std::nullopt;
    }
    if (node.op != Op::kNe && node.op != Op::kOr) return std::nullopt;
    for (const NodeId arg : node.args) {
      const auto part = ends_of(arg);
      if (!part) return std::nullopt;
      for (std::size_t a = 0; a < kMaxAxes; ++a) axes[a] = axes[a] || (*part)[a];
    }
    return axes;
  }

  /// The read that a choice of signs represents, with the rules of the description; nullopt for any other choice.
  std::optional<Node> signed_read(const Node& choice) const {
    const auto ends = ends_of(choice.args[0]);
    if (!ends) return std::nullopt;
    const Node &first = stencil_.nodes[choice.args[1]], &second = stencil_.nodes[choice.args[2]];
    // A value of a `constant` rule has no sign.
    if (first.op == Op::kTap && second.op == Op::kSelect && second.args[2] == choice.args[1])
      return signed_read(second);
    if (first.op != Op::kNeg || first.args[0] != choice.args[2] || second.op != Op::kTap) return std::nullopt;
    Node read = second;
    for (std::size_t a = 0; a < kMaxAxes; ++a)
      if (read.boundary[a]) read.boundary[a]->negates = (*ends)[a];
    return read;
  }

  /// The rules of a single read: "; x=wrap".
  std::string rules(const Node& node) const {
    const Array& array = stencil_.arrays[stencil_.streams[node.stream].array];
    std::string out;
    for (int axis = 0; axis < stencil_.axes; ++axis) {
      const std::optional<Boundary>& rule = node.boundary[at(axis)];
      const int offset = node.offset[at(axis)];
      if (rule == array.rule(at(axis), offset) || offset == 0 || !rule) continue;
      const std::string text = is_constant(rule) ? fmt::format("constant({})", value_text(node.type, rule->constant))
                                                 : rule_text(node.type, rule);
      out += fmt::format("{}{}={}", out.empty() ? "; " : ", ", "xyz"[axis], text);
    }
    return out;
  }

  const Program& stencil_;
  Pieces rest_;  ///< still to be written, in reverse
};

std::string rule_text(const Type& type, const std::optional<Boundary>& rule) {
  const std::string_view word = word_of(rule);
  return is_constant(rule) ? fmt::format("{{{}: {}}}", word, value_text(type, rule->constant)) : std::string(word);
}

}  // namespace

std::string value_text(const Type& type, std::uint64_t bits) {
  switch (type.kind) {
    case TypeKind::kFloat: {
      const double value = float_value(type, bits);
      // The shortest text that reads back as the same value, in single precision if the type has no more.
      std::string out = type.fraction <= 23 && type.exponent <= 8 ? fmt::format("{}", static_cast<float>(value))
                                                                  : fmt::format("{}", value);
      if (std::isfinite(value) && out.find_first_of(".e") == std::string::npos) out += ".0";
      return out;
    }
    case TypeKind::kInt: {
      const bool negative = (bits >> (type.width - 1) & 1) != 0;
      return fmt::format("{}", static_cast<std::int64_t>(negative ? bits | ~type.mask() : bits));
    }
    case TypeKind::kFixed:
    case TypeKind::kUfixed:
      return fixed_text(type, bits);
    case TypeKind::kUint:
      break;
  }
  return fmt::format("{}", bits);
}

std::string boundary_text(const Program& stencil, const Array& array) {
  bool same = true;
  std::string out;
  const std::optional<Boundary>* first = nullptr;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    if (!array.spans[at(axis)]) continue;
    const std::optional<Boundary>& rule = array.boundary[at(axis)];
    const std::optional<Boundary>& high = array.boundary_high[at(axis)];
    if (first == nullptr) first = &rule;
    same = same && rule == *first && high == rule;
    const std::string text = rule_text(array.type, rule);
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", kAxisNames[at(axis)],
                       high == rule ? text : fmt::format("[{}, {}]", text, rule_text(array.type, high)));
  }
  if (first == nullptr) return "none";
  return same ? rule_text(array.type, *first) : "{" + out + "}";
}

std::string to_text(const Program& stencil, NodeId node) { return Printer(stencil).print(node); }

}  // namespace rtlgen::spec
