// Compiled simulations kept under the digest of everything they were made from.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace rtlgen::runner {

/// $RTLGEN_CACHE, else $XDG_CACHE_HOME/rtlgen, else ~/.cache/rtlgen, else a folder of the user's beside the system's
/// temporary files.
std::filesystem::path cache_root();

struct CacheEntry {
  std::filesystem::path folder;
  bool hit = false;                  ///< nothing had to be made
  std::shared_ptr<void> keep_alive;  ///< of what could not be kept: the folder goes with it
};

/// The entry `key`. If it does not exist or is damaged, `make` fills a private folder, which then becomes the entry by
/// one rename. Two that want the same entry make it once: the second waits, and goes on itself should the first be
/// killed. A cache that cannot be written costs nothing but the next compilation: what was made serves this
/// run, and a line on standard error says why it was not kept.
CacheEntry cached(const std::string& key, const std::function<void(const std::filesystem::path&)>& make);

/// The same without a cache: `make` fills a folder that goes with the entry.
CacheEntry uncached(const std::function<void(const std::filesystem::path&)>& make);

/// Whether the entry exists undamaged, for callers who would take another one instead.
bool is_cached(const std::string& key);

}  // namespace rtlgen::runner
