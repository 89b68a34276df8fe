// Implementation of sim_bench.hpp.
#include "sim_bench.hpp"

#include <fmt/format.h>

#include <random>
#include <sstream>

#include "interpreter/interpreter.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using hw::Expr;
using hw::ExprId;
using hw::ExprKind;
using hw::SignalId;
using hw::SignalKind;

struct PortRef {
  std::size_t module;
  std::string name;
  int width;
};

std::vector<PortRef> ports(const std::vector<hw::Module>& modules, SignalKind kind) {
  std::vector<PortRef> result;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    for (const hw::Signal& s : modules[i].signals) {
      if (s.kind == kind) result.push_back({i, s.name, s.width});
    }
  }
  return result;
}

int total_width(const std::vector<PortRef>& list) {
  int total = 0;
  for (const PortRef& port : list) total += port.width;
  return total;
}

/// All modules side by side; x and y hold the ports from the least significant bit up.
hw::Module make_top(const std::vector<hw::Module>& modules) {
  const auto inputs = ports(modules, SignalKind::kInput);
  const auto outputs = ports(modules, SignalKind::kOutput);
  hw::Module top;
  top.name = "bench_top";
  top.uses_reset = true;
  const SignalId x_port = top.signals.push_back({"x", total_width(inputs), SignalKind::kInput, "", false});
  const SignalId y_port = top.signals.push_back({"y", total_width(outputs), SignalKind::kOutput, "", false});
  const auto add = [&](ExprKind kind, int width, std::vector<ExprId> args, int low = 0, SignalId s = {}) {
    Expr e;
    e.kind = kind;
    e.width = width;
    e.args = std::move(args);
    e.low = low;
    e.signal = s;
    return top.exprs.push_back(std::move(e));
  };
  const ExprId x = add(ExprKind::kSignal, top.signals[x_port].width, {}, 0, x_port);
  int low = 0;
  std::size_t next_input = 0;
  std::vector<ExprId> parts;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    hw::Instance instance{modules[i].name, fmt::format("part{}", i), {}, {}, {}};
    for (; next_input < inputs.size() && inputs[next_input].module == i; ++next_input) {
      const PortRef& port = inputs[next_input];
      instance.inputs.emplace_back(port.name, add(ExprKind::kSlice, port.width, {x}, low));
      low += port.width;
    }
    for (const PortRef& port : outputs) {
      if (port.module != i) continue;
      const SignalId wire =
          top.signals.push_back({fmt::format("y{}_{}", i, port.name), port.width, SignalKind::kWire, "", false});
      instance.outputs.emplace_back(port.name, wire);
      parts.insert(parts.begin(), add(ExprKind::kSignal, port.width, {}, 0, wire));
    }
    top.items.emplace_back(std::move(instance));
  }
  const ExprId y = add(ExprKind::kConcat, top.signals[y_port].width, parts);
  top.items.emplace_back(hw::Assign{y_port, y});
  return top;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

void write_vectors(const Bench& bench, const std::string& folder) {
  std::string text;
  for (const std::string& line : bench.vectors) text += line + "\n";
  write_files(folder, {{"vectors.txt", text}});
}

std::vector<std::string> run_all(const std::string& folder, const std::vector<std::vector<std::string>>& commands) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 300;
  ProcessResult result;
  for (const auto& command : commands) {
    result = run_process(command, options);
    if (!result.ok()) return {command_line(command) + "\n" + result.output + result.errors};
  }
  return lines_of(result.output);
}

constexpr const char* kVerilatorMain = R"(// Reads vectors.txt, prints y before each clock edge.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include "Vbench_top.h"
template <class Bus> void put(Bus& bus, int bit, bool value) {
  if constexpr (std::is_integral_v<Bus>) {
    bus = static_cast<Bus>(bus & ~(Bus{1} << bit)) | static_cast<Bus>(Bus{value} << bit);
  } else {
    bus[bit / 32] = (bus[bit / 32] & ~(1u << bit % 32)) | (unsigned{value} << bit % 32);
  }
}
template <class Bus> bool get(const Bus& bus, int bit) {
  if constexpr (std::is_integral_v<Bus>) return bus >> bit & 1;
  else return bus[bit / 32] >> bit % 32 & 1;
}
int main() {
  Vbench_top dut;
  std::ifstream in("vectors.txt");
  for (std::string line; std::getline(in, line);) {
    const int width = static_cast<int>(line.size()) - 1;
    dut.rst = line[0] == '1';
    for (int i = 0; i < width; ++i) put(dut.x, i, line[line.size() - 1 - i] == '1');
    dut.clk = 0;
    dut.eval();
    std::string out;
    for (int i = WIDTH_OF_Y - 1; i >= 0; --i) out += get(dut.y, i) ? '1' : '0';
    std::cout << out << "\n";
    dut.clk = 1;
    dut.eval();
  }
}
)";

constexpr const char* kIcarusBench = R"(`timescale 1ns / 1ns
module bench;
  reg clk = 0;
  reg rst;
  reg [{x}-1:0] x;
  wire [{y}-1:0] y;
  reg [{x}:0] vectors [0:{last}];
  integer i;
  bench_top dut (.clk(clk), .rst(rst), .x(x), .y(y));
  initial begin
    $readmemb("vectors.txt", vectors);
    for (i = 0; i <= {last}; i = i + 1) begin
      {{rst, x}} = vectors[i];
      #4 $display("%b", y);
      #1 clk = 1;
      #5 clk = 0;
    end
    $finish(0);
  end
endmodule
)";

constexpr const char* kGhdlBench = R"(library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity bench is
end entity bench;

architecture test of bench is
  signal clk : std_logic := '0';
  signal rst : std_logic;
  signal x   : std_logic_vector({x} - 1 downto 0);
  signal y   : std_logic_vector({y} - 1 downto 0);
begin
  dut : entity work.bench_top port map (clk => clk, rst => rst, x => x, y => y);

  drive : process
    file vectors    : text open read_mode is "vectors.txt";
    variable row    : line;
    variable answer : line;
    variable bits   : string(1 to {x} + 1);
    function level(c : character) return std_logic is
    begin
      if c = '1' then
        return '1';
      end if;
      return '0';
    end function level;
  begin
    while not endfile(vectors) loop
      readline(vectors, row);
      read(row, bits);
      rst <= level(bits(1));
      for i in x'low to x'high loop
        x(i) <= level(bits(bits'high - i));
      end loop;
      wait for 4 ns;
      for i in y'range loop
        write(answer, std_logic'image(y(i))(2));
      end loop;
      writeline(output, answer);
      wait for 1 ns;
      clk <= '1';
      wait for 5 ns;
      clk <= '0';
    end loop;
    wait;
  end process drive;
end architecture test;
)";

}  // namespace

Bench make_bench(std::vector<hw::Module> modules, int cycles, int reset_cycles, std::uint64_t seed) {
  Bench bench;
  const auto inputs = ports(modules, SignalKind::kInput);
  const auto outputs = ports(modules, SignalKind::kOutput);
  std::vector<hw::Interpreter> interpreters(modules.begin(), modules.end());
  std::mt19937_64 random(seed);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const bool reset = cycle < reset_cycles;
    std::string vector;
    for (const PortRef& port : inputs) {
      // Corners often: all zeros, all ones, small numbers.
      std::uint64_t value = random();
      const std::uint64_t style = random() % 6;
      if (style == 0) value = 0;
      if (style == 1) value = ~std::uint64_t{0};
      if (style == 2) value %= 16;
      interpreters[port.module].set(port.name, value);
      for (int bit = 0; bit < port.width; ++bit) {
        vector.insert(vector.begin(), bit < 64 && (value >> bit & 1) != 0 ? '1' : '0');
      }
    }
    bench.vectors.push_back((reset ? "1" : "0") + vector);
    std::string answer;
    for (const PortRef& port : outputs) {
      const std::uint64_t value = interpreters[port.module].get(port.name);
      for (int bit = 0; bit < port.width; ++bit) {
        answer.insert(answer.begin(), (value >> bit & 1) != 0 ? '1' : '0');
      }
    }
    bench.expected.push_back(std::move(answer));
    for (hw::Interpreter& interpreter : interpreters) interpreter.clock(reset);
  }
  bench.design = bench_of(std::move(modules), {}).design;
  return bench;
}

Bench bench_of(std::vector<hw::Module> modules, std::vector<hw::Leaf> leaves) {
  Bench bench;
  bench.design.top = "bench_top";
  bench.design.leaves = std::move(leaves);
  hw::Module top = make_top(modules);
  bench.design.modules = std::move(modules);
  bench.design.modules.push_back(std::move(top));
  return bench;
}

std::vector<std::string> run_verilator(const Bench& bench, const std::string& folder,
                                       const std::vector<std::string>& files) {
  write_vectors(bench, folder);
  write_files(folder, {{"main.cpp", kVerilatorMain}});
  const std::string width = fmt::format("-DWIDTH_OF_Y={} -std=c++17", bench.expected.at(0).size());
  // -fno-const-bit-op-tree: docs/evidence/tools_workarounds.md.
  std::vector<std::string> arguments = {
      "-O3",     "-fno-const-bit-op-tree", "--x-initial", "fast", "--top-module", "bench_top", "-CFLAGS", width,
      "main.cpp"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  return run_all(folder, {verilator_program(arguments, "-O0"), {"obj_dir/Vbench_top"}});
}

std::vector<std::string> run_icarus(const Bench& bench, const std::string& folder,
                                    const std::vector<std::string>& files) {
  write_vectors(bench, folder);
  write_files(folder,
              {{"bench.v",
                fmt::format(fmt::runtime(kIcarusBench), fmt::arg("x", bench.vectors.at(0).size() - 1),
                            fmt::arg("y", bench.expected.at(0).size()), fmt::arg("last", bench.vectors.size() - 1))}});
  std::vector<std::string> build = {"iverilog", "-g2005", "-o", "bench", "-s", "bench", "bench.v"};
  build.insert(build.end(), files.begin(), files.end());
  return run_all(folder, {build, {"vvp", "-n", "bench"}});
}

std::vector<std::string> run_ghdl(const Bench& bench, const std::string& folder, const std::vector<std::string>& files,
                                  const std::string& standard) {
  write_vectors(bench, folder);
  write_files(folder,
              {{"bench.vhd", fmt::format(fmt::runtime(kGhdlBench), fmt::arg("x", bench.vectors.at(0).size() - 1),
                                         fmt::arg("y", bench.expected.at(0).size()))}});
  std::vector<std::string> all = files;
  all.emplace_back("bench.vhd");
  const std::string complaint = ghdl_analyse(folder, all, standard);
  if (!complaint.empty()) return {complaint};
  const std::string work = "--workdir=work" + standard;
  return run_all(folder, {{"ghdl", "-e", "--std=" + standard, work, "bench"},
                          {"ghdl", "-r", "--std=" + standard, work, "bench", "--ieee-asserts=disable"}});
}

}  // namespace rtlgen::test
