// The table of reproducers: rows in YAML, each a file beside the table and what has to come of it (README.md says what
// a row holds).
#pragma once

#include <string>
#include <vector>

#include "table.hpp"

namespace rtlgen::test {

struct Reproducer {
  std::vector<std::string> files;  ///< below tests/reproducers; the first is what the row is about
  std::vector<std::string> needs;  ///< parts of rtlgen that a build may lack: c, netcdf, python
  Row row;
};

/// All rows of the files of a folder. `root` is where their files lie. Throws std::runtime_error for a key that is not
/// known and for a row that expects nothing.
std::vector<Reproducer> reproducers_of(const std::string& folder, const std::string& root);

/// Files below `root` that the rows name nowhere, and files of rows that do not exist.
std::vector<std::string> files_without_rows(const std::string& root, const std::vector<Reproducer>& rows);

}  // namespace rtlgen::test
