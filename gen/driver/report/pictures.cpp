// Makes pictures of fields with runtime/data's PNG writer.
#include "driver/report/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/counts.hpp"
#include "data/formats.hpp"
#include "data/values.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "golden/engine.hpp"
#include "golden/monitored.hpp"
#include "spec/program.hpp"
#include "support/counted.hpp"

namespace rtlgen::driver {

namespace {

constexpr std::int64_t kMostPixels = 512, kMostPoints = 1000;

/// Every `step`-th cell of plane `z`, along x and y.
golden::Grid thinned(const golden::Grid& grid, std::int64_t z, std::int64_t step_x, std::int64_t step_y) {
  const auto count = [](std::int64_t n, std::int64_t step) { return (n + step - 1) / step; };
  golden::Grid plane(grid.type, {count(grid.extents[0], step_x), count(grid.extents[1], step_y), 1});
  for (std::int64_t y = 0; y < plane.extents[1]; ++y) {
    for (std::int64_t x = 0; x < plane.extents[0]; ++x) {
      plane.set(y * plane.extents[0] + x, grid.get((z * grid.extents[1] + y * step_y) * grid.extents[0] + x * step_x));
    }
  }
  return plane;
}

std::string ordinal(std::int64_t n) { return fmt::format("{}{}", n, n == 2 ? "nd" : n == 3 ? "rd" : "th"); }

}  // namespace

report::Picture picture_of(const spec::Array& array, const golden::Grid& grid, const std::string& when) {
  report::Picture p;
  p.field = array.shown();
  p.when = when;
  p.least = std::numeric_limits<double>::infinity();
  p.most = -p.least;
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const double v = data::to_double(grid.type, grid.get(i));
    if (!std::isfinite(v)) continue;
    p.least = std::min(p.least, v);
    p.most = std::max(p.most, v);
  }
  if (p.least > p.most) p.least = p.most = std::numeric_limits<double>::quiet_NaN();
  const data::CellCounts counts = data::count_cells(grid);
  p.special = data::counts_text(counts, grid.type);
  const spec::Extents& n = grid.extents;
  const std::int64_t long_axis = std::max({n[0], n[1], n[2]});
  if (long_axis == grid.cells()) {  // a line along any axis
    p.line_step = (grid.cells() + kMostPoints - 1) / kMostPoints;
    for (std::int64_t i = 0; i < grid.cells(); i += p.line_step) {
      const double v = data::to_double(grid.type, grid.get(i));
      p.line.push_back(std::isfinite(v) ? v : std::numeric_limits<double>::quiet_NaN());  // a gap
    }
    return p;
  }
  const std::int64_t z = n[2] / 2, step = (std::max(n[0], n[1]) + kMostPixels - 1) / kMostPixels;
  if (n[2] > 1) p.note = fmt::format("plane z = {} of {}", z, n[2]);
  if (step > 1) p.note += fmt::format("{}every {} cell", p.note.empty() ? "" : ", ", ordinal(step));
  const bool is_signed = p.least < 0 && p.most > 0;
  p.map = is_signed                ? report::Picture::Map::kSigned
          : grid.type.is_integer() ? report::Picture::Map::kGrey
                                   : report::Picture::Map::kHeat;
  if (counts.nan > 0) p.special += "; NaN is green";
  if (counts.infinite > 0) p.special += counts.nan > 0 ? ", infinities cyan" : "; infinities are cyan";
  const golden::Grid plane = thinned(grid, z, step, step);
  p.png = is_signed ? data::signed_png_bytes(plane) : data::png_bytes(plane);
  return p;
}

Result<std::vector<report::Picture>> pictures(const Prepared& prepared, const RunOptions& run,
                                              std::map<int, golden::Grid> results, std::int64_t iterations,
                                              Diagnostics& diagnostics) {
  const spec::Program& program = prepared.reference();
  const auto data = load_run(prepared, run, diagnostics);
  if (!data) return Failure{};
  if (results.empty()) {
    iterations = data->iterations;
    if (!golden::acts_after_passes(program)) {
      results = golden::run(program, data->extents, data->inputs, iterations, data->params);
    } else {
      golden::MonitoredRun done = golden::run_monitored(program, data->extents, data->inputs, iterations, data->params);
      results = std::move(done.results);
      iterations = done.iterations;
    }
  }
  std::vector<report::Picture> list;
  for (const spec::ArrayId a : program.arrays.ids()) {
    const spec::Array& array = program.arrays[a];
    const int index = a.index();
    if (const auto in = data->inputs.find(index); in != data->inputs.end() && in->second.cells() > 1) {
      list.push_back(picture_of(array, in->second, array.role == spec::Role::kInput ? "input" : "at the start"));
    }
    if (const auto out = results.find(index); out != results.end()) {
      list.push_back(picture_of(array, out->second, fmt::format("after {}", counted(iterations, "step"))));
    }
  }
  return list;
}

}  // namespace rtlgen::driver
