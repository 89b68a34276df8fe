// Writing of WebP pictures; there only where the library is.
#pragma once

#include <memory>
#include <string>

namespace rtlgen::data {

class Store;

/// A picture of the last plane put, or an animation of several, a tenth of a second each, without end.
std::unique_ptr<Store> create_webp(const std::string& file);

}  // namespace rtlgen::data
