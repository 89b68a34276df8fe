// A parameter set of a module under test, as the test hands it to the compiled bench: by numbers.
#pragma once

#include <array>
#include <string>

namespace rtlgen::walk_test {

enum class Kind { kWalk = 0, kUnpack = 1, kPack = 2 };

struct Design {
  Kind kind = Kind::kWalk;
  int axes = 3;
  bool blocked_x = false, blocked_y = false;
  bool wrap_x = false, wrap_y = false, wrap_z = false;
  bool write = false, ping_pong = true, has_writer = true;
  int bus_bits = 64, word_bits = 16;
};

/// Parameter names and values, in the order in which the bench reads the values.
inline std::array<std::pair<const char*, int>, 12> parameters(const Design& d) {
  return {{{"KIND", static_cast<int>(d.kind)},
           {"AXES", d.axes},
           {"BLOCKED_X", d.blocked_x},
           {"BLOCKED_Y", d.blocked_y},
           {"WRAP_X", d.wrap_x},
           {"WRAP_Y", d.wrap_y},
           {"WRAP_Z", d.wrap_z},
           {"WRITE", d.write},
           {"PING_PONG", d.ping_pong},
           {"HAS_WRITER", d.has_writer},
           {"BUS_BITS", d.bus_bits},
           {"WORD_BITS", d.word_bits}}};
}

}  // namespace rtlgen::walk_test
