// Faults of a board's own text that are in its simulation, asleep: a card that is opened with a fault's number has it,
// so that one compiled model serves the right card and all wrong ones.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "runner/sources.hpp"

namespace rtlgen::test {

using Edit = std::function<void(std::vector<runner::SourceFile>&)>;

/// An expression of a file, found by what stands before and after it; what it becomes; and the message instead of
/// results. What an output port is connected to cannot be a choice: there `wrong` is a wire, and `wires` the module's
/// text that declares it and chooses by rtlgen_fault what the right one is driven by.
struct Fault {
  std::string file, before, right, wrong, after, verdict, wires;
};

/// Puts a choice by number, from 1 on, in the place of each expression. Asleep, every choice is the project's own text.
inline Edit with_faults(const std::vector<Fault>& faults) {
  return [faults](std::vector<runner::SourceFile>& files) {
    for (std::size_t i = 0; i < faults.size(); ++i) {
      const Fault& fault = faults[i];
      bool found = false;
      for (runner::SourceFile& file : files) {
        if (file.path != fault.file) continue;
        const std::string from = fault.before + fault.right + fault.after;
        const std::size_t at = file.text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        const std::string choice = fmt::format("(rtlgen_fault == {} ? {} : {})", i + 1, fault.wrong, fault.right);
        file.text.replace(at, from.size(), fault.before + (fault.wires.empty() ? choice : fault.wrong) + fault.after);
        found = true;
        const std::string head = "\n);\n";
        const std::size_t body = file.text.find(head);
        ASSERT_NE(body, std::string::npos) << file.path;
        file.text.insert(body + head.size(), fault.wires);
        if (file.text.find("int rtlgen_fault;") != std::string::npos) continue;
        // Read once, before the first clock.
        file.text.insert(body + head.size(),
                         "  int rtlgen_fault;\n  initial rtlgen_fault = $c32(\"(std::getenv(\\\"RTLGEN_FAULT\\\") == "
                         "nullptr ? 0 : std::atoi(std::getenv(\\\"RTLGEN_FAULT\\\")))\");\n");
      }
      ASSERT_TRUE(found) << fault.file;
    }
  };
}

/// While it lives, cards are opened with this fault; 0: with none.
class Awake {
 public:
  explicit Awake(std::size_t number) { ::setenv("RTLGEN_FAULT", std::to_string(number).c_str(), 1); }
  ~Awake() { ::unsetenv("RTLGEN_FAULT"); }
  Awake(const Awake&) = delete;
  Awake& operator=(const Awake&) = delete;
};

}  // namespace rtlgen::test
