// Devices and standard clocks by family and speed grade.
#include "board/clock.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "board/board.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::board {

namespace {

constexpr double kOthers = 200;
constexpr auto kClocks = std::to_array<std::pair<std::string_view, double>>(
    {{"xc7-1", 100}, {"ice40hx", 60}, {"ice40up", 24}, {"ecp5", 80}, {"ecp5-8", 100}});

/// The digit after the first dash that is followed by one, as in "xc7a35ticsg324-1L" and "xcku040-ffva1156-2-e".
char grade_of(std::string_view part) {
  for (std::size_t i = 0; i + 1 < part.size(); ++i) {
    if (part[i] == '-' && std::isdigit(static_cast<unsigned char>(part[i + 1])) != 0) return part[i + 1];
  }
  return '\0';
}

/// The prefix of the delay rows of a board's generation.
std::string rows_of(const Board& board) { return board.generation == "ultrascale_plus" ? "xcup" : board.family; }

}  // namespace

std::string device_of(const Board& board) {
  const std::string family = rows_of(board);
  if (family != "xc7" && family != "xcu" && family != "xcup") return family;
  const char grade = grade_of(safe::plain_word(board.part.text).value_or(""));
  return grade == '1' || grade == '3' ? family + "-" + grade : family;  // grade 2 is the row of the family itself
}

bool is_device_of(const Board& board, const std::string& device) {
  return device == board.family || device == rows_of(board) || device.starts_with(rows_of(board) + "-");
}

double standard_clock_mhz(std::string_view device) {
  const auto* const found =
      std::find_if(kClocks.begin(), kClocks.end(), [&](const auto& c) { return c.first == device; });
  return found == kClocks.end() ? kOthers : found->second;
}

std::vector<double> searched_clocks_mhz(std::string_view device) {
  std::vector<double> clocks;
  for (const double part : {0.5, 0.75, 1.0, 1.25, 1.5}) clocks.push_back(part * standard_clock_mhz(device));
  return clocks;
}

}  // namespace rtlgen::board
