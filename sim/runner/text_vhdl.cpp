// The VHDL test bench, for GHDL's simulator: one process that drives, samples and counts.
#include <fmt/format.h>

#include "contract/core_interface.hpp"
#include "runner/runner.hpp"
#include "runner/text_bench.hpp"
#include "runner/text_parts.hpp"

namespace rtlgen::runner {

namespace {

using contract::Port;

constexpr const char* kVhdl = R"(-- Test bench of one run; generated. DO NOT EDIT.
library ieee;
use ieee.std_logic_1164.all;
use ieee.math_real.all;
use std.textio.all;

entity rtlgen_bench is
end entity rtlgen_bench;

architecture test of rtlgen_bench is
  signal tb_clk, tb_offer, tb_take : std_logic := '0';
  signal tb_rst : std_logic := '1';
  signal tb_in_ready, tb_out_valid, tb_done, tb_config_error : std_logic;
@declarations@
begin
  core : entity work.@module@
    port map (
      clk => tb_clk, rst => tb_rst, in_valid => tb_offer, in_ready => tb_in_ready,
      out_valid => tb_out_valid, out_ready => tb_take, done => tb_done,
      config_error => tb_config_error@connections@
    );

  drive : process is
@variables@
    file data : text;
    variable row : line;
    variable seed1 : positive := @seed@;
    variable seed2 : positive := 4711;
    variable inputs, outputs, in_word, out_word, cycle, idle, first : natural := 0;
    variable waiting, refused, held, stalled, load_cycles : natural := 0;
    variable in_side : boolean := false;
    variable out_side : boolean := true;
    variable there, gives, takes, offer, take : boolean := false;
    variable outcome : line;

    impure function chance (per_mille : natural) return boolean is
      variable r : real;
    begin
      uniform(seed1, seed2, r);
      return integer(floor(r * 1000.0)) >= per_mille;
    end function chance;

    procedure fail (why : string) is
    begin
      if outcome = null then
        write(outcome, why);
      end if;
    end procedure fail;

    function bit_of (b : boolean) return std_logic is
    begin
      if b then
        return '1';
      end if;
      return '0';
    end function bit_of;

    procedure tick is
    begin
      tb_clk <= '1';
      wait for 1 ns;
      tb_clk <= '0';
    end procedure tick;
  begin
@read@
    for i in 1 to 3 loop
      wait for 1 ns;
      tick;
    end loop;
    tb_rst <= '0';
@load@    while outputs < @total@ and idle < @quiet@ and outcome = null loop
      there := inputs < @total@ and inputs + @ahead@ <= outputs + @frame@;
      if not there then
        offer := false;
        if inputs < @total@ then
          waiting := waiting + 1;
        end if;
      elsif not offer then
        offer := chance(@stall_in@);
        if not offer then
          held := held + 1;
        end if;
      end if;
      take := chance(@stall_out@);
      tb_offer <= bit_of(offer);
      tb_take <= bit_of(take);
@drive@
      wait for 1 ns;
      if is_x(tb_in_ready) or is_x(tb_out_valid) or is_x(tb_done) then
        fail("unknown_control");
      end if;
      if tb_config_error /= '0' then
        fail("config_error");
      end if;
@look@
      takes := offer and tb_in_ready = '1';
      gives := take and tb_out_valid = '1';
@late_sample@      cycle := cycle + 1;
      idle := idle + 1;
      if takes or gives@late_moves@ then
        idle := 0;
      end if;
      if offer and not takes then
        refused := refused + 1;
      end if;
      if tb_out_valid = '1' and not take then
        stalled := stalled + 1;
      end if;
      if gives then
@store@
        if outputs = 0 then
          first := cycle;
        end if;
        outputs := outputs + 1;
        out_word := out_word + 1;
        if out_word = @frame@ then
          out_word := 0;
          out_side := not out_side;
        end if;
      end if;
@late_take@      tick;
      if takes then
        offer := false;
        inputs := inputs + 1;
        in_word := in_word + 1;
        if in_word = @frame@ then
          in_word := 0;
          in_side := not in_side;
        end if;
      end if;
    end loop;
    if outputs < @total@ then
      fail("hang");
    end if;
@late_end@    tb_offer <= '1';
    tb_take <= '1';
    for i in 1 to @drain@ loop
      wait for 1 ns;
      if tb_out_valid /= '0' then
        fail("extra_output");
      end if;
      if tb_in_ready /= '0' then
        fail("extra_input");
      end if;
@late_after@@look@
      tick;
    end loop;
    if tb_done /= '1' then
      fail("not_done");
    end if;
    fail("ok");
@write@
    file_open(data, "stats", write_mode);
    write(row, "outcome " & outcome.all & LF & "detail " & integer'image(inputs) & " words in, " &
          integer'image(outputs) & " of @total@ words out" & LF & "cycles " & integer'image(cycle) & LF &
          "words_in " & integer'image(inputs) & LF & "words_out " & integer'image(outputs) & LF &
          "first_output " & integer'image(first) & LF & "refused " & integer'image(refused) & LF &
          "waiting " & integer'image(waiting) & LF & "input_stalls " & integer'image(held) & LF &
          "output_stalls " & integer'image(stalled) & LF & "load_cycles " & integer'image(load_cycles));
    writeline(data, row);
    file_close(data);
    wait;
  end process drive;

end architecture test;
)";

void look_vhdl(const Parts& p, Lines& t) {
  if (p.monitors.empty()) return;
  t.declarations += "  signal mon_valid : std_logic;\n";
  t.connections += ",\n      mon_valid => mon_valid";
  t.variables += "    file monitors : text;\n";
  t.read += "    file_open(monitors, \"monitors\", write_mode);\n";
  t.look = "      if mon_valid /= '0' then\n";
  for (const Port& port : p.monitors) {
    t.declarations += fmt::format("  signal {} : std_logic_vector({} downto 0);\n", port.name, port.width - 1);
    t.connections += fmt::format(",\n      {0} => {0}{1}", port.name, port.width == 1 ? "(0)" : "");
    t.look += fmt::format(
        "        for b in {0} downto 0 loop\n          write(row, std_logic'image({1}(b))(2));\n        end loop;\n    "
        "    write(row, ' ');\n",
        port.width - 1, port.name);
  }
  t.look += "        writeline(monitors, row);\n      end if;";
  t.write += "    file_close(monitors);\n";
}

void connect_vhdl(Lines& t, const Port& port, const std::string& what) {
  t.connections += fmt::format(",\n      {} => {}", port.name, what);
}

/// A data port with one bit is a scalar, but its array in the test bench is not.
void connect_vhdl_data(Lines& t, const Port& port, const std::string& signal) {
  connect_vhdl(t, port, port.width == 1 ? signal + "(0)" : signal);
}

void vhdl_array(Lines& t, const Parts& p, const std::string& name, int width, bool two) {
  t.variables += vhdl_memory("mem0_" + name, "text_" + name, p.frame, width);
  if (two) t.variables += fmt::format("    variable mem1_{0} : mem0_{0}_t;\n", name);
}

/// For frames with ghosts: for each word, how far the previous pass must be written; for each cell, the cell that it
/// repeats.
void vhdl_tables(Lines& t, const Parts& p, int lanes) {
  t.variables += fmt::format(
      "    type numbers is array (natural range <>) of integer;\n    variable needed : numbers(0 to {});\n"
      "    variable source : numbers(0 to {});\n",
      p.frame - 1, p.frame * lanes - 1);
  for (const char* table : {"needed", "source"}) {
    t.read += fmt::format(
        "    file_open(data, \"{0}.dec\", read_mode);\n    for i in {0}'range loop\n      readline(data, row);\n"
        "      read(row, {0}(i));\n    end loop;\n    file_close(data);\n",
        table);
  }
  t.ahead = "needed(in_word) - in_word";
}

/// For each lane, the cell that it repeats.
std::string vhdl_gathered(const std::string& name, int width, int lanes) {
  std::string text = "      else\n";
  for (int lane = 0; lane < lanes; ++lane) {
    const int w = width / lanes;
    const std::string source = fmt::format("source(in_word * {} + {})", lanes, lane);
    text += fmt::format(
        "        for b in 0 to {0} loop\n          if in_side then\n            in_{1}({2} + b) <= mem1_{1}({3} / "
        "{4})(({3} mod {4}) * {5} + b);\n"
        "          else\n            in_{1}({2} + b) <= mem0_{1}({3} / {4})(({3} mod {4}) * {5} + b);\n          end "
        "if;\n        end loop;\n",
        w - 1, name, lane * w, source, lanes, w);
  }
  return text + "      end if;\n";
}

void vhdl_input(Lines& t, const SimulatedDesign& design, const Parts& p, const Port& port) {
  const std::string name = port.field;
  const bool state = is_state(p, port);
  vhdl_array(t, p, name, port.width, state);
  t.declarations += fmt::format("  signal in_{} : std_logic_vector({} downto 0);\n", name, port.width - 1);
  t.read += vhdl_read_bits("in_" + name + ".bits", "mem0_" + name, "text_" + name, port.width);
  t.drive += fmt::format("      if not offer then\n        in_{0} <= (others => 'X');\n", name);
  if (state && has_ghosts(design.core)) {
    t.drive += vhdl_gathered(name, port.width, design.core.cells_per_cycle);
  } else {
    if (state) t.drive += fmt::format("      elsif in_side then\n        in_{0} <= mem1_{0}(in_word);\n", name);
    t.drive += fmt::format("      else\n        in_{0} <= mem0_{0}(in_word);\n      end if;\n", name);
  }
  connect_vhdl_data(t, port, "in_" + name);
}

void vhdl_output(Lines& t, const Run& run, const Parts& p, const Port& port) {
  const std::string name = port.field;
  const bool state = is_state(p, port);
  t.declarations += fmt::format("  signal out_{} : std_logic_vector({} downto 0);\n", name, port.width - 1);
  if (state) {
    t.store += fmt::format(
        "        if out_side then\n          mem1_{0}(out_word) := out_{0};\n        else\n          "
        "mem0_{0}(out_word) := out_{0};\n        end if;\n",
        name);
  } else {
    vhdl_array(t, p, name, port.width, false);
    t.store += fmt::format("        mem0_{0}(out_word) := out_{0};\n", name);
  }
  const int side = state ? static_cast<int>(run.settings.passes % 2) : 0;
  t.write += fmt::format(
      "    file_open(data, \"out_{0}.bits\", write_mode);\n    for i in 0 to {1} loop\n"
      "      for b in text_{0}'range loop\n        text_{0}(b) := std_logic'image(mem{2}_{0}(i)({3} - b))(2);\n"
      "      end loop;\n      write(row, text_{0});\n      writeline(data, row);\n    end loop;\n    "
      "file_close(data);\n",
      name, p.frame - 1, side, port.width);
  connect_vhdl_data(t, port, "out_" + name);
}

Lines vhdl_lines(const SimulatedDesign& design, const Run& run, const Parts& p) {
  Lines t;
  if (has_ghosts(design.core)) vhdl_tables(t, p, design.core.cells_per_cycle);
  const auto values = port_settings(design.core, run);
  for (const Port& port : p.settings) {
    const std::string bits = binary(values.at(port.name), port.width);
    connect_vhdl(t, port, port.width == 1 ? "'" + bits + "'" : "\"" + bits + "\"");
  }
  for (const Port& port : p.inputs) vhdl_input(t, design, p, port);
  for (const Port& port : p.outputs) vhdl_output(t, run, p, port);
  look_vhdl(p, t);
  return t;
}

}  // namespace

std::string vhdl_bench(const SimulatedDesign& design, const Run& run) {
  const Parts p = parts_of(design, run);
  return print(kVhdl, design, run, p, vhdl_lines(design, run, p), vhdl_load(design, run), vhdl_late(design, run));
}

}  // namespace rtlgen::runner
