// Writes and compares lists of files.
#include "driver/design/file_list.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "emit/file.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kBetween = "  ";  ///< stands between digest and path, as in the output of sha256sum

/// Digests by path. Lines without a path are ignored, so the files that they meant count as the user's.
std::map<std::string, std::string> digests_in(const fs::path& list) {
  std::map<std::string, std::string> digests;
  std::istringstream lines(runner::read_file(list));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(kBetween);
    if (end != std::string::npos) digests[line.substr(end + std::string_view(kBetween).size())] = line.substr(0, end);
  }
  return digests;
}

}  // namespace

std::string file_list(const std::vector<emit::File>& files) {
  std::string text;
  for (const emit::File& file : files) text += runner::sha256(file.text) + kBetween + file.path + "\n";
  return text;
}

Changes changes_of(const fs::path& folder) {
  const std::map<std::string, std::string> digests = digests_in(folder / kFileList);
  std::set<fs::path> folders;
  for (const auto& [path, digest] : digests) {
    for (fs::path above = fs::path(path).parent_path(); !above.empty() && folders.insert(above).second;)
      above = above.parent_path();
  }
  Changes changes;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path path = entry.path().lexically_relative(folder);
    if (path == kFileList || (entry.is_directory() && folders.contains(path))) continue;
    const auto listed = digests.find(path.string());
    if (listed == digests.end())
      changes.added.push_back(path.string());
    else if (!entry.is_regular_file() || runner::sha256(runner::read_file(entry.path())) != listed->second)
      changes.changed.push_back(path.string());
  }
  std::sort(changes.added.begin(), changes.added.end());
  std::sort(changes.changed.begin(), changes.changed.end());
  return changes;
}

}  // namespace rtlgen::driver
