// A cache of compiled simulations, keyed by the digest of everything they were made from.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace rtlgen::runner {

/// $RTLGEN_CACHE, else $XDG_CACHE_HOME/rtlgen, else ~/.cache/rtlgen, else a folder of the user next to the system's
/// temporary files.
std::filesystem::path cache_root();

struct CacheEntry {
  std::filesystem::path folder;
  bool hit = false;                  ///< the entry existed
  std::shared_ptr<void> keep_alive;  ///< for an entry that could not be kept: its folder is removed with this
};

/// The entry `key`. If it does not exist or is damaged, `make` fills a private folder, which then becomes the entry by
/// one rename. If two processes need the same entry, one makes it and the other waits, and makes it itself if the first
/// one is killed. If the cache cannot be written, the result is used for this run only, and a line on standard error
/// gives the reason.
CacheEntry cached(const std::string& key, const std::function<void(const std::filesystem::path&)>& make);

/// The same without a cache: `make` fills a folder that is removed with the entry.
CacheEntry uncached(const std::function<void(const std::filesystem::path&)>& make);

/// Whether the entry exists undamaged, for callers that could use another one instead.
bool is_cached(const std::string& key);

}  // namespace rtlgen::runner
