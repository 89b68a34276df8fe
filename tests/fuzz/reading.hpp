// Data files: a grid of the wanted shape whose cells have no bits too many, or an error with a note.
#pragma once

#include "data/formats.hpp"
#include "golden/grid.hpp"
#include "target.hpp"

namespace rtlgen::fuzz {

inline int read_data(const std::uint8_t* data, std::size_t size,
                     Expected<golden::Grid> (*read)(const std::string&, const data::Wanted&)) {
  using spec::Type;
  static const Type kTypes[] = {Type::float_of(8, 23), Type::uint_of(8), Type::int_of(13), Type::fixed_of(18, 10)};
  const std::string bytes = text_of(data, size);
  for (const Type& type : kTypes) {
    const data::Wanted wanted{type, {4, 3, 1}, 2};
    const auto grid = read(bytes, wanted);
    if (!grid) {
      require(!grid.error().message.empty() && !grid.error().notes[0].empty(), "no reason");
      continue;
    }
    require(grid->extents == wanted.extents && grid->type == type, "a grid of another kind");
    for (std::int64_t c = 0; c < grid->cells(); ++c) require((grid->get(c) & ~type.mask()) == 0, "bits too many");
  }
  return 0;
}

}  // namespace rtlgen::fuzz
