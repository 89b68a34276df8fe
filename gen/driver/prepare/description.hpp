// A description after reading: its stencil, and its origin.
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

/// The origin of a design. It is passed on with the design, so that nothing is read again.
struct Origin {
  std::string file;                ///< name of the description, as the user wrote it
  std::vector<std::string> texts;  ///< the description without modelines, then the files that it reads
  std::vector<std::string> sets;   ///< keys that override its own, as with --set

  /// SHA-256 of texts and keys, as 64 hexadecimal digits.
  [[nodiscard]] std::string digest() const;
};

struct Description {
  Origin origin;
  spec::Stencil stencil;
};

/// The origin of a description, as far as it can be read. Reports RG0101.
Result<Origin> origin_of(const Source& source, Diagnostics& diagnostics);

/// Reads and checks a description, and warns about probable mistakes (docs/warnings.md).
Result<Description> read(const Source& source, Diagnostics& diagnostics);

/// Reads only the stencil.
Result<spec::Stencil> read_stencil(const Source& source, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
