// The text of a netlist, and names of registers in constraints.
#include "netlist/print.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "netlist/crossings.hpp"
#include "sample.hpp"
#include "test_paths.hpp"

namespace rtlgen::netlist_test {
namespace {

/// The sample in Verilog.
const char* const kSample = R"(// sample -- of everything something
//
// for tests
`default_nettype none

module sample #(
  parameter MODE = 3
) (
  input  wire         bus_clk,
  input  wire         other_clk,
  input  wire         bus_rst,
  input  wire         up,
  input  wire         level,
  input  wire [3:0]   data,
  output wire         busy,
  output wire [15:0]  total,
  inout  wire [1:0]   pad
);

  // Levels
  wire seen, step;
  wire active = ~(seen & up) | data[0];  // or not
  reg [1:0] first = 2'b01;
  reg wrapped = 1'b0;
  reg held = 1'b0;

  // Counts
  wire [7:0] count;
  wire low;
  wire [1:0] unused_high;
  wire unused_count = &{1'b0, count[7:4]};

  // ---- Levels ------------------------------------------------------------------------------------
  always @(posedge other_clk) held <= level;

  rtlgen_sync #(
    .INIT(1)
  ) u_seen (
    .clk(bus_clk),
    .in(held),
    .out(seen)
  );

  // Not before the first clock.
  always @(posedge bus_clk or negedge up) begin
    if (~up) first <= 2'b01;
    else first <= {first[0], active};
  end
  always @(posedge bus_clk) wrapped <= (data[2:1] == 2'd3) & first[1];

  // ---- Counts ------------------------------------------------------------------------------------
  rtlgen_count #(
    .BITS(8)
  ) u_count (
    .clk(bus_clk),
    .rst(bus_rst),
    .step(step),
    .count(count)
  );

  foreign_ip #(
    .MODE(MODE)
  ) u_foreign (
    .clk(bus_clk),
    .in(count[3:0] ^ {4{wrapped}}),
    .pair({unused_high, low}),
    .pad(pad)
  );

  assign step = |data & ~low;
  assign busy = step;
  assign total[15:8] = {4'd0, data};
  assign total[7:0] = count + 8'h1f;

endmodule

`default_nettype wire
)";

TEST(Print, Verilog) { EXPECT_EQ(netlist::verilog(sample()), kSample); }

TEST(Print, ALongConcatenationHasALineAWord) {
  netlist::Module m{"words"};
  m.ports = {{"a_word_with_a_long_name", netlist::Direction::kIn, 31}, {"words_of_it", netlist::Direction::kOut, 128}};
  netlist::Part part{""};
  const netlist::Expr word = netlist::extend("a_word_with_a_long_name", 32);
  part.assign("words_of_it", netlist::concat({word, word, word, word}));
  m.parts = {part};
  const std::string text = netlist::verilog(m);
  EXPECT_NE(text.find("  assign words_of_it = {\n    1'd0, a_word_with_a_long_name,\n"), std::string::npos) << text;
}

TEST(Print, SoHasOneInsideItWithItsNote) {
  netlist::Module m{"words"};
  m.ports = {{"a_word_with_a_long_name", netlist::Direction::kIn, 32}, {"words_of_it", netlist::Direction::kOut, 256}};
  netlist::Part part{""};
  const netlist::Expr word = "a_word_with_a_long_name";
  netlist::Expr two = netlist::concat({word, word}), five = netlist::concat({word, word, word, word, word});
  two.note = "0x004 two";
  five.note = "0x000 five";
  part.assign("words_of_it", netlist::concat({word, two, five}));
  m.parts = {part};
  const std::string text = netlist::verilog(m);
  EXPECT_NE(text.find("  assign words_of_it = {\n"
                      "    a_word_with_a_long_name,\n"
                      "    {a_word_with_a_long_name, a_word_with_a_long_name},  // 0x004 two\n"
                      "    {  // 0x000 five\n"
                      "      a_word_with_a_long_name,\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("      a_word_with_a_long_name\n    }\n  };\n"), std::string::npos) << text;
}

TEST(Crossings, AreNamedByInstances) {
  const auto crossings = netlist::crossings_of(sample());
  ASSERT_EQ(crossings.size(), 1U);
  EXPECT_EQ(netlist::xdc_name(crossings[0].path), "u_seen");
  EXPECT_EQ(netlist::sdc_name(crossings[0].path, netlist::QuartusNames::kEntities), "rtlgen_sync:u_seen|");
  EXPECT_EQ(netlist::sdc_name(crossings[0].path, netlist::QuartusNames::kInstances), "u_seen|");
}

/// The instances of rtlgen_sync and rtlgen_async_fifo in the text of a module.
std::set<std::string> instances_in(const std::string& text) {
  static const std::regex instance("rtlgen_(?:sync|async_fifo) #\\([^;]*?\\) ?(u_\\w+) \\(");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), instance), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

/// A crossing that is not listed would have no constraint.
TEST(Crossings, ListAllInTheModulesOfRtl) {
  EXPECT_EQ(instances_in("  rtlgen_sync #(.INIT(1)) u_new (.clk(clk), .in(a), .out(b));"),
            std::set<std::string>{"u_new"});
  // The serial pin has no clock: a false path from its port.
  const std::set<std::string> others = {"rtlgen_uart_host", "rtlgen_uart_stream"};
  int modules = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/rtl")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".v" || others.contains(name)) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    std::set<std::string> listed;
    if (name != "rtlgen_sync") {
      for (const netlist::Crossing& crossing : netlist::crossings_of(netlist::Instance{{name, {}, {}}, "u", {}, {}})) {
        const std::string& inner = crossing.path.back().instance;
        listed.insert(inner.starts_with('*') ? inner.substr(1) : inner);
      }
    }
    EXPECT_EQ(listed, instances_in(text.str())) << name;
    ++modules;
  }
  EXPECT_GT(modules, 40);
}

}  // namespace
}  // namespace rtlgen::netlist_test
