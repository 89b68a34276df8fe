// Compiles the headers with the rules of Verilator's own makefile, so that the compiler sees the same flags in both
// places.
#include "runner/precompiled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "runner/compiler.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "headers.hpp";
constexpr const char* kCompiled = "headers.hpp.gch";

/// The headers of the model, and those of the standard library that the test bench uses.
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

/// clang++ reads the header from standard input, because otherwise it would look for a file at its old place whenever
/// it uses the result.
std::string makefile_text(VerilatedKind kind, const std::string& compiler, const std::string& flags,
                          const std::string& level) {
  const auto is = [&](VerilatedKind other) { return kind == other ? 1 : 0; };
  return fmt::format(
      "default: {0}\nVERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT)\n"
      "VM_PREFIX = headers\nVM_COVERAGE = 0\nVM_DEFAULT_RULES = 0\nVM_SC = {2}\nVM_TIMING = {3}\n"
      "VM_TRACE = {4}\nVM_TRACE_VCD = {5}\nVM_TRACE_FST = {6}\nVM_USER_CFLAGS = {7}\n"
      "include $(VERILATOR_ROOT)/include/verilated.mk\n"
      "{0}: {1}\n\t$(CXX) $(CXXFLAGS) $(CPPFLAGS) {8} -fPIC -x c++-header -o $@ {9}\n",
      kCompiled, kHeader, is(VerilatedKind::kSystemc), is(VerilatedKind::kTimed),
      is(VerilatedKind::kVcd) + is(VerilatedKind::kFst), is(VerilatedKind::kVcd), is(VerilatedKind::kFst), flags, level,
      is_clang(compiler) ? "- < $<" : "$<");
}

bool is_plain(const std::string& path) {
  return std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
  });
}

}  // namespace

PrecompiledHeaders precompiled_headers(VerilatedKind kind, const std::string& compiler, const std::string& flags,
                                       const std::string& level) {
  // Verilator 5.018 and newer precompile headers themselves, and compilers use only the first precompiled header.
  if (verilated_rules().find("VK_PCH_H") != std::string::npos || !is_plain(cache_root().string())) return {};
  const std::string header = header_text(kind), makefile = makefile_text(kind, compiler, flags, level);
  Digest digest;
  digest.add(version_text("verilator"));
  digest.add(compiler);
  digest.add(compiler_version_text(compiler));
  digest.add(header);
  digest.add(makefile);
  std::vector<std::string> make = compiler_words(compiler);
  make.insert(make.begin(), "make");
  PrecompiledHeaders result;
  result.entry = cached("headers-" + digest.finish(), [&](const fs::path& folder) {
    const TemporaryFolder work;
    write_file(work.path() / kHeader, header);
    write_file(work.path() / "Makefile", makefile);
    const Progress progress("precompiling Verilator's headers");
    const ProcessResult made = run_tool(make, work.path());
    if (!made.ok()) throw compiler_error(compiler, "Verilator's headers", made.output);
    for (const char* file : {kHeader, kCompiled}) move_file(work.path() / file, folder / file);
  });
  // Headers that could not be cached are in a temporary folder.
  const std::string path = (result.entry->folder / kHeader).string();
  if (is_plain(path)) result.flags = " -fPIC -include " + path;  // position-independent as Verilator's blocks
  return result;
}

}  // namespace rtlgen::runner
