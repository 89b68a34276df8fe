// Converts arrays to fields: flat indices are split; leading indices that are constant or cycle with time become
// separate fields.
#include "import/c/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "import/make_expr.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kMostSlots = 8;

class Layouter {
 public:
  Layouter(const Trace& trace, const Reporter& reporter) : trace_(trace), reporter_(reporter) {}

  Layout run() {
    find_used();
    for (const auto& [buffer, accesses] : used_) dimension(buffer, accesses);
    for (const auto& [buffer, accesses] : used_) {
      for (const int access : accesses) place(access);
    }
    exchange_pointers();
    find_grid();
    for (const auto& [access, spot] : out_.spots) check(access, spot);
    return std::move(out_);
  }

 private:
  /// How the dimensions of a buffer are used, slowest first.
  struct Shape {
    std::vector<std::int64_t> strides;  ///< strides of a flat buffer, slowest first
    std::vector<bool> part;             ///< no loop runs along it: its parts are separate fields
    std::vector<std::int64_t> slots;    ///< slots of a dimension that time steps cycle through, else 0
    std::vector<std::optional<std::int64_t>> extents;
  };

  [[noreturn]] void refuse(Span span, const std::string& message, const std::string& note) const {
    reporter_.fail(Code::kNotExpressible, span, message, {note});
  }

  const Access& access_of(int access) const { return trace_.accesses[static_cast<std::size_t>(access)]; }
  const Buffer& buffer_of(int buffer) const { return trace_.buffers[static_cast<std::size_t>(buffer)]; }

  void use(int access, bool stores) {
    used_[access_of(access).buffer].insert(access);
    if (stores) stored_.insert(access);
  }

  void find_used() {
    for (const Effect& effect : trace_.effects) {
      const auto visit = [&](const Value& value) {
        if (value.kind == Value::Kind::kRead) use(value.id, false);
      };
      walk(*effect.value, visit);
      if (effect.where) walk(*effect.where, visit);
      if (effect.access >= 0) use(effect.access, true);
    }
  }

  void dimension(int buffer, const std::set<int>& accesses) {
    const Buffer& b = buffer_of(buffer);
    Shape& shape = shapes_[buffer];
    shape.extents = b.extents;
    if (b.is_flat) take_apart(b, accesses, shape);
    const std::size_t count = shape.extents.size();
    shape.part.assign(count, b.extents.size() > 1 || count == 1);
    shape.slots.assign(count, 0);
    for (const int access : accesses) {
      const std::vector<Index>& index = access_of(access).index;
      for (std::size_t d = 0; d < count && !shape.strides.empty(); ++d) shape.part[d] = false;
      for (std::size_t d = 0; d < count && shape.strides.empty(); ++d) {
        if (index[d].slot) shape.slots[d] = std::max(shape.slots[d], slots_of(access_of(access), *index[d].slot));
        if (index[d].form && !index[d].form->factors.empty()) shape.part[d] = false;
      }
    }
  }

  /// Splits a flat index into strides: the factors of its loop variables.
  void take_apart(const Buffer& b, const std::set<int>& accesses, Shape& shape) {
    std::set<std::int64_t> factors;
    Span span = b.span;
    for (const int access : accesses) {
      const Index& index = access_of(access).index[0];
      if (!index.form) continue;
      for (const auto& [variable, factor] : index.form->factors) {
        factors.insert(std::abs(factor));
        if (std::abs(factor) != 1) span = access_of(access).span;
      }
    }
    if (factors.empty() || factors == std::set<std::int64_t>{1}) return;
    if (!factors.contains(1))
      refuse(span, fmt::format("'{}' is read or written at one in {} elements only", b.name, *factors.begin()),
             "rtlgen reads cells at constant offsets: a[i + 1], not a[2*i]");
    shape.strides.assign(factors.rbegin(), factors.rend());
    if (shape.strides.size() > 3)
      refuse(span, fmt::format("this index has {} axes", shape.strides.size()), "grids have one to three axes");
    std::vector<std::optional<std::int64_t>> extents;
    const auto all = b.extents[0];
    extents.push_back(all ? std::optional(*all / shape.strides[0]) : std::nullopt);
    for (std::size_t i = 1; i < shape.strides.size(); ++i) {
      if (shape.strides[i - 1] % shape.strides[i] != 0)
        refuse(span,
               fmt::format("rows of {} do not divide planes of {} elements", shape.strides[i], shape.strides[i - 1]),
               "index as a[(k*ny + j)*nx + i]");
      extents.emplace_back(shape.strides[i - 1] / shape.strides[i]);
    }
    shape.extents = extents;
  }

  /// The number of arrays that an index cycles through, one per time step.
  std::int64_t slots_of(const Access& access, const Value& slot) {
    if (!trace_.time)
      refuse(access.span, "an index by time step outside the time loop", "use it in the loop over time steps");
    std::vector<std::int64_t> values;
    std::int64_t most = 0;
    for (std::int64_t k = 0; k < 2 * kMostSlots; ++k) {
      const auto value = whole_at(slot, trace_.time->first + k * trace_.time->stride);
      if (!value || *value < 0 || *value >= kMostSlots)
        refuse(access.span, "this index by time step is not a remainder such as t % 2",
               "index the arrays of several time steps by remainders: a[t % 2], a[(t + 1) % 2]");
      values.push_back(*value);
      most = std::max(most, *value);
    }
    const std::int64_t slots = most + 1;
    const std::int64_t step = ((values[1] - values[0]) % slots + slots) % slots;
    for (std::size_t k = 1; k < values.size(); ++k) {
      if (values[k] != (values[k - 1] + step) % slots || (slot_step_ && *slot_step_ != step && slots > 1))
        refuse(access.span, "this index does not cycle with the time step", "write a[t % 2] and a[(t + 1) % 2]");
    }
    slot_step_ = step;
    return slots;
  }

  /// The field that holds these constant leading or trailing indices.
  int field(int buffer, const std::vector<std::int64_t>& parts) {
    const auto [found, is_new] = fields_.emplace(std::pair{buffer, parts}, static_cast<int>(out_.fields.size()));
    if (!is_new) return found->second;
    const Shape& shape = shapes_[buffer];
    Field made;
    made.buffer = buffer;
    made.span = buffer_of(buffer).span;
    made.parts = parts;
    for (const std::int64_t part : parts) made.suffix += fmt::format("_{}", part);
    for (std::size_t d = shape.extents.size(); d-- > 0;) {
      if (!is_part(shape, d)) made.extents.push_back(shape.extents[d]);
    }
    if (made.extents.size() > 3)
      refuse(made.span, fmt::format("'{}' has {} axes", buffer_of(buffer).name, made.extents.size()),
             "grids have one to three axes");
    out_.fields.push_back(made);
    return found->second;
  }

  static bool is_part(const Shape& shape, std::size_t d) { return shape.part[d] || shape.slots[d] > 0; }

  void place(int access) {
    const Access& a = access_of(access);
    const Shape& shape = shapes_[a.buffer];
    std::vector<std::int64_t> parts;
    std::vector<Place> axes;
    for (std::size_t d = shape.extents.size(); d-- > 0;) {
      if (!shape.strides.empty()) {
        axes.push_back(flat_place(a, shape, d));
        continue;
      }
      const Index& index = a.index[d];
      if (!is_part(shape, d)) {
        if (!index.form)
          refuse(a.span, "this index depends on time step and cell", "use a separate dimension for time steps");
        axes.push_back(place_of(a, *index.form));
      } else if (shape.slots[d] > 0) {
        if (!index.slot)
          refuse(a.span, fmt::format("'{}' is indexed by the time step and by constants", buffer_of(a.buffer).name),
                 "write t % 2 and (t + 1) % 2 everywhere");
        parts.insert(parts.begin(), *whole_at(*index.slot, trace_.time->first));
      } else {
        const std::int64_t part = index.form->constant;
        if (part < 0 || (shape.extents[d] && part >= *shape.extents[d]))
          refuse(a.span, fmt::format("the index {} is outside '{}'", part, buffer_of(a.buffer).name),
                 "stay inside the array");
        parts.insert(parts.begin(), part);
      }
    }
    Spot spot;
    spot.field = field(a.buffer, parts);
    spot.axes = std::move(axes);
    Field& f = out_.fields[static_cast<std::size_t>(spot.field)];
    (stored_.contains(access) ? f.is_stored : f.is_read) = true;
    out_.spots[access] = std::move(spot);
    go_round(a, shape, parts);
  }

  void go_round(const Access& a, const Shape& shape, std::vector<std::int64_t> parts) {
    std::size_t place = 0;
    for (std::size_t d = 0; d < shape.extents.size(); ++d) {
      if (!is_part(shape, d)) continue;
      if (shape.slots[d] > 0) {
        const std::int64_t slots = shape.extents[d].value_or(shape.slots[d]);
        const std::int64_t now = parts[place];
        if (shape.slots[d] != slots)
          refuse(a.span, fmt::format("of {} arrays, the time steps use {}", slots, shape.slots[d]),
                 "make the first dimension as large as the divisor of the remainder");
        for (std::int64_t k = 0; k < slots; ++k) {
          parts[place] = k;
          const int from = field(a.buffer, parts);
          parts[place] = (k + slot_step_.value_or(1)) % slots;
          out_.exchanges[from] = field(a.buffer, parts);
        }
        parts[place] = now;
      }
      ++place;
    }
  }

  Place place_of(const Access& a, const Affine& form) const {
    Place out;
    out.offset = form.constant;
    out.range = range_of(form, a.box);
    if (form.factors.size() > 1)
      refuse(a.span, "this index has several loop variables",
             "use one loop variable and a constant per index; flat arrays need strides that divide each other");
    if (form.factors.empty()) return out;
    const auto [variable, factor] = *form.factors.begin();
    if (factor != 1)
      refuse(a.span, fmt::format("this index multiplies a loop variable by {}", factor),
             "rtlgen reads cells at constant offsets: a[i + 1], not a[2*i] or a[n - i]");
    out.loop = variable;
    const auto remainder = trace_.remainders.find(variable);
    if (remainder == trace_.remainders.end()) return out;
    out.loop = remainder->second.loop;
    const std::int64_t m = remainder->second.modulus;
    if (out.offset != 0) refuse(a.span, "this adds to a remainder", "write the sum inside: (i + 1) % n");
    std::int64_t offset = ((remainder->second.offset % m) + m) % m;
    if (offset > m / 2) offset -= m;
    out.offset = offset;
    out.wraps = true;
    return out;
  }

  /// Axis d of a flat index, with its constant split so that every part is small.
  Place flat_place(const Access& a, const Shape& shape, std::size_t d) const {
    if (!a.index[0].form)
      refuse(a.span, "this index depends on time step and cell", "use a separate array for each time step");
    const Affine& form = *a.index[0].form;
    Affine own;
    std::int64_t rest = form.constant;
    const std::size_t last = shape.strides.size() - 1;
    for (std::size_t i = last;; --i) {
      const std::int64_t unit = shape.strides[i];
      std::int64_t part = i == 0 ? rest / unit : rest % (shape.strides[i - 1]) / unit;
      if (i > 0) {
        const std::int64_t extent = shape.strides[i - 1] / unit;
        bool has_loop = false;
        for (const auto& [variable, factor] : form.factors) has_loop = has_loop || factor == unit;
        if (has_loop && 2 * part > extent) part -= extent;
        if (has_loop && 2 * part < -extent) part += extent;
        if (!has_loop && part < 0) part += extent;
      }
      rest -= part * unit;
      if (i == d) own.constant = part;
      if (i == 0) break;
    }
    for (const auto& [variable, factor] : form.factors) {
      if (factor == shape.strides[d]) own.factors[variable] = 1;
      if (factor < 0) refuse(a.span, "this index falls as a loop variable rises", "write a loop that counts down");
    }
    return place_of(a, own);
  }

  void exchange_pointers() {
    std::map<int, int> moved = trace_.exchanges;
    for (const auto& [from, to] : moved) {
      // A field that only one of the arrays has so far: the other one has it too.
      std::vector<std::vector<std::int64_t>> parts;
      for (const auto& [key, id] : fields_) {
        if (key.first == from || key.first == to) parts.push_back(key.second);
      }
      if (!shapes_.contains(to)) shapes_[to] = shapes_[from];
      if (!shapes_.contains(from)) shapes_[from] = shapes_[to];
      for (const auto& part : parts) out_.exchanges[field(from, part)] = field(to, part);
    }
    std::set<int> targets;
    for (const auto& [from, to] : out_.exchanges) {
      if (!targets.insert(to).second || !out_.exchanges.contains(to))
        refuse(out_.fields[static_cast<std::size_t>(from)].span, "two pointers point to one array after a time step",
               "swap pointers: t = a; a = b; b = t");
    }
  }

  void find_grid() {
    std::size_t rank = 0;
    for (const Field& f : out_.fields) {
      if (f.is_stored) rank = std::max(rank, f.extents.size());
    }
    if (rank == 0)
      refuse(out_.fields.empty() ? Span{0, 1} : out_.fields[0].span, "no array is assigned by loops over its cells",
             "rtlgen imports loops over arrays");
    std::vector<std::optional<std::int64_t>> known(rank);
    std::vector<std::int64_t> touched(rank);
    std::map<int, std::set<std::size_t>> axes_of;  // by loop
    for (const int access : stored_) {
      std::size_t a = 0;
      for (const Place& place : out_.spots.at(access).axes) axes_of[place.loop].insert(a++);
    }
    for (const auto& [access, spot] : out_.spots) {
      const Field& f = out_.fields[static_cast<std::size_t>(spot.field)];
      if (f.extents.size() != rank) {
        if (f.is_stored)
          refuse(access_of(access).span,
                 fmt::format("'{}' has {}, but another assigned array has {}", buffer_of(f.buffer).name,
                             counted(f.extents.size(), "axis", "axes"), rank),
                 "import one loop nest at a time: write '#pragma rtlgen' before it; rtlgen builds line and window "
                 "buffers itself: read the elements of the array directly");
        if (f.extents.size() > rank)
          refuse(access_of(access).span,
                 fmt::format("'{}' has more axes than the assigned arrays", buffer_of(f.buffer).name),
                 "reductions along an axis cannot be imported");
        for (const Place& place : spot.axes) {
          if (place.loop < 0 || place.wraps) continue;
          for (const std::size_t a : axes_of[place.loop]) touched[a] = std::max(touched[a], place.range.high + 1);
        }
        continue;
      }
      for (std::size_t a = 0; a < rank; ++a) {
        const auto& extent = f.extents[a];
        if (extent && known[a] && *known[a] != *extent) {
          refuse(access_of(access).span,
                 fmt::format("'{}' has {} along {}, but another array has {}", buffer_of(f.buffer).name,
                             counted(*extent, "cell"), "xyz"[a], *known[a]),
                 "all arrays over the grid must have the same shape: declare all with the larger extent, and end the "
                 "loops earlier");
        }
        if (extent) known[a] = extent;
        if (!spot.axes[a].wraps) touched[a] = std::max(touched[a], spot.axes[a].range.high + 1);
      }
    }
    for (std::size_t a = 0; a < rank; ++a)
      out_.grid.push_back(known[a] ? *known[a] : std::max<std::int64_t>(touched[a], 1));
  }

  void check(int access, const Spot& spot) const {
    const Access& a = access_of(access);
    const Field& f = out_.fields[static_cast<std::size_t>(spot.field)];
    for (std::size_t i = 0; i < spot.axes.size(); ++i) {
      const Place& place = spot.axes[i];
      const bool is_full = f.extents.size() == out_.grid.size();
      const std::int64_t extent = f.extents[i] ? *f.extents[i]
                                  : is_full    ? out_.grid[i]
                                               : *std::max_element(out_.grid.begin(), out_.grid.end());
      bool empty = false;
      for (const auto& [variable, range] : a.box) empty = empty || range.low > range.high;
      if (empty) continue;
      if (place.wraps) {
        const auto m = trace_.remainders.find(access_variable(a, place.loop));
        if (m != trace_.remainders.end() && m->second.modulus != extent)
          refuse(a.span, fmt::format("a remainder of {} on an axis of {} cells", m->second.modulus, extent),
                 "use the extent of the axis as the divisor");
        continue;
      }
      if (place.range.low < 0 || place.range.high >= extent) {
        refuse(
            a.span,
            fmt::format("index {} is outside '{}' along {}, which has {}",
                        place.range.low < 0 ? place.range.low : place.range.high, buffer_of(f.buffer).name, "xyz"[i],
                        counted(extent, "cell")),
            "end the loops so that all reads are inside, or use 'if' on the loop variables; write cells of other rows "
            "as a[y - 1][x], not as p[-n] of a pointer into a row");
      }
    }
  }

  /// The remainder of `loop` in an access.
  int access_variable(const Access& a, int loop) const {
    for (const Index& index : a.index) {
      if (!index.form) continue;
      for (const auto& [variable, factor] : index.form->factors) {
        const auto found = trace_.remainders.find(variable);
        if (found != trace_.remainders.end() && found->second.loop == loop) return variable;
      }
    }
    return -1;
  }

  const Trace& trace_;
  const Reporter& reporter_;
  Layout out_;
  std::map<int, std::set<int>> used_;  ///< accesses by buffer
  std::set<int> stored_;
  std::map<int, Shape> shapes_;
  std::map<std::pair<int, std::vector<std::int64_t>>, int> fields_;
  std::optional<std::int64_t> slot_step_;
};

}  // namespace

Layout lay_out(const Trace& trace, const Reporter& reporter) { return Layouter(trace, reporter).run(); }

}  // namespace rtlgen::importer::c
