// Array files of simulations: the test bench packs cells into port words, and what it takes out of them again are the
// file's cells, cut to their width. The first bytes choose the shape; a file that is too short is refused.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "harness/job.hpp"
#include "target.hpp"

namespace {

constexpr std::size_t kShape = 12;  ///< bytes that choose

/// The job of these choices: ghosts, blocks and lanes as they are in cores, small.
bench::Job job_of(const std::array<std::uint8_t, kShape>& choice) {
  bench::Job job;
  job.lanes = 1 + choice[0] % 8;
  for (std::size_t a = 0; a < 3; ++a) {
    job.grid[a] = 1 + choice[1 + a] % 9;
    job.ghost_low[a] = choice[4 + a] % 4;
    job.ghost_high[a] = choice[4 + a] / 4 % 4;
  }
  // Planes are not cut.
  for (std::size_t a = 0; a < 2; ++a) {
    if (choice[7 + a] % 3 != 0) continue;
    job.block[a] = job.ghost_low[a] + job.ghost_high[a] + 1 + choice[7 + a] / 3 % 9;
    job.block_wraps[a] = choice[9] >> a & 1;
  }
  return job;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  std::array<std::uint8_t, kShape> choice{};
  std::copy_n(data, std::min(size, kShape), choice.begin());
  const fuzz::File file(data + std::min(size, kShape), size - std::min(size, kShape)), back(nullptr, 0);
  const bench::Job job = job_of(choice);
  bench::ArrayJob array;
  array.bytes = 1 << choice[10] % 4;
  array.bits = 1 + choice[11] % (8 * array.bytes);
  array.path = file.path();
  const bench::PortJob port{"port", {array}};
  bench::Random random(1);
  const std::size_t cells = job.grid[0] * job.grid[1] * job.grid[2],
                    stride = (static_cast<std::size_t>(job.lanes * array.bits) + 7) / 8;
  try {
    const bench::Words words = bench::load_port(job, port, stride, random);
    fuzz::require(size - kShape >= cells * static_cast<std::size_t>(array.bytes),
                  "a file that is too short is accepted");
    bench::PortJob out = port;
    out.arrays.front().path = back.path();
    bench::store_port(job, out, words);
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
    fuzz::require(size < kShape || size - kShape < cells * static_cast<std::size_t>(array.bytes),
                  "a file that is long enough is refused");
    return 0;
  }
  std::ifstream stored(back.path(), std::ios::binary);
  const std::string got{std::istreambuf_iterator<char>(stored), {}};
  fuzz::require(got.size() == cells * static_cast<std::size_t>(array.bytes), "cells are lost");
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::uint64_t was = 0, is = 0;
    std::memcpy(&was, data + kShape + cell * static_cast<std::size_t>(array.bytes),
                static_cast<std::size_t>(array.bytes));
    std::memcpy(&is, got.data() + cell * static_cast<std::size_t>(array.bytes), static_cast<std::size_t>(array.bytes));
    fuzz::require(is == (was & bench::width_mask(array.bits)), "another cell comes back");
  }
  return 0;
}
