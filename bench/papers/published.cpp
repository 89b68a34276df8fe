// The papers' rows as cases, from tables.yaml and benchmarks.yaml.
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "ours.hpp"

namespace rtlgen::bench {

namespace {

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
  throw std::runtime_error("no entry whose " + std::string(key) + " is " + name);
}

double cells(const std::vector<std::int64_t>& grid) {
  double product = 1;
  for (const std::int64_t n : grid) product *= static_cast<double>(n);
  return product;
}

void zohouri(const YAML::Node& tables, std::vector<Published>& rows) {
  for (const YAML::Node& row : tables["zohouri_measured"]) {
    Published p;
    p.paper = "Zohouri 2018, table 4";
    p.stencil = row["kernel"].as<std::string>();
    p.board = row["device"].as<std::string>();
    const auto axes = p.stencil.ends_with('3') ? 3U : 2U;
    p.grid.assign(axes, row["dim"].as<std::int64_t>());
    p.block.assign(axes - 1, row["bsize"].as<std::int64_t>());
    p.iterations = 1000;
    p.mhz = row["fmax_MHz"].as<double>();
    p.gops = row["meas_GFLOPs"].as<double>();
    p.cells_per_cycle = row["par_vec"].as<int>();
    p.steps = row["par_time"].as<int>();
    rows.push_back(p);
  }
}

constexpr std::int64_t kWaidyasooriyaIterations = 15360;

void waidyasooriya(const YAML::Node& tables, const YAML::Node& ours, std::vector<Published>& rows) {
  for (const YAML::Node& row : tables["waidyasooriya_chosen"]) {
    Published p;
    p.paper = "Waidyasooriya 2017, tables 4 and 5";
    p.stencil = row["app"].as<std::string>();
    p.board = row["board"].as<std::string>();
    const YAML::Node stencil = named(tables["waidyasooriya_stencils"], "key", p.stencil);
    p.grid = sizes(stencil["grid"]);
    p.iterations = kWaidyasooriyaIterations;
    p.mhz = row["f_core_MHz"].as<double>();
    for (const YAML::Node& board : tables["waidyasooriya_measured_s"]) {
      if (board["board"].as<std::string>() != p.board) continue;
      p.gops = stencil["flop_per_cell"].as<double>() * cells(p.grid) * static_cast<double>(p.iterations) /
               board[p.stencil].as<double>() * 1e-9;
    }
    p.cells_per_cycle = row["P_cell"].as<int>();
    p.steps = row["d"].as<int>();
    rows.push_back(p);
  }
  for (const YAML::Node& row : tables["waidyasooriya_volumes"]) {
    Published p{"Waidyasooriya 2017, table 7",
                "j7",
                "395-D8",
                sizes(row["grid"]),
                kWaidyasooriyaIterations,
                row["freq_MHz"].as<double>(),
                row["perf_Gflops"].as<double>(),
                row["P_cell_implied"].as<int>(),
                row["n_pcm"].as<int>(),
                {},
                false,
                {},
                {}};
    rows.push_back(p);
  }
  const YAML::Node de5 = ours["waidyasooriya_volume_de5"];
  rows.push_back({"Waidyasooriya 2017, table 6",
                  "j7",
                  "DE5",
                  sizes(de5["grid"]),
                  kWaidyasooriyaIterations,
                  de5["freq_MHz"].as<double>(),
                  de5["perf_Gflops"].as<double>(),
                  0,
                  0,
                  {},
                  false,
                  {},
                  {}});
}

void soda(const YAML::Node& tables, const YAML::Node& ours, std::vector<Published>& rows) {
  const YAML::Node run = ours["soda"];
  for (const YAML::Node& row : tables["soda_stencils"]) {
    Published p;
    p.paper = "SODA 2018, table 3";
    p.stencil = row["key"].as<std::string>();
    p.board = "KU3";
    p.grid = sizes(row["tile"]);
    p.block = {};
    p.grid.push_back(run[p.grid.size() == 1 ? "rows" : "planes"].as<std::int64_t>());
    const bool iterates = !row["iterate"].IsNull();
    p.steps = iterates ? row["iterate"].as<int>() : 1;
    p.iterations = iterates ? p.steps * run["passes"].as<std::int64_t>() : 1;
    p.mhz = run["clock_mhz"].as<double>();
    p.gops = named(tables["soda_measured"], "bench", p.stencil)["op_per_ns"].as<double>();
    p.cells_per_cycle = row["unroll"].as<int>();
    p.has_choice = false;
    rows.push_back(p);
  }
}

/// Their P is not printed.
void stencilstream(const YAML::Node& tables, const YAML::Node& ours, std::vector<Published>& rows) {
  for (const YAML::Node& row : tables["stencilstream_measured"]) {
    Published p;
    p.paper = "StencilStream 3.0.0, README, " + row["design"].as<std::string>();
    p.stencil = row["kernel"].as<std::string>();
    p.board = "520N";
    p.grid = sizes(row["grid"]);
    p.iterations = row["iterations"].as<std::int64_t>();
    p.mhz = row["fmax_MHz"].as<double>();
    p.gops = row["meas_GCells"].as<double>() * ours["stencils"][p.stencil]["flop"].as<double>();
    p.steps = 0;
    p.has_choice = false;
    rows.push_back(p);
  }
}

}  // namespace

std::vector<Published> published_rows(const std::string& folder) {
  const YAML::Node tables = YAML::LoadFile(folder + "/bench/papers/tables.yaml"),
                   ours = YAML::LoadFile(folder + "/bench/papers/benchmarks.yaml");
  std::vector<Published> rows;
  zohouri(tables, rows);
  waidyasooriya(tables, ours, rows);
  soda(tables, ours, rows);
  stencilstream(tables, ours, rows);
  const YAML::Node richter = ours["richter"];
  rows.push_back({"Richter 2012, section 3.4 (their estimate)",
                  "richter",
                  "XUPV5",
                  sizes(richter["grid"]),
                  richter["iterations"].as<std::int64_t>(),
                  richter["clock_mhz"].as<double>(),
                  richter["glups"].as<double>(),
                  richter["P"].as<int>(),
                  richter["I"].as<int>(),
                  {},
                  false,
                  {},
                  {}});
  for (Published& row : rows) {
    const YAML::Node stencil = ours["stencils"][row.stencil], board = ours["boards"][row.board];
    row.benchmark = {stencil["file"].as<std::string>(),
                     stencil["sets"] ? stencil["sets"].as<std::vector<std::string>>() : std::vector<std::string>(),
                     stencil["flop"].as<double>()};
    const YAML::Node around = board["around"] ? board["around"] : ours["around"];
    row.setup = {board["board"].as<std::string>(), board["channel"].as<std::string>(), board["gbs_each"].as<double>(),
                 board["channels"].as<int>(),      around["logic"].as<double>(),       around["memory"].as<double>(),
                 around["dsp"].as<double>()};
  }
  return rows;
}

}  // namespace rtlgen::bench
