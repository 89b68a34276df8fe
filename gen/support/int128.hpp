// 128-bit integers, a compiler extension that -Wpedantic only accepts when marked as one.
#pragma once

namespace rtlgen {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

}  // namespace rtlgen
