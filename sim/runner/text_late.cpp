// Late inputs of Verilog and VHDL test benches.
#include "runner/text_late.hpp"

#include <fmt/format.h>

#include "runner/runner.hpp"
#include "runner/text_load.hpp"

namespace rtlgen::runner {

namespace {

struct Late {
  std::string name;
  int width = 1;
  std::int64_t words = 1;  ///< per pass
};

std::vector<Late> late_of(const SimulatedDesign& design, const Run& run) {
  std::vector<Late> list;
  for (const contract::Port& port : design.core.ports_of(contract::PortRole::kInData)) {
    if (design.core.is_late(port)) list.push_back({port.field, port.width, run.settings.pass_words()});
  }
  return list;
}

}  // namespace

LateText verilog_late(const SimulatedDesign& design, const Run& run) {
  LateText t;
  for (const Late& late : late_of(design, run)) {
    const std::string& n = late.name;
    t.declarations += fmt::format(
        "  reg [{1}:0] in_{0};\n  reg [{1}:0] mem0_{0} [0:{2}];\n  reg late_{0}_offer = 1'b0, late_{0}_takes = 1'b0;\n"
        "  wire late_{0}_ready;\n  integer late_{0}_in = 0, late_{0}_word = 0;\n",
        n, late.width - 1, late.words - 1);
    t.connections +=
        fmt::format(",\n    .in_{0}(in_{0}), .in_{0}_valid(late_{0}_offer), .in_{0}_ready(late_{0}_ready)", n);
    t.read += fmt::format("    $readmemb(\"in_{0}.bits\", mem0_{0});\n", n);
    t.drive += fmt::format(
        "      if (!late_{0}_offer && late_{0}_in < @total@) late_{0}_offer = ($unsigned($random(tb_seed)) % 1000) >= "
        "@stall_in@;\n"
        "      in_{0} = late_{0}_offer ? mem0_{0}[late_{0}_word] : {{{1}{{1'bx}}}};\n",
        n, late.width);
    t.sample += fmt::format(
        "      if (late_{0}_ready === 1'bx) fail(\"unknown_control\");\n      late_{0}_takes = late_{0}_offer && "
        "late_{0}_ready;\n",
        n);
    t.moves += fmt::format(" || late_{}_takes", n);
    t.take += fmt::format(
        "      if (late_{0}_takes) begin\n        late_{0}_offer = 1'b0;\n        late_{0}_in = late_{0}_in + 1;\n"
        "        late_{0}_word = late_{0}_word == {1} ? 0 : late_{0}_word + 1;\n      end\n",
        n, late.words - 1);
    t.end += fmt::format("    if (late_{0}_in != @total@) fail(\"unread_input\");\n    late_{0}_offer = 1'b1;\n", n);
    t.after += fmt::format("      if (late_{}_ready !== 1'b0) fail(\"extra_input\");\n", n);
  }
  return t;
}

LateText vhdl_late(const SimulatedDesign& design, const Run& run) {
  LateText t;
  for (const Late& late : late_of(design, run)) {
    const std::string& n = late.name;
    t.declarations += fmt::format(
        "  signal in_{0} : std_logic_vector({1} downto 0);\n  signal late_{0}_offer : std_logic := '0';\n  signal "
        "late_{0}_ready : std_logic;\n",
        n, late.width - 1);
    t.connections += fmt::format(
        ",\n      in_{0} => in_{0}{1},\n      in_{0}_valid => late_{0}_offer,\n      in_{0}_ready => late_{0}_ready", n,
        late.width == 1 ? "(0)" : "");
    t.variables += vhdl_memory("mem0_" + n, "text_" + n, late.words, late.width);
    t.variables += fmt::format(
        "    variable late_{0}_in, late_{0}_word : natural := 0;\n"
        "    variable late_{0}_offers, late_{0}_takes : boolean := false;\n",
        n);
    t.read += vhdl_read_bits("in_" + n + ".bits", "mem0_" + n, "text_" + n, late.width);
    t.drive += fmt::format(
        "      if not late_{0}_offers and late_{0}_in < @total@ then\n        late_{0}_offers := chance(@stall_in@);\n "
        "     end if;\n"
        "      late_{0}_offer <= bit_of(late_{0}_offers);\n      in_{0} <= (others => 'X');\n"
        "      if late_{0}_offers then\n        in_{0} <= mem0_{0}(late_{0}_word);\n      end if;\n",
        n);
    t.sample += fmt::format(
        "      if is_x(late_{0}_ready) then\n        fail(\"unknown_control\");\n      end if;\n"
        "      late_{0}_takes := late_{0}_offers and late_{0}_ready = '1';\n",
        n);
    t.moves += fmt::format(" or late_{}_takes", n);
    t.take += fmt::format(
        "      if late_{0}_takes then\n        late_{0}_offers := false;\n        late_{0}_in := late_{0}_in + 1;\n"
        "        late_{0}_word := late_{0}_word + 1;\n        if late_{0}_word = {1} then\n          late_{0}_word := "
        "0;\n        end if;\n      end if;\n",
        n, late.words);
    t.end += fmt::format(
        "    if late_{0}_in /= @total@ then\n      fail(\"unread_input\");\n    end if;\n    late_{0}_offer <= '1';\n",
        n);
    t.after += fmt::format("      if late_{}_ready /= '0' then\n        fail(\"extra_input\");\n      end if;\n", n);
  }
  return t;
}

}  // namespace rtlgen::runner
