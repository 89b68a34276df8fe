// The size of an animation's data in memory before it is written.
#pragma once

#include <cstdint>
#include <string>

#include "spec/axes.hpp"

namespace rtlgen::data {

/// Bytes of the planes for `frames` pictures of a field with cells of `cell_bytes` bytes; 0 if the format of `path`
/// keeps none.
std::int64_t kept_bytes(const std::string& path, const spec::Extents& extents, std::int64_t cell_bytes,
                        std::int64_t frames);

}  // namespace rtlgen::data
