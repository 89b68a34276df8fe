// The interfaces that are read from the files of rtl/ are those that Yosys elaborates.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "netlist/netlist.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::netlist_test {
namespace {

using Json = nlohmann::json;

/// "in 4", by port.
using Border = std::map<std::string, std::string>;

Border border_of(const netlist::Interface& interface) {
  Border border;
  for (const netlist::Port& port : interface.ports)
    border[port.name] = fmt::format("{} {}", port.direction == netlist::Direction::kIn ? "in" : "out", port.width);
  return border;
}

Border border_of(const Json& module) {
  Border border;
  for (const auto& [name, port] : module.at("ports").items())
    border[name] = fmt::format("{} {}", port.at("direction") == "input" ? "in" : "out", port.at("bits").size());
  return border;
}

/// Every module of rtl/ with the parameters of its file, and some with others.
std::vector<std::pair<std::string, std::vector<netlist::Parameter>>> uses() {
  std::vector<std::pair<std::string, std::vector<netlist::Parameter>>> list;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/rtl")) {
    if (entry.path().extension() == ".v") list.push_back({entry.path().stem().string(), {}});
  }
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  list.push_back({"rtlgen_bank", {{"READERS", 3}, {"WRITERS", 2}, {"BUS_BITS", 64}, {"ID_BITS", 2}}});
  list.push_back({"rtlgen_avalon_memory", {{"BUS_BITS", 256}, {"ADDR_BITS", 30}, {"COUNT_BITS", 5}}});
  list.push_back({"rtlgen_stream_in", {{"BANKS", 2}, {"STRIPES", 3}, {"BUS_BITS", 128}, {"WORD_BITS", 48}}});
  list.push_back({"rtlgen_sequencer", {{"READERS", 4}, {"WRITERS", 3}, {"COUNTER_BITS", 40}}});
  return list;
}

TEST(Leaf, BordersAreThoseOfTheFiles) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("netlist_leaves");
  std::string script = fmt::format("read_verilog -defer {}/rtl/*.v\n", test::source_folder());
  const auto all = uses();
  EXPECT_GT(all.size(), 40U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    script += "design -save files\nhierarchy -top " + all[i].first;
    for (const netlist::Parameter& p : all[i].second)
      script += fmt::format(" -chparam {} {}", p.name, std::get<std::int64_t>(p.value));
    script += fmt::format("\nblackbox *\nwrite_json {}/{}.json\ndesign -load files\n", folder, i);
  }
  test::write_files(folder, {{"script.ys", script}});
  const ProcessResult yosys = run_process({"yosys", "-q", folder + "/script.ys"});
  ASSERT_TRUE(yosys.ok()) << yosys.output << yosys.errors;
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(all[i].first);
    const Json modules = Json::parse(test::read_text(fmt::format("{}/{}.json", folder, i))).at("modules");
    const auto top = std::find_if(modules.items().begin(), modules.items().end(),
                                  [](const auto& m) { return m.value().at("attributes").contains("top"); });
    ASSERT_NE(top, modules.items().end());
    const netlist::Interface read = netlist::leaf_interface(all[i].first, all[i].second);
    EXPECT_EQ(border_of(read), border_of((*top).value()));
    for (const netlist::Port& port : read.ports) {
      const bool is_free = port.timing == netlist::Timing::kAny || port.timing == netlist::Timing::kUnknown;
      if (port.timing == netlist::Timing::kClock || is_free) continue;
      const netlist::Port* const clock = read.find(port.clock);
      EXPECT_TRUE(clock != nullptr && clock->timing == netlist::Timing::kClock) << port.name;
    }
  }
}

}  // namespace
}  // namespace rtlgen::netlist_test
