// Reading and writing a float32 field as an HDF5 dataset, compared with the library's own copy of the file (H5Ocopy).
//
// Targets: reading and writing each reach half of the bytes per second of the copy, which does both; reading needs at
// most 1.1 times the memory of the field.
#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace {

using rtlgen::golden::Grid;

constexpr int kRuns = 3;

double fastest(const std::function<void()>& work) {
  double best = 1e30;
  for (int i = 0; i < kRuns; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

void copy(const std::string& from, const std::string& to) {
  const hid_t source = H5Fopen(from.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t target = H5Fcreate(to.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (H5Ocopy(source, "t", target, "t", H5P_DEFAULT, H5P_DEFAULT) < 0) throw rtlgen::EnvironmentError("H5Ocopy failed");
  H5Fclose(target);
  H5Fclose(source);
}

void measure(std::int64_t side, const std::filesystem::path& folder) {
  const rtlgen::spec::Type type = rtlgen::spec::Type::float_of(8, 23);
  const rtlgen::spec::Extents extents{side, side, side};
  const double bytes = 4.0 * static_cast<double>(side * side * side);
  const std::string file = (folder / "field.h5").string(), other = (folder / "copy.h5").string();
  double writing = 0;
  {
    Grid field(type, extents);
    for (std::int64_t i = 0; i < field.cells(); ++i)
      field.set(i, static_cast<std::uint64_t>(0x3f800000 + (i & 0xfffff)));
    writing = fastest([&] { rtlgen::data::write(file + ":/t", field, 3); });
  }
  std::ofstream("/proc/self/clear_refs") << "5";
  const std::int64_t before = peak_memory();
  std::int64_t memory = 0;
  const double reading = fastest([&] {
    rtlgen::Diagnostics diagnostics;
    const auto field = rtlgen::data::read(file + ":/t", type, extents, 3, diagnostics);
    if (!field) throw rtlgen::EnvironmentError(diagnostics.render());
    memory = std::max(memory, peak_memory() - before);
  });
  const double copying = fastest([&] { copy(file, other); });
  const auto row = [&](const char* what, double seconds) {
    fmt::print("{:<10} {:8.3f} s {:8.2f} GB/s   {:5.2f} of the copy\n", what, seconds, bytes / seconds / 1e9,
               copying / seconds);
  };
  fmt::print("float32, {0} x {0} x {0}, {1:.0f} MB; fastest of {2}\n", side, bytes / 1e6, kRuns);
  row("H5Ocopy", copying);
  row("read", reading);
  row("write", writing);
  fmt::print("memory of a read: {:.3f} of the field\n", static_cast<double>(memory) / bytes);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string first = count > 1 ? arguments[1] : "128";
  const std::int64_t side = std::atoll(first.c_str());
  if (first == "--help" || count > 3 || side < 1) {
    fmt::print(
        "usage: bench_hdf5 [SIDE [FOLDER]]\nA field of SIDE^3 cells (default: 128; the target is for 512), in files "
        "in FOLDER (default: /tmp).\n");
    return first == "--help" ? 0 : 2;
  }
  std::string folder = (std::filesystem::path(count > 2 ? arguments[2] : "/tmp") / "bench_hdf5.XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    fmt::print(stderr, "cannot make {}: {}\n", folder, std::strerror(errno));
    return 3;
  }
  int status = 0;
  try {
    measure(side, folder);
  } catch (const rtlgen::EnvironmentError& error) {
    fmt::print(stderr, "{}\n", error.what());
    status = 3;
  }
  std::filesystem::remove_all(folder);
  return status;
}
