// Chooses the compiler for simulations.
#include "runner/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "runner/tools.hpp"
#include "support/process.hpp"

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

/// make must read the name as one word.
void check_name(const std::string& name) {
  const bool is_word = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("/._+-").find(static_cast<char>(c)) != std::string_view::npos;
  });
  const char* const what = !is_word             ? "is not the name or path of one program"
                           : find_program(name) ? nullptr
                                                : "does not exist";
  if (what != nullptr)
    throw EnvironmentError(
        fmt::format("RTLGEN_CXX: '{}' {}; name a g++ or clang++, such as clang++-19 or /opt/gcc/bin/g++", name, what));
}

}  // namespace

std::string model_compiler(bool coroutines) {
  const char* const value = std::getenv("RTLGEN_CXX");
  const std::string chosen = value == nullptr ? "" : value;
  if (!chosen.empty()) check_name(chosen);
  std::string compiler = chosen;
  if (chosen.find('/') != std::string::npos) compiler = *find_program(chosen);  // make runs in another folder
  if (compiler.empty()) compiler = has_clang() ? kClang : kGcc;
  if (coroutines && is_clang(compiler)) compiler = kGcc;
  static_cast<void>(compiler_version_text(compiler));
  return compiler;
}

EnvironmentError compiler_error(const std::string& compiler, const std::string& what, const std::string& output) {
  // make's own messages begin with its name.
  std::istringstream lines(output);
  bool is_of_make = false, is_of_compiler = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_make = line.starts_with("make");
    is_of_make = is_of_make || is_make;
    is_of_compiler = is_of_compiler || (!is_make && line.find("rror") != std::string::npos);
  }
  if (is_of_make && !is_of_compiler) return EnvironmentError(fmt::format("make failed on {}:\n{}", what, tail(output)));
  return EnvironmentError(fmt::format("the C++ compiler failed on {}{}:\n{}", what,
                                      is_clang(compiler) ? " (RTLGEN_CXX=g++ uses g++ instead of clang++)" : "",
                                      tail(output)));
}

std::vector<std::string> compiler_words(const std::string& compiler) { return {"CXX=" + compiler, "LINK=" + compiler}; }

}  // namespace rtlgen::runner
