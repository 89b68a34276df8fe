// Prints a prepared module as Verilog-2005, clean under verilator -Wall and iverilog -Wall.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "emit/attributes.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "emit/layout.hpp"
#include "emit/prepare.hpp"
#include "emit/verilog_expressions.hpp"
#include "support/errors.hpp"
#include "support/widths.hpp"

namespace rtlgen::emit {
namespace {

using hw::Signal;
using hw::SignalId;

std::string verilog_attributes(const Attributes& attributes) {
  if (attributes.empty()) return "";
  std::string text;
  for (const Attribute& a : attributes)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", a.name,
                        a.is_number ? std::string(a.value) : fmt::format("\"{}\"", a.value));
  return fmt::format("(* {} *)", text);
}

std::string range(int width) { return width == 1 ? "" : fmt::format("[{}:0]", width - 1); }

class VerilogPrinter {
 public:
  VerilogPrinter(const hw::Module& module, const hw::Design& design, Lines lines)
      : module_(module),
        free_name_(module_),
        design_(design),
        expressions_(module_),
        sections_(sections_of(module_)),
        lines_(lines) {}

  std::string print(const Banner& banner) {
    text_.banner(module_, banner);
    text_.line(0, "`default_nettype none");
    text_.blank();
    print_ports();
    if (module_.simulate_as_block) text_.line(1, "/*verilator hier_block*/");
    text_.blank();
    print_declarations();
    print_ring_positions();
    for (const SectionItems& section : sections_) print_section(section);
    print_unread();
    text_.line(0, "endmodule");
    text_.blank();
    text_.line(0, "`default_nettype wire");
    return text_.take();
  }

 private:
  [[nodiscard]] const Signal& signal(SignalId id) const { return module_.signals[id]; }
  void print_ports();
  void print_declarations();
  void print_section(const SectionItems& section);
  void print_registers(const RegisterGroup& group);
  void print_table(const Signal& target, const hw::Expr& table);
  void print_line(const hw::DelayLine& line);
  void print_ring(const hw::DelayLine& line);
  void declare_line(const hw::DelayLine& line);
  void print_ring_positions();
  void print_memory(const hw::Memory& memory);
  void print_rom(const hw::Memory& rom);
  void print_instance(const hw::Instance& instance);
  void print_unread();
  [[nodiscard]] std::string line_name(const hw::DelayLine& line) const {
    return free_name_(signal(line.q).name + "_line");
  }
  /// Whether a delay line may be a ring. A line of one machine word is cheaper to move than a memory is to use.
  [[nodiscard]] bool may_be_ring(const hw::DelayLine& line) const {
    constexpr int kMachineWord = 64;
    return lines_ != Lines::kRegisters && line.cycles > 1 && signal(line.q).width * line.cycles > kMachineWord;
  }
  [[nodiscard]] std::string ring_position(int cycles) const { return free_name_(fmt::format("ring{}_at", cycles)); }

  hw::Module module_;
  FreeNames free_name_;
  const hw::Design& design_;
  VerilogExpressions expressions_;
  std::vector<SectionItems> sections_;
  Lines lines_;
  Text text_{"//"};
};

void VerilogPrinter::print_ports() {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> comments;
  const auto add = [&](const char* direction, const std::string& name, int width, const std::string& comment) {
    rows.push_back({direction, "wire", range(width), name});
    comments.push_back(comment);
  };
  if (module_.uses_clock) add("input", "clk", 1, "");
  if (module_.uses_reset) add("input", "rst", 1, "");
  for (const Signal& s : module_.signals) {
    if (s.kind == hw::SignalKind::kInput) add("input", s.name, s.width, s.comment);
  }
  for (const Signal& s : module_.signals) {
    if (s.kind == hw::SignalKind::kOutput) add("output", s.name, s.width, s.comment);
  }
  text_.line(0, fmt::format("module {} (", module_.name));
  const std::vector<std::string> lines = align(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text_.line(1, lines[i] + (i + 1 == lines.size() ? "" : ","), comments[i]);
  }
  text_.line(0, ");");
}

void VerilogPrinter::print_declarations() {
  IndexVector<SignalId, bool> is_reg(module_.signals.size(), false);
  const IndexVector<SignalId, Attributes> attributes = attributes_of(module_);
  for (const hw::Item& item : module_.items) {
    if (const auto* r = std::get_if<hw::Register>(&item)) is_reg[r->q] = true;
    if (const auto* memory = std::get_if<hw::Memory>(&item)) is_reg[memory->q] = true;
  }
  for (const SectionItems& section : sections_) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> comments, shown;
    for (const SignalId id : section.driven()) {
      const Signal& s = signal(id);
      if (s.kind != hw::SignalKind::kWire) continue;
      rows.push_back({is_reg[id] ? "reg" : "wire", range(s.width), s.name});
      comments.push_back(s.comment);
      shown.push_back(verilog_attributes(attributes[id]));
    }
    for (const auto* line : section.lines) {
      if (may_be_ring(*line)) continue;
      rows.push_back({"reg", range(signal(line->q).width * line->cycles), line_name(*line)});
      comments.push_back(delay_comment(*line, signal(line->q).width));
      shown.push_back(verilog_attributes(attributes_of(*line)));
    }
    const bool rings = std::any_of(section.lines.begin(), section.lines.end(),
                                   [&](const hw::DelayLine* line) { return may_be_ring(*line); });
    if (rows.empty() && !rings) continue;
    if (!section.title.empty()) text_.comment(1, section.title);
    const std::vector<std::string> lines = align(rows);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!shown[i].empty()) text_.line(1, shown[i]);
      text_.line(1, lines[i] + ";", comments[i]);
    }
    for (const auto* line : section.lines)
      if (may_be_ring(*line)) declare_line(*line);
    text_.blank();
  }
}

void VerilogPrinter::print_section(const SectionItems& section) {
  if (!section.title.empty()) text_.comment(1, fmt::format("---- {}", section.title));
  for (const auto* a : section.assigns) {
    if (const hw::Expr* table = assigned_table(module_, *a)) {
      print_table(signal(a->target), *table);
      continue;
    }
    text_.line(1, fmt::format("assign {} = {};", signal(a->target).name, expressions_.root(a->value)));
  }
  for (const RegisterGroup& group : section.registers) print_registers(group);
  for (const auto* line : section.lines) print_line(*line);
  for (const auto* memory : section.memories) memory->is_rom() ? print_rom(*memory) : print_memory(*memory);
  for (const auto* instance : section.instances) print_instance(*instance);
  text_.blank();
}

void VerilogPrinter::print_registers(const RegisterGroup& group) {
  if (const std::string shown = verilog_attributes(attributes_of(group)); !shown.empty()) text_.line(1, shown);
  text_.line(1, "always @(posedge clk) begin");
  int depth = 2;
  const bool conditional = group.has_reset || group.enable.valid();
  if (group.has_reset) {
    text_.line(2, "if (rst) begin");
    for (const auto* r : group.registers) {
      text_.line(3, fmt::format("{} <= {};", signal(r->q).name, verilog_constant(*r->reset)));
    }
  }
  if (group.has_reset && group.enable.valid()) {
    text_.line(2, fmt::format("end else if ({}) begin", expressions_.text(group.enable)));
  } else if (group.has_reset) {
    text_.line(2, "end else begin");
  } else if (group.enable.valid()) {
    text_.line(2, fmt::format("if ({}) begin", expressions_.text(group.enable)));
  }
  if (conditional) depth = 3;
  for (const auto* r : group.registers) {
    text_.line(depth, fmt::format("{} <= {};", signal(r->q).name, expressions_.root(r->d)));
  }
  if (conditional) text_.line(2, "end");
  text_.line(1, "end");
}

/// Prints conditions on one index bit after the other, not a case statement: Yosys 0.23 makes that a memory and, if an
/// output register follows and a bit is the same in all words, loses the memory's output.
void VerilogPrinter::print_table(const Signal& target, const hw::Expr& table) {
  const hw::Expr& index = module_.exprs[table.args[0]];
  const bool sliced = index.kind == hw::ExprKind::kSlice;
  const Signal& from = signal(sliced ? module_.exprs[index.args[0]].signal : index.signal);
  const auto bit = [&](int i) {
    return from.width == 1 ? from.name : fmt::format("{}[{}]", from.name, (sliced ? index.low : 0) + i);
  };
  const std::vector<hw::Bits> words = table_words(table);
  const std::function<std::string(std::size_t, int)> tree = [&](std::size_t first, int bits) -> std::string {
    if (bits == 0) return verilog_constant(words[first]);
    const std::size_t half = std::size_t{1} << (bits - 1);
    return fmt::format("({} ? {} : {})", bit(bits - 1), tree(first + half, bits - 1), tree(first, bits - 1));
  };
  text_.line(1, fmt::format("assign {} = {};", target.name, tree(0, index.width)));
}

void VerilogPrinter::declare_line(const hw::DelayLine& line) {
  const int width = signal(line.q).width;
  const std::string comment = delay_comment(line, width);
  text_.line(0, "`ifdef RTLGEN_RINGS");
  text_.line(1,
             fmt::format("reg {}{}{} [0:{}];", range(width), width == 1 ? "" : " ", line_name(line), line.cycles - 1),
             comment);
  text_.line(0, "`else");
  if (const std::string shown = verilog_attributes(attributes_of(line)); !shown.empty()) text_.line(1, shown);
  text_.line(1, fmt::format("reg {} {};", range(width * line.cycles), line_name(line)), comment);
  text_.line(0, "`endif");
}

/// The counters of all rings of the module, one per length.
void VerilogPrinter::print_ring_positions() {
  std::set<int> lengths;
  for (const SectionItems& section : sections_)
    for (const auto* line : section.lines)
      if (may_be_ring(*line)) lengths.insert(line->cycles);
  if (lengths.empty()) return;
  text_.line(0, "`ifdef RTLGEN_RINGS");
  for (const int length : lengths) {
    const int width = bits_for(length - 1);
    const std::string at = ring_position(length);
    // Newer Verilators warn about a value in the declaration of a register that an always block assigns.
    text_.line(1, fmt::format("reg {}{}{};", range(width), width == 1 ? "" : " ", at));
    text_.line(1, fmt::format("initial {} = {}'d0;", at, width));
    text_.line(
        1, fmt::format("always @(posedge clk) {0} <= {0} == {1}'d{2} ? {1}'d0 : {0} + {1}'d1;", at, width, length - 1));
  }
  text_.line(0, "`endif");
  text_.blank();
}

/// The address that is written next holds the oldest word.
void VerilogPrinter::print_ring(const hw::DelayLine& line) {
  const std::string place = fmt::format("{}[{}]", line_name(line), ring_position(line.cycles));
  text_.line(1, fmt::format("always @(posedge clk) {} <= {};", place, expressions_.text(line.d)));
  text_.line(1, fmt::format("assign {} = {};", signal(line.q).name, place));
}

/// One packed vector: synthesis makes it a shift register, Verilator moves it word by word.
void VerilogPrinter::print_line(const hw::DelayLine& line) {
  const int width = signal(line.q).width;
  const int total = width * line.cycles;
  const std::string name = line_name(line);
  if (may_be_ring(line)) {
    text_.line(0, "`ifdef RTLGEN_RINGS");
    print_ring(line);
    text_.line(0, "`else");
  }
  const std::string kept = total - width == 1 ? "[0]" : fmt::format("[{}:0]", total - width - 1);
  const std::string last =
      width == 1 ? fmt::format("[{}]", total - 1) : fmt::format("[{}:{}]", total - 1, total - width);
  text_.line(1, fmt::format("always @(posedge clk) {0} <= {{{0}{1}, {2}}};", name, kept, expressions_.text(line.d)));
  text_.line(1, fmt::format("assign {} = {}{};", signal(line.q).name, name, last));
  if (may_be_ring(line)) text_.line(0, "`endif");
}

/// Attributes: ram_style for Vivado and Yosys, ramstyle for Quartus. If reads and writes have separate addresses, these
/// are never equal: no logic for that case is needed.
std::string memory_attribute(const hw::Memory& memory) {
  switch (memory.style) {
    case hw::MemoryStyle::kAuto:
      return "";
    case hw::MemoryStyle::kRegisters:
      return "(* ram_style = \"registers\", ramstyle = \"logic\" *) ";
    case hw::MemoryStyle::kDistributed:
      return "(* ram_style = \"distributed\", ramstyle = \"MLAB\" *) ";
    case hw::MemoryStyle::kBlock:
      return memory.read_address.valid() ? "(* ram_style = \"block\", ramstyle = \"no_rw_check\", no_rw_check *) "
                                         : "(* ram_style = \"block\" *) ";
    case hw::MemoryStyle::kUltra:
      return "(* ram_style = \"ultra\" *) ";
  }
  throw InternalError("emit: unknown memory style");
}

/// Read before write, at one address or two: the form that maps to a single RAM in read-first mode. The contents start
/// unknown, so that simulation finds anything that depends on them by mistake.
void VerilogPrinter::print_memory(const hw::Memory& memory) {
  const std::string address = expressions_.text(memory.address);
  text_.line(1, fmt::format("{}reg {}{} [0:{}];", memory_attribute(memory),
                            range(memory.width) + (memory.width == 1 ? "" : " "), memory.name, memory.depth - 1));
  text_.line(1, "always @(posedge clk) begin");
  const bool enabled = memory.enable.valid();
  if (enabled) text_.line(2, fmt::format("if ({}) begin", expressions_.text(memory.enable)));
  const int depth = enabled ? 3 : 2;
  const std::string from = memory.read_address.valid() ? expressions_.text(memory.read_address) : address;
  text_.line(depth, fmt::format("{} <= {}[{}];", signal(memory.q).name, memory.name, from));
  const std::string condition = memory.write.valid() ? fmt::format("if ({}) ", expressions_.text(memory.write)) : "";
  text_.line(depth, fmt::format("{}{}[{}] <= {};", condition, memory.name, address, expressions_.text(memory.d)));
  if (enabled) text_.line(2, "end");
  text_.line(1, "end");
}

/// A register that takes a word at each edge: the form that maps to block RAM. rom_style is for Vivado and Yosys,
/// romstyle for Quartus, which ignores it, with a warning, on devices with other blocks.
void VerilogPrinter::print_rom(const hw::Memory& rom) {
  text_.line(1, fmt::format("(* rom_style = \"block\", romstyle = \"M20K\" *) reg {}{} [0:{}];",
                            range(rom.width) + (rom.width == 1 ? "" : " "), rom.name, rom.depth - 1));
  text_.line(1, "initial begin");
  for (std::size_t i = 0; i < rom.contents.size(); ++i)
    text_.line(2, fmt::format("{}[{}] = {};", rom.name, i, verilog_constant(rom.contents[i])));
  text_.line(1, "end");
  text_.line(1, fmt::format("always @(posedge clk) {} <= {}[{}];", signal(rom.q).name, rom.name,
                            expressions_.text(rom.address)));
}

void VerilogPrinter::print_instance(const hw::Instance& instance) {
  if (instance.parameters.empty()) {
    text_.line(1, fmt::format("{} {} (", instance.module, instance.name));
  } else {
    text_.line(1, instance.module + " #(");
    for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
      const auto& [name, value] = instance.parameters[i];
      text_.line(2, fmt::format(".{}({}){}", name, value, i + 1 == instance.parameters.size() ? "" : ","));
    }
    text_.line(1, fmt::format(") {} (", instance.name));
  }
  std::vector<std::string> connections;
  const ControlPorts control = control_ports(design_, instance.module);
  if (control.clock) connections.emplace_back(".clk(clk)");
  if (control.reset) connections.emplace_back(".rst(rst)");
  for (const auto& [port, value] : instance.inputs) {
    connections.push_back(fmt::format(".{}({})", port, expressions_.text(value)));
  }
  for (const auto& [port, id] : instance.outputs) {
    connections.push_back(fmt::format(".{}({})", port, signal(id).name));
  }
  for (std::size_t i = 0; i < connections.size(); ++i) {
    text_.line(2, connections[i] + (i + 1 == connections.size() ? "" : ","));
  }
  text_.line(1, ");");
}

/// Lint tools take a name with "unused" in it as a promise that these bits are meant to be ignored.
void VerilogPrinter::print_unread() {
  std::string bits;
  bool clock_read = false;
  bool reset_read = false;
  for (const hw::Item& item : module_.items) {
    const auto* r = std::get_if<hw::Register>(&item);
    const auto* instance = std::get_if<hw::Instance>(&item);
    const auto control = instance == nullptr ? ControlPorts{false, false} : control_ports(design_, instance->module);
    clock_read = clock_read || control.clock || r != nullptr || std::holds_alternative<hw::DelayLine>(item) ||
                 std::holds_alternative<hw::Memory>(item);
    reset_read = reset_read || control.reset || (r != nullptr && r->reset.has_value());
  }
  if (module_.uses_clock && !clock_read) bits += ", clk";
  if (module_.uses_reset && !reset_read) bits += ", rst";
  for (const BitRange& unread : unread_bits(module_)) {
    const Signal& s = signal(unread.signal);
    bits += fmt::format(", {}", s.name);
    if (unread.high - unread.low + 1 == s.width) continue;
    bits +=
        unread.high == unread.low ? fmt::format("[{}]", unread.low) : fmt::format("[{}:{}]", unread.high, unread.low);
  }
  if (bits.empty()) return;
  text_.comment(1, "unused bits, listed for lint tools");
  text_.line(1, fmt::format("wire {} = &{{1'b0{}}};", free_name_("unused_ok"), bits));
  text_.blank();
}

}  // namespace

std::string verilog(const hw::Module& module, const hw::Design& design, const Banner& banner, Lines lines) {
  return VerilogPrinter(prepare(module), design, lines).print(banner);
}

}  // namespace rtlgen::emit
