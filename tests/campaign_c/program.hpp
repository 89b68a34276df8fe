// A random C program with what is needed to import it, to call it and to compare its arrays.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ctypes.hpp"
#include "piece.hpp"

namespace rtlgen::test::random_c {

/// Cells of an array that the importer makes a field of its own.
struct Part {
  std::string field;
  std::int64_t first = 0, cells = 0;
};

struct Array {
  std::string name;
  Type type;
  std::vector<int> extents;  ///< slowest first
  std::vector<Part> parts;
  bool written = false;

  [[nodiscard]] std::int64_t cells() const {
    std::int64_t out = 1;
    for (const int extent : extents) out *= extent;
    return out;
  }
};

struct Scalar {
  std::string name;
  Type type;
  std::string text;    ///< text of its value
  bool given = false;  ///< by -D; else a run-time parameter
};

struct CProgram {
  std::uint64_t seed = 0;
  Piece text;
  std::vector<Array> arrays;
  std::vector<Scalar> scalars;
  std::string call;                           ///< call of the kernel, with @a0, @a1, ... for the arrays' memory
  std::map<std::string, std::string> values;  ///< -D
  /// Constructs that docs/import_c.md does not promise: the importer refuses them, or gets them right.
  std::vector<std::string> odd;
  bool exchanges = false;  ///< arrays change places
};

/// The program of a seed.
CProgram generate_c(std::uint64_t seed);

}  // namespace rtlgen::test::random_c
