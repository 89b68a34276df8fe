// The registers of DSP blocks: Yosys fills those of operands, M and P in every block of some operators on xc7 from 200
// MHz up, and the area model has the same number of blocks. Float64 products are tried with 200, 250 and 300 MHz,
// float32 fma with 300 alone and exp with 200 and 300 (250 makes the same module), other products with 200: each takes
// seconds. Flip-flops are exact in narrow products; those of wide ones and of functions, and of the narrowest tile of
// an int32 product, which is LUTs, are rough figures of the model.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/cells.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "runner/cache.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/outside_text.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

/// Cells of a module as Yosys maps it, and whether a product lacks a register.
struct Mapped {
  std::int64_t dsps = 0, flip_flops = 0;
  int without = 0;  ///< products without M, P or a register of an operand that is no constant
};

int parameter(const nlohmann::json& cell, const char* name) {
  const auto found = cell.at("parameters").find(name);
  return found == cell.at("parameters").end() ? 0 : std::stoi(found->get<std::string>(), nullptr, 2);
}

bool varies(const nlohmann::json& cell, const char* port) {
  for (const auto& bit : cell.at("connections").at(port)) {
    if (bit.is_number()) return true;
  }
  return false;
}

Mapped mapped(const nlohmann::json& module) {
  Mapped m;
  for (const auto& [name, c] : module.at("cells").items()) {
    const std::string type = c.at("type");
    m.flip_flops += type.starts_with("FD") ? 1 : 0;
    if (type != "DSP48E1") continue;
    ++m.dsps;
    // An operand out of the block before it has that block's registers.
    const bool a = parameter(c, "AREG") > 0 || !varies(c, "A"), b = parameter(c, "BREG") > 0 || !varies(c, "B");
    m.without += parameter(c, "MREG") > 0 && parameter(c, "PREG") > 0 && a && b ? 0 : 1;
  }
  return m;
}

/// Yosys' results for modules, by name; none is taken apart into another.
std::map<std::string, Mapped> map_modules(const std::string& verilog, const std::vector<std::string>& tops) {
  // The libraries that synth_xilinx begins with, once for all.
  std::string script =
      "read_verilog -lib -specify +/xilinx/cells_sim.v; read_verilog -lib +/xilinx/cells_xtra.v; read_verilog "
      "design.v; "
      "design -save all; ";
  for (const std::string& top : tops) {
    script +=
        fmt::format("design -load all; hierarchy -check -top {0}; synth_xilinx -family xc7 -flatten -noiopad ", top);
    script += fmt::format("-noclkbuf -top {0} -run prepare:; json -o {0}.json {0}; ", top);
  }
  const std::string digest = runner::digest_of({"registers", runner::version_text("yosys"), verilog, script});
  const runner::CacheEntry entry = runner::cached("registers-" + digest, [&](const auto& folder) {
    runner::write_file(folder / "design.v", verilog);
    runner::check_tool(runner::run_tool({"yosys", "-q", "-p", script}, folder), "yosys", "the operators");
  });
  std::map<std::string, Mapped> all;
  for (const std::string& top : tops) {
    const auto json = nlohmann::json::parse(runner::read_file(entry.folder / (top + ".json")));
    all[top] = mapped(json.at("modules").at(top));
  }
  return all;
}

std::string verilog_of(const std::vector<hw::Module>& modules) {
  std::string text;
  for (const hw::Module& m : modules) {
    hw::Design design;
    design.top = m.name;
    design.modules.push_back(m);
    for (const emit::File& file : emit::emit_design(design, emit::Language::kVerilog, {"dsp", OutsideText(), ""})) {
      if (file.path.ends_with(".v")) text += file.text;
    }
  }
  return text;
}

ops::Request request_of(spec::Op op, const spec::Type& type, std::size_t operands) {
  ops::Request request{op, type, type, false, {}};
  request.constants.resize(operands);
  return request;
}

struct Product {
  ops::Request request;
  std::vector<int> mhz;
  double rough;  ///< part by which the model may miss the flip-flops
};

std::vector<Product> products() {
  using enum spec::Op;
  const spec::Type single = spec::Type::float_of(8, 23);
  std::vector<Product> all = {{request_of(kMul, single, 2), {200}, 0},
                              {request_of(kMul, spec::Type::fixed_of(16, 8), 2), {200}, 0},
                              {request_of(kMul, spec::Type::int_of(32), 2), {200}, 0.4},
                              {request_of(kMul, spec::Type::float_of(11, 52), 2), {200, 250, 300}, 0.2},
                              {request_of(kFma, single, 3), {300}, 0.2},
                              {request_of(kExp, single, 1), {200, 300}, 0.2},
                              {request_of(kMul, single, 2), {200}, 0}};
  all.back().request.constants[1] = 0x3dcccccd;
  return all;
}

struct Built {
  hw::Module module;
  double rough;
};

std::vector<Built> product_modules() {
  std::vector<Built> all;
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  for (const Product& p : products()) {
    for (const int mhz : p.mhz) {
      const int latency = ops::latency_for(p.request, device, 1'000'000 / mhz);
      all.push_back({ops::build(p.request, device, latency), p.rough});
    }
  }
  return all;
}

TEST(DspRegisters, AreFilledInEveryProduct) {
  RTLGEN_NEED_TOOLS();
  std::vector<hw::Module> modules;
  std::vector<std::string> tops;
  for (const Built& b : product_modules()) {
    modules.push_back(b.module);
    tops.push_back(b.module.name);
  }
  const auto counted = map_modules(verilog_of(modules), tops);
  for (const auto& [module, rough] : product_modules()) {
    const Mapped& c = counted.at(module.name);
    EXPECT_GT(c.dsps, 0) << module.name;
    EXPECT_EQ(c.without, 0) << module.name;
    const model::Area predicted = model::area_of(module, model::fabric_of("xc7"));
    EXPECT_EQ(predicted.dsps, c.dsps) << module.name;
    const auto flip_flops = static_cast<double>(c.flip_flops);
    EXPECT_NEAR(static_cast<double>(predicted.flip_flops), flip_flops, rough * flip_flops) << module.name;
  }
}

TEST(DspRegisters, AProductThatIsReadBeforeThemIsFound) {
  RTLGEN_NEED_TOOLS();
  const std::string early =
      "module early(input clk, input [15:0] a, b, output reg [31:0] q);\nreg [15:0] x, y; reg [31:0] m;\n"
      "always @(posedge clk) begin x <= a; y <= b; m <= x * y; q <= m + {31'd0, ^(x * y)}; end\nendmodule\n";
  EXPECT_GT(map_modules(early, {"early"}).at("early").without, 0);
}

}  // namespace
}  // namespace rtlgen::synthesis
