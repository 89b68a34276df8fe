// A description that has been read: its stencil, and where that came from.
#pragma once

#include <string>
#include <vector>

#include "spec/stencil.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

struct Source;

/// What a design was made from: it travels with the design, so that nothing is read again to name it.
struct Origin {
  std::string file;                ///< of the description, as it was named
  std::vector<std::string> texts;  ///< the description without lines for editors, then the files that it reads
  std::vector<std::string> sets;   ///< keys that override its own, as --set

  /// SHA-256 of texts and keys, as 64 hexadecimal digits.
  [[nodiscard]] std::string digest() const;
};

struct Description {
  Origin origin;
  spec::Stencil stencil;
};

/// Where a description comes from, as far as it can be read. Fault: RG0101.
Result<Origin> origin_of(const Source& source, Diagnostics& diagnostics);

/// Reads and checks a description, and warns of what is probably unintended (docs/warnings.md).
Result<Description> read(const Source& source, Diagnostics& diagnostics);

/// The stencil alone.
Result<spec::Stencil> read_stencil(const Source& source, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
