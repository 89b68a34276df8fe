// The papers' tables beside what their models give here, row by row (bench_papers, tests/model).
#pragma once

#include <string>
#include <vector>

namespace rtlgen::bench {

/// One number of a table.
struct Compared {
  std::string row;     ///< contents of the table's other columns
  std::string column;  ///< which number, with its unit
  std::string printed;
  double ours = 0;
  [[nodiscard]] double off_percent() const;
  /// Whether ours, rounded to as many digits, is what is printed.
  [[nodiscard]] bool agrees() const;
};

/// A table of a paper: estimates of its own model, or measurements that the model is for.
struct PaperTable {
  std::string title;
  std::string remark;  ///< assumptions where the paper is silent or wrong
  bool is_measured = false;
  std::vector<Compared> rows;
};

/// `file`: bench/papers/tables.yaml. Throws YAML::Exception where it is damaged.
std::vector<PaperTable> paper_tables(const std::string& file);

/// docs/evidence/papers.md.
std::string paper_page(const std::vector<PaperTable>& tables);

}  // namespace rtlgen::bench
