// A project of one of our stencils for a board, planned; and its folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "driver/project/project.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

inline std::string config(const std::string& name) { return test::source_folder() + "/configs/" + name + ".yaml"; }

/// Below configs/: small in every way; what is tested is around it.
inline const std::string kTiny = "../tests/project/tiny";

inline driver::PlannedProject planned(const std::string& stencil, const std::string& board,
                                      const std::vector<std::string>& sets = {},
                                      driver::HdlChoice hdl = driver::HdlChoice::kVerilog) {
  Diagnostics diagnostics;
  auto project = driver::plan_project({{config(stencil), sets}, board, "", hdl, false}, diagnostics);
  EXPECT_TRUE(project.ok()) << diagnostics.render();
  return *std::move(project);
}

/// With their folders.
inline void put_files(const std::string& folder, const std::vector<emit::File>& files) {
  for (const emit::File& file : files) runner::write_file(std::filesystem::path(folder) / file.path, file.text);
}

/// A file of the project; fails if it does not exist.
inline std::string file_of(const driver::PlannedProject& project, const std::string& path) {
  for (const emit::File& file : project.files()) {
    if (file.path == path) return file.text;
  }
  ADD_FAILURE() << "no file " << path;
  return "";
}

}  // namespace rtlgen::test
