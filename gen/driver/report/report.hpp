// A design as a page: collects everything that the page shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/run_options.hpp"
#include "report/page.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

struct Prepared;

enum class PageRun : std::uint8_t { kNone, kIdeal, kDdr };

struct PageOptions {
  RunOptions
      run;  ///< settings of the simulation; iterations and extents default to the file's, reduced if they take long
  std::string folder;  ///< page.html_text is written to folder/index.html
  PageRun simulate = PageRun::kIdeal;
  std::string dram;       ///< DRAM of each channel; "": the board's, else ddr4-2400
  bool with_hdl = false;  ///< folder/hdl with the output of `generate`
  bool force = false;     ///< replace a folder that `report` did not write
  bool use_cache = true;
  bool explore = false;  ///< search the board for the designs that no other beats, and show this one among them
  std::vector<report::ParetoPoint> pareto;  ///< from the caller's search; empty: no such section
  std::function<void(const std::string&)> log;
};

struct PageReport {
  std::shared_ptr<const Prepared> prepared;
  report::PageData data;           ///< refers to `prepared`
  std::vector<std::string> files;  ///< relative to the folder
  std::int64_t bytes = 0;
};

/// Writes folder/index.html, and the HDL if requested: all of it, or nothing. The page and `data.run` show whether a
/// simulation matched. Throws EnvironmentError if the program was built without the chart library.
Result<PageReport> write_page(const PageOptions& options, Diagnostics& diagnostics);

/// Grid and iterations of a run that takes seconds, not minutes: the file's own if they are small enough.
struct SmallRun {
  std::vector<std::int64_t> extents;  ///< empty: the file's
  std::optional<std::int64_t> iterations;
  std::string why;  ///< empty: the file's are used
};
SmallRun small_run(const Prepared& prepared, const RunOptions& requested, bool with_memory);

}  // namespace rtlgen::driver
