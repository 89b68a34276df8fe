// The self-test of a card's hard floating-point blocks (docs/adr/0025-hard-floats.md). The shell has a block, between
// registers, for each kind of operation that the core computes in blocks, and test operands check the assumptions about
// blocks. The plan decides it; the shell, manifest.json and the host read it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rtlgen::contract {

/// Registers that the host writes: the operands, 32 bits each, shared by all blocks.
inline constexpr std::array<const char*, 3> kSelfTestOperands = {"hard_a", "hard_b", "hard_c"};
/// Register with a bit for each mode, set if its block exists.
inline constexpr const char* kSelfTestModes = "hard_modes";

struct SelfTest {
  /// An instance of rtlgen_fp_dsp.
  struct Block {
    int mode = 0;          ///< its MODE
    std::string result;    ///< the register with its result
    std::string computes;  ///< "a + b"
  };
  struct Case {
    std::string result;  ///< result register of the block under test
    std::uint32_t a = 0, b = 0, c = 0;
    std::optional<std::uint32_t> expected;  ///< bits; none: any NaN is accepted

    /// Whether this result confirms the assumption.
    [[nodiscard]] bool holds(std::uint32_t bits) const {
      constexpr std::uint32_t kMagnitude = 0x7fffffff, kInfinity = 0x7f800000;
      return expected ? bits == *expected : (bits & kMagnitude) > kInfinity;
    }
  };
  struct Assumption {
    std::string name, what;
    std::vector<Case> cases;
  };

  std::vector<Block> blocks;  ///< empty: the core has no hard blocks, and the shell no test
  std::vector<Assumption> assumptions;

  /// The value of the register kSelfTestModes.
  [[nodiscard]] std::uint32_t modes() const {
    std::uint32_t bits = 0;
    for (const Block& block : blocks) bits |= std::uint32_t{1} << block.mode;
    return bits;
  }
};

}  // namespace rtlgen::contract
