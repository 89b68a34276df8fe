// Computes every row with its paper's model.
#include "rows.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "richter2012.hpp"
#include "soda2018.hpp"
#include "waidyasooriya2017.hpp"
#include "zohouri2018.hpp"

namespace rtlgen::bench {

namespace {

/// "4096x32768" or a number.
std::vector<std::int64_t> sizes(const YAML::Node& node) {
  std::vector<std::int64_t> list;
  std::istringstream text(node.as<std::string>());
  for (std::string part; std::getline(text, part, 'x');) list.push_back(std::stoll(part));
  return list;
}

YAML::Node named(const YAML::Node& list, const char* key, const std::string& name) {
  for (const YAML::Node& item : list) {
    if (item[key].as<std::string>() == name) return item;
  }
  throw YAML::Exception(list.Mark(), fmt::format("no entry whose {} is {}", key, name));
}

double number(const YAML::Node& row, const char* key) { return row[key].as<double>(); }
int whole(const YAML::Node& row, const char* key) { return row[key].as<int>(); }
std::string text(const YAML::Node& row, const char* key) { return row[key].as<std::string>(); }

model::zohouri2018::Design zohouri_design(const YAML::Node& all, const YAML::Node& row, const char* grid) {
  const YAML::Node stencil = named(all["zohouri_stencils"], "key", text(row, "kernel"));
  model::zohouri2018::Design d;
  d.axes = whole(stencil, "ndim");
  d.radius = whole(stencil, "rad");
  d.reads = whole(stencil, "num_read");
  d.writes = whole(stencil, "num_write");
  d.block.fill(row["bsize"].as<std::int64_t>());
  d.cells_per_cycle = whole(row, "par_vec");
  d.steps = whole(row, "par_time");
  d.grid.fill(row[grid].as<std::int64_t>());
  d.clock_hz = 1e6 * number(row, "fmax_MHz");
  d.peak_gbs = all["zohouri_peak_gbs"][text(row, "device")].as<double>();
  return d;
}

std::string zohouri_name(const YAML::Node& row) {
  return fmt::format("{} {}, block {}, P {}, I {}", text(row, "kernel"), text(row, "device"), text(row, "bsize"),
                     text(row, "par_vec"), text(row, "par_time"));
}

void zohouri(const YAML::Node& all, std::vector<PaperTable>& tables) {
  PaperTable estimated{"Zohouri 2018, table 4: their estimates",
                       "A-10: two DIMMs of 8 bytes at 2133 MT/s, 34.128 GB/s; equation 7 read so that ghosts are not "
                       "counted for each array.",
                       false,
                       {}};
  for (const YAML::Node& row : all["zohouri_measured"]) {
    auto d = zohouri_design(all, row, "dim");
    d.iterations = 1000;
    estimated.rows.push_back({zohouri_name(row), "GB/s", text(row, "est_GBs"), model::zohouri2018::throughput_gbs(d)});
  }
  tables.push_back(std::move(estimated));
  PaperTable later{
      "Zohouri 2018, table 6: their estimates for Stratix 10",
      "Grids are not printed: 3 blocks' own cells in 2-D, 5 or 2 in 3-D. Times the paper's calibration, 0.8 and 0.6.",
      false,
      {}};
  for (const YAML::Node& row : all["zohouri_estimated"]) {
    auto d = zohouri_design(all, row, "dim_derived");
    d.iterations = 5000;
    later.rows.push_back({zohouri_name(row), "GB/s", text(row, "perf_GBs"),
                          model::zohouri2018::throughput_gbs(d) * number(row, "calibration")});
  }
  tables.push_back(std::move(later));
}

constexpr double kWaidyasooriyaEfficiency = 0.80;  // E_coef; follows from table 2's row of P 16

model::waidyasooriya2017::Design waidyasooriya_design(const std::vector<std::int64_t>& grid, int cells_per_cycle,
                                                      int steps, double mhz, double peak_gbs) {
  model::waidyasooriya2017::Design d;
  d.cells_per_cycle = cells_per_cycle;
  d.steps = steps;
  d.row = grid[0];
  d.rows = grid.back();
  if (grid.size() == 3) d.plane = std::pair{3, grid[1]};
  d.iterations = 15360;
  d.clock_hz = 1e6 * mhz;
  d.bandwidth = 1e9 * peak_gbs * kWaidyasooriyaEfficiency;
  d.control_s = 1e-4;
  return d;
}

void waidyasooriya(const YAML::Node& all, std::vector<PaperTable>& tables) {
  using model::waidyasooriya2017::total_time;
  PaperTable laplace{"Waidyasooriya 2017, table 2: their estimates",
                     "270 MHz, E_coef 0.80, 0.1 ms per call, no transfers. The last three are not printed; E_coef "
                     "follows from the row of P 16.",
                     false,
                     {}};
  const YAML::Node stencils = all["waidyasooriya_stencils"];
  for (const YAML::Node& row : all["waidyasooriya_laplace"]) {
    const auto d = waidyasooriya_design(sizes(named(stencils, "key", "laplace")["grid"]), whole(row, "P_cell"),
                                        whole(row, "d"), 270, 25.6);
    laplace.rows.push_back({fmt::format("Laplace, P {}, d {}", text(row, "P_cell"), text(row, "d")), "s",
                            text(row, "estimated_s"), total_time(d)});
  }
  tables.push_back(std::move(laplace));
  PaperTable devices{"Waidyasooriya 2017, table 5: measured",
                     "Clocks of table 4. FDTD reads seven arrays and writes three; on the 395-D8 these streams get "
                     "less than E_coef from memory.",
                     true,
                     {}};
  for (const YAML::Node& board : all["waidyasooriya_measured_s"]) {
    for (const YAML::Node& chosen : all["waidyasooriya_chosen"]) {
      const std::string key = text(chosen, "app");
      if (text(chosen, "board") != text(board, "board")) continue;
      auto d = waidyasooriya_design(sizes(named(stencils, "key", key)["grid"]), whole(chosen, "P_cell"),
                                    whole(chosen, "d"), number(chosen, "f_core_MHz"), number(board, "bw_GBs"));
      if (key == "fdtd") d.bytes_in = 28, d.bytes_out = 12;
      devices.rows.push_back(
          {fmt::format("{} on {}", key, text(board, "board")), "s", board[key].as<std::string>(), total_time(d)});
    }
  }
  tables.push_back(std::move(devices));
  PaperTable volumes{"Waidyasooriya 2017, table 7: measured",
                     "7-point Jacobi on the 395-D8, 13 flop per cell; P 8 is not printed, but no other power of two "
                     "fits. The model for three axes is ours.",
                     true,
                     {}};
  for (const YAML::Node& row : all["waidyasooriya_volumes"]) {
    const auto grid = sizes(row["grid"]);
    const auto d =
        waidyasooriya_design(grid, whole(row, "P_cell_implied"), whole(row, "n_pcm"), number(row, "freq_MHz"), 34.1);
    const double flop = 13.0 * static_cast<double>(grid[0] * grid[1] * grid[2]) * static_cast<double>(d.iterations);
    volumes.rows.push_back({fmt::format("{}, d {}", text(row, "grid"), text(row, "n_pcm")), "Gflop/s",
                            text(row, "perf_Gflops"), flop / total_time(d) / 1e9});
  }
  tables.push_back(std::move(volumes));
}

void richter(const YAML::Node& all, std::vector<PaperTable>& tables) {
  namespace paper = model::richter2012;
  PaperTable synthesis{
      "Richter 2012, table 2: synthesis",
      "Block RAM and, at P 1, flip-flops: fitted to this table. In the row of 128 cells and P 4, FIFOs are in LUTs.",
      true,
      {}};
  for (const YAML::Node& row : all["richter_synthesis"]) {
    paper::Design d;
    d.m = whole(row, "M"), d.n = whole(row, "N"), d.o = whole(row, "O"), d.p = whole(row, "P"), d.i = whole(row, "I");
    const std::string name = fmt::format("{}^3, P {}, I {}", d.m, d.p, d.i);
    synthesis.rows.push_back({name, "RAMB36", text(row, "bram"), paper::block_rams(d)});
    if (d.p == 1) synthesis.rows.push_back({name, "FF", text(row, "ffs"), static_cast<double>(paper::flip_flops(d))});
  }
  tables.push_back(std::move(synthesis));
  PaperTable accesses{
      "Richter 2012, table 3: their estimates",
      "1e9 accesses, cells, and seconds at one access per cycle. Rounded in each row as in the paper. The "
      "speedup of 180 is an error: 54 + 2 over 0.3 + 0.25 is 101.8 (109.4 without rounding).",
      false,
      {}};
  // Their columns are computed from rounded numbers: reads with one decimal, halved and rounded again in each row.
  const auto decimal = [](double value) { return std::floor(10 * value + 0.5 + 1e-9) / 10; };
  double plain = 0, reads = 0, writes = 0;
  for (const YAML::Node& row : all["richter_accesses"]) {
    const std::string name = text(row, "config");
    paper::Design d;
    d.m = d.n = d.o = 128, d.p = whole(row, "P"), d.i = whole(row, "I");
    const paper::Accesses a = paper::accesses(d,
                                              name == "No buffering" ? paper::Scheme::kNone
                                              : name == "PB"         ? paper::Scheme::kPartial
                                                                     : paper::Scheme::kFull,
                                              1000);
    const bool halved = d.p * d.i > 1;
    reads = decimal(halved ? reads / 2 : a.reads / 1e9);
    writes = halved ? writes / 2 : decimal(a.writes / 1e9);
    if (plain == 0) plain = reads + writes;
    accesses.rows.push_back({name, "reads", text(row, "reads_1e9"), reads});
    accesses.rows.push_back({name, "writes", text(row, "writes_1e9"), writes});
    accesses.rows.push_back({name, "buffer", text(row, "buffer"), static_cast<double>(a.buffer)});
    accesses.rows.push_back({name, "speedup", text(row, "speedup"), plain / (reads + writes)});
    accesses.rows.push_back({name, "runtime", text(row, "runtime_s"), (reads + writes) / 0.4});
  }
  tables.push_back(std::move(accesses));
}

void soda(const YAML::Node& all, std::vector<PaperTable>& tables) {
  PaperTable table{"SODA 2018, table 3: measured",
                   "250 MHz, 25.6 GB/s. The 4.22 % of the paper is over 75 configurations whose data are not printed; "
                   "these seven are not reproduced by any one clock "
                   "and bandwidth: both inputs of denoise2d must lie in one bank, sobel2d got 84 % of its memory's "
                   "peak, jacobi3d shows no ghosts.",
                   true,
                   {}};
  for (const YAML::Node& row : all["soda_stencils"]) {
    model::soda2018::Design d;
    d.cells_per_cycle = whole(row, "unroll");
    d.steps = row["iterate"].IsNull() ? 1 : whole(row, "iterate");
    d.clock_ghz = 0.25;
    d.tile = sizes(row["tile"]);
    d.window.assign(d.tile.size(), 3);
    d.bytes_in = whole(row, "bytes_in");
    d.bytes_out = whole(row, "bytes_out");
    d.bandwidth_gbs = 25.6;
    const YAML::Node measured = named(all["soda_measured"], "bench", text(row, "key"));
    table.rows.push_back(
        {text(row, "key"), "cells/ns", text(measured, "pixel_per_ns"), model::soda2018::throughput(d)});
  }
  tables.push_back(std::move(table));
}

}  // namespace

double Compared::off_percent() const { return 100 * (ours / std::stod(printed) - 1); }

bool Compared::agrees() const {
  const std::size_t point = printed.find('.');
  const auto digits = point == std::string::npos ? 0 : static_cast<int>(printed.size() - point - 1);
  const double scale = std::pow(10.0, digits);
  return std::floor(ours * scale + 0.5 + 1e-9) == std::floor(std::stod(printed) * scale + 0.5);
}

std::vector<PaperTable> paper_tables(const std::string& file) {
  const YAML::Node all = YAML::LoadFile(file);
  std::vector<PaperTable> tables;
  zohouri(all, tables);
  waidyasooriya(all, tables);
  richter(all, tables);
  soda(all, tables);
  return tables;
}

std::string paper_page(const std::vector<PaperTable>& tables) {
  std::string page =
      "# The papers' own models\n\n"
      "Five papers define the purpose of rtlgen. `gen/model` implements their performance models equation by equation. "
      "This page compares the\n"
      "results with the figures that the papers print. `bench_papers` writes it from `bench/papers/tables.yaml`, and a "
      "test keeps it up to date.\n"
      "*The same digits*: our result, rounded like the printed number, equals it. If a table is a measurement, the "
      "difference is an error of the\n"
      "paper's model, not ours. These models describe the papers' designs; the figures of rtlgen's own designs come "
      "from "
      "its plans\n"
      "([comparison with published designs](published.md)).\n\n"
      "Wang et al., HPCA 2016 (`wang2016.hpp`), does not give the latency of memory, the clocks and the cycles of its "
      "kernels, so none of its\n"
      "figures can be computed. Its equations are tested on the kernels in its text against a second implementation. "
      "As printed,\n"
      "equations 2 and 5 give a fully coalesced vector addition 3.75 times its actual transactions, and equation "
      "23 calls it unbalanced; the other\n"
      "`Reading` of the functions does not.\n\n";
  for (const PaperTable& table : tables) {
    page +=
        fmt::format("## {}\n\n{}\n\n| row | | {} | here | difference | the same digits |\n|---|---|---|---|---|---|\n",
                    table.title, table.remark, table.is_measured ? "measured" : "printed");
    double worst = 0, sum = 0;
    for (const Compared& row : table.rows) {
      page += fmt::format("| {} | {} | {} | {:.6g} | {:+.3f} % | {} |\n", row.row, row.column, row.printed, row.ours,
                          row.off_percent(), row.agrees() ? "yes" : "no");
      worst = std::max(worst, std::abs(row.off_percent()));
      sum += std::abs(row.off_percent());
    }
    page += fmt::format("\nMean difference {:.3g} %, largest {:.3g} %.\n\n",
                        sum / static_cast<double>(table.rows.size()), worst);
  }
  page.pop_back();
  return page;
}

}  // namespace rtlgen::bench
