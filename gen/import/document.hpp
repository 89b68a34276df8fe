// The YAML that an import writes: keys in rtlgen's usual order, comments next to what they explain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/outside_text.hpp"

namespace rtlgen::importer {

/// One line of `fields`, `params` or `inputs`: `name: body  # remark`.
struct Entry {
  std::string name;
  std::string body;
  std::string remark;
};

struct UpdateLine {
  std::string target;
  std::string text;      ///< the expression
  std::string type;      ///< "": not given
  std::string boundary;  ///< "": not given
  std::string border;    ///< "": not given
  std::string region;    ///< "": not given
  std::string where{};   ///< a condition; "": not given
  std::string order{};   ///< "": not given
  std::string remark;    ///< comment above
};

/// A lookup table.
struct Table {
  std::string name;
  std::string type;
  std::vector<std::string> values;
};

struct Document {
  std::vector<std::string> head;  ///< comments
  std::string name;
  OutsideText source;
  std::vector<std::int64_t> grid;
  std::string type;
  bool fixed_point = false;  ///< rounding and overflow of ap_fixed
  std::vector<Entry> fields, params;
  std::vector<Table> tables;
  std::vector<UpdateLine> update;
  std::int64_t iterations = 1;
  std::int64_t cells_per_cycle = 1;
  std::int64_t steps = 1;
  std::vector<Entry> inputs;
};

std::string print(const Document& document);

/// A piece of foreign text on one line, for comments: blanks merged, control characters replaced by blanks, cut at
/// `most`.
std::string one_line(const std::string& text, std::size_t most = 96);

}  // namespace rtlgen::importer
