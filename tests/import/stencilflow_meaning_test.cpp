// Imported StencilFlow programs compute what their expressions, written again in C++, compute.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "import/import.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

/// A field as C++ sees it; i, j, k are StencilFlow's iterators, 0 on missing axes.
template <class T>
class Array {
 public:
  Array(spec::Extents extents)
      : extents_(extents), cells_(static_cast<std::size_t>(extents[0] * extents[1] * extents[2])) {}  // NOLINT
  Array(const golden::Grid& grid) : Array(grid.extents) {                                             // NOLINT
    for (std::size_t n = 0; n < cells_.size(); ++n) {
      const std::uint64_t bits = grid.get(static_cast<std::int64_t>(n));
      std::memcpy(&cells_[n], &bits, sizeof(T));
    }
  }
  [[nodiscard]] bool has(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return k >= 0 && k < extents_[0] && j >= 0 && j < extents_[1] && i >= 0 && i < extents_[2];
  }
  T& at(std::int64_t i, std::int64_t j, std::int64_t k) {
    return cells_[static_cast<std::size_t>((i * extents_[1] + j) * extents_[0] + k)];
  }
  /// The cell, or `outside`.
  T get(std::int64_t i, std::int64_t j, std::int64_t k, T outside) { return has(i, j, k) ? at(i, j, k) : outside; }
  /// Assigns every cell.
  void fill(const std::function<T(int i, int j, int k)>& value) {
    for (int i = 0; i < extents_[2]; ++i) {
      for (int j = 0; j < extents_[1]; ++j) {
        for (int k = 0; k < extents_[0]; ++k) at(i, j, k) = value(i, j, k);
      }
    }
  }

 private:
  spec::Extents extents_;
  std::vector<T> cells_;
};

struct Imported {
  spec::Stencil stencil;
  std::map<int, golden::Grid> inputs, outputs;
  std::string yaml;

  [[nodiscard]] const golden::Grid& grid(const std::string& name) const {
    for (const spec::ArrayId a : stencil.arrays.ids()) {
      if (stencil.arrays[a].name != name) continue;
      const auto in = inputs.find(a.index());
      return in != inputs.end() ? in->second : outputs.at(a.index());
    }
    throw std::runtime_error(name);
  }
};

golden::Grid random_grid(const spec::Array& array, const spec::Extents& extents, std::mt19937_64& random) {
  spec::Extents own = extents;
  for (std::size_t a = 0; a < 3; ++a) own[a] = array.spans[a] ? extents[a] : 1;
  golden::Grid grid(array.type, own);
  for (std::int64_t c = 0; c < grid.cells(); ++c) {
    const double value = static_cast<double>(random() % 4001) / 1000.0 - 2.0;
    std::uint64_t bits = 0;
    const float narrow = static_cast<float>(value);
    if (array.type.is_integer())
      bits = random() & array.type.mask() & 0x8007U;
    else if (array.type.width == 32)
      std::memcpy(&bits, &narrow, 4);
    else
      std::memcpy(&bits, &value, 8);
    grid.set(c, bits);
  }
  return grid;
}

Imported import_and_run(const std::string& file) {
  std::ifstream stream(fs::path(test::source_folder()) / "tests/import/programs" / file);
  std::stringstream text;
  text << stream.rdbuf();
  Diagnostics diagnostics;
  Imported run;
  const auto yaml = importer::import_text(text.str(), file, {}, diagnostics);
  if (!yaml) throw std::runtime_error(diagnostics.render());
  run.yaml = *yaml;
  auto stencil = frontend::load_text(*yaml, file + ".yaml", {}, diagnostics);
  if (!stencil) throw std::runtime_error(diagnostics.render() + *yaml);
  run.stencil = *std::move(stencil);
  std::mt19937_64 random(5);
  for (const spec::ArrayId a : run.stencil.arrays.ids()) {
    const spec::Array& array = run.stencil.arrays[a];
    if (array.role == spec::Role::kInput) run.inputs.emplace(a.index(), random_grid(array, run.stencil.grid, random));
  }
  run.outputs = golden::run(run.stencil, run.stencil.grid, run.inputs, run.stencil.iterations, {});
  return run;
}

template <class T>
void expect_same(
    const Imported& run, const std::string& name, Array<T>& want,
    const std::function<bool(int i, int j, int k)>& matters = [](int, int, int) { return true; }) {
  Array<T> got(run.grid(name));
  const spec::Extents& e = run.stencil.grid;
  int compared = 0;
  for (int i = 0; i < e[2]; ++i) {
    for (int j = 0; j < e[1]; ++j) {
      for (int k = 0; k < e[0]; ++k) {
        if (!matters(i, j, k)) continue;
        ++compared;
        ASSERT_EQ(std::memcmp(&got.at(i, j, k), &want.at(i, j, k), sizeof(T)), 0)
            << name << "[" << i << "," << j << "," << k << "]: " << got.at(i, j, k) << ", C++ says " << want.at(i, j, k)
            << "\n"
            << run.yaml;
      }
    }
  }
  EXPECT_GT(compared, 5);
}

TEST(Stencilflow, Jacobi2d) {
  const Imported run = import_and_run("jacobi2d.json");
  Array<float> a(run.grid("a"));
  Array<float> b(run.stencil.grid);
  b.fill([&](int i, int j, int k) {
    return static_cast<float>(
        0.25 * (a.get(i, j - 1, k, 0) + a.get(i, j + 1, k, 0) + a.get(i, j, k - 1, 0) + a.get(i, j, k + 1, 0)));
  });
  expect_same(run, "b", b);
  EXPECT_EQ(run.stencil.hardware.cells_per_cycle, 8);
}

TEST(Stencilflow, ChainOfStagesInAnyOrder) {
  const Imported run = import_and_run("chain3d.json");
  Array<float> a(run.grid("a"));
  Array<float> b0(run.stencil.grid);
  Array<float> b1(run.stencil.grid);
  const auto stage = [](Array<float>& from, Array<float>& to) {
    to.fill([&](int i, int j, int k) {
      const float v = 0.1F;
      return static_cast<float>(0.125 *
                                (from.get(i, j - 1, k, v) + from.get(i, j + 1, k, v) + from.get(i - 1, j, k, v) +
                                 from.get(i + 1, j, k, v) + from.get(i, j, k - 1, v) + from.get(i, j, k + 1, v)));
    });
  };
  stage(a, b0);
  stage(b0, b1);
  expect_same(run, "b1", b1);
}

TEST(Stencilflow, EachReaderHasItsOwnBoundaryAndOutputsAreRead) {
  const Imported run = import_and_run("diamond.json");
  Array<double> u(run.grid("u"));
  Array<double> w(run.grid("w"));
  Array<double> left(run.stencil.grid);
  Array<double> right(run.stencil.grid);
  Array<double> top(run.stencil.grid);
  left.fill([&](int i, int j, int k) {
    return u.at(i, j, k) + u.at(i, j, k) + w.get(i, j, k - 1, 1.0) + w.at(i, j, k) + w.get(i + 1, j + 1, k + 1, 1.0);
  });
  right.fill([&](int i, int j, int k) {
    return u.at(i, j, k) > 0.0 ? u.at(i, j, k)
                               : (left.at(i, j, k) + left.get(i, j, k + 2, -0.5) + left.get(i, j + 1, k, -0.5) +
                                  left.get(i, j - 1, k, -0.5));
  });
  top.fill([&](int i, int j, int k) {
    const double scaled = 2.25 * right.at(i, j, k);
    return w.get(i, j, k + 1, 0.25) + scaled + right.get(i, j + 1, k, 3) - left.get(i - 1, j, k, -0.5);
  });
  expect_same(run, "left", left);
  expect_same(run, "top", top);
}

TEST(Stencilflow, InputsOfFewerDimensions) {
  const Imported run = import_and_run("dimensionality.json");
  Array<double> in0d(run.grid("in0d"));
  Array<float> in1d(run.grid("in1d"));
  Array<float> in2d(run.grid("in2d"));
  Array<double> in3d(run.grid("in3d"));
  Array<float> out(run.stencil.grid);
  out.fill([&](int i, int j, int k) {
    return static_cast<float>(in0d.at(0, 0, 0) + in1d.at(0, 0, k) + in1d.get(0, 0, k + 4, 1.5F) + in2d.at(i, 0, k) +
                              in2d.get(i + 1, 0, k, 2.5F) + in3d.at(i, j, k) + in3d.get(i + 1, j + 1, k + 1, 1.0));
  });
  expect_same(run, "out", out);
}

TEST(Stencilflow, ShrunkenCellsDoNotMatterOthersDo) {
  const Imported run = import_and_run("shrink.json");
  Array<double> a(run.grid("in_a"));
  Array<double> b(run.grid("b"));
  Array<double> c(run.stencil.grid);
  Array<double> d(run.stencil.grid);
  c.fill([&](int i, int j, int k) { return a.get(i, j + 1, k, 0) - (b.at(i, j, k) * a.get(i, j, k - 2, 0)); });
  d.fill([&](int i, int j, int k) { return c.at(i, j, k) + b.get(i, j, k + 3, 2.0) * a.get(i, j - 1, k, 0); });
  const auto c_matters = [](int, int j, int k) { return j < 7 && k >= 2; };
  expect_same<double>(run, "c", c, c_matters);
  expect_same<double>(run, "d", d, [&](int i, int j, int k) { return c_matters(i, j, k) && j >= 1; });
}

TEST(Stencilflow, CopiedBordersConstantsAndPythonOperators) {
  const Imported run = import_and_run("copy.json");
  Array<std::int16_t> n(run.grid("n"));
  Array<float> r(run.grid("r"));
  Array<float> o(run.stencil.grid);
  Array<double> q(run.stencil.grid);
  const float scale = 2.5F;
  const int limit = 7;
  q.fill([&](int, int, int k) { return static_cast<double>(n.at(0, 0, k)) / static_cast<double>(limit); });
  o.fill([&](int, int, int k) {
    const float centre = r.at(0, 0, k);
    const float near = r.get(0, 0, k - 1, centre) + r.get(0, 0, k + 2, centre);
    const float far = n.get(0, 0, k + 3, -1) * scale;
    const bool chosen =
        (far < static_cast<float>(limit) && !(static_cast<double>(centre) > 0.5)) || n.get(0, 0, k - 1, -1) == 3;
    return chosen ? std::min(near, scale) : std::max(near, -far);
  });
  expect_same(run, "q", q);
  expect_same(run, "o", o);
}

TEST(Stencilflow, DimensionsOfOneCellAndKernelsThatNameTheirResultOtherwise) {
  const Imported run = import_and_run("delay.json");
  Array<double> g(run.grid("g"));
  const auto sum = [](Array<double>& f, int i, int j, int k) {
    return 0.25 * (f.get(i, j, k + 1, 0) + f.get(i, j, k - 1, 0) + f.get(i, j + 1, k, 0) + f.get(i, j - 1, k, 0));
  };
  Array<double> ppgk(run.stencil.grid);
  Array<double> vout(run.stencil.grid);
  Array<double> vdc(run.stencil.grid);
  Array<double> div(run.stencil.grid);
  ppgk.fill([&](int i, int j, int k) { return sum(g, i, j, k); });
  vout.fill([&](int i, int j, int k) { return sum(ppgk, i, j, k); });
  vdc.fill([&](int i, int j, int k) { return sum(g, i, j, k) + vout.at(i, j, k); });
  div.fill([&](int i, int j, int k) {
    const double out = vdc.at(i, j, k) + vout.at(i, j, k);
    return ppgk.at(i, j, k) < g.at(i, j, k) ? out : g.at(i, j, k);
  });
  expect_same(run, "div", div);
}

}  // namespace
}  // namespace rtlgen::test
