// Lossless WebP pictures and animations of results.
#include "data/webp.hpp"

#include <fmt/format.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "data/formats.hpp"
#include "golden/grid.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

constexpr int kMillisecondsPerFrame = 100;

struct EncoderDeleter {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

/// A picture for the encoder.
class Frame {
 public:
  Frame(int width, int height) {
    good_ = WebPPictureInit(&picture_) != 0;
    picture_.use_argb = 1;
    picture_.width = width;
    picture_.height = height;
    good_ = good_ && WebPPictureAlloc(&picture_) != 0;
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  ~Frame() { WebPPictureFree(&picture_); }

  /// Draws every pixel, of four bytes, red first, zoom x zoom times.
  void fill(const std::uint8_t* pixels, int zoom) {
    const int row = picture_.width / zoom;
    for (int y = 0; y < picture_.height; ++y) {
      for (int x = 0; x < picture_.width; ++x) {
        const std::uint8_t* const p = pixels + at(4 * (y / zoom * row + x / zoom));
        picture_.argb[y * picture_.argb_stride + x] =
            std::uint32_t{p[3]} << 24 | std::uint32_t{p[0]} << 16 | std::uint32_t{p[1]} << 8 | p[2];
      }
    }
  }
  bool good_ = false;
  WebPPicture picture_{};
};

/// Planes are kept until close(), because all frames use one scale.
class WebpStore : public Store {
 public:
  explicit WebpStore(const std::string& file) : path_(file), beside_(file) {}

  void put(const Item& item) override { add(item); }
  void append(const Item& item, std::int64_t /*step*/) override { add(item); }

  void close() override {
    all_.extents[1] *= frames_;
    const std::vector<std::uint8_t> pixels = shown_colours(all_, components_);
    const int width = static_cast<int>(all_.extents[0]) / components_;
    const auto height = static_cast<int>(all_.extents[1] / frames_);
    const int zoom = std::max(1, kPleasant / std::max(width, height));
    if (std::max(width, height) * zoom > WEBP_MAX_DIMENSION)
      fail(fmt::format("a WebP picture has at most {} pixels per side", WEBP_MAX_DIMENSION));
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) == 0) fail("libwebpmux has an incompatible version");
    const Encoder encoder(WebPAnimEncoderNew(width * zoom, height * zoom, &options));
    Frame frame(width * zoom, height * zoom);
    WebPConfig config;
    if (!encoder || !frame.good_ || WebPConfigInit(&config) == 0) fail("out of memory");
    config.lossless = 1;
    config.exact = 1;
    for (int f = 0; f < frames_; ++f) {
      frame.fill(&pixels[at(f) * at(4 * width) * at(height)], zoom);
      check(WebPAnimEncoderAdd(encoder.get(), &frame.picture_, f * kMillisecondsPerFrame, &config), encoder);
    }
    check(WebPAnimEncoderAdd(encoder.get(), nullptr, frames_ * kMillisecondsPerFrame, nullptr), encoder);
    WebPData data;
    WebPDataInit(&data);
    const int status = WebPAnimEncoderAssemble(encoder.get(), &data);
    const std::string text(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    check(status, encoder);
    beside_.put(text);
    all_ = {};
  }

  void commit() override { beside_.commit(); }

 private:
  using Encoder = std::unique_ptr<WebPAnimEncoder, EncoderDeleter>;
  static constexpr int kPleasant = 512;  ///< pixels to which small grids are enlarged

  [[noreturn]] void fail(const std::string& reason) const {
    throw EnvironmentError(fmt::format("cannot write {}: {}", path_, reason));
  }

  void check(int status, const Encoder& encoder) const {
    if (status == 0) fail(WebPAnimEncoderGetError(encoder.get()));
  }

  void add(const Item& item) {
    components_ = static_cast<int>(item.components.size());
    golden::Grid plane = shown_plane(item.components);
    ++frames_;
    if (frames_ == 1)
      all_ = std::move(plane);
    else
      all_.bytes.insert(all_.bytes.end(), plane.bytes.begin(), plane.bytes.end());
  }

  std::string path_;
  FileBeside beside_;
  golden::Grid all_;  ///< the planes, one below the other; until close(), the extents of a single plane
  int frames_ = 0;
  int components_ = 1;
};

}  // namespace

std::unique_ptr<Store> create_webp(const std::string& file) { return std::make_unique<WebpStore>(file); }

}  // namespace rtlgen::data
