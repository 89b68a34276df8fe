// Prints a verified netlist as Verilog-2005, clean under verilator -Wall and iverilog -Wall.
#include <fmt/format.h>

#include <set>

#include "netlist/print.hpp"

namespace rtlgen::netlist {

namespace {

constexpr std::size_t kLineWidth = 120;

/// The comment that opens a section.
std::string section_line(const std::string& title) {
  return fmt::format("---- {} {}", title, std::string(title.size() < 90 ? 90 - title.size() : 0, '-'));
}

std::string range(int width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

std::string constant(const Expr& e) {
  switch (e.radix) {
    case Radix::kDecimal:
      return fmt::format("{}'d{}", e.width, e.value);
    case Radix::kHex:
      return fmt::format("{}'h{:0{}x}", e.width, e.value, (e.width + 3) / 4);
    default:
      return fmt::format("{}'b{:0{}b}", e.width, e.value, e.width);
  }
}

class VerilogNetlist {
 public:
  explicit VerilogNetlist(const Module& module) : module_(module), widths_(module) {
    for (const Part& part : module_.parts) {
      for (const Item& item : part.items) {
        const auto* registers = std::get_if<Registers>(&item);
        if (registers == nullptr) continue;
        for (const auto& [name, next] : registers->next) clocked_.insert(name);
      }
    }
  }

  std::string print() {
    print_head();
    if (module_.role != Role::kBlackBox) print_body();
    text_ += "endmodule\n";
    if (!module_.header.empty()) text_ += "\n`default_nettype wire\n";
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }

  /// The text as an operand of another operation.
  [[nodiscard]] std::string operand(const Expr& e) const {
    const bool gate = e.kind == ExprKind::kAnd || e.kind == ExprKind::kOr || e.kind == ExprKind::kXor ||
                      e.kind == ExprKind::kEqual || e.kind == ExprKind::kAdd;
    return gate ? "(" + text_of(e) + ")" : text_of(e);
  }
  /// The operator between the operands of a gate; "" for other expressions.
  static const char* symbol_of(ExprKind kind) {
    switch (kind) {
      case ExprKind::kAnd:
        return "&";
      case ExprKind::kOr:
        return "|";
      case ExprKind::kXor:
        return "^";
      case ExprKind::kEqual:
        return "==";
      case ExprKind::kAdd:
        return "+";
      default:
        return "";
    }
  }
  [[nodiscard]] std::string chain(const Expr& e) const {
    std::string text;
    for (const Expr& arg : e.args) text += (text.empty() ? "" : fmt::format(" {} ", symbol_of(e.kind))) + operand(arg);
    return text;
  }
  /// The text as an element of a concatenation, without braces around it.
  [[nodiscard]] std::string element(const Expr& e) const {
    if (e.kind != ExprKind::kExtend) return text_of(e);
    const int padding = e.width - widths_.of(e.args[0]);
    return padding == 0 ? text_of(e.args[0]) : fmt::format("{}'d0, {}", padding, text_of(e.args[0]));
  }

  [[nodiscard]] std::string text_of(const Expr& e) const {
    switch (e.kind) {
      case ExprKind::kNet:
        return e.name;
      case ExprKind::kSlice:
        return e.high == e.low ? fmt::format("{}[{}]", e.name, e.low) : fmt::format("{}[{}:{}]", e.name, e.high, e.low);
      case ExprKind::kConstant:
        return constant(e);
      case ExprKind::kConcat: {
        std::string text;
        for (const Expr& arg : e.args) text += (text.empty() ? "" : ", ") + element(arg);
        return "{" + text + "}";
      }
      case ExprKind::kRepeat:
        return fmt::format("{{{}{{{}}}}}", e.count, text_of(e.args[0]));
      case ExprKind::kExtend: {
        const std::string text = element(e);
        return e.width == widths_.of(e.args[0]) ? text : "{" + text + "}";
      }
      case ExprKind::kNot:
        return "~" + operand(e.args[0]);
      case ExprKind::kAnyBit:
        return "|" + operand(e.args[0]);
      case ExprKind::kAnd:
      case ExprKind::kOr:
      case ExprKind::kXor:
      case ExprKind::kEqual:
      case ExprKind::kAdd:
        return chain(e);
    }
    return "";
  }

  [[nodiscard]] std::string parameter(const Parameter& p) const {
    const auto* number = std::get_if<std::int64_t>(&p.value);
    return number != nullptr ? fmt::to_string(*number) : text_of(std::get<Expr>(p.value));
  }

  void print_head() {
    for (const std::string& note : module_.header) line(note.empty() ? "//" : "// " + note);
    if (!module_.header.empty()) text_ += "`default_nettype none\n\n";
    std::string parameters;
    for (const Parameter& p : module_.parameters) {
      const auto* sized = std::get_if<Expr>(&p.value);
      parameters += fmt::format("{}\n  parameter {}{} = {}", parameters.empty() ? "" : ",",
                                sized == nullptr ? "" : range(sized->width), p.name, parameter(p));
    }
    line(fmt::format("module {} {}(", module_.name, parameters.empty() ? "" : "#(" + parameters + "\n) "));
    for (std::size_t i = 0; i < module_.ports.size(); ++i) print_port(module_.ports[i], i + 1 == module_.ports.size());
    line(");");
    if (module_.role == Role::kDesign) line("");
  }

  void print_port(const Port& port, bool is_last) {
    const char* const word = port.direction == Direction::kIn    ? "input "
                             : port.direction == Direction::kOut ? "output"
                                                                 : "inout ";
    if (!port.comment.empty()) line("  // " + port.comment);
    if (!port.lint_off.empty()) line(fmt::format("  /* verilator lint_off {} */", port.lint_off));
    line(fmt::format("  {} {} {:<8}{}{}", word, clocked_.contains(port.name) ? "reg " : "wire", range(port.width),
                     port.name, is_last ? "" : ","));
    if (!port.lint_off.empty()) line(fmt::format("  /* verilator lint_on {} */", port.lint_off));
  }

  void print_body() {
    for (const Part& part : module_.parts) {
      if (part.nets.empty()) continue;
      if (!part.title.empty()) line("  // " + part.title);
      for (const Declaration& declaration : part.nets) print_declaration(declaration);
      line("");
    }
    for (const Part& part : module_.parts) {
      if (part.items.empty()) continue;
      if (!part.title.empty()) line("  // " + section_line(part.title));
      for (std::size_t i = 0; i < part.items.size(); ++i) {
        print_item(part.items[i]);
        // Assignments and registers are in groups, instances are separate; a note stays with the next item.
        const bool is_note = std::holds_alternative<Note>(part.items[i]);
        const bool is_alone = std::holds_alternative<Instance>(part.items[i]);
        const bool goes_on = i + 1 < part.items.size() && part.items[i + 1].index() == part.items[i].index();
        if (!is_note && (is_alone || !goes_on)) line("");
      }
    }
  }

  void print_declaration(const Declaration& declaration) {
    const auto note = [](const std::string& comment) { return comment.empty() ? "" : "  // " + comment; };
    if (const auto* wires = std::get_if<Wires>(&declaration)) {
      std::string names;
      for (const std::string& name : wires->names) names += (names.empty() ? "" : ", ") + name;
      line(fmt::format("  wire {}{};{}", range(wires->width), names, note(wires->comment)));
    } else if (const auto* alias = std::get_if<Alias>(&declaration)) {
      Expr value = alias->value;
      value.note = alias->comment;
      put("  ", fmt::format("wire {}{} = ", range(alias->width), alias->name), value, text_of(value), ";");
    } else if (const auto* state = std::get_if<State>(&declaration)) {
      const std::string attributes = state->attributes.empty() ? "" : fmt::format("(* {} *) ", state->attributes);
      line(fmt::format("  {}reg {}{}{};", attributes, range(state->width), state->name,
                       state->initial ? " = " + constant(*state->initial) : ""));
    } else {
      const auto& unread = std::get<Unread>(declaration);
      Expr value;
      value.kind = ExprKind::kConcat;
      value.args = {zero()};
      value.args.insert(value.args.end(), unread.bits.begin(), unread.bits.end());
      value.note = unread.comment;
      put("  ", fmt::format("wire {} = &", unread.name), value, text_of(value), ";");
    }
  }

  void print_item(const Item& item) {
    if (const auto* note = std::get_if<Note>(&item)) {
      line("  // " + note->text);
    } else if (const auto* assign = std::get_if<Assign>(&item)) {
      print_assign(*assign);
    } else if (const auto* registers = std::get_if<Registers>(&item)) {
      print_registers(*registers);
    } else {
      print_instance(std::get<Instance>(item));
    }
  }

  void print_assign(const Assign& assign) {
    put("  ", fmt::format("assign {} = ", text_of(assign.target)), assign.value, text_of(assign.value), ";");
  }

  /// Prints an expression, as `text`, between others. One too long for a line has a line per element or operand.
  void put(const std::string& indent, const std::string& before, const Expr& e, const std::string& text,
           const std::string& after) {
    const std::string note = e.note.empty() ? "" : "  // " + e.note;
    const std::string whole = indent + before + text + after;
    const bool is_words = e.kind == ExprKind::kConcat;
    const std::string symbol = symbol_of(e.kind);
    const bool fits = whole.size() + (is_words ? note.size() : 0) <= kLineWidth;
    if (fits || (!is_words && symbol.empty())) return line(whole + note);
    if (!is_words) {
      for (std::size_t i = 0; i < e.args.size(); ++i) {
        const bool is_last = i + 1 == e.args.size();
        line(indent + (i == 0 ? before : "    ") + operand(e.args[i]) + (is_last ? after + note : " " + symbol));
      }
      return;
    }
    line(indent + before + "{" + note);
    for (std::size_t i = 0; i < e.args.size(); ++i)
      put(indent + "  ", "", e.args[i], element(e.args[i]), i + 1 == e.args.size() ? "" : ",");
    line(indent + "}" + after);
  }

  void print_registers(const Registers& registers) {
    const std::string begin = "  always @(posedge " + registers.clock;
    if (!registers.cleared_by.empty()) {
      line(fmt::format("{} or negedge {}) begin", begin, registers.cleared_by));
      for (const auto& [name, next] : registers.next) {
        line(fmt::format("    if (~{}) {} <= {};", registers.cleared_by, name, initial_of(name)));
        line(fmt::format("    else {} <= {};", name, text_of(next)));
      }
      return line("  end");
    }
    if (registers.next.size() == 1) {
      const auto& [name, next] = registers.next.front();
      return put("", fmt::format("{}) {} <= ", begin, name), next, text_of(next), ";");
    }
    line(begin + ") begin");
    for (const auto& [name, next] : registers.next) put("    ", name + " <= ", next, text_of(next), ";");
    line("  end");
  }

  [[nodiscard]] std::string initial_of(const std::string& name) const {
    for (const Part& part : module_.parts) {
      for (const Declaration& declaration : part.nets) {
        const auto* state = std::get_if<State>(&declaration);
        if (state != nullptr && state->name == name && state->initial) return constant(*state->initial);
      }
    }
    return "";
  }

  void print_instance(const Instance& instance) {
    std::string given;
    for (const Parameter& p : instance.parameters)
      given += fmt::format("{}\n    .{}({})", given.empty() ? "" : ",", p.name, parameter(p));
    line(fmt::format("  {}{} {} (", instance.of.module, given.empty() ? "" : fmt::format(" #({}\n  )", given),
                     instance.name));
    for (std::size_t i = 0; i < instance.ports.size(); ++i) {
      const Connection& c = instance.ports[i];
      put("    ", fmt::format(".{}(", c.port), c.value, text_of(c.value), i + 1 == instance.ports.size() ? ")" : "),");
    }
    line("  );");
  }

  const Module& module_;
  Widths widths_;
  std::set<std::string> clocked_;
  std::string text_;
};

}  // namespace

std::string verilog(const Module& module) {
  verify(module);
  return VerilogNetlist(module).print();
}

std::string verilog(const std::vector<Module>& modules) {
  std::string text;
  for (const Module& module : modules) text += verilog(module) + "\n";
  return text;
}

}  // namespace rtlgen::netlist
