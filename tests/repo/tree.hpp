// The project's own source files, for tests about the tree.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

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

/// Files of the project, at its root and below its folders, whose extension is in `extensions`.
inline std::vector<SourceText> files(const std::vector<std::string>& extensions) {
  std::vector<SourceText> found;
  const std::filesystem::path root = RTLGEN_SOURCE_DIR;
  for (const char* folder :
       {"gen", "sim", "rtl", "tests", "bench", "scripts", "docs", "configs", "cmake", "examples"}) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      for (const std::string& e : extensions) {
        if (entry.path().extension() == e)
          found.push_back({std::filesystem::relative(entry.path(), root).string(), read(entry.path())});
      }
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    for (const std::string& e : extensions) {
      if (entry.is_regular_file() && entry.path().extension() == e)
        found.push_back({entry.path().filename().string(), read(entry.path())});
    }
  }
  return found;
}

}  // namespace rtlgen::repo
