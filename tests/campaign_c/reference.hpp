// Programs compiled by gcc: many in one shared object, whose functions are called in this process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "program.hpp"

namespace rtlgen::test::random_c {

/// The program of a file of its own, as the importer reads it.
std::string file_text(const CProgram& program);

class Reference {
 public:
  /// Compiles programs by `gcc -O2 -fwrapv -ffp-contract=off -frounding-math` in a folder. Those that gcc does not
  /// accept have no function, and their messages are kept.
  Reference(const std::vector<CProgram>& programs, const std::filesystem::path& folder);
  ~Reference();
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  [[nodiscard]] bool has(std::size_t program) const { return functions_[program] != nullptr; }
  [[nodiscard]] const std::string& errors(std::size_t program) const { return errors_[program]; }
  /// Calls the kernel with the memory of its arrays.
  void call(std::size_t program, void** arrays) const { functions_[program](arrays); }

 private:
  void build(const std::vector<CProgram>& programs, const std::vector<std::size_t>& which,
             const std::filesystem::path& folder);

  std::vector<void (*)(void**)> functions_;
  std::vector<std::string> errors_;
  std::vector<void*> libraries_;
};

}  // namespace rtlgen::test::random_c
