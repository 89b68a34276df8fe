// The report of `golden --accuracy`.
#include <fmt/format.h>

#include "cli/report_runs.hpp"
#include "driver/simulate/accuracy.hpp"
#include "support/numbers.hpp"

namespace rtlgen::cli {

std::string accuracy_text(const driver::AccuracyReport& report) {
  std::string text =
      fmt::format("{}: {}, {}, against exact arithmetic\n  {:<14} {:<14} {:>12} {:>12}   in ulp of the field's type\n",
                  report.name, cells_text(report.extents, report.axes), counted_text(report.iterations, "step"), "run",
                  "field", "largest", "mean");
  for (const driver::AccuracyRow& row : report.rows) {
    text +=
        fmt::format("  {:<14} {:<14} {:>12.4g} {:>12.4g}", row.run, row.field, row.error.max_ulp, row.error.mean_ulp);
    if (row.error.not_finite > 0)
      text += fmt::format("   without {}", counted_text(row.error.not_finite, "non-finite cell"));
    text += "\n";
  }
  return text;
}

Json accuracy_json(const driver::AccuracyReport& report, const std::string& config) {
  Json runs = Json::array();
  for (const driver::AccuracyRow& row : report.rows)
    runs.push_back({{"run", row.run},
                    {"field", row.field},
                    {"max_ulp", row.error.max_ulp},
                    {"mean_ulp", row.error.mean_ulp},
                    {"cells", row.error.cells},
                    {"not_finite", row.error.not_finite}});
  return {{"config", config}, {"iterations", report.iterations}, {"accuracy", runs}};
}

}  // namespace rtlgen::cli
