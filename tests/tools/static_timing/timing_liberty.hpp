// Text of Liberty cells, in OpenSTA's dialect, for the libraries of all families.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::synthesis::liberty {

inline constexpr int kBuckets = 14;  ///< by number of loads, each bucket twice the one before

/// A timing arc from an input to an output.
struct Arc {
  std::string from;
  int ps;
  const char* type = nullptr;  ///< none: the type of its output
};

inline constexpr const char* kFollows = "timing_sense : non_unate;";
inline constexpr const char* kEdge = "timing_type : rising_edge;";

std::string cell(const std::string& name, const std::string& pins);
std::string input(const std::string& name, const std::string& inside = "");
std::string output(const std::string& name, const std::vector<Arc>& arcs, const char* type = kFollows);
/// The clock pin, C.
std::string clock();
/// An input of a register, with `set_up` relative to the clock.
std::string sampled(const std::string& name, int set_up);
/// Inputs prefix0, prefix1, ..., and arcs from them with one delay.
std::string many(int count, const char* prefix);
std::vector<Arc> from_many(int count, const char* prefix, int ps);
/// A library with these cells.
std::string library(const std::string& cells);

}  // namespace rtlgen::synthesis::liberty
