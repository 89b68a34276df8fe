// The Verilog test bench, for Icarus: one process that drives, samples and counts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contract/core_interface.hpp"
#include "runner/runner.hpp"
#include "runner/text_bench.hpp"
#include "runner/text_parts.hpp"

namespace rtlgen::runner {

namespace {

using contract::Port;

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

/// The cells of a word of a state array, highest lane first; for ghosts, the cells that they repeat.
std::vector<std::string> verilog_cells(const std::string& memory, const Port& port, int lanes) {
  std::vector<std::string> cells;
  const int w = port.width / lanes;
  for (int lane = lanes - 1; lane >= 0; --lane) {
    const std::string source = fmt::format("tb_source[tb_in_word * {} + {}]", lanes, lane);
    cells.push_back(fmt::format("{0}[{1} / {2}][({1} % {2}) * {3} +: {3}]", memory, source, lanes, w));
  }
  return cells;
}

/// Monitors go to the file `monitors`, a line of bits per pass.
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

Lines verilog_lines(const SimulatedDesign& design, const Run& run, const Parts& p) {
  Lines t;
  const int lanes = design.core.cells_per_cycle;
  const bool ghosts = has_ghosts(design.core);
  if (ghosts) {
    t.declarations +=
        fmt::format("  integer tb_needed [0:{}];\n  integer tb_source [0:{}];\n", p.frame - 1, p.frame * lanes - 1);
    t.read += "    $readmemh(\"needed.hex\", tb_needed);\n    $readmemh(\"source.hex\", tb_source);\n";
    t.ahead = "tb_needed[tb_in_word] - tb_in_word";
  }
  const auto values = port_settings(design.core, run);
  const auto connect = [&](const Port& port, const std::string& what) {
    t.connections += fmt::format(",\n    .{}({})", port.name, what);
  };
  for (const Port& port : p.settings)
    connect(port, fmt::format("{}'b{}", port.width, binary(values.at(port.name), port.width)));
  for (const Port& port : p.inputs) {
    const std::string name = port.field;
    const bool state = is_state(p, port);
    t.declarations +=
        fmt::format("  reg [{0}:0] in_{1};\n  reg [{0}:0] mem0_{1} [0:{2}];\n", port.width - 1, name, p.frame - 1);
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
    const std::string name = port.field;
    t.declarations += fmt::format("  wire [{}:0] out_{};\n", port.width - 1, name);
    if (is_state(p, port)) {
      t.store += fmt::format(
          "        if (tb_out_side) mem1_{0}[tb_out_word] = out_{0};\n        else mem0_{0}[tb_out_word] = out_{0};\n",
          name);
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

}  // namespace

std::string verilog_bench(const SimulatedDesign& design, const Run& run) {
  const Parts p = parts_of(design, run);
  return print(kVerilog, design, run, p, verilog_lines(design, run, p), verilog_load(design, run),
               verilog_late(design, run));
}

}  // namespace rtlgen::runner
