// Printing, and finding what is not used.
#include "program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace rtlgen::test {

namespace {

/// An operand, in brackets if it is not a name, a call or a literal.
std::string operand(const Expr& e) {
  const bool bare = e.kind == Expr::Kind::kTap || e.kind == Expr::Kind::kCall || e.kind == Expr::Kind::kCast ||
                    e.kind == Expr::Kind::kLookup ||
                    (e.kind == Expr::Kind::kText && e.text.find_first_of("-/") == std::string::npos);
  return bare ? to_text(e) : "(" + to_text(e) + ")";
}

std::string tap(const Expr& e) {
  const bool centre = std::all_of(e.offsets.begin(), e.offsets.end(), [](int o) { return o == 0; });
  if (centre && e.rule.empty()) return e.text;
  const std::string rule = e.rule.empty() ? "" : "; " + e.rule;
  return fmt::format("{}[{}{}]", e.text, fmt::join(e.offsets, ","), rule);
}

/// Calls `visit` for every name that an expression reads.
void names_of(const Expr& e, const std::function<void(const std::string&)>& visit) {
  if (e.kind == Expr::Kind::kText || e.kind == Expr::Kind::kTap || e.kind == Expr::Kind::kLookup) visit(e.text);
  for (const Expr& a : e.args) names_of(a, visit);
}

/// Whether free text holds `name` as a word.
bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const auto part = [&](std::size_t i) {
      return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    if ((at == 0 || !part(at - 1)) && !part(at + name.size())) return true;
  }
  return false;
}

bool is_field(const Program& p, const std::string& name) {
  return std::any_of(p.fields.begin(), p.fields.end(), [&](const Field& f) { return f.name == name; });
}

std::string field_line(const Program& p, const Field& f) {
  std::vector<std::string> keys;
  if (f.type != p.type) keys.push_back(fmt::format("type: \"{}\"", f.type.name()));
  if (f.axes.size() < p.grid.size()) {
    std::vector<std::string> axes;
    for (const int a : f.axes) axes.emplace_back(1, "xyz"[a]);
    keys.push_back(fmt::format("axes: [{}]", fmt::join(axes, ", ")));
  }
  if (!f.boundary.empty()) keys.push_back("boundary: " + f.boundary);
  return fmt::format("  {}: {{{}}}\n", f.name, fmt::join(keys, ", "));
}

std::string param_line(const ProgramParam& q) {
  std::string keys;
  switch (q.kind) {
    case ProgramParam::Kind::kConstant:
      keys = fmt::format("value: \"{}\"", q.values.front());
      break;
    case ProgramParam::Kind::kRuntime:
      keys = fmt::format("runtime: true, value: \"{}\"", q.values.front());
      break;
    case ProgramParam::Kind::kList:
      keys = fmt::format("values: [\"{}\"]", fmt::join(q.values, "\", \""));
      break;
    case ProgramParam::Kind::kByStep:
      keys = fmt::format("value: \"{}\"", to_text(q.expr));
      break;
  }
  if (!q.next.empty()) keys += fmt::format(", next: \"{}\"", q.next);
  return fmt::format("  {}: {{type: \"{}\", {}}}\n", q.name, q.type.name(), keys);
}

std::string source_line(const Program& p, const ProgramSource& s) {
  const auto field = std::find_if(p.fields.begin(), p.fields.end(), [&](const Field& f) { return f.name == s.field; });
  const std::string type = field == p.fields.end() ? "int32" : field->type.name();
  const std::string amount = s.values.empty() ? fmt::format("add: \"{}(step)\"", type)
                                              : fmt::format("values: [\"{}\"]", fmt::join(s.values, "\", \""));
  return fmt::format("  - {{at: [{}], field: {}, {}}}\n", fmt::join(s.at, ", "), s.field, amount);
}

std::string update_line(const Line& line) {
  const std::string text = fmt::format("\"{}\"", to_text(line.expr));
  std::string keys;
  if (line.typed) keys += fmt::format("type: \"{}\", ", line.expr.type.name());
  if (!line.boundary.empty()) keys += fmt::format("boundary: {}, ", line.boundary);
  if (!line.border.empty()) keys += fmt::format("border: {}, ", line.border);
  if (!line.region.empty()) keys += fmt::format("region: {}, ", line.region);
  if (!line.where.empty()) keys += fmt::format("where: \"{}\", ", line.where);
  if (!line.order.empty()) keys += fmt::format("order: {}, ", line.order);
  return fmt::format("  - {}: {}\n", line.target, keys.empty() ? text : fmt::format("{{{}expr: {}}}", keys, text));
}

std::string hardware(const Program& p) {
  std::string keys = fmt::format("cells_per_cycle: {}, steps: {}, clock_mhz: {}", p.lanes, p.steps, p.clock);
  if (p.fixed_extents) keys += ", extents: fixed";
  if (!p.device.empty()) keys += ", device: " + p.device;
  if (!p.ram.empty()) keys += ", ram: " + p.ram;
  if (!p.arithmetic.empty()) keys += ", arithmetic: " + p.arithmetic;
  if (p.dsp_limit) keys += fmt::format(", dsp_limit: {}", *p.dsp_limit);
  if (p.dsp_sums > 0) keys += fmt::format(", dsp_sums: {}", p.dsp_sums);
  if (!p.block.empty()) keys += fmt::format(", block: [{}]", fmt::join(p.block, ", "));
  if (p.bus_bits > 0) keys += fmt::format(", bus: {{bits: {}, burst: {}}}", p.bus_bits, p.burst);
  if (!p.memory.empty()) keys += ", memory: " + p.memory;
  return fmt::format("hardware: {{{}}}\n", keys);
}

}  // namespace

std::string to_text(const Expr& e) {
  switch (e.kind) {
    case Expr::Kind::kText:
      return e.text;
    case Expr::Kind::kTap:
      return tap(e);
    case Expr::Kind::kPrefix:
      return e.text + operand(e.args[0]);
    case Expr::Kind::kInfix:
      return operand(e.args[0]) + " " + e.text + " " + operand(e.args[1]);
    case Expr::Kind::kSelect:
      return operand(e.args[0]) + " ? " + operand(e.args[1]) + " : " + operand(e.args[2]);
    case Expr::Kind::kCast:
      return e.type.name() + "(" + to_text(e.args[0]) + ")";
    case Expr::Kind::kLookup:
      return fmt::format("{}[{}]", e.text, to_text(e.args[0]));
    case Expr::Kind::kCall:
      break;
  }
  std::vector<std::string> args;
  for (const Expr& a : e.args) args.push_back(to_text(a));
  return fmt::format("{}({})", e.text, fmt::join(args, ", "));
}

std::string run_options(const Program& p) {
  std::string options = fmt::format("--seed {} --stalls random", p.seed);
  if (!p.extents.empty()) options += fmt::format(" --extents {}", fmt::join(p.extents, ","));
  return options;
}

std::string to_yaml(const Program& p) {
  std::string out = fmt::format("# rtlgen sim FILE {}\nname: {}\ngrid: [{}]\ntype: \"{}\"\n", run_options(p), p.name,
                                fmt::join(p.grid, ", "), p.type.name());
  if (!p.subnormals.empty()) out += fmt::format("subnormals: {}\n", p.subnormals);
  if (!p.rounding.empty()) out += fmt::format("rounding: {}\n", p.rounding);
  if (!p.overflow.empty()) out += fmt::format("overflow: {}\n", p.overflow);
  if (p.reassociate) out += "reassociate: true\n";
  if (p.fused) out += "arithmetic: fused\n";
  if (p.hard) out += "arithmetic: hard\n";
  if (p.guard_bits >= 0) out += fmt::format("guard_bits: {}\n", p.guard_bits);
  out += "fields:\n";
  for (const Field& f : p.fields) out += field_line(p, f);
  out += params_text(p.params);
  if (!p.tables.empty()) out += "tables:\n";
  for (const ProgramTable& t : p.tables)
    out +=
        fmt::format("  {}: {{type: \"{}\", values: [\"{}\"]}}\n", t.name, t.type.name(), fmt::join(t.values, "\", \""));
  if (!p.sources.empty()) out += "sources:\n";
  for (const ProgramSource& s : p.sources) out += source_line(p, s);
  if (!p.monitors.empty()) out += "monitor:\n";
  for (const ProgramMonitor& m : p.monitors) {
    const std::string type = m.type.empty() ? "" : fmt::format(", type: \"{}\"", m.type);
    out += fmt::format("  {}: {{of: {}, reduce: {}{}}}\n", m.name, m.field, m.reduce, type);
  }
  if (!p.until.empty()) out += fmt::format("until: \"{}\"\n", p.until);
  out += "update:\n";
  for (const Line& line : p.lines) out += update_line(line);
  out += fmt::format("iterations: {}\n", p.iterations);
  bool first = true;
  for (const Field& f : p.fields) {
    if (!f.ranged && !f.has_start) continue;
    if (!is_read(p, f.name)) continue;
    if (first) out += "inputs:\n";
    first = false;
    if (f.has_start) {
      out += fmt::format("  {}: {{expr: \"{}\"}}\n", f.name, to_text(f.start));
      continue;
    }
    out += fmt::format("  {}: {{kind: random, low: {}, high: {}, seed: {}}}\n", f.name, f.low, f.high, p.seed);
  }
  return out + hardware(p);
}

bool reads(const Expr& e, const std::string& name) {
  bool found = false;
  names_of(e, [&](const std::string& n) { found = found || n == name; });
  return found;
}

std::string params_text(const std::vector<ProgramParam>& params) {
  std::string out = params.empty() ? "" : "params:\n";
  for (const ProgramParam& q : params) out += param_line(q);
  return out;
}

bool starts_with(const Program& p, const std::string& name) {
  return std::any_of(p.fields.begin(), p.fields.end(),
                     [&](const Field& f) { return f.has_start && is_read(p, f.name) && reads(f.start, name); });
}

bool is_read(const Program& p, const std::string& name) {
  return std::any_of(p.lines.begin(), p.lines.end(), [&](const Line& l) {
    const bool keeps = l.border.find("keep") != std::string::npos || l.keeps || !l.where.empty();
    return reads(l.expr, name) || (l.target == name && keeps);
  });
}

void prune(Program& p) {
  for (bool changed = true; changed;) {
    changed = false;
    const auto read = [&](const std::string& name) {
      return std::any_of(p.lines.begin(), p.lines.end(), [&](const Line& l) { return reads(l.expr, name); });
    };
    changed |= std::erase_if(p.lines, [&](const Line& l) { return !is_field(p, l.target) && !read(l.target); }) > 0;
    changed |= std::erase_if(p.fields, [&](const Field& f) {
                 return !read(f.name) &&
                        std::none_of(p.lines.begin(), p.lines.end(), [&](const Line& l) { return l.target == f.name; });
               }) > 0;
    changed |= std::erase_if(p.monitors, [&](const ProgramMonitor& m) { return !is_field(p, m.field); }) > 0;
    changed |= std::erase_if(p.tables, [&](const ProgramTable& t) { return !read(t.name); }) > 0;
    changed |=
        std::erase_if(p.sources, [&](const ProgramSource& s) {
          return std::none_of(p.lines.begin(), p.lines.end(), [&](const Line& l) { return l.target == s.field; });
        }) > 0;
    changed |= std::erase_if(p.params, [&](const ProgramParam& q) {
                 bool used = read(q.name) || starts_with(p, q.name);
                 for (const ProgramParam& other : p.params)
                   used |= mentions(other.next, q.name) || reads(other.expr, q.name);
                 return !used && !mentions(p.until, q.name);
               }) > 0;
  }
}

}  // namespace rtlgen::test
