// C programs of tests/import/c with a main around them: what the compiler makes of the same text.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "import/import.hpp"

namespace rtlgen::test {

/// The contents of the comment at the head of a program.
struct CProgram {
  std::filesystem::path path;
  std::string arrays;   ///< declarations
  std::string globals;  ///< not empty: the program declares them itself
  std::string setup;    ///< statements before the call
  std::string call;
  /// Field and the C array that it starts from, and the one that it is compared with at the end.
  std::vector<std::pair<std::string, std::string>> fields;
  std::map<std::string, std::string> end;
  importer::Options options;
  bool same = false;  ///< all fields start equal
  std::string set;    ///< run-time parameters: name=value
};

std::vector<std::filesystem::path> c_programs();
CProgram read_c_program(const std::filesystem::path& path);

/// A C program that reads <folder>/<field>.in, calls the program's function and writes <folder>/<field>.out: elements
/// as they lie in memory.
std::string c_main(const CProgram& program, const std::filesystem::path& folder);

}  // namespace rtlgen::test
