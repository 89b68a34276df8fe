// WebP in the table of formats, with or without the library.
#include "data/formats.hpp"
#ifdef RTLGEN_HAVE_WEBP
#include "data/webp.hpp"
#endif

namespace rtlgen::data {

Format webp_format() {
  Format format{.name = "picture, or [animation](#snapshots)", .ends = {".webp"}, .exact = "for viewing"};
  format.channels = {1, 3, 4};
  format.channels_text = "1, 3 or 4 channels";
  format.is_picture = true;
  format.is_series = true;
  format.is_written_only = true;
  format.library = "libwebp-dev";
#ifdef RTLGEN_HAVE_WEBP
  format.create = create_webp;
#endif
  return format;
}

}  // namespace rtlgen::data
