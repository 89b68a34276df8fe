// Splits arrays into boxes, in order.
#include "data/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "data/formats.hpp"
#include "data/memory.hpp"
#include "golden/grid.hpp"
#include "support/index.hpp"

namespace rtlgen::data {

namespace {

constexpr std::int64_t kLeastBlock = std::int64_t{1} << 20;  // bytes

/// Parts of `whole` in order, of at most `most` numbers; stops at an error.
std::optional<Error> for_each_part_of(const Part& whole, std::int64_t most,
                                      const std::function<std::optional<Error>(const Part&, std::int64_t)>& use) {
  if (whole.count.empty()) return use(whole, 0);
  // A part has several slices along `axis`, and one along the axes before it.
  std::size_t axis = 0;
  std::int64_t slice = whole.numbers();
  for (;; ++axis) {
    slice /= static_cast<std::int64_t>(whole.count[axis]);
    if (slice <= most) break;
  }
  const auto together = static_cast<std::uint64_t>(std::max<std::int64_t>(1, most / slice));
  Part part = whole;
  for (std::size_t a = 0; a < axis; ++a) part.count[a] = 1;
  for (std::int64_t first = 0;;) {
    part.count[axis] = std::min(together, whole.count[axis] - (part.start[axis] - whole.start[axis]));
    if (auto error = use(part, first)) return error;
    first += static_cast<std::int64_t>(part.count[axis]) * slice;
    part.start[axis] += part.count[axis];
    std::size_t a = axis;
    while (part.start[a] == whole.start[a] + whole.count[a]) {
      if (a == 0) return std::nullopt;
      part.start[a] = whole.start[a];
      ++part.start[--a];
    }
  }
}

}  // namespace

std::int64_t Part::numbers() const {
  std::int64_t numbers = 1;
  for (const std::uint64_t n : count) numbers *= static_cast<std::int64_t>(n);
  return numbers;
}

std::vector<std::int64_t> StoredArray::shape() const {
  std::vector<std::int64_t> shape;
  for (const std::uint64_t n : extents)
    shape.push_back(static_cast<std::int64_t>(std::min<std::uint64_t>(n, INT64_MAX)));
  if (entry) shape.erase(shape.begin());
  return shape;
}

Part StoredArray::part() const {
  Part part{std::vector<std::uint64_t>(extents.size(), 0), extents};
  if (entry) part.start[0] = *entry, part.count[0] = 1;
  return part;
}

std::optional<std::pair<std::string, std::int64_t>> with_entry(const std::string& name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string::npos || name.back() != ']') return std::nullopt;
  std::int64_t entry = 0;
  const char* const end = name.data() + name.size() - 1;
  const auto [stop, error] = std::from_chars(name.data() + open + 1, end, entry);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return std::pair(name.substr(0, open), entry);
}

Expected<std::uint64_t> entry_of(std::int64_t number, std::uint64_t count, const std::string& name) {
  const auto all = static_cast<std::int64_t>(count);
  const std::int64_t entry = number < 0 ? all + number : number;
  if (entry >= 0 && entry < all) return static_cast<std::uint64_t>(entry);
  return bad_file(fmt::format("there is no entry {} along the first axis of '{}'", number, name),
                  all > 0 ? fmt::format("it has {}: 0 to {}, or -1 for the last", all, all - 1) : "it has none");
}

Expected<std::vector<golden::Grid>> read_parts(const StoredArray& array, const spec::Type& type, const Wanted& wanted,
                                               const char* holder,
                                               const std::function<std::optional<Error>(const Part&, void* to)>& read) {
  if (const auto error = wanted.check_shape(array.shape(), holder)) return *error;
  std::vector<golden::Grid> grids;
  for (int c = 0; c < wanted.components; ++c) grids.emplace_back(wanted.type, wanted.extents);
  const Part whole = array.part();
  if (wanted.components == 1 && is_same_memory(wanted.type, {type, {}})) {
    if (const auto error = read(whole, grids[0].bytes.data())) return *error;
    return grids;
  }
  const auto size = at(type.width / 8);
  constexpr std::int64_t kParts = 16;
  const std::int64_t most = std::max(kLeastBlock / type.width * 8, wanted.cells() / kParts);
  std::vector<std::uint8_t> block;
  const auto error = for_each_part_of(whole, most, [&](const Part& part, std::int64_t first) {
    const std::int64_t numbers = part.numbers();
    block.resize(at(numbers) * size);
    auto bad = read(part, block.data());
    for (std::int64_t i = 0; i < numbers && !bad; ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &block[at(i) * size], size);
      bad = wanted.store(grids, first + i, type, bits);
    }
    return bad;
  });
  if (error) return *error;
  return grids;
}

}  // namespace rtlgen::data
