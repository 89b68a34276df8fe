// Runtime for the C++ versions of SODA and SASA programs: fields, loops over the grid, the two languages' functions.
//
// The tests print each program's own expressions into a C++ file that includes this header and
// compile it with g++: the compiler, not the importer, decides about promotions and conversions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

using std::fabs;
using std::sqrt;
using wide = __int128;
using half = _Float16;

struct Extents {
  int x, y, z;
  [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(x) * y * z; }
};

/// The cell being computed, its statement's store index, and whether all that it read was there.
inline int px, py, pz, sx, sy, sz;
inline bool all_there;

/// A stored cell of native type.
template <class T>
struct Native {
  using Loaded = T;
  T value{};
  static Native of(Loaded v) { return {v}; }
  [[nodiscard]] Loaded load() const { return value; }
  static Native from_bits(std::uint64_t bits) {
    Native out;
    std::memcpy(&out.value, &bits, sizeof(T));
    return out;
  }
  [[nodiscard]] std::uint64_t to_bits() const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
  }
};

/// ap_int<W> and ap_uint<W>: arithmetic happens in 128 bits, where nothing of the tests overflows.
template <int W, bool S>
struct Odd {
  using Loaded = wide;
  std::uint64_t bits = 0;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << W) - 1;
  static Odd of(wide v) { return {static_cast<std::uint64_t>(v) & kMask}; }
  [[nodiscard]] wide load() const {
    const bool negative = S && ((bits >> (W - 1)) & 1) != 0;
    return negative ? static_cast<wide>(bits) - (static_cast<wide>(1) << W) : static_cast<wide>(bits);
  }
  static Odd from_bits(std::uint64_t b) { return {b & kMask}; }
  [[nodiscard]] std::uint64_t to_bits() const { return bits; }
};

/// ap_fixed<W,W-F> and ap_ufixed: arithmetic happens in double, where nothing of the tests is rounded.
template <int W, int F, bool S>
struct Fix {
  using Loaded = double;
  Odd<W, S> raw;
  static Fix of(double v) { return {Odd<W, S>::of(static_cast<wide>(std::floor(std::ldexp(v, F))))}; }
  [[nodiscard]] double load() const { return std::ldexp(static_cast<double>(raw.load()), -F); }
  static Fix from_bits(std::uint64_t b) { return {Odd<W, S>::from_bits(b)}; }
  [[nodiscard]] std::uint64_t to_bits() const { return raw.to_bits(); }
};

template <class C>
struct Field {
  Extents e;
  std::vector<C> cells;
  std::vector<char> there;
  explicit Field(Extents extents) : e(extents), cells(extents.cells()), there(extents.cells(), 1) {}
  [[nodiscard]] std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * e.y + y) * e.x + x;
  }

  void load(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    for (C& c : cells) {
      std::uint64_t bits = 0;
      in.read(reinterpret_cast<char*>(&bits), 8);
      c = C::from_bits(bits);
    }
    if (!in) throw std::runtime_error(path);
  }

  void store(const std::string& path) const {
    std::ofstream out(path, std::ios::binary);
    std::ofstream mask(path + ".there", std::ios::binary);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::uint64_t bits = cells[i].to_bits();
      out.write(reinterpret_cast<const char*>(&bits), 8);
      mask.put(there[i]);
    }
  }
};

template <class C>
typename C::Loaded look(const Field<C>& f, int dx, int dy = 0, int dz = 0) {
  const int x = px + dx - sx;
  const int y = py + dy - sy;
  const int z = pz + dz - sz;
  const bool inside = x >= 0 && x < f.e.x && y >= 0 && y < f.e.y && z >= 0 && z < f.e.z;
  if (inside && f.there[f.index(x, y, z)] != 0) return f.cells[f.index(x, y, z)].load();
  all_there = false;
  return static_cast<typename C::Loaded>(1);
}

/// SASA writes the slowest index first.
template <class C>
typename C::Loaded look_reversed(const Field<C>& f, int a) {
  return look(f, a);
}
template <class C>
typename C::Loaded look_reversed(const Field<C>& f, int a, int b) {
  return look(f, b, a);
}
template <class C>
typename C::Loaded look_reversed(const Field<C>& f, int a, int b, int c) {
  return look(f, c, b, a);
}

/// Assigns every cell; one that lacks a read does not exist, or keeps the value of `old`.
template <class C, class F>
void sweep(Field<C>& target, const Field<C>* old, int ax, int ay, int az, F value) {
  sx = ax;
  sy = ay;
  sz = az;
  for (pz = 0; pz < target.e.z; ++pz) {
    for (py = 0; py < target.e.y; ++py) {
      for (px = 0; px < target.e.x; ++px) {
        const std::size_t i = target.index(px, py, pz);
        all_there = true;
        target.cells[i] = C::of(static_cast<typename C::Loaded>(value()));
        target.there[i] = all_there ? 1 : 0;
        if (all_there || old == nullptr) continue;
        target.cells[i] = old->cells[i];
        target.there[i] = 1;
      }
    }
  }
}

template <class A, class B>
auto select(bool c, A a, B b) {
  using T = std::common_type_t<A, B>;
  return c ? static_cast<T>(a) : static_cast<T>(b);
}

/// SODA emits a balanced tree of std::min or std::max.
template <class T>
T tree(std::vector<T> v, bool smallest) {
  while (v.size() > 1) {
    std::vector<T> next;
    for (std::size_t i = 0; i + 1 < v.size(); i += 2)
      next.push_back(smallest ? std::min(v[i], v[i + 1]) : std::max(v[i], v[i + 1]));
    if (v.size() % 2 != 0) next.push_back(v.back());
    v = next;
  }
  return v[0];
}
template <class... A>
auto min(A... a) {
  return tree<std::common_type_t<A...>>({static_cast<std::common_type_t<A...>>(a)...}, true);
}
template <class... A>
auto max(A... a) {
  return tree<std::common_type_t<A...>>({static_cast<std::common_type_t<A...>>(a)...}, false);
}
