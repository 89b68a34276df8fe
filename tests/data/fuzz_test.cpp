// Files with bytes changed, lost and added: a reader returns a grid of the right shape or an error, and touches only
// its own memory (run under the asan preset).
#include <algorithm>

#include "data/formats.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;

class Random {
 public:
  std::uint64_t bits() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ ^ state_ >> 31;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() >> 16) % n; }

 private:
  std::uint64_t state_ = 42;
};

std::string mutated(std::string bytes, const std::vector<std::string>& seeds, Random& random) {
  static const std::string telling("0123456789()'<>|, \n#P-.einf\x00\xff\x7f\x80", 31);
  for (std::size_t n = 1 + random.below(4); n > 0; --n) {
    const std::size_t at = random.below(bytes.size() + 1);
    switch (random.below(6)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.insert(at, 1, telling[random.below(telling.size())]);
        break;
      case 2:
        bytes.erase(at, 1 + random.below(8));
        break;
      case 3:
        bytes.insert(at, seeds[random.below(seeds.size())].substr(0, random.below(64)));
        break;
      default:
        // Formats keep their secrets near the start, so that is chosen as often as any other place.
        if (bytes.empty()) break;
        bytes[random.below(random.below(2) == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 80))] =
            random.below(2) == 0 ? telling[random.below(telling.size())] : static_cast<char>(random.bits());
    }
    if (bytes.empty()) bytes = seeds[random.below(seeds.size())];
  }
  return bytes;
}

using Read = Expected<golden::Grid> (*)(const std::string&, const data::Wanted&);

/// libpng clears up to 8 MB for a damaged length, which takes milliseconds.
constexpr int kPictures = 1500;

void fuzz(Read read, const std::vector<std::string>& seeds, const std::vector<Type>& types, int components = 1,
          int count = 6000) {
  Random random;
  int good = 0;
  int bad = 0;
  for (int i = 0; i < count; ++i) {
    const data::Wanted wanted{types[random.below(types.size())], {7, 5, 1}, 2, components};
    const std::string& seed = seeds[random.below(seeds.size())];
    const std::string bytes = i < 20 ? seed : mutated(seed, seeds, random);
    const auto grid = read(bytes, wanted);
    if (!grid) {
      EXPECT_FALSE(grid.error().message.empty());
      EXPECT_FALSE(grid.error().notes[0].empty());
      ++bad;
      continue;
    }
    EXPECT_EQ(grid->extents, wanted.numbers());
    EXPECT_EQ(grid->type, wanted.type);
    for (std::int64_t c = 0; c < grid->cells(); ++c) ASSERT_EQ(grid->get(c) & ~wanted.type.mask(), 0U);
    ++good;
  }
  // Neither all refused nor all accepted: the mutations are near enough to matter.
  EXPECT_GT(good, 20);
  EXPECT_GT(bad, 600);
}

const std::vector<Type> kTypes{Type::float_of(8, 23), Type::float_of(5, 10), Type::float_of(3, 2),
                               Type::uint_of(8),      Type::int_of(13),      Type::int_of(64)};

std::vector<std::string> seeds(std::string (*print)(const golden::Grid&)) {
  std::vector<std::string> out;
  for (const Type& type : kTypes) out.push_back(print(busy_grid(type, {7, 5, 1}, 9)));
  return out;
}

TEST(Fuzz, Npy) {
  auto files = seeds([](const golden::Grid& g) { return data::npy_bytes(g, 2); });
  files.push_back(npy("'>f4'", "(5, 7)", std::string(140, '\1'), true));
  files.push_back(npy("'|u1'", "(5, 7)", std::string(35, '\2'), false, 2));
  fuzz(data::read_npy, files, kTypes);
}

TEST(Fuzz, Raw) { fuzz(data::read_raw, seeds(data::raw_bytes), kTypes); }

TEST(Fuzz, Text) {
  fuzz(data::read_text, seeds([](const golden::Grid& grid) { return data::text_bytes(grid); }), kTypes);
}

TEST(Fuzz, Pgm) {
  auto files = seeds(data::pgm_bytes);
  std::string plain = "P2 # plain\n7 5\n99\n";
  for (int i = 0; i < 35; ++i) plain += std::to_string(i) + (i % 7 == 6 ? "\n" : " ");
  files.push_back(plain);
  files.push_back(plain);
  fuzz(data::read_pgm, files, kTypes);
}

TEST(Fuzz, Png) {
  // Not of floats: those are enlarged for viewing.
  std::vector<std::string> files;
  for (const Type& type : {Type::uint_of(8), Type::int_of(13), Type::int_of(64), Type::uint_of(16), Type::boolean()})
    files.push_back(data::png_bytes(busy_grid(type, {7, 5, 1}, 9)));
  files.push_back(png(7, 5, 8, 3, std::vector<std::string>(5, std::string(7, '\1')), std::string("abcdef", 6)));
  fuzz(data::read_png, files, kTypes, 1, kPictures);
}

TEST(Fuzz, PicturesInColour) {
  std::vector<std::string> files, pixmaps;
  for (const Type& type : {Type::uint_of(8), Type::uint_of(16)}) {
    files.push_back(data::png_bytes(busy_grid(type, {21, 5, 1}, 9), 3));
    files.push_back(data::png_bytes(busy_grid(type, {28, 5, 1}, 9), 4));
    pixmaps.push_back(data::ppm_bytes(busy_grid(type, {21, 5, 1}, 9)));
  }
  files.push_back(png(7, 5, 8, 3, std::vector<std::string>(5, std::string(7, '\1')), std::string("abcdef", 6)));
  fuzz(data::read_png, files, kTypes, 3, kPictures);
  fuzz(data::read_pgm, pixmaps, kTypes, 3);
}

/// Checksums stop most of the above before the decoder; here they are right and the contents are
/// not.
TEST(Fuzz, PngWithGoodChecksums) {
  Random random;
  int good = 0, surplus = 0;
  for (int i = 0; i < 4000; ++i) {
    const int depths[8] = {1, 2, 4, 8, 16, 8, 8, 3};
    const int kinds[8] = {0, 2, 3, 4, 6, 0, 0, 1};
    std::vector<std::string> rows(random.below(4) == 0 ? random.below(9) : 5);
    for (std::string& row : rows) {
      row.resize(random.below(4) == 0 ? random.below(70) : 7);
      for (char& c : row) c = static_cast<char>(random.bits());
    }
    const int width = random.below(8) == 0 ? static_cast<int>(random.below(90)) : 7;
    const std::string palette(random.below(3) == 0 ? random.below(800) : 48, '\x21');
    const std::string file = png(width, 5, depths[random.below(8)], kinds[random.below(8)], rows,
                                 random.below(2) == 0 ? palette : "", random.below(4) == 0);
    for (const int components : {1, 3, 4}) {
      const auto grid = data::read_png(file, {Type::uint_of(16), {7, 5, 1}, 2, components});
      if (grid) {
        EXPECT_EQ(grid->cells(), 35 * components);
        ++good;
        continue;
      }
      EXPECT_FALSE(grid.error().notes[0].empty());
      surplus += grid.error().message.find("continue after the last row") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(good, 50);
  EXPECT_GT(surplus, 25);
}

}  // namespace
}  // namespace rtlgen::test
