// YAML files of numbers with sources: memory channels here, host links in sim/system.
//
// Every number is written `key: {value: 16, source: "..."}`; `name` and other words are plain. A missing, unknown or
// repeated key, and a value of the wrong kind or without a source, are faults; all faults of a file are reported in one
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

/// Built-in files: "parts/ddr4-2400", "links/pcie3x8". Such a name can be used instead of any path.
const std::map<std::string, std::string>& part_texts();

/// The names of one kind, "parts" or "links": "ddr4-2400".
std::vector<std::string> part_names(const std::string& kind);
/// The place of a part of this kind: a built-in text, or a file.
std::string part_place(const std::string& kind, const std::string& name);

/// The file must have exactly these keys.
PartFile read_part_file(const std::string& path, const std::vector<std::string>& words,
                        const std::vector<std::string>& numbers);

/// A complete, valid memory channel.
Timings read_timings(const std::string& path);

}  // namespace rtlgen::dram
