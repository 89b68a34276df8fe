// The VHDL-2008 bench for GHDL, XSim and Questa.
#include <fmt/format.h>

#include "emit/file.hpp"
#include "testbench/parts.hpp"
#include "testbench/testbench.hpp"

namespace rtlgen::testbench {

namespace {

using contract::Port;

/// Text for the ports of a bench, by place in the template.
struct VhdlLines {
  std::string declarations, connections, offer_variables, offer_nothing, offer_word, drive, check_variables, stable,
      compare, keep, monitor, control_variables, settings, end;

  void signal(const std::string& name, int width) {
    declarations += fmt::format("  signal {} : std_logic_vector({} downto 0);\n", name, width - 1);
  }
  void connect(const std::string& port, const std::string& value) {
    connections += fmt::format("      {} => {},\n", port, value);
  }
  /// A port of one bit is a scalar; signals of the bench are vectors.
  void connect_data(const std::string& port, int width) { connect(port, width == 1 ? port + "(0)" : port); }
};

/// A file of words, and a variable for one of them.
std::string vhdl_words(const std::string& port, int width, const std::string& file) {
  return fmt::format(
      "    file words_{0} : text open read_mode is VECTORS & \"/{1}\";\n"
      "    variable word_{0} : std_logic_vector({2} downto 0);\n",
      port, file, width - 1);
}

std::string vhdl_literal(std::uint64_t value, int width) {
  std::string bits;
  for (int i = width - 1; i >= 0; --i) bits += i < 64 && ((value >> i) & 1) != 0 ? '1' : '0';
  return width == 1 ? "'" + bits + "'" : "\"" + bits + "\"";
}

void vhdl_settings(VhdlLines& v, const Ports& p, const BenchRun& run) {
  for (const Port& port : p.settings) {
    if (is_constant(run, port.name)) {
      v.connect(port.name, vhdl_literal(run.ports.front().at(port.name), port.width));
      continue;
    }
    v.signal(port.name, port.width);
    v.connect_data(port.name, port.width);
    v.control_variables += vhdl_words(port.name, port.width, vector_file(port.name));
    v.settings += fmt::format("      next_word(words_{0}, word_{0});\n      {0} <= word_{0};\n", port.name);
  }
}

void vhdl_loads(VhdlLines& v, const Ports& p) {
  for (const LoadPorts& load : p.loads) {
    const std::string port = "load_" + load.name;
    v.declarations += fmt::format("  signal {0}_valid : std_logic := '0';\n  signal {0}_last : std_logic;\n", port);
    v.signal(port + "_data", load.width);
    v.connect(port + "_valid", port + "_valid");
    v.connect(port + "_last", port + "_last");
    v.connect_data(port + "_data", load.width);
    v.drive += fmt::format(R"(
  -- {1}: loaded before the first word
  offer_{0} : process (clk) is
    variable offered : natural := 0;
{2}  begin
    if rising_edge(clk) then
      {0}_valid <= '0';
      {0}_last <= 'X';
      {0}_data <= (others => 'X');
      if rst = '1' then
        offered := 0;
      elsif offered < {3} and noise(31 downto 24) >= GAPS_IN then
        next_word(words_{0}, word_{0});
        {0}_valid <= '1';
        {0}_data <= word_{0};
        offered := offered + 1;
        {0}_last <= bit_of(offered = {3});
      end if;
    end if;
  end process offer_{0};
)",
                           port, load.name, vhdl_words(port, load.width, vector_file(port + "_data")), load.words);
  }
}

void vhdl_late(VhdlLines& v, const DataPort& port) {
  v.declarations += fmt::format(
      "  signal {0}_valid : std_logic := '0';\n  signal {0}_ready : std_logic;\n  signal taken_{0} : natural := 0;\n",
      port.name);
  v.signal(port.name, port.width);
  v.connect(port.name + "_valid", port.name + "_valid");
  v.connect(port.name + "_ready", port.name + "_ready");
  v.connect_data(port.name, port.width);
  v.drive += fmt::format(R"(
  -- {1}: offered independently
  offer_{0} : process (clk) is
    variable offered : natural := 0;
{2}  begin
    if rising_edge(clk) then
      if rst = '1' then
        {0}_valid <= '0';
        taken_{0} <= 0;
        offered := 0;
      elsif {0}_valid = '0' or {0}_ready = '1' then
        if {0}_valid = '1' then
          taken_{0} <= taken_{0} + 1;
        end if;
        {0}_valid <= '0';
        {0} <= (others => 'X');
        if noise(23 downto 16) >= GAPS_IN then
          {0}_valid <= '1';
          if offered < RUN_WORDS then
            next_word(words_{0}, word_{0});
            {0} <= word_{0};
            offered := offered + 1;
          end if;
        end if;
      end if;
    end if;
  end process offer_{0};
)",
                         port.name, port.field, vhdl_words(port.name, port.width, vector_file(port.name)));
  v.keep += fmt::format("        if {0}_valid = '1' and {0}_ready = '1' then\n          moves := 0;\n        end if;\n",
                        port.name);
  v.end += fmt::format(
      "      if taken_{0} /= RUN_WORDS then\n        wrong(\"{0}: the wrong number of words was taken\");\n"
      "      end if;\n",
      port.name);
}

void vhdl_inputs(VhdlLines& v, const Ports& p) {
  for (const DataPort& port : p.inputs) {
    v.signal(port.name, port.width);
    v.connect_data(port.name, port.width);
    v.offer_variables += vhdl_words(port.name, port.width, vector_file(port.name));
    v.offer_nothing += fmt::format("        {} <= (others => 'X');\n", port.name);
    v.offer_word +=
        fmt::format("            next_word(words_{0}, word_{0});\n            {0} <= word_{0};\n", port.name);
  }
  for (const DataPort& port : p.late) vhdl_late(v, port);
}

void vhdl_outputs(VhdlLines& v, const Ports& p) {
  for (const DataPort& port : p.outputs) {
    const std::string field = port.field, keep = "keep_" + field;
    const int parts = p.cells_per_cycle * port.parts(), width = port.width / parts;
    v.signal(port.name, port.width);
    v.connect_data(port.name, port.width);
    v.check_variables += vhdl_words(port.name, port.width, vector_file(port.name));
    v.check_variables += vhdl_words(keep, parts, keep_file(field));
    v.check_variables +=
        fmt::format("    variable was_{} : std_logic_vector({} downto 0);\n", port.name, port.width - 1);
    v.stable += fmt::format(
        "        if was_stalled and {0} /= was_{0} then\n          wrong(\"{0} changes before it is taken\");\n"
        "        end if;\n",
        port.name);
    v.keep += fmt::format("        was_{0} := {0};\n", port.name);
    v.compare += fmt::format(R"(            next_word(words_{0}, word_{0});
            next_word(words_{1}, word_{1});
            for lane in 0 to CELLS - 1 loop
)",
                             port.name, keep);
    for (int c = 0; c < port.parts(); ++c) {
      v.compare +=
          fmt::format(R"(              if word_{1}({5}) = '1' then
                count := count + 1;
                if {0}({5} * {2} + {3} downto {5} * {2}) /= word_{0}({5} * {2} + {3} downto {5} * {2}) then
                  mismatch("{4}", lane, {0}({5} * {2} + {3} downto {5} * {2}),
                           word_{0}({5} * {2} + {3} downto {5} * {2}));
                end if;
              end if;
)",
                      port.name, keep, width, width - 1, port.shown[static_cast<std::size_t>(c)], port.part(c));
    }
    v.compare += "            end loop;\n";
  }
}

void vhdl_monitors(VhdlLines& v, const Ports& p) {
  if (p.monitors.empty()) return;
  v.declarations += "  signal mon_valid : std_logic;\n";
  v.connect("mon_valid", "mon_valid");
  v.monitor +=
      "        if mon_valid /= '0' then\n          if seen >= PASSES then\n            wrong(\"monitors of too "
      "many passes\");\n          else\n";
  for (const Port& port : p.monitors) {
    v.signal(port.name, port.width);
    v.connect_data(port.name, port.width);
    v.check_variables += vhdl_words(port.name, port.width, vector_file(port.name));
    v.monitor += fmt::format(R"(            next_word(words_{0}, word_{0});
            count := count + 1;
            if {0} /= word_{0} then
              wrong("{0} after pass " & integer'image(seen) & ": " & to_hstring({0}) & ", expected " &
                    to_hstring(word_{0}));
            end if;
)",
                             port.name);
  }
  v.monitor += "          end if;\n          seen := seen + 1;\n        end if;\n";
  v.end +=
      "      if passes_seen /= PASSES then\n        wrong(\"monitors of the wrong number of passes\");\n      end "
      "if;\n";
}

}  // namespace

emit::File vhdl_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner) {
  const Ports p = ports_of(plan, run);
  VhdlLines v;
  vhdl_settings(v, p, run);
  vhdl_loads(v, p);
  vhdl_inputs(v, p);
  vhdl_outputs(v, p);
  vhdl_monitors(v, p);
  return filled_bench(plan, run, banner, ".vhd",
                      {{"declarations", v.declarations},
                       {"connections", v.connections},
                       {"offer_variables", v.offer_variables},
                       {"offer_nothing", v.offer_nothing},
                       {"offer_word", v.offer_word},
                       {"drive", v.drive},
                       {"check_variables", v.check_variables},
                       {"stable", v.stable},
                       {"compare", v.compare},
                       {"keep", v.keep},
                       {"monitor", v.monitor},
                       {"control_variables", v.control_variables},
                       {"settings", v.settings},
                       {"end", v.end}});
}

}  // namespace rtlgen::testbench
