// A stencil in a folder of its own, for tests that start from a file.
#pragma once

#include <string>

#include "runner/folder.hpp"

namespace rtlgen::test {

class Scratch {
 public:
  explicit Scratch(const std::string& yaml) { runner::write_file(file(), yaml); }

  [[nodiscard]] std::string file() const { return (folder_.path() / "stencil.yaml").string(); }
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  runner::TemporaryFolder folder_;
};

}  // namespace rtlgen::test
