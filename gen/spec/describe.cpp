// Prints a Stencil for people.
#include "spec/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "support/index.hpp"
#include "support/int128.hpp"
#include "support/safe_text.hpp"

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

struct Infix {
  const char* symbol;
  int precedence;  ///< of C; 0 where the operation is printed as a call
};

Infix infix_of(Op op) {
  switch (op) {
    case Op::kOr:
      return {"||", 1};
    case Op::kAnd:
      return {"&&", 2};
    case Op::kBitOr:
      return {"|", 3};
    case Op::kBitXor:
      return {"^", 4};
    case Op::kBitAnd:
      return {"&", 5};
    case Op::kEq:
      return {"==", 6};
    case Op::kNe:
      return {"!=", 6};
    case Op::kLt:
      return {"<", 7};
    case Op::kLe:
      return {"<=", 7};
    case Op::kShl:
      return {"<<", 8};
    case Op::kShr:
      return {">>", 8};
    case Op::kAdd:
      return {"+", 9};
    case Op::kSub:
      return {"-", 9};
    case Op::kMul:
      return {"*", 10};
    case Op::kDiv:
      return {"/", 10};
    case Op::kRem:
      return {"%", 10};
    default:
      return {"", 0};
  }
}

const char* call_name(Op op) {
  switch (op) {
    case Op::kAbs:
      return "abs";
    case Op::kMin:
      return "min";
    case Op::kMax:
      return "max";
    case Op::kSqrt:
      return "sqrt";
    case Op::kFma:
      return "fma";
    case Op::kExp:
      return "exp";
    case Op::kLog:
      return "log";
    case Op::kSin:
      return "sin";
    case Op::kCos:
      return "cos";
    case Op::kTanh:
      return "tanh";
    case Op::kPow:
      return "pow";
    default:
      return "?";
  }
}

std::string rule_text(const Type& type, const Boundary& rule);

/// Texts of all nodes below a root, each made once and from its arguments.
class Printer {
 public:
  explicit Printer(const Stencil& stencil) : stencil_(stencil) {}

  std::string print(NodeId root) {
    std::vector<NodeId> pending{root};
    std::set<NodeId> needed;
    while (!pending.empty()) {
      const NodeId id = pending.back();
      pending.pop_back();
      if (!needed.insert(id).second) continue;
      for (const NodeId arg : stencil_.nodes[at(id)].args) pending.push_back(arg);
    }
    for (const NodeId id : needed) texts_[id] = text(stencil_.nodes[at(id)]);
    return texts_[root].first;
  }

 private:
  static constexpr int kPrimary = 12;

  std::string argument(NodeId id, int least) {
    const auto& [text, precedence] = texts_[id];
    return precedence >= least ? text : "(" + text + ")";
  }

  std::string list(const Node& node) {
    std::string out;
    for (const NodeId arg : node.args) out += (out.empty() ? "" : ", ") + texts_[arg].first;
    return out;
  }

  /// The text of a node and how tightly it binds.
  std::pair<std::string, int> text(const Node& node) {
    const Infix infix = infix_of(node.op);
    if (infix.precedence > 0) {
      return {fmt::format("{} {} {}", argument(node.args[0], infix.precedence), infix.symbol,
                          argument(node.args[1], infix.precedence + 1)),
              infix.precedence};
    }
    switch (node.op) {
      case Op::kConstant: {
        const std::string value = value_text(node.type, node.bits);
        return {value, value[0] == '-' ? 11 : kPrimary};
      }
      case Op::kTap:
        return {tap(node), kPrimary};
      case Op::kParam:
        return {stencil_.params[at(node.index)].name, kPrimary};
      case Op::kCoordinate:
        return {kAxisNames[at(node.index)], kPrimary};
      case Op::kExtent:
        return {fmt::format("n{}", kAxisNames[at(node.index)]), kPrimary};
      case Op::kStep:
        return {"step", kPrimary};
      case Op::kMonitor:
        return {stencil_.monitors[at(node.index)].name, kPrimary};
      case Op::kNeg:
        return {"-" + argument(node.args[0], kPrimary), 11};
      case Op::kNot:
        return {"!" + argument(node.args[0], kPrimary), 11};
      case Op::kBitNot:
        return {"~" + argument(node.args[0], kPrimary), 11};
      case Op::kSelect:
        return {fmt::format("{} ? {} : {}", argument(node.args[0], 1), argument(node.args[1], 0),
                            argument(node.args[2], 0)),
                0};
      case Op::kCast:
        return {fmt::format("{}({})", node.type.name(), list(node)), kPrimary};
      default:
        return {fmt::format("{}({})", call_name(node.op), list(node)), kPrimary};
    }
  }

  std::string tap(const Node& node) const {
    const Array& array = stencil_.arrays[at(stencil_.streams[at(node.stream)].array)];
    if (node.offset == Offset{}) return array.name;
    std::string out;
    for (int axis = 0; axis < stencil_.axes; ++axis) {
      if (array.spans[at(axis)]) out += fmt::format("{}{}", out.empty() ? "" : ",", node.offset[at(axis)]);
    }
    return fmt::format("{}[{}{}]", array.name, out, rules(node));
  }

  /// The rules that a read has of its own: "; x=wrap".
  std::string rules(const Node& node) const {
    const Array& array = stencil_.arrays[at(stencil_.streams[at(node.stream)].array)];
    std::string out;
    for (int axis = 0; axis < stencil_.axes; ++axis) {
      const Boundary& rule = node.boundary[at(axis)];
      if (rule == array.boundary[at(axis)] || node.offset[at(axis)] == 0) continue;
      const std::string text = rule.kind == BoundaryKind::kConstant
                                   ? fmt::format("constant({})", value_text(node.type, rule.constant))
                                   : rule_text(node.type, rule);
      out += fmt::format("{}{}={}", out.empty() ? "; " : ", ", "xyz"[axis], text);
    }
    return out;
  }

  const Stencil& stencil_;
  std::map<NodeId, std::pair<std::string, int>> texts_;
};

std::string rule_text(const Type& type, const Boundary& rule) {
  switch (rule.kind) {
    case BoundaryKind::kEdge:
      return "edge";
    case BoundaryKind::kReflect:
      return "reflect";
    case BoundaryKind::kSymmetric:
      return "symmetric";
    case BoundaryKind::kWrap:
      return "wrap";
    case BoundaryKind::kOpen:
      return "open";
    case BoundaryKind::kConstant:
      return fmt::format("{{constant: {}}}", value_text(type, rule.constant));
  }
  return "?";
}

const char* role_text(Role role) {
  switch (role) {
    case Role::kState:
      return "state";
    case Role::kInput:
      return "input";
    case Role::kOutput:
      return "output";
    case Role::kTemporary:
      return "temporary";
  }
  return "?";
}

/// The box that the taps of each array span, over all stages.
struct Window {
  std::set<Offset> taps;
  Offset low{};
  Offset high{};
};

std::map<int, Window> windows(const Stencil& stencil) {
  std::map<int, Window> out;
  for (const Node& node : stencil.nodes) {
    if (node.op != Op::kTap) continue;
    Window& window = out[stencil.streams[at(node.stream)].array];
    for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
      const bool first = window.taps.empty();
      window.low[axis] = first ? node.offset[axis] : std::min(window.low[axis], node.offset[axis]);
      window.high[axis] = first ? node.offset[axis] : std::max(window.high[axis], node.offset[axis]);
    }
    window.taps.insert(node.offset);
  }
  return out;
}

std::string window_text(const Stencil& stencil, const Array& array, const Window& window) {
  std::string size;
  std::string range;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    if (!array.spans[at(axis)]) continue;
    const int low = window.low[at(axis)];
    const int high = window.high[at(axis)];
    size += fmt::format("{}{}", size.empty() ? "" : " x ", high - low + 1);
    range += fmt::format(", {} {}..{}", kAxisNames[at(axis)], low, high);
  }
  if (size.empty()) return "a single value";
  return fmt::format("{} ({} tap{}{})", size, window.taps.size(), window.taps.size() == 1 ? "" : "s", range);
}

/// " of axes [x, z], held on chip", or nothing for an array of all axes.
std::string axes_text(const Stencil& stencil, const Array& array) {
  if (!array.held()) return "";
  std::string axes;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    if (array.spans[at(axis)]) axes += fmt::format("{}{}", axes.empty() ? "" : ", ", kAxisNames[at(axis)]);
  }
  return fmt::format(" of axes [{}], held on chip", axes);
}

std::string grid_text(const Stencil& stencil) {
  std::string out;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    out += fmt::format("{}{}", axis == 0 ? "" : " x ", stencil.grid[at(axis)]);
  }
  return out;
}

std::string data_text(const Stencil& stencil, const DataSource& source) {
  const std::string& name = stencil.arrays[at(source.array)].name;
  switch (source.kind) {
    case DataKind::kFile:
      return fmt::format("{} from {}", name, safe::terminal(OutsideText(source.path)));
    case DataKind::kZero:
      return fmt::format("{} zero", name);
    case DataKind::kConstant:
      return fmt::format("{} constant {}", name, source.value);
    case DataKind::kRamp:
      return fmt::format("{} ramp from {} by {}", name, source.value, source.increment);
    case DataKind::kRandom:
      return fmt::format("{} random in [{}, {}), seed {}", name, source.low, source.high, source.seed);
    case DataKind::kHotspot:
      return fmt::format("{} hot spot of {} on {}, radius {}", name, source.value, source.background, source.radius);
  }
  return name;
}

std::string params_text(const Stencil& stencil) {
  std::string runtime, by_step;
  for (const Param& param : stencil.params) {
    std::string line = fmt::format("  {:<11} {} = ", param.name, param.type.name());
    if (param.by_step.empty()) {
      runtime += line + value_text(param.type, param.value);
      if (param.next >= 0) runtime += "; next pass: " + to_text(stencil, param.next);
      runtime += "\n";
      continue;
    }
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(kShown, param.by_step.size()); ++i) {
      line += (i == 0 ? "" : ", ") + value_text(param.type, param.by_step[i]);
    }
    if (param.by_step.size() > kShown) line += fmt::format(", ... ({} values)", param.by_step.size());
    by_step += line + "\n";
  }
  return (runtime.empty() ? "" : "run-time parameters\n" + runtime) +
         (by_step.empty() ? "" : "parameters by time step\n" + by_step);
}

std::string monitors_text(const Stencil& stencil) {
  static constexpr const char* kReductions[] = {"max_change", "sum", "sum_squares", "min", "max"};
  std::string out = stencil.monitors.empty() ? "" : "after every pass\n";
  for (const Monitor& monitor : stencil.monitors) {
    out += fmt::format("  {:<11} {} = {} of {}\n", monitor.name, monitor.type.name(),
                       kReductions[static_cast<int>(monitor.reduction)], stencil.arrays[at(monitor.array)].name);
  }
  if (stencil.until >= 0) out += fmt::format("  until {}\n", to_text(stencil, stencil.until));
  return out;
}

}  // namespace

std::string value_text(const Type& type, std::uint64_t bits) {
  switch (type.kind) {
    case TypeKind::kFloat: {
      const double value = float_value(type, bits);
      // The shortest text that reads back; of single precision where that is all there is.
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

std::string boundary_text(const Stencil& stencil, const Array& array) {
  bool same = true;
  std::string out;
  const Boundary* first = nullptr;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    if (!array.spans[at(axis)]) continue;
    const Boundary& rule = array.boundary[at(axis)];
    if (first == nullptr) first = &rule;
    same = same && rule == *first;
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", kAxisNames[at(axis)], rule_text(array.type, rule));
  }
  if (first == nullptr) return "none";
  return same ? rule_text(array.type, *first) : "{" + out + "}";
}

std::string to_text(const Stencil& stencil, NodeId node) { return Printer(stencil).print(node); }

std::string describe(const Stencil& stencil) {
  std::string out = fmt::format("stencil {}", stencil.name);
  if (!stencil.description.empty()) out += ": " + safe::paragraph(stencil.description);
  out += "\n";
  if (!stencil.source.empty()) out += fmt::format("  source      {}\n", safe::paragraph(stencil.source));
  out += fmt::format("  grid        {} ({} cells), {} time step{}\n", grid_text(stencil), stencil.cells(),
                     stencil.iterations, stencil.iterations == 1 ? "" : "s");
  if (stencil.subnormals == Subnormals::kFlush) out += "  subnormals  flushed to zero\n";
  const auto is_fixed = [](const Node& node) { return node.type.is_fixed(); };
  if (std::any_of(stencil.nodes.begin(), stencil.nodes.end(), is_fixed)) {
    out += fmt::format("  fixed point rounds {}, {} on overflow\n",
                       stencil.rounding == Rounding::kTruncate ? "down (truncate)" : "to nearest even",
                       stencil.overflow == Overflow::kSaturate ? "saturates" : "wraps");
  }
  const auto spans = windows(stencil);
  out += "arrays\n";
  for (std::size_t i = 0; i < stencil.arrays.size(); ++i) {
    const Array& array = stencil.arrays[i];
    out += fmt::format("  {:<11} {} {}{}, boundary {}\n", array.name, array.type.name(), role_text(array.role),
                       axes_text(stencil, array), boundary_text(stencil, array));
    const auto span = spans.find(static_cast<int>(i));
    if (span != spans.end()) out += fmt::format("  {:<11} window {}\n", "", window_text(stencil, array, span->second));
  }
  out += params_text(stencil);
  out += "one time step\n";
  for (const Stage& stage : stencil.stages) {
    const Array& array = stencil.arrays[at(stencil.streams[at(stage.output)].array)];
    const char* border = stage.border == Border::kKeep     ? " (border: keep)"
                         : stage.border == Border::kIgnore ? " (border: ignore)"
                                                           : "";
    out += fmt::format("  {}: {} = {}{}\n", array.name, array.type.name(), to_text(stencil, stage.root), border);
  }
  out += monitors_text(stencil);
  if (!stencil.inputs.empty()) out += "start data\n";
  for (const DataSource& source : stencil.inputs) out += fmt::format("  {}\n", data_text(stencil, source));
  return out;
}

std::string describe_hardware(const Stencil& stencil) {
  const Hardware& hardware = stencil.hardware;
  std::string out =
      fmt::format("hardware\n  {} cell{} a cycle, {} step{} a pass, {} MHz on {}{}\n", hardware.cells_per_cycle,
                  hardware.cells_per_cycle == 1 ? "" : "s", hardware.steps, hardware.steps == 1 ? "" : "s",
                  hardware.clock_mhz, hardware.device, hardware.extents == ExtentMode::kFixed ? ", extents fixed" : "");
  if (!hardware.board.empty()) out += fmt::format("  board {}\n", safe::terminal(hardware.board));
  if (hardware.kernels > 1) out += fmt::format("  kernels {}\n", hardware.kernels);
  return out;
}

}  // namespace rtlgen::spec
