// Compiled simulations kept under the digest of everything they were made from.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace rtlgen::runner {

/// $RTLGEN_CACHE, else $XDG_CACHE_HOME/rtlgen, else ~/.cache/rtlgen, else a folder beside the
/// system's temporary files.
std::filesystem::path cache_root();

/// The entry `key`: if it is not there, `make` fills a private folder, which then becomes the entry
/// by one rename. Two processes may race; the first to finish wins and the other uses its result.
/// `hit` tells whether nothing had to be made.
std::filesystem::path cached(const std::string& key,
                             const std::function<void(const std::filesystem::path&)>& make, bool& hit);

}  // namespace rtlgen::runner
