// Arrays in files that a library reads by boxes: directly into a field's memory, or in blocks that are converted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/expected.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::data {

struct Wanted;

/// A box in an array, slowest axis first: start and size.
struct Part {
  std::vector<std::uint64_t> start, count;

  [[nodiscard]] std::int64_t numbers() const;
};

/// An array in a file.
struct StoredArray {
  std::vector<std::uint64_t> extents;
  std::optional<std::uint64_t> entry;  ///< only this one along the first axis

  /// The shape of the part to read.
  [[nodiscard]] std::vector<std::int64_t> shape() const;
  [[nodiscard]] Part part() const;
};

/// The name t and the entry 3 of "t[3]"; none for other names.
std::optional<std::pair<std::string, std::int64_t>> with_entry(const std::string& name);

/// Entry `number` of `count`, counted from the end if negative; an error if it does not exist.
Expected<std::uint64_t> entry_of(std::int64_t number, std::uint64_t count, const std::string& name);

/// The grids of a field's components, which are innermost in the file, from the numbers of `type` in `array`. `read`
/// reads the numbers of a part. Needs the memory of the grids and at most a sixteenth more, or a MiB. `holder`: the
/// array's name in messages.
Expected<std::vector<golden::Grid>> read_parts(const StoredArray& array, const spec::Type& type, const Wanted& wanted,
                                               const char* holder,
                                               const std::function<std::optional<Error>(const Part&, void* to)>& read);

}  // namespace rtlgen::data
