// Each rule of verify(), broken once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "netlist/print.hpp"
#include "sample.hpp"
#include "support/errors.hpp"

namespace rtlgen::netlist_test {
namespace {

using netlist::bit;
using netlist::Connection;
using netlist::Instance;
using netlist::Module;
using netlist::net;
using netlist::slice;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Instance& instance(Module& m, const std::string& name) {
  for (auto& part : m.parts) {
    for (auto& item : part.items) {
      auto* const found = std::get_if<Instance>(&item);
      if (found != nullptr && found->name == name) return *found;
    }
  }
  throw InternalError("no instance " + name);
}

void connect(Module& m, const std::string& name, const std::string& port, netlist::Expr value) {
  for (Connection& c : instance(m, name).ports) {
    if (c.port == port) c.value = std::move(value);
  }
}

struct Broken {
  const char* rule;
  const char* fault;  ///< a part of its text
  std::function<void(Module&)> by;
};

/// Names, widths, the order of declarations.
const std::vector<Broken>& broken_names() {
  static const std::vector<Broken> list = {
      {"keyword", "is not a name in both", [](Module& m) { m.parts[0].wire("signal"); }},
      {"twice", "is declared twice", [](Module& m) { m.parts[0].wire("COUNT", 8); }},
      {"no_bits", "has 0 bits", [](Module& m) { m.parts[0].wire("none", 0); }},
      {"unknown_net", "net 'nothing' does not exist", [](Module& m) { m.parts[0].assign("step", "nothing"); }},
      {"slice", "bits 4 to 1 of 'data', which has 4",
       [](Module& m) { m.parts[1].unread("unused_a", {slice("data", 4, 1)}); }},
      {"slice_of_bit", "bits 0 to 0 of 'up', which has 1",
       [](Module& m) { m.parts[1].unread("unused_a", {bit("up", 0)}); }},
      {"constant", "9 is not a constant of 3 bits",
       [](Module& m) { m.parts[1].alias("unused_a", 3, netlist::decimal(3, 9)); }},
      {"operands", "operands of 1 and 4 bits",
       [](Module& m) { m.parts[1].alias("unused_a", 1, net("up") & net("data")); }},
      {"extension", "4 bits extended to 3",
       [](Module& m) { m.parts[1].alias("unused_a", 3, netlist::extend("data", 3)); }},
      {"alias_width", "unused_a: 4 bits for 2", [](Module& m) { m.parts[1].alias("unused_a", 2, "data"); }},
      {"alias_order", "uses later before its declaration",
       [](Module& m) {
         m.parts[0].alias("unused_a", 1, "later");
         m.parts[1].wire("later");
         m.parts[1].assign("later", "up");
       }},
      {"assign_width", "4 bits for 1",
       [](Module& m) {
         m.parts[1].wire("unused_a");
         m.parts[1].assign("unused_a", "data");
       }},
      {"port_width", "u_seen.in: 4 bits for 1", [](Module& m) { connect(m, "u_seen", "in", "data"); }},
  };
  return list;
}

/// Ports, parameters and drivers.
const std::vector<Broken>& broken_connections() {
  static const std::vector<Broken> list = {
      {"open_port", "u_seen.in: is not connected",
       [](Module& m) { instance(m, "u_seen").ports.erase(instance(m, "u_seen").ports.begin() + 1); }},
      {"port_twice", "u_seen.in: is connected twice",
       [](Module& m) {
         instance(m, "u_seen").ports.push_back({"in", "level"});
       }},
      {"unknown_port", "u_seen.into: this port does not exist",
       [](Module& m) {
         instance(m, "u_seen").ports.push_back({"into", "level"});
       }},
      {"unknown_parameter", "u_foreign: has no parameter WIDTH",
       [](Module& m) {
         instance(m, "u_foreign").parameters.push_back({"WIDTH", 1});
       }},
      {"clock_of_gates", "a clock must be a net",
       [](Module& m) { connect(m, "u_seen", "clk", net("bus_clk") & net("up")); }},
      {"two_drivers", "bit 0 is driven by an assignment and by an assignment",
       [](Module& m) { m.parts[1].assign("busy", "up"); }},
      {"two_drivers_of_a_bit", "bit 9 is driven by", [](Module& m) { m.parts[1].assign(bit("total", 9), "up"); }},
      {"driven_input", "is an input", [](Module& m) { m.parts[1].assign("up", "step"); }},
      {"driven_register", "is a register, and an assignment drives it",
       [](Module& m) { m.parts[1].assign("wrapped", "step"); }},
      {"driven_value", "drives something that is not a net",
       [](Module& m) { connect(m, "u_count", "count", netlist::zeros(8)); }},
  };
  return list;
}

/// Nets without a driver or a load, registers and clocks.
const std::vector<Broken>& broken_nets() {
  static const std::vector<Broken> list = {
      {"undriven", "nothing drives bit 0",
       [](Module& m) { m.parts[1].unread("unused_a", {"floats"}), m.parts[0].wire("floats"); }},
      {"undriven_part", "nothing drives bit 1",
       [](Module& m) {
         m.parts[0].wire("unused_a", 2);
         m.parts[1].assign(bit("unused_a", 0), "up");
       }},
      {"unread", "nothing reads bit 0", [](Module& m) { m.parts[1].alias("a", 1, "up"); }},
      {"unread_part", "nothing reads bit 1",
       [](Module& m) {
         m.parts[0].alias("a", 2, slice("data", 1, 0));
         m.parts[1].unread("unused_a", {bit("a", 0)});
       }},
      {"no_clock", "is a register without a clock",
       [](Module& m) { m.parts[0].state("unused_a", 1, netlist::zero()); }},
      {"clocked_wire", "is clocked but not a register",
       [](Module& m) {
         m.parts[0].registers("bus_clk", {{"step", "up"}});
       }},
      {"clocked_nothing", "is clocked but not declared",
       [](Module& m) {
         m.parts[0].registers("bus_clk", {{"a", "up"}});
       }},
      {"initial", "has an initial value that is not a constant",
       [](Module& m) {
         m.parts[0].state("unused_a", 1, net("up"));
         m.parts[0].registers("bus_clk", {{"unused_a", "up"}});
       }},
      {"cleared", "is cleared but has no initial value",
       [](Module& m) {
         m.parts[0].state("unused_a", 1, std::nullopt);
         m.parts[0].registers("bus_clk", {{"unused_a", "up"}}, "up");
       }},
      {"clock_of_an_instance", "u_count.step of clock bus_clk reads level of clock other_clk",
       [](Module& m) { connect(m, "u_count", "step", net("step") & net("level")); }},
      {"clock_of_a_register", "wrapped of clock other_clk reads data of clock bus_clk",
       [](Module& m) { std::get<netlist::Registers>(m.parts[0].items[4]).clock = "other_clk"; }},
      {"clock_of_a_port", "total of clock bus_clk reads u_count.count of clock other_clk",
       [](Module& m) { connect(m, "u_count", "clk", "other_clk"); }},
  };
  return list;
}

class Rule : public testing::TestWithParam<Broken> {};

TEST_P(Rule, IsFoundAndNotPrinted) {
  Module m = sample();
  GetParam().by(m);
  EXPECT_THAT(netlist::faults_of(m), Contains(HasSubstr(GetParam().fault)));
  EXPECT_THROW(static_cast<void>(netlist::verilog(m)), InternalError);
}

INSTANTIATE_TEST_SUITE_P(Names, Rule, testing::ValuesIn(broken_names()), [](const auto& c) { return c.param.rule; });
INSTANTIATE_TEST_SUITE_P(Connections, Rule, testing::ValuesIn(broken_connections()),
                         [](const auto& c) { return c.param.rule; });
INSTANTIATE_TEST_SUITE_P(Nets, Rule, testing::ValuesIn(broken_nets()), [](const auto& c) { return c.param.rule; });

TEST(Verify, TheSampleIsRight) { EXPECT_THAT(netlist::faults_of(sample()), IsEmpty()); }

TEST(Verify, AStandInMayLeaveItsPortsAlone) {
  Module m{"card_clock"};
  m.ports = {{"unread", netlist::Direction::kIn}, {"undriven", netlist::Direction::kOut}};
  EXPECT_EQ(netlist::faults_of(m).size(), 2U);
  m.role = netlist::Role::kStandIn;
  EXPECT_THAT(netlist::faults_of(m), IsEmpty());
  m.role = netlist::Role::kBlackBox;
  EXPECT_THAT(netlist::faults_of(m), IsEmpty());
}

TEST(Verify, WhatRestsMayBeReadByAnotherClock) {
  Module m = sample();
  netlist::Interface foreign_ip = foreign();
  foreign_ip.ports[1].timing = netlist::Timing::kReadsResting;
  instance(m, "u_foreign").of = foreign_ip;
  instance(m, "u_foreign").ports[0].value = "other_clk";
  EXPECT_THAT(netlist::faults_of(m), Contains(HasSubstr("u_count.step of clock bus_clk reads u_foreign.pair")));
  foreign_ip.ports[2].timing = netlist::Timing::kResting;
  instance(m, "u_foreign").of = foreign_ip;
  EXPECT_THAT(netlist::faults_of(m), IsEmpty());
}

TEST(Leaf, AnUnknownParameterIsAnError) {
  EXPECT_THROW(static_cast<void>(netlist::leaf_interface("rtlgen_sync", {{"DEPTH", 2}})), InternalError);
  EXPECT_THROW(static_cast<void>(netlist::leaf_interface("rtlgen_nothing", {})), InternalError);
}

}  // namespace
}  // namespace rtlgen::netlist_test
