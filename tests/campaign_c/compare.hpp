// A program imported, run by the golden engine, and compared with what gcc makes of it.
#pragma once

#include <functional>
#include <string>

#include "program.hpp"

namespace rtlgen::test::random_c {

class Reference;

struct Verdict {
  enum class Status : char {
    kEqual = 'e',
    kRefused = 'r',    ///< by the importer
    kDifferent = 'd',  ///< a cell, or YAML that is no description
    kCrash = 'c',
    kInvalid = 'i'  ///< gcc does not accept the program: a fault of the generator
  } status = Status::kEqual;
  std::string kind;    ///< the same for the same fault, mostly
  std::string detail;  ///< for people
  std::int64_t cells = 0;

  [[nodiscard]] bool failed() const { return status != Status::kEqual && status != Status::kRefused; }
};

/// Changes the importer's YAML: a fault that the comparison has to find.
using Fault = std::function<void(std::string& yaml)>;

/// Runs both sides in this process, which may crash. `number`: of the program in the reference.
Verdict compare(const CProgram& program, const Reference& reference, std::size_t number, const Fault& fault = {});

/// The same in a process of its own, with a compilation of its own; ended after some seconds.
Verdict compare_alone(const CProgram& program, const std::string& folder, const Fault& fault = {});

}  // namespace rtlgen::test::random_c
