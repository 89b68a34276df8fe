// Writes WebP pictures; available only with the library.
#pragma once

#include <memory>
#include <string>

namespace rtlgen::data {

class Store;

/// A picture of the last plane put, or an endless animation of several, with a tenth of a second each.
std::unique_ptr<Store> create_webp(const std::string& file);

}  // namespace rtlgen::data
