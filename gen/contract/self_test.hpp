// The self-test of a card's hard floating-point blocks (docs/adr/0025-hard-floats.md): a block for each kind of
// operation that the core computes by one, in the shell between registers, and operands that tell whether what is
// assumed of blocks holds. The plan decides it; the shell, manifest.json and the host read it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rtlgen::contract {

/// Registers that the host writes: the operands, 32 bits each, of all blocks at once.
inline constexpr std::array<const char*, 3> kSelfTestOperands = {"hard_a", "hard_b", "hard_c"};
/// Register that tells which blocks are there: a bit for each mode.
inline constexpr const char* kSelfTestModes = "hard_modes";

struct SelfTest {
  /// An instance of rtlgen_fp_dsp.
  struct Block {
    int mode = 0;          ///< its MODE
    std::string result;    ///< the register that shows its result
    std::string computes;  ///< "a + b"
  };
  struct Case {
    std::string result;  ///< of the block that it is for
    std::uint32_t a = 0, b = 0, c = 0;
    std::optional<std::uint32_t> expected;  ///< bits; none: any NaN will do

    /// Does this result keep the assumption?
    [[nodiscard]] bool holds(std::uint32_t bits) const {
      constexpr std::uint32_t kMagnitude = 0x7fffffff, kInfinity = 0x7f800000;
      return expected ? bits == *expected : (bits & kMagnitude) > kInfinity;
    }
  };
  struct Assumption {
    std::string name, what;
    std::vector<Case> cases;
  };

  std::vector<Block> blocks;  ///< none: the core has no hard blocks, and the shell no test
  std::vector<Assumption> assumptions;

  /// The register kSelfTestModes.
  [[nodiscard]] std::uint32_t modes() const {
    std::uint32_t bits = 0;
    for (const Block& block : blocks) bits |= std::uint32_t{1} << block.mode;
    return bits;
  }
};

}  // namespace rtlgen::contract
