// Prints a prepared module as VHDL, valid as VHDL-93 and as VHDL-2008.
//
// Ports are std_logic and std_logic_vector; internal signals are std_logic and unsigned, except that a signal driven by
// an instance keeps the type of the port. No case statement and no selected assignment: GHDL 2.0 synthesises them
// wrongly. Functions come from rtlgen_pkg.
#include <fmt/format.h>

#include "emit/attributes.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "emit/layout.hpp"
#include "emit/prepare.hpp"
#include "emit/vhdl_expressions.hpp"

namespace rtlgen::emit {
namespace {

using hw::Signal;
using hw::SignalId;

std::string port_type(int width) {
  return width == 1 ? "std_logic" : fmt::format("std_logic_vector({} downto 0)", width - 1);
}

std::string inner_type(int width) { return width == 1 ? "std_logic" : fmt::format("unsigned({} downto 0)", width - 1); }

class VhdlPrinter {
 public:
  VhdlPrinter(const hw::Module& module, const hw::Design& design)
      : module_(module),
        free_name_(module_),
        design_(design),
        has_port_type_(port_types(module_)),
        expressions_(module_, has_port_type_),
        sections_(sections_of(module_)) {}

  std::string print(const Banner& banner) {
    text_.banner(module_, banner);
    text_.line(0, "library ieee;");
    text_.line(0, "use ieee.std_logic_1164.all;");
    text_.line(0, "use ieee.numeric_std.all;");
    text_.line(0, "use work.rtlgen_pkg.all;");
    text_.blank();
    print_entity();
    text_.blank();
    text_.line(0, "architecture rtl of " + module_.name + " is");
    print_declarations();
    text_.line(0, "begin");
    text_.blank();
    for (const SectionItems& section : sections_) print_section(section);
    text_.line(0, "end architecture rtl;");
    return text_.take();
  }

 private:
  [[nodiscard]] const Signal& signal(SignalId id) const { return module_.signals[id]; }
  static IndexVector<SignalId, bool> port_types(const hw::Module& m) {
    IndexVector<SignalId, bool> result;
    for (const Signal& s : m.signals) result.push_back(s.kind != hw::SignalKind::kWire);
    for (const hw::Item& item : m.items) {
      const auto* instance = std::get_if<hw::Instance>(&item);
      if (instance == nullptr) continue;
      for (const auto& [port, id] : instance->outputs) result[id] = true;
    }
    return result;
  }
  void print_entity();
  void print_declarations();
  void print_memory_declaration(const hw::Memory& memory);
  void print_rom_declaration(const hw::Memory& rom);
  void print_table(const Signal& target, const hw::Expr& table);
  void print_section(const SectionItems& section);
  void print_registers(const RegisterGroup& group);
  void print_memory(const hw::Memory& memory);
  void print_instance(const hw::Instance& instance);
  /// A port of a leaf whose width is a generic is a vector even if that width is 1.
  [[nodiscard]] std::string formal(const hw::Instance& instance, const std::string& port, int width) const {
    for (const hw::Leaf& leaf : design_.leaves) {
      if (leaf.name != instance.module || width != 1) continue;
      for (const hw::LeafPort& candidate : leaf.ports) {
        if (candidate.name == port && !candidate.width_parameter.empty()) return port + "(0)";
      }
    }
    return port;
  }
  void open_process(const std::string& label) {
    text_.line(1, label + " : process (clk)");
    text_.line(1, "begin");
    text_.line(2, "if rising_edge(clk) then");
  }
  void close_process(const std::string& label) {
    text_.line(2, "end if;");
    text_.line(1, "end process " + label + ";");
  }
  [[nodiscard]] std::string line_name(const hw::DelayLine& line) const {
    return free_name_(signal(line.q).name + "_line");
  }

  hw::Module module_;
  FreeNames free_name_;
  const hw::Design& design_;
  IndexVector<SignalId, bool> has_port_type_;
  VhdlExpressions expressions_;
  std::vector<SectionItems> sections_;
  int groups_ = 0;
  Text text_{"--"};
};

void VhdlPrinter::print_entity() {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> comments;
  const auto add = [&](const std::string& name, const char* direction, int width, const std::string& comment) {
    rows.push_back({name, ":", direction, port_type(width)});
    comments.push_back(comment);
  };
  if (module_.uses_clock) add("clk", "in", 1, "");
  if (module_.uses_reset) add("rst", "in", 1, "");
  for (const Signal& s : module_.signals) {
    if (s.kind == hw::SignalKind::kInput) add(s.name, "in", s.width, s.comment);
  }
  for (const Signal& s : module_.signals) {
    if (s.kind == hw::SignalKind::kOutput) add(s.name, "out", s.width, s.comment);
  }
  text_.line(0, "entity " + module_.name + " is");
  text_.line(1, "port (");
  const std::vector<std::string> lines = align(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text_.line(2, lines[i] + (i + 1 == lines.size() ? "" : ";"), comments[i]);
  }
  text_.line(1, ");");
  text_.line(0, "end entity " + module_.name + ";");
}

void VhdlPrinter::print_memory_declaration(const hw::Memory& memory) {
  const std::string type = free_name_(memory.name + "_words");
  text_.line(1, fmt::format("type {} is array (0 to {}) of {};", type, memory.depth - 1, inner_type(memory.width)));
  text_.line(1, fmt::format("signal {} : {};", memory.name, type));
  const char* style = nullptr;
  const char* intel = nullptr;
  switch (memory.style) {
    case hw::MemoryStyle::kAuto:
      break;
    case hw::MemoryStyle::kRegisters:
      style = "registers";
      intel = "logic";
      break;
    case hw::MemoryStyle::kDistributed:
      style = "distributed";
      intel = "MLAB";
      break;
    case hw::MemoryStyle::kBlock:
      style = "block";
      if (memory.read_address.valid()) intel = "no_rw_check";
      break;
    case hw::MemoryStyle::kUltra:
      style = "ultra";
      break;
  }
  if (style != nullptr) {
    text_.line(1, fmt::format("attribute ram_style of {} : signal is \"{}\";", memory.name, style));
  }
  if (intel != nullptr) {
    text_.line(1, fmt::format("attribute ramstyle of {} : signal is \"{}\";", memory.name, intel));
  }
}

/// Constants of widths that 4 does not divide are concatenations, which VHDL-2008 finds ambiguous in an aggregate.
std::string rom_word(const hw::Bits& word) {
  const std::string text = vhdl_constant(word);
  return text.find('&') == std::string::npos ? text : fmt::format("unsigned'({})", text);
}

/// Prints a constant array, because GHDL reports signals that nothing drives.
void VhdlPrinter::print_rom_declaration(const hw::Memory& rom) {
  const std::string type = free_name_(rom.name + "_words");
  text_.line(1, fmt::format("type {} is array (0 to {}) of {};", type, rom.depth - 1, inner_type(rom.width)));
  text_.line(1, fmt::format("constant {} : {} := (", rom.name, type));
  for (std::size_t i = 0; i < rom.contents.size(); ++i)
    text_.line(2, rom_word(rom.contents[i]) + (i + 1 == rom.contents.size() ? "" : ","));
  text_.line(1, ");");
  text_.line(1, fmt::format("attribute rom_style of {} : constant is \"block\";", rom.name));
  text_.line(1, fmt::format("attribute romstyle of {} : constant is \"M20K\";", rom.name));
}

/// Prints a chain of conditions: GHDL 2.0 turns a constant array into a memory, and reports that as if it were a fault.
void VhdlPrinter::print_table(const Signal& target, const hw::Expr& table) {
  const std::vector<hw::Bits> words = table_words(table);
  const std::string index = expressions_.vector(table.args[0]);
  const int index_width = module_.exprs[table.args[0]].width;
  text_.line(1, target.name + " <=");
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    std::string at;
    for (int bit = index_width; bit-- > 0;) at += (i >> bit & 1) != 0 ? '1' : '0';
    text_.line(2, fmt::format("{} when eq({}, \"{}\") = '1' else", vhdl_literal(words[i]), index, at));
  }
  text_.line(2, vhdl_literal(words.back()) + ";");
}

void VhdlPrinter::print_declarations() {
  const IndexVector<SignalId, Attributes> attributes = attributes_of(module_);
  Attributes used;
  for (const Attributes& of_signal : attributes) append_new(used, of_signal);
  bool has_style = false, has_rom = false;
  for (const hw::Item& item : module_.items) {
    const auto* memory = std::get_if<hw::Memory>(&item);
    has_rom = has_rom || (memory != nullptr && memory->is_rom());
    has_style = has_style || (memory != nullptr && !memory->is_rom() && memory->style != hw::MemoryStyle::kAuto);
    if (const auto* line = std::get_if<hw::DelayLine>(&item)) append_new(used, attributes_of(*line));
  }
  if (has_style) {
    text_.line(1, "attribute ram_style : string;", "Vivado, Yosys");
    text_.line(1, "attribute ramstyle : string;", "Quartus");
  }
  if (has_rom) {
    text_.line(1, "attribute rom_style : string;", "Vivado, Yosys");
    text_.line(1, "attribute romstyle : string;", "Quartus");
  }
  for (const Attribute& a : used)
    text_.line(1, fmt::format("attribute {} : {};", a.name, a.is_number ? "integer" : "string"), std::string(a.tool));
  for (const SectionItems& section : sections_) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> comments;
    for (const SignalId id : section.driven()) {
      const Signal& s = signal(id);
      if (s.kind != hw::SignalKind::kWire) continue;
      const bool of_port = has_port_type_[id];
      rows.push_back({"signal", s.name, ":", of_port ? port_type(s.width) : inner_type(s.width)});
      comments.push_back(s.comment);
    }
    for (const auto* line : section.lines) {
      rows.push_back({"signal", line_name(*line), ":", inner_type(signal(line->q).width * line->cycles)});
      comments.push_back(delay_comment(*line, signal(line->q).width));
    }
    if (rows.empty() && section.memories.empty()) continue;
    text_.blank();
    if (!section.title.empty()) text_.comment(1, section.title);
    const std::vector<std::string> lines = align(rows);
    for (std::size_t i = 0; i < lines.size(); ++i) text_.line(1, lines[i] + ";", comments[i]);
    for (const auto* memory : section.memories)
      memory->is_rom() ? print_rom_declaration(*memory) : print_memory_declaration(*memory);
    const auto tell = [this](const std::string& name, const Attributes& of_signal) {
      for (const Attribute& a : of_signal)
        text_.line(1, fmt::format("attribute {} of {} : signal is {};", a.name, name,
                                  a.is_number ? std::string(a.value) : fmt::format("\"{}\"", a.value)));
    };
    for (const RegisterGroup& group : section.registers) {
      for (const auto* r : group.registers) tell(signal(r->q).name, attributes[r->q]);
    }
    for (const auto* line : section.lines) tell(line_name(*line), attributes_of(*line));
  }
}

void VhdlPrinter::print_section(const SectionItems& section) {
  if (!section.title.empty()) text_.comment(1, fmt::format("---- {}", section.title));
  for (const auto* a : section.assigns) {
    const Signal& target = signal(a->target);
    if (const hw::Expr* table = assigned_table(module_, *a)) {
      print_table(target, *table);
      continue;
    }
    const bool is_port = target.kind == hw::SignalKind::kOutput;
    text_.line(
        1, fmt::format("{} <= {};", target.name, is_port ? expressions_.port(a->value) : expressions_.text(a->value)));
  }
  for (const RegisterGroup& group : section.registers) print_registers(group);
  for (const auto* line : section.lines) {
    const int width = signal(line->q).width;
    const int total = width * line->cycles;
    const std::string name = line_name(*line);
    open_process(free_name_(name + "_shift"));
    text_.line(3, fmt::format("{0} <= {0}({1} downto 0) & {2};", name, total - width - 1, expressions_.text(line->d)));
    close_process(free_name_(name + "_shift"));
    text_.line(1, width == 1
                      ? fmt::format("{} <= {}({});", signal(line->q).name, name, total - 1)
                      : fmt::format("{} <= {}({} downto {});", signal(line->q).name, name, total - 1, total - width));
  }
  for (const auto* memory : section.memories) print_memory(*memory);
  for (const auto* instance : section.instances) print_instance(*instance);
  text_.blank();
}

void VhdlPrinter::print_registers(const RegisterGroup& group) {
  const std::string label = free_name_(fmt::format("registers_{}", ++groups_));
  open_process(label);
  const bool conditional = group.has_reset || group.enable.valid();
  if (group.has_reset) {
    text_.line(3, "if rst = '1' then");
    for (const auto* r : group.registers) {
      text_.line(4, fmt::format("{} <= {};", signal(r->q).name, vhdl_constant(*r->reset)));
    }
  }
  if (group.has_reset && group.enable.valid()) {
    text_.line(3, fmt::format("elsif {} then", expressions_.condition(group.enable)));
  } else if (group.has_reset) {
    text_.line(3, "else");
  } else if (group.enable.valid()) {
    text_.line(3, fmt::format("if {} then", expressions_.condition(group.enable)));
  }
  for (const auto* r : group.registers) {
    text_.line(conditional ? 4 : 3, fmt::format("{} <= {};", signal(r->q).name, expressions_.text(r->d)));
  }
  if (conditional) text_.line(3, "end if;");
  close_process(label);
}

void VhdlPrinter::print_memory(const hw::Memory& memory) {
  const std::string label = free_name_(memory.name + "_port");
  const std::string address = fmt::format("index({})", expressions_.vector(memory.address));
  open_process(label);
  const bool enabled = memory.enable.valid();
  if (enabled) text_.line(3, fmt::format("if {} then", expressions_.condition(memory.enable)));
  const int depth = enabled ? 4 : 3;
  const std::string from =
      memory.read_address.valid() ? fmt::format("index({})", expressions_.vector(memory.read_address)) : address;
  text_.line(depth, fmt::format("{} <= {}({});", signal(memory.q).name, memory.name, from));
  if (memory.is_rom()) {
    close_process(label);
    return;
  }
  if (memory.write.valid()) text_.line(depth, fmt::format("if {} then", expressions_.condition(memory.write)));
  text_.line(memory.write.valid() ? depth + 1 : depth,
             fmt::format("{}({}) <= {};", memory.name, address, expressions_.text(memory.d)));
  if (memory.write.valid()) text_.line(depth, "end if;");
  if (enabled) text_.line(3, "end if;");
  close_process(label);
}

void VhdlPrinter::print_instance(const hw::Instance& instance) {
  text_.line(1, fmt::format("{} : entity work.{}", instance.name, instance.module));
  if (!instance.parameters.empty()) {
    text_.line(2, "generic map (");
    for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
      const auto& [name, value] = instance.parameters[i];
      text_.line(3, fmt::format("{} => {}{}", name, value, i + 1 == instance.parameters.size() ? "" : ","));
    }
    text_.line(2, ")");
  }
  std::vector<std::string> connections;
  const ControlPorts control = control_ports(design_, instance.module);
  if (control.clock) connections.emplace_back("clk => clk");
  if (control.reset) connections.emplace_back("rst => rst");
  for (const auto& [port, value] : instance.inputs) {
    const int width = module_.exprs[value].width;
    connections.push_back(fmt::format("{} => {}", formal(instance, port, width), expressions_.port(value)));
  }
  for (const auto& [port, id] : instance.outputs) {
    connections.push_back(fmt::format("{} => {}", formal(instance, port, signal(id).width), signal(id).name));
  }
  text_.line(2, "port map (");
  for (std::size_t i = 0; i < connections.size(); ++i) {
    text_.line(3, connections[i] + (i + 1 == connections.size() ? "" : ","));
  }
  text_.line(2, ");");
}

}  // namespace

std::string vhdl(const hw::Module& module, const hw::Design& design, const Banner& banner) {
  hw::Module prepared = prepare(module);
  split_constants_for_ghdl(prepared);
  return VhdlPrinter(prepared, design).print(banner);
}

}  // namespace rtlgen::emit
