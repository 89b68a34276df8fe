// Searches near the running program: share/ is next to bin/, the source tree is above build/<preset>/.
#include "cli/shipped.hpp"

#include <algorithm>
#include <initializer_list>

#include "support/system.hpp"

namespace rtlgen::cli {

namespace fs = std::filesystem;

namespace {

/// The first of `ways`, relative to the program's folder, that contains the file `probe`.
fs::path first_with(std::initializer_list<const char*> ways, const char* probe) {
  std::error_code error;
  const fs::path program = os::program_file();
  if (program.empty()) return {};
  for (const char* way : ways) {
    fs::path folder = (program.parent_path() / way).lexically_normal();
    if (fs::exists(folder / probe, error)) return folder;
  }
  return {};
}

}  // namespace

fs::path shipped_folder() { return first_with({"../share/rtlgen/configs", "../../configs"}, "hotspot2d.yaml"); }

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  const fs::path folder = shipped_folder();
  if (folder.empty()) return names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string shipped_or(const std::string& file) {
  std::error_code error;
  if (file.empty() || file.find_first_of("/.") != std::string::npos) return file;
  if (fs::exists(file, error) && !fs::is_directory(file, error)) return file;
  const fs::path folder = shipped_folder();
  const fs::path shipped = folder / (file + ".yaml");
  return !folder.empty() && fs::is_regular_file(shipped, error) ? shipped.string() : file;
}

fs::path site_folder() { return first_with({"../share/doc/rtlgen/html", "../docs"}, "index.html"); }

fs::path docs_folder() { return first_with({"../share/doc/rtlgen/docs", "../../docs"}, "tutorial.md"); }

}  // namespace rtlgen::cli
