// 128-bit integers: a compiler extension that -Wpedantic accepts only if it is marked as one.
#pragma once

namespace rtlgen {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

}  // namespace rtlgen
