// Test benches for Icarus and GHDL: one process that drives, samples and counts.
#include "runner/text_bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/text_late.hpp"
#include "runner/text_load.hpp"

namespace rtlgen::runner {

namespace {

using plan::Port;
using plan::PortRole;

constexpr int kPerMille = 1000;

struct Parts {
  std::vector<Port> settings, inputs, outputs, monitors;
  std::int64_t frame = 0;
  std::int64_t total = 0;
  std::int64_t quiet = 0;  ///< cycles without a word that mean a hang
  std::int64_t drain = 0;
  int stall_in = 0, stall_out = 0;  ///< per mille
};

Parts parts_of(const plan::Plan& plan, const Run& run) {
  Parts p;
  for (const Port& port : plan.core.ports) {
    if (port.role >= PortRole::kRowWords && port.role <= PortRole::kParam) p.settings.push_back(port);
    if (port.role == PortRole::kInData && !is_late(plan, port.index)) p.inputs.push_back(port);
    if (port.role == PortRole::kOutData) p.outputs.push_back(port);
    if (port.role == PortRole::kMonitor) p.monitors.push_back(port);
  }
  p.frame = run.settings.frame.words();
  p.total = p.frame * run.settings.passes;
  const double pace = std::max(0.01, (1.0 - run.stall_in) * (1.0 - run.stall_out));
  p.quiet = static_cast<std::int64_t>(
      static_cast<double>(run.settings.total_lag + plan.core.total_latency + 10000) / pace);
  p.drain = plan.core.total_latency + plan.core.monitor_latency + 64;
  p.stall_in = static_cast<int>(run.stall_in * kPerMille);
  p.stall_out = static_cast<int>(run.stall_out * kPerMille);
  return p;
}

bool has_ghosts(const plan::CoreInterface& core) { return core.wraps(0) || core.wraps(1) || core.wraps(2); }

std::string array_name(const plan::Plan& plan, const Port& port) {
  return plan.stencil->arrays[static_cast<std::size_t>(port.index)].name;
}

bool is_state(const Parts& p, const Port& port) {
  const auto same = [&](const Port& other) { return other.index == port.index; };
  return std::any_of(p.inputs.begin(), p.inputs.end(), same) &&
         std::any_of(p.outputs.begin(), p.outputs.end(), same);
}

std::string binary(std::uint64_t value, int width) {
  std::string bits;
  for (int i = width - 1; i >= 0; --i) bits += ((value >> i) & 1) != 0 ? '1' : '0';
  return bits;
}

/// Replaces every @name@ of a template.
std::string fill(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + name + "@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

constexpr const char* kVerilog = R"(// Test bench of one run; generated. DO NOT EDIT.
`timescale 1ns / 1ps
module rtlgen_bench;
  reg tb_clk = 1'b0, tb_rst = 1'b1, tb_offer = 1'b0, tb_take = 1'b0;
  wire tb_in_ready, tb_out_valid, tb_done, tb_config_error;
@declarations@
  @module@ core (
    .clk(tb_clk), .rst(tb_rst), .in_valid(tb_offer), .in_ready(tb_in_ready),
    .out_valid(tb_out_valid), .out_ready(tb_take), .done(tb_done),
    .config_error(tb_config_error)@connections@
  );

  integer tb_in, tb_out, tb_in_word, tb_out_word, tb_cycle, tb_idle, tb_seed, tb_first, tb_file, tb_i;
  integer tb_waiting, tb_refused, tb_held, tb_stalled, tb_load;
  reg tb_in_side, tb_out_side, tb_gives, tb_takes, tb_there;
  reg [8*16-1:0] tb_outcome;

  task fail(input [8*16-1:0] why);
    if (tb_outcome == "ok") tb_outcome = why;
  endtask

  initial begin
@read@
    tb_outcome = "ok"; tb_seed = @seed@;
    tb_in = 0; tb_out = 0; tb_in_word = 0; tb_out_word = 0; tb_cycle = 0; tb_idle = 0; tb_first = 0;
    tb_waiting = 0; tb_refused = 0; tb_held = 0; tb_stalled = 0; tb_load = 0;
    tb_in_side = 1'b0; tb_out_side = 1'b1;
    repeat (3) begin #1 tb_clk = 1'b1; #1 tb_clk = 1'b0; end
    tb_rst = 1'b0;
@load@    while (tb_out < @total@ && tb_idle < @quiet@ && tb_outcome == "ok") begin
      tb_there = tb_in < @total@ && tb_in + @ahead@ <= tb_out + @frame@;
      if (!tb_there) begin
        tb_offer = 1'b0;
        if (tb_in < @total@) tb_waiting = tb_waiting + 1;
      end else if (!tb_offer) begin
        tb_offer = ($unsigned($random(tb_seed)) % 1000) >= @stall_in@;
        if (!tb_offer) tb_held = tb_held + 1;
      end
      tb_take = ($unsigned($random(tb_seed)) % 1000) >= @stall_out@;
@drive@
      #1;
      if (tb_in_ready === 1'bx || tb_out_valid === 1'bx || tb_done === 1'bx) fail("unknown_control");
      if (tb_config_error !== 1'b0) fail("config_error");
@look@
      tb_takes = tb_offer && tb_in_ready;
      tb_gives = tb_take && tb_out_valid;
@late_sample@      tb_cycle = tb_cycle + 1;
      tb_idle = tb_takes || tb_gives@late_moves@ ? 0 : tb_idle + 1;
      if (tb_offer && !tb_takes) tb_refused = tb_refused + 1;
      if (tb_out_valid && !tb_take) tb_stalled = tb_stalled + 1;
      if (tb_gives) begin
@store@
        if (tb_out == 0) tb_first = tb_cycle;
        tb_out = tb_out + 1;
        tb_out_word = tb_out_word + 1;
        if (tb_out_word == @frame@) begin tb_out_word = 0; tb_out_side = !tb_out_side; end
      end
      #1 tb_clk = 1'b1;
      #1;
@late_take@      if (tb_takes) begin
        tb_offer = 1'b0;
        tb_in = tb_in + 1;
        tb_in_word = tb_in_word + 1;
        if (tb_in_word == @frame@) begin tb_in_word = 0; tb_in_side = !tb_in_side; end
      end
      tb_clk = 1'b0;
    end
    if (tb_out < @total@) fail("hang");
@late_end@    tb_offer = 1'b1; tb_take = 1'b1;
    for (tb_i = 0; tb_i < @drain@; tb_i = tb_i + 1) begin
      #1;
      if (tb_out_valid !== 1'b0) fail("extra_output");
      if (tb_in_ready !== 1'b0) fail("extra_input");
@late_after@@look@
      tb_clk = 1'b1; #1 tb_clk = 1'b0;
    end
    if (tb_done !== 1'b1) fail("not_done");
@write@
    tb_file = $fopen("stats", "w");
    $fdisplay(tb_file, "outcome %0s\ndetail %0d words in, %0d of %0d words out", tb_outcome, tb_in, tb_out, @total@);
    $fdisplay(tb_file, "cycles %0d\nwords_in %0d\nwords_out %0d\nfirst_output %0d", tb_cycle, tb_in, tb_out, tb_first);
    $fdisplay(tb_file, "refused %0d\nwaiting %0d\ninput_stalls %0d\noutput_stalls %0d", tb_refused, tb_waiting, tb_held, tb_stalled);
    $fdisplay(tb_file, "load_cycles %0d", tb_load);
    $fclose(tb_file);
    $finish;
  end
endmodule
)";

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

std::vector<std::pair<std::string, std::string>> common_values(const plan::Plan& plan, const Run& run,
                                                               const Parts& p) {
  constexpr std::uint64_t kSeeds = 2147483398;
  return {{"module", plan.core.module},
          {"frame", std::to_string(p.frame)},
          {"total", std::to_string(p.total)},
          {"quiet", std::to_string(p.quiet)},
          {"drain", std::to_string(p.drain)},
          {"stall_in", std::to_string(p.stall_in)},
          {"stall_out", std::to_string(p.stall_out)},
          {"seed", std::to_string(run.seed % kSeeds + 1)}};
}

/// Lines of the Verilog test bench that depend on the ports.
struct Lines {
  std::string declarations, connections, variables, read, drive, store, write, look, load;
  LateText late;
  std::string ahead = "1";  ///< how far the pass before must be written beyond the word to be read

  void add(const LoadText& more) {
    declarations += more.declarations;
    connections += more.connections;
    variables += more.variables;
    read += more.read;
    load = more.load;
  }
  void add(const LateText& more) {
    declarations += more.declarations;
    connections += more.connections;
    variables += more.variables;
    read += more.read;
    drive += more.drive;
    late = more;
  }
};

/// Cells of a word of a state array, high lane first; with ghosts those they stand for.
std::vector<std::string> verilog_cells(const std::string& memory, const Port& port, int lanes) {
  std::vector<std::string> cells;
  const int w = port.width / lanes;
  for (int lane = lanes - 1; lane >= 0; --lane) {
    const std::string source = fmt::format("tb_source[tb_in_word * {} + {}]", lanes, lane);
    cells.push_back(fmt::format("{0}[{1} / {2}][({1} % {2}) * {3} +: {3}]", memory, source, lanes, w));
  }
  return cells;
}

/// Monitors go to the file `monitors`, a line of bits a pass.
void look_verilog(const Parts& p, Lines& t) {
  if (p.monitors.empty()) return;
  t.declarations += "  wire mon_valid;\n  integer tb_monitors;\n";
  t.connections += ",\n    .mon_valid(mon_valid)";
  t.read += "    tb_monitors = $fopen(\"monitors\", \"w\");\n";
  std::string formats, values;
  for (const Port& port : p.monitors) {
    t.declarations += fmt::format("  wire [{}:0] {};\n", port.width - 1, port.name);
    t.connections += fmt::format(",\n    .{0}({0})", port.name);
    formats += "%b ";
    values += ", " + port.name;
  }
  t.look = fmt::format("      if (mon_valid !== 1'b0) $fdisplay(tb_monitors, \"{}\"{});", formats, values);
  t.write += "    $fclose(tb_monitors);\n";
}

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
    t.look += fmt::format("        for b in {0} downto 0 loop\n          write(row, std_logic'image({1}(b))(2));\n        end loop;\n        write(row, ' ');\n", port.width - 1, port.name);
  }
  t.look += "        writeline(monitors, row);\n      end if;";
  t.write += "    file_close(monitors);\n";
}

Lines verilog_lines(const plan::Plan& plan, const Run& run, const Parts& p) {
  Lines t;
  const int lanes = plan.core.cells_per_cycle;
  const bool ghosts = has_ghosts(plan.core);
  if (ghosts) {
    t.declarations += fmt::format("  integer tb_needed [0:{}];\n  integer tb_source [0:{}];\n", p.frame - 1, p.frame * lanes - 1);
    t.read += "    $readmemh(\"needed.hex\", tb_needed);\n    $readmemh(\"source.hex\", tb_source);\n";
    t.ahead = "tb_needed[tb_in_word] - tb_in_word";
  }
  const auto values = port_settings(plan.core, run);
  const auto connect = [&](const Port& port, const std::string& what) {
    t.connections += fmt::format(",\n    .{}({})", port.name, what);
  };
  for (const Port& port : p.settings) connect(port, fmt::format("{}'b{}", port.width, binary(values.at(port.name), port.width)));
  for (const Port& port : p.inputs) {
    const std::string name = array_name(plan, port);
    const bool state = is_state(p, port);
    t.declarations += fmt::format("  reg [{0}:0] in_{1};\n  reg [{0}:0] mem0_{1} [0:{2}];\n", port.width - 1, name, p.frame - 1);
    if (state) t.declarations += fmt::format("  reg [{}:0] mem1_{} [0:{}];\n", port.width - 1, name, p.frame - 1);
    t.read += fmt::format("    $readmemb(\"in_{0}.bits\", mem0_{0});\n", name);
    std::string word = state ? fmt::format("(tb_in_side ? mem1_{0}[tb_in_word] : mem0_{0}[tb_in_word])", name)
                             : fmt::format("mem0_{}[tb_in_word]", name);
    if (state && ghosts) {
      word = fmt::format("(tb_in_side ? {{{}}} : {{{}}})", fmt::join(verilog_cells("mem1_" + name, port, lanes), ", "),
                         fmt::join(verilog_cells("mem0_" + name, port, lanes), ", "));
    }
    t.drive += fmt::format("      in_{} = tb_offer ? {} : {{{}{{1'bx}}}};\n", name, word, port.width);
    connect(port, "in_" + name);
  }
  for (const Port& port : p.outputs) {
    const std::string name = array_name(plan, port);
    t.declarations += fmt::format("  wire [{}:0] out_{};\n", port.width - 1, name);
    if (is_state(p, port)) {
      t.store += fmt::format("        if (tb_out_side) mem1_{0}[tb_out_word] = out_{0};\n        else mem0_{0}[tb_out_word] = out_{0};\n", name);
    } else {
      t.declarations += fmt::format("  reg [{0}:0] mem0_{1} [0:{2}];\n", port.width - 1, name, p.frame - 1);
      t.store += fmt::format("        mem0_{0}[tb_out_word] = out_{0};\n", name);
    }
    const int side = is_state(p, port) ? static_cast<int>(run.settings.passes % 2) : 0;
    t.write += fmt::format(
        "    tb_file = $fopen(\"out_{0}.bits\", \"w\");\n"
        "    for (tb_i = 0; tb_i < {1}; tb_i = tb_i + 1) $fdisplay(tb_file, \"%b\", mem{2}_{0}[tb_i]);\n"
        "    $fclose(tb_file);\n",
        name, p.frame, side);
    connect(port, "out_" + name);
  }
  look_verilog(p, t);
  return t;
}

Lines vhdl_lines(const plan::Plan& plan, const Run& run, const Parts& p) {
  Lines t;
  const int lanes = plan.core.cells_per_cycle;
  const bool ghosts = has_ghosts(plan.core);
  if (ghosts) {
    t.variables += fmt::format("    type numbers is array (natural range <>) of integer;\n    variable needed : numbers(0 to {});\n"
                               "    variable source : numbers(0 to {});\n", p.frame - 1, p.frame * lanes - 1);
    for (const char* table : {"needed", "source"}) {
      t.read += fmt::format("    file_open(data, \"{0}.dec\", read_mode);\n    for i in {0}'range loop\n      readline(data, row);\n"
                            "      read(row, {0}(i));\n    end loop;\n    file_close(data);\n", table);
    }
    t.ahead = "needed(in_word) - in_word";
  }
  const auto values = port_settings(plan.core, run);
  const auto connect = [&](const Port& port, const std::string& what) {
    t.connections += fmt::format(",\n      {} => {}", port.name, what);
  };
  for (const Port& port : p.settings) {
    const std::string bits = binary(values.at(port.name), port.width);
    connect(port, port.width == 1 ? "'" + bits + "'" : "\"" + bits + "\"");
  }
  const auto memory = [&](const std::string& name, int width, bool two) {
    t.variables += vhdl_memory("mem0_" + name, "text_" + name, p.frame, width);
    if (two) t.variables += fmt::format("    variable mem1_{0} : mem0_{0}_t;\n", name);
  };
  for (const Port& port : p.inputs) {
    const std::string name = array_name(plan, port);
    const bool state = is_state(p, port);
    memory(name, port.width, state);
    t.declarations += fmt::format("  signal in_{} : std_logic_vector({} downto 0);\n", name, port.width - 1);
    t.read += vhdl_read_bits("in_" + name + ".bits", "mem0_" + name, "text_" + name, port.width);
    t.drive += fmt::format("      if not offer then\n        in_{0} <= (others => 'X');\n", name);
    for (int lane = 0; state && ghosts && lane < lanes; ++lane) {
      // Of each lane the cell that it stands for.
      const int w = port.width / lanes;
      const std::string source = fmt::format("source(in_word * {} + {})", lanes, lane);
      if (lane == 0) t.drive += "      else\n";
      t.drive += fmt::format("        for b in 0 to {0} loop\n          if in_side then\n            in_{1}({2} + b) <= mem1_{1}({3} / {4})(({3} mod {4}) * {5} + b);\n"
                             "          else\n            in_{1}({2} + b) <= mem0_{1}({3} / {4})(({3} mod {4}) * {5} + b);\n          end if;\n        end loop;\n",
                             w - 1, name, lane * w, source, lanes, w);
    }
    if (state && ghosts) {
      t.drive += "      end if;\n";
      connect(port, port.width == 1 ? "in_" + name + "(0)" : "in_" + name);
      continue;
    }
    if (state) t.drive += fmt::format("      elsif in_side then\n        in_{0} <= mem1_{0}(in_word);\n", name);
    t.drive += fmt::format("      else\n        in_{0} <= mem0_{0}(in_word);\n      end if;\n", name);
    connect(port, port.width == 1 ? "in_" + name + "(0)" : "in_" + name);
  }
  for (const Port& port : p.outputs) {
    const std::string name = array_name(plan, port);
    const bool state = is_state(p, port);
    t.declarations += fmt::format("  signal out_{} : std_logic_vector({} downto 0);\n", name, port.width - 1);
    if (state) {
      t.store += fmt::format("        if out_side then\n          mem1_{0}(out_word) := out_{0};\n        else\n          mem0_{0}(out_word) := out_{0};\n        end if;\n", name);
    } else {
      memory(name, port.width, false);
      t.store += fmt::format("        mem0_{0}(out_word) := out_{0};\n", name);
    }
    const int side = state ? static_cast<int>(run.settings.passes % 2) : 0;
    t.write += fmt::format(
        "    file_open(data, \"out_{0}.bits\", write_mode);\n    for i in 0 to {1} loop\n"
        "      for b in text_{0}'range loop\n        text_{0}(b) := std_logic'image(mem{2}_{0}(i)({3} - b))(2);\n"
        "      end loop;\n      write(row, text_{0});\n      writeline(data, row);\n    end loop;\n    file_close(data);\n",
        name, p.frame - 1, side, port.width);
    connect(port, port.width == 1 ? "out_" + name + "(0)" : "out_" + name);
  }
  look_vhdl(p, t);
  return t;
}

std::string print(const char* text, const plan::Plan& plan, const Run& run, const Parts& p, const Lines& lines) {
  auto values = common_values(plan, run, p);
  // The lines first: they hold marks of their own.
  std::vector<std::pair<std::string, std::string>> all = {
      {"declarations", lines.declarations}, {"connections", lines.connections}, {"variables", lines.variables},
      {"read", lines.read}, {"load", lines.load}, {"ahead", lines.ahead}, {"drive", lines.drive}, {"store", lines.store}, {"write", lines.write}, {"look", lines.look},
      {"late_sample", lines.late.sample}, {"late_moves", lines.late.moves}, {"late_take", lines.late.take}, {"late_end", lines.late.end}, {"late_after", lines.late.after}};
  all.insert(all.end(), values.begin(), values.end());
  return fill(text, all);
}

}  // namespace

std::string verilog_bench(const plan::Plan& plan, const Run& run) {
  const Parts p = parts_of(plan, run);
  Lines lines = verilog_lines(plan, run, p);
  lines.add(verilog_load(plan, run));
  lines.add(verilog_late(plan, run));
  return print(kVerilog, plan, run, p, lines);
}

std::string vhdl_bench(const plan::Plan& plan, const Run& run) {
  const Parts p = parts_of(plan, run);
  Lines lines = vhdl_lines(plan, run, p);
  lines.add(vhdl_load(plan, run));
  lines.add(vhdl_late(plan, run));
  return print(kVhdl, plan, run, p, lines);
}

}  // namespace rtlgen::runner
