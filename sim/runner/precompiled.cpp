// Compiles the headers by the rules of Verilator's own makefile, so that g++ finds the same flags in both places.
#include "runner/precompiled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "headers.hpp";
/// A folder of what each level makes; g++ takes the one that fits.
constexpr const char* kCompiled = "headers.hpp.gch";

/// Those of the model, and what the test bench takes from the standard library.
std::string header_text(VerilatedKind kind) {
  std::string text = kind == VerilatedKind::kSystemc ? "#include <systemc.h>\n" : "";
  text += "#include <verilated.h>\n";
  if (kind == VerilatedKind::kSystemc) text += "#include <verilated_sc.h>\n";
  if (kind == VerilatedKind::kTimed) text += "#include <verilated_timing.h>\n";
  if (kind == VerilatedKind::kVcd) text += "#include <verilated_vcd_c.h>\n";
  if (kind == VerilatedKind::kFst) text += "#include <verilated_fst_c.h>\n";
  for (const char* name :
       {"algorithm", "chrono", "fstream", "map", "memory", "sstream", "stdexcept", "string", "vector"})
    text += fmt::format("#include <{}>\n", name);
  return text;
}

std::string makefile_text(VerilatedKind kind, const std::string& flags, const std::set<std::string>& levels) {
  const auto is = [&](VerilatedKind other) { return kind == other ? 1 : 0; };
  std::string text = fmt::format(
      "default: all\nVERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT)\n"
      "VM_PREFIX = headers\nVM_COVERAGE = 0\nVM_DEFAULT_RULES = 0\nVM_SC = {}\nVM_TIMING = {}\n"
      "VM_TRACE = {}\nVM_TRACE_VCD = {}\nVM_TRACE_FST = {}\nVM_USER_CFLAGS = {}\n"
      "include $(VERILATOR_ROOT)/include/verilated.mk\n.PHONY: all\nall:\n",
      is(VerilatedKind::kSystemc), is(VerilatedKind::kTimed), is(VerilatedKind::kVcd) + is(VerilatedKind::kFst),
      is(VerilatedKind::kVcd), is(VerilatedKind::kFst), flags);
  for (const std::string& level : levels)
    text += fmt::format("\t$(CXX) $(CXXFLAGS) $(CPPFLAGS) {0} -fPIC -x c++-header -o {1}/level{0} {2}\n", level,
                        kCompiled, kHeader);
  return text;
}

bool is_plain(const std::string& path) {
  return std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
  });
}

}  // namespace

std::optional<PrecompiledHeaders> precompiled_headers(VerilatedKind kind, const std::string& flags,
                                                      const std::set<std::string>& levels) {
  const std::string header = header_text(kind), makefile = makefile_text(kind, flags, levels);
  Digest digest;
  for (const char* program : {"verilator", "g++"}) digest.add(version_text(program));
  digest.add(header);
  digest.add(makefile);
  const auto make = [&](const fs::path& folder) {
    const TemporaryFolder work;
    write_file(work.path() / kHeader, header);
    write_file(work.path() / "Makefile", makefile);
    fs::create_directory(work.path() / kCompiled);
    fs::create_directory(folder / kCompiled);
    const Progress progress("precompiling Verilator's headers");
    const ProcessResult made = run_tool({"make"}, work.path());
    if (!made.ok()) throw EnvironmentError("the C++ compiler failed on Verilator's headers:\n" + tail(made.output));
    move_file(work.path() / kHeader, folder / kHeader);
    for (const std::string& level : levels) {
      const fs::path file = fs::path(kCompiled) / ("level" + level);
      move_file(work.path() / file, folder / file);
    }
  };
  PrecompiledHeaders result{cached("headers-" + digest.finish(), make), ""};
  const std::string path = (result.entry.folder / kHeader).string();
  if (!is_plain(path)) return std::nullopt;
  result.flags = " -fPIC -include " + path;
  return result;
}

}  // namespace rtlgen::runner
