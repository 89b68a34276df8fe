// SODA and SASA programs as C++ programs, by text substitution that shares nothing with the importer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::test {

struct ForeignField {
  std::string name;
  std::string type;  ///< SODA's word
};

struct Foreign {
  std::string name;  ///< name of the file
  std::vector<std::int64_t> extents;
  std::vector<ForeignField> inputs, outputs;
  std::vector<std::string> scalars;
  int iterations = 1;
  bool preserve = false;
  std::string body;  ///< C++ statements of one time step
};

/// `last`: extent of SODA's open axis.
Foreign read_soda(const std::string& name, const std::string& text, std::int64_t last);
Foreign read_sasa(const std::string& name, const std::string& text);

/// A C++ program that reads <folder>/<name>.<input>, runs every program and writes <folder>/<name>.<output>.
std::string cpp_program(const std::vector<Foreign>& programs);

}  // namespace rtlgen::test
