// Loading of held arrays in Verilog and VHDL test benches.
#include "runner/text_load.hpp"

#include <fmt/format.h>

#include "contract/frame.hpp"
#include "runner/runner.hpp"
#include "runner/simulated_design.hpp"

namespace rtlgen::runner {

namespace {

struct Held {
  std::string name;
  int width = 1;
  std::int64_t words = 1;
};

/// The number of words for loading `array`; `frame` has the extents of a frame.
std::int64_t words_of(const SimulatedArray& array, const contract::Extents& frame, int cells_per_cycle) {
  return contract::frame_shape(array.shape(frame), array.lanes(cells_per_cycle)).words();
}

std::vector<Held> held_of(const SimulatedDesign& design, const Run& run) {
  std::vector<Held> list;
  for (const contract::Port& port : design.core.ports_of(contract::PortRole::kLoadData)) {
    list.push_back(
        {port.field, port.width,
         words_of(design.array(port.index), design.core.frame_extents(run.extents), design.core.cells_per_cycle)});
  }
  return list;
}

constexpr const char* kVerilogLoad = R"(    for (tb_i = 0; tb_i < {words}; tb_i = tb_i + 1) begin
      tb_offer = 1'b1;
      load_{name}_valid = ($unsigned($random(tb_seed)) % 1000) >= @stall_in@;
      load_{name}_last = tb_i == {words} - 1;
      load_{name}_data = load_{name}_valid ? held_{name}[tb_i] : {{{width}{{1'bx}}}};
      #1;
      if (tb_in_ready !== 1'b0) fail("early_input");
      #1 tb_clk = 1'b1;
      #1 tb_clk = 1'b0;
      tb_load = tb_load + 1;
      if (!load_{name}_valid) tb_i = tb_i - 1;
    end
    load_{name}_valid = 1'b0; load_{name}_last = 1'bx; load_{name}_data = {{{width}{{1'bx}}}}; tb_offer = 1'b0;
)";

constexpr const char* kVhdlLoad = R"(    word := 0;
    while word < {words} loop
      tb_offer <= '1';
      offer := chance(@stall_in@);
      load_{name}_valid <= bit_of(offer);
      load_{name}_last <= bit_of(word = {words} - 1);
      load_{name}_data <= (others => 'X');
      if offer then
        load_{name}_data <= held_{name}(word);
        word := word + 1;
      end if;
      wait for 1 ns;
      if tb_in_ready /= '0' then
        fail("early_input");
      end if;
      tick;
      load_cycles := load_cycles + 1;
    end loop;
    load_{name}_valid <= '0';
    load_{name}_last <= 'X';
    load_{name}_data <= (others => 'X');
    offer := false;
)";

}  // namespace

std::string vhdl_memory(const std::string& memory, const std::string& text, std::int64_t words, int width) {
  return fmt::format(
      "    type {0}_t is array (0 to {2}) of std_logic_vector({3} downto 0);\n"
      "    variable {0} : {0}_t;\n    variable {1} : string(1 to {4});\n",
      memory, text, words - 1, width - 1, width);
}

std::string vhdl_read_bits(const std::string& file, const std::string& memory, const std::string& text, int width) {
  return fmt::format(
      "    file_open(data, \"{0}\", read_mode);\n    for i in {1}'range loop\n"
      "      readline(data, row);\n      read(row, {2});\n      for b in {2}'range loop\n"
      "        {1}(i)({3} - b) := std_logic'value(\"'\" & {2}(b) & \"'\");\n"
      "      end loop;\n    end loop;\n    file_close(data);\n",
      file, memory, text, width);
}

LoadText verilog_load(const SimulatedDesign& design, const Run& run) {
  using namespace fmt::literals;
  LoadText t;
  for (const Held& h : held_of(design, run)) {
    t.declarations += fmt::format(
        "  reg load_{0}_valid = 1'b0, load_{0}_last = 1'b0;\n  reg [{1}:0] load_{0}_data, held_{0} [0:{2}];\n", h.name,
        h.width - 1, h.words - 1);
    for (const char* part : {"valid", "last", "data"})
      t.connections += fmt::format(",\n    .load_{0}_{1}(load_{0}_{1})", h.name, part);
    t.read += fmt::format("    $readmemb(\"held_{0}.bits\", held_{0});\n", h.name);
    t.load += fmt::format(fmt::runtime(kVerilogLoad), "name"_a = h.name, "words"_a = h.words, "width"_a = h.width);
  }
  return t;
}

LoadText vhdl_load(const SimulatedDesign& design, const Run& run) {
  using namespace fmt::literals;
  LoadText t;
  for (const Held& h : held_of(design, run)) {
    if (t.variables.empty()) t.variables = "    variable word : natural := 0;\n";
    t.declarations += fmt::format(
        "  signal load_{0}_valid, load_{0}_last : std_logic := '0';\n  signal load_{0}_data : std_logic_vector({1} "
        "downto 0);\n",
        h.name, h.width - 1);
    t.variables += vhdl_memory("held_" + h.name, "held_text_" + h.name, h.words, h.width);
    for (const char* part : {"valid", "last", "data"}) {
      const char* const bit = h.width == 1 && std::string(part) == "data" ? "(0)" : "";
      t.connections += fmt::format(",\n      load_{0}_{1} => load_{0}_{1}{2}", h.name, part, bit);
    }
    t.read += vhdl_read_bits("held_" + h.name + ".bits", "held_" + h.name, "held_text_" + h.name, h.width);
    t.load += fmt::format(fmt::runtime(kVhdlLoad), "name"_a = h.name, "words"_a = h.words);
  }
  return t;
}

}  // namespace rtlgen::runner
