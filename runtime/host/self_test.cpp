// Writes operands, reads results, and finds the assumptions that do not hold.
#include "host/self_test.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rtlgen::host {

namespace {

std::string hex_bits(std::uint32_t bits) { return fmt::format("{:08x}", bits); }

const contract::SelfTest::Block& block_of(const contract::SelfTest& test, const std::string& result) {
  const auto found =
      std::find_if(test.blocks.begin(), test.blocks.end(), [&](const auto& block) { return block.result == result; });
  if (found == test.blocks.end()) throw Error(fmt::format("the manifest has a case but no block for '{}'", result));
  return *found;
}

/// Operands are read back before the result: this distinguishes a broken link from a broken block, and takes more
/// clocks than a block needs.
void write_operands(const contract::SelfTest::Case& c, const Registers& registers) {
  const std::uint32_t values[] = {c.a, c.b, c.c};
  for (std::size_t i = 0; i < std::size(values); ++i) registers.write(contract::kSelfTestOperands.at(i), values[i]);
  for (std::size_t i = 0; i < std::size(values); ++i) {
    const auto read = static_cast<std::uint32_t>(registers.read(contract::kSelfTestOperands.at(i)));
    if (read == values[i]) continue;
    throw DeviceError(fmt::format("the self-test wrote {} to the card's register {} and read {}: registers do not work",
                                  hex_bits(values[i]), contract::kSelfTestOperands.at(i), hex_bits(read)));
  }
}

}  // namespace

SelfTest run_self_test(const contract::SelfTest& test, const Registers& registers) {
  SelfTest result;
  if (test.blocks.empty()) return result;
  registers.check_idle();
  const std::uint64_t modes = registers.read(contract::kSelfTestModes);
  if (modes != test.modes())
    throw DeviceError(
        fmt::format("the card does not match the manifest: its register {} is {:#x}, not {:#x}, so it has other hard "
                    "blocks for the self-test. Rebuild the bitstream with this rtlgen",
                    contract::kSelfTestModes, modes, test.modes()));
  for (const contract::SelfTest::Assumption& assumption : test.assumptions) {
    ++result.assumptions;
    for (const contract::SelfTest::Case& c : assumption.cases) {
      ++result.cases;
      write_operands(c, registers);
      const auto read = static_cast<std::uint32_t>(registers.read(c.result));
      if (c.holds(read)) continue;
      result.failures.push_back({assumption.name, assumption.what, block_of(test, c.result).computes, c.a, c.b, c.c,
                                 c.expected ? hex_bits(*c.expected) : "any NaN", read});
    }
  }
  return result;
}

std::vector<std::string> SelfTest::failed() const {
  std::vector<std::string> names;
  for (const Failure& failure : failures) {
    if (names.empty() || names.back() != failure.assumption) names.push_back(failure.assumption);
  }
  return names;
}

std::string SelfTest::text() const {
  if (failures.empty()) return fmt::format("{} assumptions, {} cases hold", assumptions, cases);
  const std::size_t broken = failed().size();
  std::string text = fmt::format(
      "{} of {} assumptions about this card's hard floating-point blocks {} not hold ({}), so results can differ from "
      "the golden engine's; compute with arithmetic: fused or ieee, and please report this",
      broken, assumptions, broken == 1 ? "does" : "do", fmt::join(failed(), ", "));
  for (const Failure& f : failures) {
    const bool has_c = f.computes.find('c') != std::string::npos;
    text += fmt::format("\n    {} ({}): {} of {}, {}{} is {}, expected {}", f.assumption, f.what, f.computes,
                        hex_bits(f.a), hex_bits(f.b), has_c ? ", " + hex_bits(f.c) : "", hex_bits(f.read), f.expected);
  }
  return text;
}

}  // namespace rtlgen::host
