// The choice of the compiler of simulations.
#include "runner/compiler.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "runner/tools.hpp"

namespace rtlgen::runner {

namespace {

constexpr const char* kClang = "clang++";
constexpr const char* kGcc = "g++";

bool has_clang() {
  try {
    require_program(kClang);
    return true;
  } catch (const EnvironmentError&) {
    return false;
  }
}

}  // namespace

std::string model_compiler(bool coroutines) {
  const char* const value = std::getenv("RTLGEN_CXX");
  const std::string asked = value == nullptr ? "" : value;
  if (!asked.empty() && asked != kClang && asked != kGcc) {
    throw EnvironmentError(
        fmt::format("RTLGEN_CXX is '{}', but simulations are compiled by {} or {}", asked, kClang, kGcc));
  }
  std::string compiler = asked;
  if (compiler.empty()) compiler = has_clang() ? kClang : kGcc;
  if (coroutines) compiler = kGcc;
  require_program(compiler);
  return compiler;
}

EnvironmentError compiler_error(const std::string& compiler, const std::string& what, const std::string& output) {
  return EnvironmentError(fmt::format("the C++ compiler failed on {}{}:\n{}", what,
                                      compiler == kClang ? " (RTLGEN_CXX=g++ takes g++ instead of clang++)" : "",
                                      tail(output)));
}

std::vector<std::string> compiler_words(const std::string& compiler) { return {"CXX=" + compiler, "LINK=" + compiler}; }

}  // namespace rtlgen::runner
