// YAML files of numbers with sources: memory channels here, host links in sim/system.
//
// Every number is written `key: {value: 16, source: "..."}`; `name` and other words are plain. A missing, unknown or
// repeated key, a value of the wrong kind or without a source is a fault; all faults of a file come in one
// std::runtime_error, each as `file:line: what`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dram/timings.hpp"

namespace rtlgen::dram {

struct PartFile {
  struct Number {
    double value = 0;
    std::string source;
    int line = 0;
  };
  struct Word {
    std::string text;
    int line = 0;
  };
  std::map<std::string, Number> numbers;
  std::map<std::string, Word> words;
};

/// Files that this program carries: "parts/ddr4-2400", "links/pcie3x8". Wherever a path is wanted such a name may
/// stand.
const std::map<std::string, std::string>& part_texts();

/// The names of one kind, "parts" or "links": "ddr4-2400".
std::vector<std::string> part_names(const std::string& kind);
/// Where a part of this kind is read: a text that the program carries, or a file.
std::string part_place(const std::string& kind, const std::string& name);

/// The file's keys must be exactly these.
PartFile read_part_file(const std::string& path, const std::vector<std::string>& words,
                        const std::vector<std::string>& numbers);

/// A memory channel, complete and without faults.
Timings read_timings(const std::string& path);

}  // namespace rtlgen::dram
