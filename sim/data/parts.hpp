// Arrays of files that a library reads by boxes: straight into a field's memory, or by blocks that are converted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::data {

struct Wanted;

/// A box of an array, slowest axis first: from where, and how much.
struct Part {
  std::vector<std::uint64_t> start, count;

  [[nodiscard]] std::int64_t numbers() const;
};

/// An array of a file.
struct StoredArray {
  std::vector<std::uint64_t> extents;
  std::optional<std::uint64_t> entry;  ///< only this one along the first axis

  /// Of what is read.
  [[nodiscard]] std::vector<std::int64_t> shape() const;
  [[nodiscard]] Part part() const;
};

/// "t[3]" is the name t and the entry 3; nothing of other names.
std::optional<std::pair<std::string, std::int64_t>> with_entry(const std::string& name);

/// Entry `number` of `count`, from the end if negative; throws BadFile where there is none.
std::uint64_t entry_of(std::int64_t number, std::uint64_t count, const std::string& name);

/// The grids of a field's components, which are innermost in the file, from `array` of numbers of `type`. `read` gets
/// the numbers of a part. Takes the memory of the grids and at most a sixteenth more, or a MiB. Throws BadFile where
/// shape or numbers do not fit. `holder`: what the array is called.
std::vector<golden::Grid> read_parts(const StoredArray& array, const spec::Type& type, const Wanted& wanted,
                                     const char* holder, const std::function<void(const Part&, void* to)>& read);

}  // namespace rtlgen::data
