// Prints a verified netlist as VHDL-93: one bit is std_logic, more are std_logic_vector.
//
// A port map in VHDL-93 accepts only names and constants, and an output port cannot be read, so such values get their
// own signals.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "hw/names.hpp"
#include "netlist/print.hpp"
#include "netlist/section_line.hpp"

namespace rtlgen::netlist {

namespace {

std::string type_of(int width) {
  return width == 1 ? "std_logic" : fmt::format("std_logic_vector({} downto 0)", width - 1);
}

/// Names of foreign modules may be keywords of VHDL.
std::string name_of(const std::string& name) { return hw::is_name_of_both(name) ? name : "\\" + name + "\\"; }

/// Expressions over a module's nets; `renamed`: the signals that are read instead of output ports.
class VhdlNets {
 public:
  VhdlNets(const Module& module, const std::map<std::string, std::string>& renamed)
      : widths_(module), renamed_(renamed) {}

  [[nodiscard]] int width(const Expr& e) const { return widths_.of(e); }
  [[nodiscard]] std::string read(const std::string& name) const {
    const auto found = renamed_.find(name);
    return name_of(found == renamed_.end() ? name : found->second);
  }

  [[nodiscard]] std::string text(const Expr& e) const {
    switch (e.kind) {
      case ExprKind::kNet:
        return read(e.name);
      case ExprKind::kSlice:
        return e.high == e.low ? fmt::format("{}({})", read(e.name), e.low)
                               : fmt::format("{}({} downto {})", read(e.name), e.high, e.low);
      case ExprKind::kConstant:
        return constant(e);
      case ExprKind::kConcat:
        return chain(e, " & ");
      case ExprKind::kRepeat:
        return repeated(e);
      case ExprKind::kExtend: {
        const int padding = e.width - width(e.args[0]);
        return padding == 0 ? text(e.args[0]) : constant(binary(padding, 0)) + " & " + operand(e.args[0]);
      }
      case ExprKind::kNot:
        return "not " + operand(e.args[0]);
      case ExprKind::kAnyBit:
        return width(e.args[0]) == 1 ? text(e.args[0]) : fmt::format("reduce_or(unsigned({}))", text(e.args[0]));
      case ExprKind::kAnd:
        return chain(e, " and ");
      case ExprKind::kOr:
        return chain(e, " or ");
      case ExprKind::kXor:
        return chain(e, " xor ");
      case ExprKind::kEqual:
        return width(e.args[0]) == 1 ? fmt::format("not ({} xor {})", operand(e.args[0]), operand(e.args[1]))
                                     : fmt::format("eq({}, {})", numeral(e.args[0]), numeral(e.args[1]));
      case ExprKind::kAdd:
        return width(e) == 1 ? fmt::format("{} xor {}", operand(e.args[0]), operand(e.args[1]))
                             : fmt::format("std_logic_vector({} + {})", numeral(e.args[0]), numeral(e.args[1]));
    }
    return "";
  }

 private:
  [[nodiscard]] static std::string constant(const Expr& e) {
    std::string bits;
    for (int i = e.width; i-- > 0;) bits += i < 64 && (e.value >> i & 1) != 0 ? '1' : '0';
    return e.width == 1 ? "'" + bits + "'" : "\"" + bits + "\"";
  }
  [[nodiscard]] std::string numeral(const Expr& e) const {
    // The type of a literal would be ambiguous.
    return (e.kind == ExprKind::kConstant ? "unsigned'(" : "unsigned(") + text(e) + ")";
  }
  [[nodiscard]] std::string operand(const Expr& e) const {
    const bool primary = e.kind == ExprKind::kNet || e.kind == ExprKind::kSlice || e.kind == ExprKind::kConstant;
    return primary ? text(e) : "(" + text(e) + ")";
  }
  [[nodiscard]] std::string chain(const Expr& e, const char* symbol) const {
    std::string all;
    for (const Expr& arg : e.args) all += (all.empty() ? "" : symbol) + operand(arg);
    return all;
  }
  [[nodiscard]] std::string repeated(const Expr& e) const {
    if (e.count == 1) return text(e.args[0]);
    std::string all;
    for (int i = 0; i < e.count; ++i) all += (i == 0 ? "" : " & ") + operand(e.args[0]);
    return all;
  }

  Widths widths_;
  const std::map<std::string, std::string>& renamed_;
};

class VhdlNetlist {
 public:
  explicit VhdlNetlist(const Module& module) : m_(module), nets_(m_, renamed_) {
    for (const Port& port : m_.ports) {
      taken_.insert(port.name);
      if (port.direction == Direction::kOut) outputs_.insert(port.name);
    }
    for (const Part& part : m_.parts) {
      for (const Declaration& declaration : part.nets) note_declared(declaration);
    }
    rename_outputs();
  }

  std::string print() {
    for (const std::string& note : m_.header) line(note.empty() ? "--" : "-- " + note);
    line("library ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\nuse work.rtlgen_pkg.all;\n");
    print_entity();
    for (const Part& part : m_.parts) {
      if (!part.items.empty() && !part.title.empty()) body_ += "  -- " + section_line(part.title) + "\n";
      for (const Declaration& declaration : part.nets) print_alias(declaration);
      for (const Item& item : part.items) print_item(item);
    }
    line(fmt::format("architecture rtl of {} is\n", m_.name));
    print_components();
    for (const Part& part : m_.parts) print_signals(part);
    for (const auto& [port, inner] : renamed_)
      signals_ += fmt::format("  signal {} : {};\n", inner, type_of(nets_.width(port)));
    text_ += signals_;
    line("\nbegin\n");
    for (const auto& [port, inner] : renamed_) line(fmt::format("  {} <= {};", port, inner));
    text_ += body_;
    line("end architecture rtl;");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }
  void out(const std::string& text) { body_ += "  " + text + "\n"; }

  void note_declared(const Declaration& declaration) {
    if (const auto* wires = std::get_if<Wires>(&declaration)) taken_.insert(wires->names.begin(), wires->names.end());
    if (const auto* alias = std::get_if<Alias>(&declaration)) taken_.insert(alias->name), note_read(alias->value);
    if (const auto* state = std::get_if<State>(&declaration)) taken_.insert(state->name);
  }
  void note_read(const Expr& e) {
    for_each_net(e, [&](const std::string& name, int, int) { read_.insert(name); });
  }

  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; !taken_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }

  /// Output ports that the module reads, or that registers drive.
  void rename_outputs() {
    for (const Part& part : m_.parts) {
      for (const Item& item : part.items) {
        if (const auto* assign = std::get_if<Assign>(&item)) note_read(assign->value);
        if (const auto* registers = std::get_if<Registers>(&item)) {
          for (const auto& [name, next] : registers->next) note_read(next);
        }
        const auto* instance = std::get_if<Instance>(&item);
        if (instance == nullptr) continue;
        for (const Connection& c : instance->ports) {
          if (instance->of.find(c.port)->direction != Direction::kOut) note_read(c.value);
        }
      }
    }
    for (const std::string& port : outputs_) {
      if (read_.contains(port)) renamed_[port] = free_name(port + "_inner");
    }
  }

  void print_entity() {
    line(fmt::format("entity {} is", m_.name));
    std::string list;
    for (const Parameter& p : m_.parameters)
      list += fmt::format("{}    {} : {} := {}", list.empty() ? "" : ";\n", p.name, generic_type(p), parameter(p));
    if (!list.empty()) line("  generic (\n" + list + "\n  );");
    line("  port (");
    for (std::size_t i = 0; i < m_.ports.size(); ++i)
      line("    " + port_text(m_.ports[i]) + (i + 1 == m_.ports.size() ? "" : ";"));
    line("  );");
    line(fmt::format("end entity {};\n", m_.name));
  }

  [[nodiscard]] static std::string port_text(const Port& port) {
    const char* const word = port.direction == Direction::kIn    ? "in"
                             : port.direction == Direction::kOut ? "out"
                                                                 : "inout";
    std::string type = type_of(port.width);
    if (!port.range.empty()) {
      const std::size_t colon = port.range.find(':');
      type = fmt::format("std_logic_vector({} downto {})", port.range.substr(0, colon), port.range.substr(colon + 1));
    }
    return fmt::format("{} : {} {}", name_of(port.name), word, type);
  }

  void print_components() {
    std::set<std::string> known;
    for (const Instance* instance : m_.instances()) {
      if (!known.insert(instance->of.module).second) continue;
      line(fmt::format("  component {}", instance->of.module));
      std::string generics;
      for (const Parameter& p : instance->parameters)
        generics += fmt::format("{}      {} : {}", generics.empty() ? "" : ";\n", p.name, generic_type(p));
      if (!generics.empty()) line("    generic (\n" + generics + "\n    );");
      line("    port (");
      for (std::size_t i = 0; i < instance->of.ports.size(); ++i)
        line("      " + port_text(instance->of.ports[i]) + (i + 1 == instance->of.ports.size() ? "" : ";"));
      line("    );\n  end component;\n");
    }
  }

  void print_signals(const Part& part) {
    for (const Declaration& declaration : part.nets) {
      const auto put = [&](const std::string& name, int width, const std::string& more = "") {
        signals_ += fmt::format("  signal {} : {}{};\n", name, type_of(width), more);
      };
      if (const auto* wires = std::get_if<Wires>(&declaration)) {
        for (const std::string& name : wires->names) put(name, wires->width);
      }
      if (const auto* alias = std::get_if<Alias>(&declaration)) put(alias->name, alias->width);
      if (const auto* state = std::get_if<State>(&declaration))
        put(state->name, state->width, state->initial ? " := " + nets_.text(*state->initial) : "");
    }
  }

  void print_alias(const Declaration& declaration) {
    const auto* alias = std::get_if<Alias>(&declaration);
    if (alias != nullptr) out(fmt::format("{} <= {};", alias->name, nets_.text(alias->value)));
  }

  /// `value` into nets or parts of nets.
  void assign(const Expr& target, const std::string& value, int width) {
    if (target.kind != ExprKind::kConcat) return out(fmt::format("{} <= {};", nets_.text(target), value));
    int high = width - 1;
    for (const Expr& part : target.args) {
      const int bits = nets_.width(part);
      out(bits == 1 ? fmt::format("{} <= {}({});", nets_.text(part), value, high)
                    : fmt::format("{} <= {}({} downto {});", nets_.text(part), value, high, high - bits + 1));
      high -= bits;
    }
  }

  std::string extra_signal(const std::string& wanted, int width) {
    std::string name = free_name(wanted);
    signals_ += fmt::format("  signal {} : {};\n", name, type_of(width));
    return name;
  }

  void print_item(const Item& item) {
    if (const auto* note = std::get_if<Note>(&item)) {
      out("-- " + note->text);
    } else if (const auto* one = std::get_if<Assign>(&item)) {
      const int width = nets_.width(one->target);
      std::string value = nets_.text(one->value);
      if (one->target.kind == ExprKind::kConcat) {
        const std::string all = extra_signal("assigned", width);
        out(fmt::format("{} <= {};", all, value));
        value = all;
      }
      assign(one->target, value, width);
    } else if (const auto* registers = std::get_if<Registers>(&item)) {
      print_registers(*registers);
    } else {
      print_instance(std::get<Instance>(item));
    }
  }

  void print_registers(const Registers& r) {
    const bool cleared = !r.cleared_by.empty();
    out(fmt::format("process ({}{})\n  begin", r.clock, cleared ? ", " + r.cleared_by : ""));
    if (cleared) {
      out(fmt::format("  if {} = '0' then", r.cleared_by));
      for (const auto& [name, next] : r.next) out(fmt::format("    {} <= {};", nets_.read(name), initial_of(name)));
    }
    out(fmt::format("  {}if rising_edge({}) then", cleared ? "els" : "", r.clock));
    for (const auto& [name, next] : r.next) out(fmt::format("    {} <= {};", nets_.read(name), nets_.text(next)));
    out("  end if;\n  end process;\n");
  }

  [[nodiscard]] std::string initial_of(const std::string& name) const {
    for (const Part& part : m_.parts) {
      for (const Declaration& declaration : part.nets) {
        const auto* state = std::get_if<State>(&declaration);
        if (state != nullptr && state->name == name && state->initial) return nets_.text(*state->initial);
      }
    }
    return "";
  }

  [[nodiscard]] static std::string generic_type(const Parameter& p) {
    const auto* value = std::get_if<Expr>(&p.value);
    return value != nullptr && value->kind == ExprKind::kConstant ? type_of(value->width) : "integer";
  }

  [[nodiscard]] std::string parameter(const Parameter& p) const {
    const auto* number = std::get_if<std::int64_t>(&p.value);
    return number != nullptr ? fmt::to_string(*number) : nets_.text(std::get<Expr>(p.value));
  }

  void print_instance(const Instance& instance) {
    std::vector<std::string> connections;
    std::string after;
    for (const Connection& c : instance.ports) {
      const Port& port = *instance.of.find(c.port);
      const bool plain = c.value.kind == ExprKind::kNet || c.value.kind == ExprKind::kSlice ||
                         (c.value.kind == ExprKind::kConstant && port.direction == Direction::kIn);
      std::string value = nets_.text(c.value);
      if (!plain) {
        const std::string name =
            extra_signal(instance.name.substr(instance.name.find('_') + 1) + "_" + port.name, port.width);
        if (port.direction == Direction::kIn) {
          out(fmt::format("{} <= {};", name, value));
        } else {
          assign(c.value, name, port.width);
        }
        value = name;
      }
      const bool one_of_vector = port.width == 1 && !port.range.empty();
      connections.push_back(fmt::format("{}{} => {}", name_of(port.name), one_of_vector ? "(0)" : "", value));
    }
    out(fmt::format("{} : {}", instance.name, instance.of.module));
    std::string generics;
    for (const Parameter& p : instance.parameters)
      generics += fmt::format("{}{} => {}", generics.empty() ? "" : ", ", p.name, parameter(p));
    if (!generics.empty()) out(fmt::format("  generic map ({})", generics));
    out("  port map (");
    for (std::size_t i = 0; i < connections.size(); ++i)
      out("    " + connections[i] + (i + 1 == connections.size() ? "" : ","));
    out("  );\n");
  }

  const Module& m_;
  std::map<std::string, std::string> renamed_;
  VhdlNets nets_;
  std::set<std::string> taken_, outputs_, read_;
  std::string text_, signals_, body_;
};

}  // namespace

std::string vhdl(const Module& module) {
  verify(module);
  return VhdlNetlist(module).print();
}

}  // namespace rtlgen::netlist
