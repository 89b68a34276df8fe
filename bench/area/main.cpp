// bench_area: the resource model compared with Yosys, on the whole catalogue.
//
// The counts of Yosys are kept in counts.txt, module by module, so that the table takes a minute; --run maps missing
// modules, which takes hours for all. None of these stencils was used to fit the factors of logic.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "table.hpp"

namespace {

using namespace rtlgen;

std::string text_of(const bench::Column& c, std::size_t rows) {
  return fmt::format("mean {:.2f} %, most {:.2f} %, equal in {} of {}", c.mean, c.most, c.equal, rows);
}

void print(const std::vector<bench::Row>& rows, std::size_t designs) {
  const bench::Summary s = bench::summary_of(rows);
  fmt::print("{}\n{} rows of {} that can be built.\nLUT, ALM: {}.\nFlip-flops: {}.\nBlock RAM: {}.\nDSP: {}.\n",
             bench::markdown(rows), s.rows, designs, text_of(s.logic, s.rows), text_of(s.flip_flops, s.rows),
             text_of(s.rams, s.rows), text_of(s.dsps, s.rows));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The resource model compared with Yosys, row by row"};
  std::vector<std::string> families = {"xc7", "xc5v", "cyclone10gx"}, stencils;
  std::string variant, path = RTLGEN_SOURCE_DIR "/bench/area/counts.txt";
  bool run = false, prune = false;
  auto* const drops = app.add_flag("--prune", prune, "drop counts of modules that no design has");
  app.add_option("--families", families, "device families")
      ->excludes(drops)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"xc7", "xc5v", "cyclone10gx"}));
  app.add_option("--counts", path, "file with the counts of Yosys");
  app.add_flag("--run", run, "map modules that are missing in the file, and add them to it");
  app.add_option("--variant", variant, "only this variant, such as 'P 2, I 2, fused'")->excludes(drops);
  app.add_option("stencils", stencils, "names in configs/ (default: all)")->excludes(drops);
  CLI11_PARSE(app, argc, argv);
  try {
    synthesis::Counts counts = synthesis::Counts::load(path);
    if (run && counts.version().empty()) counts = synthesis::Counts(synthesis::yosys_version());
    if (run && counts.version() != synthesis::yosys_version())
      throw std::runtime_error(
          fmt::format("{} has counts of Yosys {}, and Yosys {} is installed; name another file with --counts", path,
                      counts.version(), synthesis::yosys_version()));
    const auto say = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
    std::vector<bench::Design> designs = bench::designs(families, stencils, say);
    if (!variant.empty()) {
      std::set<std::string> known;
      for (const bench::Design& d : designs) known.insert(d.variant);
      if (!known.contains(variant))
        throw std::runtime_error(
            fmt::format("no design has variant '{}'; variants: '{}'", variant, fmt::join(known, "', '")));
      std::erase_if(designs, [&](const bench::Design& d) { return d.variant != variant; });
    }
    std::vector<bench::Row> rows;
    for (const bench::Design& design : designs) {
      const auto row = bench::row_of(design, {.counts = &counts, .run = run});
      if (!row) continue;
      rows.push_back(*row);
      say(fmt::format("{} of {}: {}, {}, {}", rows.size(), designs.size(), design.stencil, design.variant,
                      design.family));
      if (run) counts.save(path);
    }
    if (prune) {
      counts.drop_unused();
      counts.save(path);
    }
    print(rows, designs.size());
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_area: {}\n", fault.what());
    return 1;
  }
}
