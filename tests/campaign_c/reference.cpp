// Compiles programs by gcc, loads them and calls them.
#include "reference.hpp"

#include <dlfcn.h>

#include <fstream>

#include "support/process.hpp"

namespace rtlgen::test::random_c {

namespace {

std::string prefix_of(std::size_t program) { return "p" + std::to_string(program) + "_"; }

}  // namespace

std::string file_text(const CProgram& program) { return text_of(program.text, "my_"); }

Reference::Reference(const std::vector<CProgram>& programs, const std::filesystem::path& folder)
    : functions_(programs.size(), nullptr), errors_(programs.size()) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < programs.size(); ++i) all.push_back(i);
  build(programs, all, folder);
}

Reference::~Reference() {
  for (void* const library : libraries_) dlclose(library);
}

void Reference::build(const std::vector<CProgram>& programs, const std::vector<std::size_t>& which,
                      const std::filesystem::path& folder) {
  std::string text;
  for (const std::size_t i : which) {
    const std::string prefix = prefix_of(i);
    text += text_of(programs[i].text, prefix) + "\nvoid " + prefix + "run(void **" + prefix + "m) {\n  " + prefix +
            "kernel(" + text_of(fixed(programs[i].call), prefix) + ");\n}\n";
  }
  const std::string base =
      (folder / ("batch" + std::to_string(libraries_.size()) + "_" + std::to_string(which[0]))).string();
  std::ofstream(base + ".c") << text;
  // Without -frounding-math gcc 12 makes 0.0 - x of an unsigned x to -x, which is -0 for 0.
  const ProcessResult built = run_process({"gcc", "-O2", "-w", "-fwrapv", "-ffp-contract=off", "-frounding-math",
                                           "-shared", "-fPIC", base + ".c", "-o", base + ".so", "-lm"});
  if (!built.ok() && which.size() == 1) {
    errors_[which[0]] = built.errors;
    return;
  }
  if (!built.ok()) {
    const auto middle = which.begin() + static_cast<std::ptrdiff_t>(which.size() / 2);
    build(programs, {which.begin(), middle}, folder);
    build(programs, {middle, which.end()}, folder);
    return;
  }
  void* const library = dlopen(std::filesystem::absolute(base + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  libraries_.push_back(library);
  for (const std::size_t i : which)
    functions_[i] = reinterpret_cast<void (*)(void**)>(dlsym(library, (prefix_of(i) + "run").c_str()));
}

}  // namespace rtlgen::test::random_c
