// Parameter sets of rtlgen_walk, rtlgen_unpack and rtlgen_pack.
#pragma once

#include <string>
#include <vector>

#include "design.hpp"

namespace rtlgen::walk_test {

/// A parameter set by its flags: bx and by for blocks, wx, wy and wz for axes that wrap, write, constant.
inline Design walk(int axes, const std::string& flags) {
  Design d;
  d.axes = axes;
  const auto has = [&](const char* flag) { return flags.find(flag) != std::string::npos; };
  d.blocked_x = has("bx");
  d.blocked_y = has("by");
  d.wrap_x = has("wx");
  d.wrap_y = has("wy");
  d.wrap_z = has("wz");
  d.write = has("write");
  d.ping_pong = !has("constant");
  d.has_writer = !has("constant");
  return d;
}

inline Design words(Kind kind, int axes, const std::string& flags, int bus_bits, int word_bits) {
  Design d = walk(axes, flags);
  d.kind = kind;
  d.bus_bits = bus_bits;
  d.word_bits = word_bits;
  return d;
}

inline Design unpack(int axes, const std::string& flags, int bus, int word) {
  return words(Kind::kUnpack, axes, flags, bus, word);
}
inline Design pack(int axes, const std::string& flags, int bus, int word) {
  return words(Kind::kPack, axes, flags, bus, word);
}

/// Parameter sets of rtlgen_walk that are tested.
inline const std::vector<Design>& walks() {
  static const std::vector<Design> designs = {walk(3, "bx by"),
                                              walk(3, "bx by write"),
                                              walk(3, "bx"),
                                              walk(3, "by"),
                                              walk(3, ""),
                                              walk(3, "write"),
                                              walk(3, "wx wy wz"),
                                              walk(3, "bx by wx wy wz"),
                                              walk(3, "bx wy wz"),
                                              walk(3, "by wx wy"),
                                              walk(3, "bx by wz"),
                                              walk(2, "bx"),
                                              walk(2, "bx wx wy"),
                                              walk(2, "bx write"),
                                              walk(2, "wy"),
                                              walk(1, ""),
                                              walk(1, "wx"),
                                              walk(1, "write"),
                                              walk(3, "bx by constant")};
  return designs;
}

/// And of rtlgen_unpack and rtlgen_pack.
inline const std::vector<Design>& streams() {
  static const std::vector<Design> designs = {unpack(3, "bx by", 64, 16),
                                              unpack(3, "bx by wx wy", 64, 32),
                                              unpack(3, "bx", 64, 12),
                                              unpack(3, "by wx", 64, 20),
                                              unpack(2, "bx", 64, 1),
                                              unpack(2, "bx", 64, 64),
                                              unpack(2, "bx", 64, 80),
                                              unpack(1, "", 128, 18),
                                              unpack(1, "wx", 64, 160),
                                              pack(3, "bx by", 64, 16),
                                              pack(3, "bx by wx wy wz", 64, 32),
                                              pack(3, "bx wz", 64, 12),
                                              pack(3, "by wx", 64, 20),
                                              pack(2, "bx wy", 64, 1),
                                              pack(2, "bx", 64, 64),
                                              pack(2, "bx", 64, 80),
                                              pack(1, "", 128, 18),
                                              pack(1, "wx", 64, 160)};
  return designs;
}

}  // namespace rtlgen::walk_test
