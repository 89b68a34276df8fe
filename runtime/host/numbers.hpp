// The values of a shell's registers for one run.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "contract/extents.hpp"
#include "host/layout.hpp"

namespace rtlgen::contract {
struct RunSettings;
}

namespace rtlgen::host {

/// Every number of `run`, by the name of its register; the shell may not need all. The caller sets buffers, parameters
/// and first_buffer.
std::map<std::string, std::uint64_t> run_numbers(const Design& design, const contract::Extents& extents,
                                                 const contract::RunSettings& run);

}  // namespace rtlgen::host
