// Finds the largest number of entries per list with which the report fits.
#include "cli/abridge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/counted.hpp"

namespace rtlgen::cli {

namespace {

/// Consecutive entries, some of which may be cut. An entry is a line and the more indented ones below it; a heading is
/// a list with one entry.
struct List {
  std::string key;
  std::vector<std::vector<std::string>> entries;
};

std::string cut(const std::string& line, std::size_t width) {
  if (line.size() <= width) return line;
  std::size_t end = width;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;  // inside a UTF-8 character
  return fmt::format("{} ... {}", line.substr(0, end), counted(line.size() - end, "more character"));
}

std::vector<List> lists_of(const std::string& text, std::size_t width) {
  std::vector<List> lists;
  std::string section;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (indent > 2 && !lists.empty()) {
      lists.back().entries.back().push_back(cut(line, width));
      continue;
    }
    const std::string word = line.substr(indent, line.find(' ', indent) - indent);
    if (indent == 0) section = line;
    const std::string key = indent == 0 || section == "hardware" || word == "fused" ? section + word : section;
    if (lists.empty() || indent == 0 || lists.back().key != key) lists.push_back({key, {}});
    lists.back().entries.push_back({cut(line, width)});
    if (indent == 0) lists.push_back({"", {}});  // the next line starts another list
  }
  std::erase_if(lists, [](const List& list) { return list.entries.empty(); });
  return lists;
}

/// With the first `most` entries of each list.
std::vector<std::string> with_most(const std::vector<List>& lists, std::size_t most) {
  std::vector<std::string> out;
  for (const List& list : lists) {
    const std::size_t shown = std::min(most, list.entries.size());
    for (std::size_t i = 0; i < shown; ++i) out.insert(out.end(), list.entries[i].begin(), list.entries[i].end());
    if (shown < list.entries.size()) out.push_back(fmt::format("  ... {} more", list.entries.size() - shown));
  }
  return out;
}

}  // namespace

std::string abridged(const std::string& text, std::size_t lines, std::size_t width) {
  const std::vector<List> lists = lists_of(text, width);
  std::size_t fits = 1, most = 1;
  for (const List& list : lists) most = std::max(most, list.entries.size());
  while (fits < most) {
    const std::size_t middle = fits + (most - fits + 1) / 2;
    if (with_most(lists, middle).size() <= lines)
      fits = middle;
    else
      most = middle - 1;
  }
  std::string joined;
  for (const std::string& line : with_most(lists, fits)) joined += line + "\n";
  return joined;
}

}  // namespace rtlgen::cli
