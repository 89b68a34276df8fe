// The SystemVerilog bench for Icarus, Verilator, XSim and Questa.
#include <fmt/format.h>

#include "emit/file.hpp"
#include "testbench/parts.hpp"
#include "testbench/testbench.hpp"

namespace rtlgen::testbench {

namespace {

using contract::Port;

/// Text for the ports of a bench, by place in the template.
struct VerilogLines {
  std::string declarations, connections, drive, restart, stable, compare, keep, monitor, read, end;

  void connect(const std::string& port, const std::string& value) {
    connections += fmt::format("    .{}({}),\n", port, value);
  }
  /// A memory, and its words from the file of `port`.
  void memory(const std::string& name, int width, const std::string& words, const std::string& file) {
    declarations += fmt::format("  reg [{}:0] {} [0:{} - 1];\n", width - 1, name, words);
    read += fmt::format("    $readmemh({{VECTORS, \"/{}\"}}, {});\n", file, name);
  }
};

constexpr const char* kAllWords = "RUNS * RUN_WORDS";
constexpr const char* kMemory = "words_";

void verilog_settings(VerilogLines& v, const Ports& p, const BenchRun& run) {
  for (const Port& port : p.settings) {
    if (is_constant(run, port.name)) {
      v.connect(port.name, fmt::format("{}'h{:x}", port.width, run.ports.front().at(port.name)));
    } else {
      v.memory(kMemory + port.name, port.width, "RUNS", vector_file(port.name));
      v.connect(port.name, fmt::format("{}{}[run]", kMemory, port.name));
    }
  }
}

void verilog_loads(VerilogLines& v, const Ports& p) {
  for (const LoadPorts& load : p.loads) {
    const std::string port = "load_" + load.name, count = "LOAD_" + load.name, at = "at_" + port;
    v.declarations += fmt::format("  localparam integer {} = {};\n  integer {} = 0;\n  reg {}_valid = 1'b0;\n", count,
                                  load.words, at, port);
    v.memory(kMemory + port, load.width, "RUNS * " + count, vector_file(port + "_data"));
    v.connect(port + "_valid", port + "_valid");
    v.connect(port + "_last", fmt::format("{}_valid ? {} == {} - 1 : 1'bx", port, at, count));
    v.connect(port + "_data", fmt::format("{0}_valid ? {1}{0}[run * {2} + {3}] : {{{4}{{1'bx}}}}", port, kMemory, count,
                                          at, load.width));
    v.drive += fmt::format(R"(
  // {0}: loaded before the first word
  always @(posedge clk) begin
    if (rst) begin
      load_{0}_valid <= 1'b0;
      at_load_{0} <= 0;
    end else begin
      load_{0}_valid <= at_load_{0} + load_{0}_valid < LOAD_{0} && noise[31:24] >= GAPS_IN;
      if (load_{0}_valid) at_load_{0} <= at_load_{0} + 1;
    end
  end
)",
                           load.name);
  }
}

void verilog_inputs(VerilogLines& v, const Ports& p) {
  for (const DataPort& port : p.inputs) {
    v.memory(kMemory + port.name, port.width, kAllWords, vector_file(port.name));
    v.connect(port.name,
              fmt::format("in_valid && words_in < RUN_WORDS ? {}{}[run * RUN_WORDS + words_in] : {{{}{{1'bx}}}}",
                          kMemory, port.name, port.width));
  }
  for (const DataPort& port : p.late) {
    v.memory(kMemory + port.name, port.width, kAllWords, vector_file(port.name));
    v.declarations += fmt::format("  reg {0}_valid = 1'b0;\n  wire {0}_ready;\n  integer at_{0} = 0;\n", port.name);
    v.connect(port.name + "_valid", port.name + "_valid");
    v.connect(port.name + "_ready", port.name + "_ready");
    v.connect(port.name,
              fmt::format("{0}_valid && at_{0} < RUN_WORDS ? {1}{0}[run * RUN_WORDS + at_{0}] : {{{2}{{1'bx}}}}",
                          port.name, kMemory, port.width));
    v.drive += fmt::format(R"(
  // {1}: offered independently
  always @(posedge clk) begin
    if (rst) begin
      {0}_valid <= 1'b0;
      at_{0} <= 0;
    end else if (!{0}_valid || {0}_ready) begin
      {0}_valid <= noise[23:16] >= GAPS_IN;
      if ({0}_valid) at_{0} <= at_{0} + 1;
    end
  end
)",
                           port.name, port.field);
    v.keep += fmt::format("      if ({0}_valid && {0}_ready) quiet = 0;\n", port.name);
    v.end += fmt::format("        if (at_{0} != RUN_WORDS) wrong(\"{0}: the wrong number of words was taken\");\n",
                         port.name);
  }
}

void verilog_outputs(VerilogLines& v, const Ports& p) {
  for (const DataPort& port : p.outputs) {
    const std::string field = port.field;
    const int parts = p.cells_per_cycle * port.parts(), width = port.width / parts;
    v.declarations += fmt::format("  wire [{0}:0] {1};\n  reg [{0}:0] was_{1};\n  reg [{0}:0] expected_{1};\n",
                                  port.width - 1, port.name);
    v.declarations += port.parts() == 1 ? fmt::format("  reg [CELLS-1:0] keep_{};\n", field)
                                        : fmt::format("  reg [CELLS*{}-1:0] keep_{};\n", port.parts(), field);
    v.memory(kMemory + port.name, port.width, kAllWords, vector_file(port.name));
    v.memory("words_keep_" + field, parts, kAllWords, keep_file(field));
    v.connect(port.name, port.name);
    v.stable += fmt::format("      if (was_stalled && {0} !== was_{0}) wrong(\"{0} changes before it is taken\");\n",
                            port.name);
    v.keep += fmt::format("      was_{0} = {0};\n", port.name);
    v.compare += fmt::format(R"(          expected_{0} = words_{0}[run * RUN_WORDS + words_out];
          keep_{1} = words_keep_{1}[run * RUN_WORDS + words_out];
          for (lane = 0; lane < CELLS; lane = lane + 1) begin
)",
                             port.name, field);
    for (int c = 0; c < port.parts(); ++c) {
      v.compare += fmt::format(R"(            if (keep_{1}[{4}]) begin
              compared = compared + 1;
              if ({0}[{4}*{2}+:{2}] !== expected_{0}[{4}*{2}+:{2}])
                mismatch("{3}", lane, {0}[{4}*{2}+:{2}], expected_{0}[{4}*{2}+:{2}]);
            end
)",
                               port.name, field, width, port.shown[static_cast<std::size_t>(c)], port.part(c));
    }
    v.compare += "          end\n";
  }
}

void verilog_monitors(VerilogLines& v, const Ports& p) {
  if (p.monitors.empty()) return;
  v.declarations += "  wire mon_valid;\n  integer passes_seen = 0;\n";
  v.connect("mon_valid", "mon_valid");
  v.restart += "      passes_seen = 0;\n";
  v.monitor += "      if (mon_valid !== 1'b0) begin\n";
  for (const Port& port : p.monitors) {
    v.declarations += fmt::format("  wire [{}:0] {};\n", port.width - 1, port.name);
    v.memory(kMemory + port.name, port.width, "RUNS * @passes@", vector_file(port.name));
    v.connect(port.name, port.name);
    v.monitor += fmt::format(R"(        compared = compared + 1;
        if ({0} !== words_{0}[run * @passes@ + passes_seen]) begin
          if (faults < SHOWN)
            $display("MISMATCH {0} after pass %0d: %0h, expected %0h", passes_seen, {0},
                     words_{0}[run * @passes@ + passes_seen]);
          fault;
        end
)",
                             port.name);
  }
  v.monitor += "        passes_seen = passes_seen + 1;\n      end\n";
  v.end += "        if (passes_seen != @passes@) wrong(\"monitors of the wrong number of passes\");\n";
}

}  // namespace

emit::File verilog_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner) {
  const Ports p = ports_of(plan, run);
  VerilogLines v;
  verilog_settings(v, p, run);
  verilog_loads(v, p);
  verilog_inputs(v, p);
  verilog_outputs(v, p);
  verilog_monitors(v, p);
  return filled_bench(plan, run, banner, ".sv",
                      {{"declarations", v.declarations},
                       {"connections", v.connections},
                       {"drive", v.drive},
                       {"restart", v.restart},
                       {"stable", v.stable},
                       {"compare", v.compare},
                       {"keep", v.keep},
                       {"monitor", v.monitor},
                       {"read", v.read},
                       {"end", v.end}});
}

}  // namespace rtlgen::testbench
