// The table of mistakes: rows in YAML, each a command as somebody types it and what has to come back (README.md says
// what a row holds).
#pragma once

#include <string>
#include <vector>

namespace rtlgen::test {

struct Row {
  std::string group, name;
  std::string description;  ///< text of small.yaml
  std::string file_name;    ///< $NAME
  std::string before, run;  ///< shell commands; files are compared from between them to the end
  bool only_tools = false;  ///< PATH holds rtlgen and `tools` alone
  std::vector<std::string> tools;
  std::vector<int> exits;           ///< one, or any of these where the row says why
  std::vector<std::string> says;    ///< regular expressions, each found in what is printed, whatever the case
  std::vector<std::string> never;   ///< none of them is
  std::vector<std::string> leaves;  ///< names that may be new or changed although the command failed
  int seconds = 0;                  ///< that it may take
};

/// All rows of the files of a folder. Throws std::runtime_error for a key that is not known, a row that lacks one, a
/// failure that says nothing and a status that is not pinned.
std::vector<Row> rows_of(const std::string& folder);

/// Runs a row in a folder of its own; what is not as the row says, a line each.
std::vector<std::string> faults_of(const Row& row, const std::string& program, const std::string& cache);

/// The same of several rows, as many at a time as there are processors.
std::vector<std::vector<std::string>> faults_of_all(const std::vector<Row>& rows, const std::string& program,
                                                    const std::string& cache);

}  // namespace rtlgen::test
