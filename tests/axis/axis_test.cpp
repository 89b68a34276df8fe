// <name>_axis in runs after each other: other extents, stalls of every stream's own, cancelled, reset, wrong tlast,
// refused.
//
// All tops are Verilated on their own and linked into one bench (bench.cpp). Those with mutants carry a change of a
// module of rtl/ or of the top that is in force when the bench asks for it.
#include "shell/axis.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contract/register_map.hpp"
#include "contract/run_settings.hpp"
#include "contract/stream_top.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/run_options.hpp"
#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "golden/monitored.hpp"
#include "plan/plan.hpp"
#include "runner/adapter.hpp"
#include "runner/folder.hpp"
#include "runner/runner.hpp"
#include "runner/verilator.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::axis_test {
namespace {

using ::testing::HasSubstr;

const std::string kRoot = test::source_folder();
const std::string kHere = kRoot + "/tests/axis/";

ProcessResult run(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 300;
  options.merge_stderr = true;
  return run_process(command, options);
}

const std::vector<std::string> kShapes = {"blocks", "late", "odd_widths", "fixed", "vectors"};
constexpr int kMutantShape = 0, kFirstMutantTop = 5;

/// A change of a file where MUTANT holds; runs of the first shape, `how` the one that tells.
struct Mutant {
  std::string file, from, to, how, caught;
};

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> list = {
      {"rtlgen_frame_end.v", "last <= next < TWO", "last <= next < TWO + MUTANT", "ok", "errors are"},
      {"rtlgen_frame_end.v", "wire [COUNT_BITS-1:0] next = last ? words :",
       "wire [COUNT_BITS-1:0] next = last ? words + MUTANT :", "ok", "errors are"},
      {"rtlgen_axis_out.v", "if (in_ready) begin", "if (in_ready | (MUTANT != 0)) begin", "ok", "has changed"},
      {"rtlgen_axis_out.v", "assign in_ready = ~tvalid | tready;",
       "assign in_ready = ~tvalid | tready | (MUTANT != 0);", "ok", "has changed"},
      {"rtlgen_axis_out.v", "tvalid <= ~rst & (in_ready ? in_valid : 1'b1);",
       "tvalid <= ~rst & (in_ready ? in_valid : (MUTANT == 0));", "ok", "has changed"},
      {"rtlgen_axis_out.v", "tlast <= in_last;", "tlast <= in_last & (MUTANT == 0);", "ok", "tlast of"},
      {"rtlgen_last_check.v", "step && last != tlast",
       "step && tlast && !last || (MUTANT == 0) && step && last != tlast", "stop=0,237", "errors are"},
      {"rtlgen_last_check.v", "if (!rst) seen <= wrong;", "if (!rst | (MUTANT != 0)) seen <= wrong;", "ignore=1,0",
       "wrong_last is"},
      {"blocks_axis.v", "run_kernel_rst | stop);", "run_kernel_rst | (stop & (MUTANT == 0)));", "cancel=300",
       "was cancelled"},
      {"blocks_axis.v", "{~m_axis_s_tvalid, ~m_axis_t_tvalid, ",
       "{~m_axis_s_tvalid | (MUTANT != 0), ~m_axis_t_tvalid | (MUTANT != 0), ", "ok", "words of"},
      {"blocks_axis.v", "= is_open & core_in_ready & s_axis_s_tvalid & s_axis_m_tvalid;",
       "= is_open & core_in_ready & (s_axis_s_tvalid | (MUTANT != 0)) & s_axis_m_tvalid;", "ok", "errors are 1"},
      {"blocks_axis.v", ".in_valid(is_open & core_out_valid & place_s)",
       ".in_valid(is_open & core_out_valid & (place_s | (MUTANT != 0)))", "ok", "tlast of t"},
  };
  return list;
}

struct Top {
  std::shared_ptr<const driver::Prepared> prepared;
  driver::Source source;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// The function that fills in a Device.
std::string adapter(const contract::StreamTop& top, int index) {
  const auto port = [](const std::string& name) { return "&m->" + runner::verilator_name(name); };
  std::string text = fmt::format("  d.aclk = &m->aclk;\n  d.aresetn = &m->aresetn;\n  d.irq = &m->irq;\n");
  for (const char* name : {"awvalid", "awready", "wvalid", "wready", "bvalid", "bready", "bresp", "arvalid", "arready",
                           "rvalid", "rready", "rresp", "wstrb", "awaddr", "araddr", "wdata", "rdata"}) {
    text += fmt::format("  d.lite.{0} = {1};\n", name, port(std::string("s_axil_") + name));
  }
  for (const contract::AxisStream& s : top.streams) {
    text += fmt::format(
        "  d.streams.push_back({{\"{}\", {}, {}, {}, {}, {}, {}, {}, reinterpret_cast<std::uint8_t*>({}), "
        "sizeof(m->{})}});\n",
        s.name, s.is_out, s.is_held, s.data_bits(), s.word_bits(), port(s.prefix + "_tvalid"),
        port(s.prefix + "_tready"), port(s.prefix + "_tlast"), port(s.prefix + "_tdata"),
        runner::verilator_name(s.prefix + "_tdata"));
  }
  for (const contract::BusRegister& r : top.map.registers)
    text += fmt::format("  d.registers[\"{}\"] = {{{}, {}}};\n", r.name, r.offset, r.bits);
  for (const auto& [number, name] : top.map.core_numbers)
    text += fmt::format("  d.numbers.emplace_back(\"{}\", \"{}\");\n", number, name);
  return fmt::format(
      "#include \"V{0}/V{0}.h\"\n#include \"device.hpp\"\n"
      "namespace axis_test {{\nDevice device_{0}() {{\n  static V{0}* const m = new V{0};\n  Device d;\n  d.eval = [] "
      "{{ m->eval(); }};\n{1}  return d;\n}}\n}}\n",
      index, text);
}

/// The bench with all tops: the shapes, then the first one with its mutants.
struct Built {
  std::string folder, fault;
  std::vector<Top> tops;
};

std::vector<emit::File> sources_of(const Top& top) {
  std::vector<emit::File> files =
      shell::axis_files(top.prepared->plan, driver::banner_of(*top.prepared), driver::identity_of(*top.prepared));
  for (const runner::SourceFile& file : driver::core_sources(*top.prepared, runner::Hdl::kVerilog).files)
    files.push_back({file.path, file.text});
  return files;
}

/// `file` with all mutants in it; "" where it has no place of one of them.
std::string mutated(const emit::File& file) {
  std::string text = file.text;
  for (std::size_t n = 0; n < mutants().size(); ++n) {
    const Mutant& mutant = mutants()[n];
    if (mutant.file != file.path) continue;
    const std::size_t at = text.find(mutant.from);
    if (at == std::string::npos) return "";
    text.replace(at, mutant.from.size(),
                 replaced(mutant.to, "MUTANT", fmt::format("$c(\"(axis_test::mutant == {})\")", n + 1)));
  }
  return text;
}

/// Makes a library of top `i` in `folder`; returns what went wrong.
std::string verilated(const std::string& folder, const Top& top, int i) {
  const std::string name = fmt::format("V{}", i);
  std::vector<std::string> command = {"verilator",
                                      "--cc",
                                      "--build",
                                      "-j",
                                      "2",
                                      "-Wall",
                                      "-O3",
                                      "-fno-const-bit-op-tree",
                                      "--x-assign",
                                      "fast",
                                      "--x-initial",
                                      "unique",
                                      "--prefix",
                                      name,
                                      "-Mdir",
                                      name,
                                      "--top-module",
                                      top.prepared->plan.stream_top->module,
                                      "-MAKEFLAGS",
                                      test::compiler_words() + "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
                                      "-CFLAGS",
                                      "-include " + kHere + "device.hpp"};
  if (i == kFirstMutantTop) command.insert(command.end(), {"-Wno-WIDTH", "-Wno-lint"});
  for (const emit::File& file : sources_of(top)) {
    const std::string text = i == kFirstMutantTop ? mutated(file) : file.text;
    if (text.empty()) return file.path + " has no place of a mutant";
    test::write_files(folder, {{fmt::format("{}_{}", i, file.path), text}});
    command.push_back(fmt::format("{}_{}", i, file.path));
  }
  command.emplace_back("-Wno-DECLFILENAME");
  const ProcessResult made = run(folder, command);
  return made.ok() ? "" : made.output;
}

/// Links the bench with the libraries of all tops; returns what went wrong.
std::string linked(const std::string& folder) {
  std::vector<std::string> command = {"g++",   "-std=c++20", "-O1",        "-o",
                                      "bench", "-I.",        "-I" + kHere, "-I" + kRoot + "/sim"};
  for (int i = 0; i <= kFirstMutantTop; ++i) command.push_back(fmt::format("adapter_{}.cpp", i));
  const std::string include =
      replaced(run(folder, {"verilator", "--getenv", "VERILATOR_ROOT"}).output, "\n", "") + "/include";
  command.insert(command.end(), {"-I" + include, "-I" + include + "/vltstd", "devices.cpp", kHere + "bench.cpp"});
  for (int i = 0; i <= kFirstMutantTop; ++i) command.push_back(fmt::format("V{0}/V{0}__ALL.a", i));
  command.insert(command.end(), {include + "/verilated.cpp", include + "/verilated_threads.cpp", "-pthread"});
  const ProcessResult result = run(folder, command);
  return result.ok() ? "" : result.output;
}

Built build() {
  Built built{test::fresh_folder("axis"), "", {}};
  std::string list, adapters;
  for (int i = 0; i <= kFirstMutantTop; ++i) {
    Top top;
    top.source.file =
        kHere + "shapes/" + kShapes[static_cast<std::size_t>(i == kFirstMutantTop ? kMutantShape : i)] + ".yaml";
    Diagnostics diagnostics;
    auto prepared = driver::prepare(top.source, diagnostics);
    if (!prepared) return {"", diagnostics.render(), {}};
    top.prepared = *prepared;
    if (const std::string fault = verilated(built.folder, top, i); !fault.empty()) return {"", fault, {}};
    test::write_files(built.folder, {{fmt::format("adapter_{}.cpp", i), adapter(*top.prepared->plan.stream_top, i)}});
    list += fmt::format("Device device_{}();\n", i);
    adapters += fmt::format("  if (index == {0}) return device_{0}();\n", i);
    built.tops.push_back(std::move(top));
  }
  test::write_files(built.folder,
                    {{"devices.cpp", fmt::format("#include <cstdlib>\n#include \"device.hpp\"\nnamespace axis_test "
                                                 "{{\n{}Device device(int index) {{\n{}  std::abort();\n}}\n}}\n",
                                                 list, adapters)}});
  built.fault = linked(built.folder);
  return built;
}

const Built& bench() {
  static const Built built = build();
  return built;
}

/// Writes a run with what the golden engine computes for it; returns the job file.
std::string job(const Top& top, const std::string& name, const std::vector<std::int64_t>& extents,
                std::int64_t iterations, std::uint64_t seed) {
  const plan::Plan& plan = top.prepared->plan;
  const spec::Stencil& stencil = top.prepared->stencil();
  driver::RunOptions options;
  options.source = top.source;
  options.extents = extents;
  options.iterations = iterations;
  options.seed = seed;
  Diagnostics diagnostics;
  const auto data = driver::load_run(*top.prepared, options, diagnostics);
  const auto settings = data ? contract::run_settings(plan.core, data->extents, iterations, diagnostics)
                             : Result<contract::RunSettings>(Failure{});
  EXPECT_TRUE(settings.ok()) << diagnostics.render();
  if (!settings) return "";
  runner::Run run;
  run.extents = data->extents;
  run.settings = *settings;
  run.params = data->params;
  run.inputs = data->inputs;
  run.seed = seed;
  const std::string folder = test::fresh_folder("axis_" + name);
  runner::write_job(driver::simulated(plan), run, folder);
  const auto golden =
      golden::run_monitored(top.prepared->reference(), data->extents, data->inputs, iterations, data->params);
  for (const auto& [array, grid] : golden.results) {
    runner::write_file(folder + "/expected_" + stencil.arrays[spec::ArrayId(array)].name,
                       {reinterpret_cast<const char*>(grid.bytes.data()), grid.bytes.size()});
  }
  std::string monitors;
  for (const spec::MonitorId m : stencil.monitors.ids())
    monitors += fmt::format("{} {}\n", stencil.monitors[m].name,
                            golden.passes.back().monitors[static_cast<std::size_t>(m.index())]);
  runner::write_file(folder + "/monitors", monitors);
  return folder + "/job";
}

std::string run_bench(int top, std::size_t mutant, const std::vector<std::string>& runs) {
  std::vector<std::string> command = {"./bench", std::to_string(top), std::to_string(mutant)};
  command.insert(command.end(), runs.begin(), runs.end());
  return run(bench().folder, command).output;
}

/// Two runs of a shape: the file's grid, and a smaller one where extents are free.
std::pair<std::string, std::string> two_jobs(int index) {
  const Top& top = bench().tops[static_cast<std::size_t>(index)];
  const spec::Stencil& stencil = top.prepared->stencil();
  const bool free = stencil.hardware.extents == spec::ExtentMode::kRuntime;
  std::vector<std::int64_t> less;
  for (int a = 0; free && a < stencil.axes; ++a)
    less.push_back(stencil.whole_grid()[static_cast<std::size_t>(a)] - 1 - a);
  const std::string name = std::to_string(index);
  // Results that are no state hold what the last step makes of them; with two steps there would be two passes to keep
  // apart.
  const std::int64_t steps = top.prepared->stencil().iterations;
  return {job(top, name + "_a", {}, steps, 3), job(top, name + "_b", less, std::max<std::int64_t>(1, steps - 1), 4)};
}

TEST(Axis, EveryRunIsRightWhateverTheOneBeforeDid) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(bench().fault, "");
  for (int i = 0; i < kFirstMutantTop; ++i) {
    const auto [a, b] = two_jobs(i);
    const contract::StreamTop& top = *bench().tops[static_cast<std::size_t>(i)].prepared->plan.stream_top;
    std::vector<std::string> runs = {a + ":ok", b + ":ok"};
    for (int s = 0; s < top.inputs(); ++s) {
      runs.push_back(fmt::format("{}:stop={},0", b, s));
      runs.push_back(fmt::format("{}:ignore={},0", a, s));
    }
    for (const int cycle : {1, 9, 25, 60, 100, 211, 333}) {
      runs.push_back(fmt::format("{}:reset={}", a, cycle));
      runs.push_back(fmt::format("{}:ok", b));
      runs.push_back(fmt::format("{}:cancel={}", b, cycle));
      runs.push_back(fmt::format("{}:ok", a));
    }
    runs.insert(runs.end(), {a + ":none", a + ":ok"});
    if (top.map.has("row_words")) runs.insert(runs.end(), {a + ":refuse", a + ":ok"});
    const std::string verdict = run_bench(i, 0, runs);
    EXPECT_THAT(verdict, HasSubstr("ok ")) << kShapes[static_cast<std::size_t>(i)];
    std::fprintf(stderr, "%s: %s", kShapes[static_cast<std::size_t>(i)].c_str(), verdict.c_str());
  }
}

TEST(Axis, MutantsAreCaught) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(bench().fault, "");
  const auto [a, b] = two_jobs(kMutantShape);
  // Some mutants need a word that is on its way in a certain clock.
  const Top& top = bench().tops[static_cast<std::size_t>(kMutantShape)];
  std::vector<std::string> others;
  for (const std::uint64_t seed : {5U, 6U, 7U, 8U})
    others.push_back(job(top, fmt::format("mutants_{}", seed), {}, top.prepared->stencil().iterations, seed));
  for (std::size_t t = 0; t < mutants().size(); ++t) {
    std::vector<std::string> runs = {a + ":" + mutants()[t].how, b + ":ok"};
    for (const std::string& other : others) runs.push_back(other + ":ok");
    EXPECT_THAT(run_bench(kFirstMutantTop, 0, runs), HasSubstr(fmt::format("ok {} runs", runs.size()))) << "no mutant";
    const std::string verdict = run_bench(kFirstMutantTop, t + 1, runs);
    EXPECT_THAT(verdict, ::testing::Not(HasSubstr("ok "))) << mutants()[t].to;
    EXPECT_THAT(verdict, HasSubstr(mutants()[t].caught)) << mutants()[t].to;
    std::fprintf(stderr, "mutant %zu: %s", t + 1, verdict.c_str());
  }
}

TEST(Axis, EveryToolReadsTheTops) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(bench().fault, "");
  for (int i = 0; i < kFirstMutantTop; ++i) {
    const Top& top = bench().tops[static_cast<std::size_t>(i)];
    const std::string name = top.prepared->plan.stream_top->module,
                      folder = test::fresh_folder("axis_lint_" + std::to_string(i));
    std::vector<std::string> files;
    for (const emit::File& file : sources_of(top)) {
      test::write_files(folder, {file});
      files.push_back(file.path);
    }
    EXPECT_EQ(test::verilator_lint(folder, files, name), "");
    EXPECT_EQ(test::icarus_compile(folder, files, name), "");
    EXPECT_EQ(test::yosys_read(folder, files, name), "");
  }
}

}  // namespace
}  // namespace rtlgen::axis_test
