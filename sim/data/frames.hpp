// What an animation keeps in memory until it is written.
#pragma once

#include <cstdint>
#include <string>

#include "spec/axes.hpp"

namespace rtlgen::data {

/// Bytes of the planes of `frames` pictures of a field with cells of so many bytes; 0 where the format of `path` keeps
/// none.
std::int64_t kept_bytes(const std::string& path, const spec::Extents& extents, std::int64_t cell_bytes,
                        std::int64_t frames);

}  // namespace rtlgen::data
