// WebP pictures of results, read by the library.
#include <gtest/gtest.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "data/io.hpp"
#include "data/series.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;
using Webp = Files;

/// The frames' pixels, red, green, blue and alpha.
std::vector<std::vector<std::uint8_t>> frames_of(const std::string& bytes, int width, int height) {
  std::vector<std::vector<std::uint8_t>> frames;
  const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  WebPAnimDecoder* const decoder = WebPAnimDecoderNew(&data, nullptr);
  if (decoder == nullptr) return frames;
  WebPAnimInfo info;
  WebPAnimDecoderGetInfo(decoder, &info);
  EXPECT_EQ(static_cast<int>(info.canvas_width), width);
  EXPECT_EQ(static_cast<int>(info.canvas_height), height);
  std::uint8_t* pixels = nullptr;
  for (int time = 0;
       WebPAnimDecoderHasMoreFrames(decoder) != 0 && WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0;)
    frames.emplace_back(pixels, pixels + 4 * width * height);
  WebPAnimDecoderDelete(decoder);
  return frames;
}

std::vector<int> pixel(const std::vector<std::uint8_t>& frame, std::size_t i) {
  return {frame[4 * i], frame[4 * i + 1], frame[4 * i + 2], frame[4 * i + 3]};
}

TEST_F(Webp, FramesHaveOneScale) {
  golden::Grid n = grid_of(Type::int_of(16), {2, 1, 1}, {0, 50});
  data::Series series(true);
  series.add(1, {{at("a.webp"), {&n}, 2}});
  n.set(1, 100);
  series.add(2, {{at("a.webp"), {&n}, 2}});
  EXPECT_EQ(series.finish(), std::vector<std::string>{at("a.webp")});
  const auto frames = frames_of(get("a.webp"), 512, 256);
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(pixel(frames[0], 0), (std::vector<int>{0, 0, 0, 255}));
  EXPECT_EQ(pixel(frames[0], 511), (std::vector<int>{128, 128, 128, 255}));
  EXPECT_EQ(pixel(frames[1], 511), (std::vector<int>{255, 255, 255, 255}));
}

TEST_F(Webp, ColoursAreThoseOfTheChannels) {
  const Type byte = Type::uint_of(8);
  const golden::Grid r = grid_of(byte, {600, 1, 1}, std::vector<std::uint64_t>(600, 10));
  const golden::Grid g = grid_of(byte, {600, 1, 1}, std::vector<std::uint64_t>(600, 200));
  data::write_vector(at("a.webp"), {&r, &g, &r}, 2);
  const auto frames = frames_of(get("a.webp"), 600, 1);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(pixel(frames[0], 599), (std::vector<int>{10, 200, 10, 255}));
  data::write(at("f.webp"), grid_of(kFloat32, {600, 1, 1}, std::vector<std::uint64_t>(600, 0x7fc00000)), 2);
  EXPECT_EQ(pixel(frames_of(get("f.webp"), 600, 1).at(0), 0), (std::vector<int>{0, 170, 60, 255}));
}

TEST_F(Webp, IsNotRead) {
  const auto fault = data::name_fault("a.webp", true);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->message, "rtlgen can only write '.webp' files");
  EXPECT_EQ(data::refusal("a.webp", 2), "a .webp has 1, 3 or 4 channels, but a cell has 2 components");
}

}  // namespace
}  // namespace rtlgen::test
