// Drives every pair of native_test.cpp with the same operands, and counts the cycles that differ.
//
// Usage: bench CYCLES WARMUP. Prints one number per pair. Operands are random bits, biased to
// exponents close together, to zeros, subnormals, infinities and NaNs; runs of equal operands do not
// occur, so a wrong latency shows at once.
#include <verilated.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "Vpairs.h"

namespace {

std::uint64_t operand(std::mt19937_64& random, int exponent_bits, int fraction_bits) {
  const std::uint64_t fraction = random() & ((std::uint64_t{1} << fraction_bits) - 1);
  const std::uint64_t top = (std::uint64_t{1} << exponent_bits) - 1;
  const std::uint64_t sign = (random() & 1) << (exponent_bits + fraction_bits);
  const auto with = [&](std::uint64_t exponent) { return sign | (exponent & top) << fraction_bits | fraction; };
  switch (random() % 8) {
    case 0:
      return with(0);
    case 1:
      return random() % 2 != 0 ? with(top) : sign | top << fraction_bits;
    case 2:
      return sign;
    case 3:
      return with(1 + random() % 3);
    case 4:
      return sign | (top / 2 + random() % 4) << fraction_bits;
    case 5:
    case 6:
      return with(top / 2 - 2 + random() % 5);
    default:
      return with(random());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const long cycles = std::atol(argv[1]);
  const long warmup = std::atol(argv[2]);
  std::mt19937_64 random(11);
  Vpairs pairs;
  std::vector<long> wrong(PAIRS);
  for (long cycle = 0; cycle < cycles; ++cycle) {
    pairs.a32 = static_cast<std::uint32_t>(operand(random, 8, 23));
    pairs.b32 = static_cast<std::uint32_t>(operand(random, 8, 23));
    pairs.a64 = operand(random, 11, 52);
    pairs.b64 = operand(random, 11, 52);
    pairs.clk = 0;
    pairs.eval();
    pairs.clk = 1;
    pairs.eval();
    if (cycle < warmup) continue;
    for (int i = 0; i < PAIRS; ++i) wrong[static_cast<std::size_t>(i)] += pairs.differs >> i & 1;
  }
  for (const long count : wrong) std::printf("%ld\n", count);
  return 0;
}
