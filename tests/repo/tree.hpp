// The project's own source files, for tests about the tree.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.hpp"

namespace rtlgen::repo {

struct SourceText {
  std::string path;  ///< relative to the project
  std::string text;
};

inline std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Files of the project whose extension is in `extensions`: everything but builds, version control and ready projects.
inline std::vector<SourceText> files(const std::vector<std::string>& extensions) {
  std::vector<SourceText> found;
  const std::filesystem::path root = test::source_folder();
  for (auto entry = std::filesystem::recursive_directory_iterator(root); entry != end(entry); ++entry) {
    const std::string name = entry->path().filename().string();
    const bool left_out = entry.depth() == 0 && (name == "build" || name == ".git" || name == "fpga_projects");
    if (entry->is_directory() && left_out) entry.disable_recursion_pending();
    if (!entry->is_regular_file()) continue;
    for (const std::string& e : extensions) {
      if (entry->path().extension() != e) continue;
      found.push_back({std::filesystem::relative(entry->path(), root).string(), read(entry->path())});
    }
  }
  return found;
}

}  // namespace rtlgen::repo
