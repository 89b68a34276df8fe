// Names for the cells of the library of static_timing.
#include "path.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace rtlgen::bench {

namespace {

/// Without the class of its loads.
std::string word_for(const std::string& cell) {
  static const std::map<std::string, std::string> words = {{"FFQ", "FF"},
                                                           {"FFP", "FF"},
                                                           {"FFD", "FF"},
                                                           {"EN", "enable or reset"},
                                                           {"ENG", "enable or reset"},
                                                           {"RAMQ", "block RAM"},
                                                           {"RAMD", "block RAM"},
                                                           {"LUTC", "LUT"},
                                                           {"OFF", "LUT"},
                                                           {"CARRY2", "CARRY"},
                                                           {"SUM0", "SUM"},
                                                           {"SUM1", "SUM"},
                                                           {"DSP", "product"},
                                                           {"MAC", "DSP sum"},
                                                           {"MACQ", "DSP register"},
                                                           {"MACD", "DSP sum"},
                                                           {"MACA", "DSP addend"}};
  const std::string kind = cell.substr(0, cell.find('_'));
  const auto found = words.find(kind);
  return found == words.end() ? kind : found->second;
}

}  // namespace

std::string path_text(const std::vector<std::string>& cells) {
  std::vector<std::pair<std::string, int>> kinds;
  // The report lists the first and the last cell twice, with their clocks.
  for (std::size_t i = 1; i + 1 < cells.size(); ++i) {
    const std::string word = word_for(cells[i]);
    if (kinds.empty() || kinds.back().first != word)
      kinds.emplace_back(word, 1);
    else
      ++kinds.back().second;
  }
  std::string text;
  for (const auto& [word, count] : kinds)
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", count > 1 ? fmt::format("{} ", count) : "", word);
  return text;
}

}  // namespace rtlgen::bench
