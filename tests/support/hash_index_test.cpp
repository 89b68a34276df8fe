// Numbers by hash: collisions, growth, and missing elements.
#include "support/hash_index.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rtlgen {
namespace {

/// Texts, each once.
class Texts {
 public:
  explicit Texts(std::uint64_t (*hash)(const std::string&)) : hash_(hash) {}

  std::size_t add(const std::string& text) {
    const auto is_text = [&](std::size_t at) { return all_[at] == text; };
    const std::size_t at = index_.find_or_add(hash_(text), all_.size(), is_text);
    if (at == all_.size()) all_.push_back(text);
    return at;
  }
  [[nodiscard]] std::size_t find(const std::string& text) const {
    return index_.find(hash_(text), [&](std::size_t at) { return all_[at] == text; });
  }

 private:
  std::uint64_t (*hash_)(const std::string&);
  std::vector<std::string> all_;
  HashIndex index_;
};

void check(std::uint64_t (*hash)(const std::string&), int count) {
  Texts texts(hash);
  EXPECT_EQ(texts.find("0"), HashIndex::kNone) << "empty";
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(texts.find(std::to_string(i)), HashIndex::kNone);
    ASSERT_EQ(texts.add(std::to_string(i)), static_cast<std::size_t>(i));
  }
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(texts.add(std::to_string(i)), static_cast<std::size_t>(i)) << "once";
    ASSERT_EQ(texts.find(std::to_string(i)), static_cast<std::size_t>(i));
  }
  EXPECT_EQ(texts.find("none"), HashIndex::kNone);
}

TEST(HashIndex, ElementsKeepTheirNumbersWhileItGrows) {
  check([](const std::string& text) { return mixed(std::stoull(text == "none" ? "99999" : text)); }, 5000);
}

/// The elements distinguish equal hashes.
TEST(HashIndex, EqualHashesAreNoEqualElements) {
  check([](const std::string&) { return std::uint64_t{7}; }, 300);
  check([](const std::string& text) { return std::uint64_t{text.size()} << 32U; }, 300);
}

TEST(HashIndex, MixedSpreadsEveryBit) {
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t change = mixed(42) ^ mixed(42 ^ (std::uint64_t{1} << bit));
    EXPECT_GT(__builtin_popcountll(change), 12) << bit;
  }
}

}  // namespace
}  // namespace rtlgen
