// Selects the format, locates faults, and writes files completely or not at all.
#include "data/io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <istream>
#include <map>
#include <memory>
#include <numeric>

#include "data/formats.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "spec/describe.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/expected.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

namespace fs = std::filesystem;

std::string shape_text(const std::vector<std::int64_t>& shape) { return fmt::format("{}", fmt::join(shape, " x ")); }

/// The grid's shape in numpy's order.
std::vector<std::int64_t> shape_of(const Wanted& wanted) {
  std::vector<std::int64_t> shape;
  for (int a = wanted.axes; a-- > 0;) shape.push_back(wanted.extents[static_cast<std::size_t>(a)]);
  if (wanted.components > 1) shape.push_back(wanted.components);
  return shape;
}

std::string grid_note(const Wanted& wanted) {
  if (wanted.components > 1) {
    return fmt::format("the grid with its {} components is {} (slowest axis first, components last)", wanted.components,
                       shape_text(shape_of(wanted)));
  }
  if (wanted.axes == 0) return "the field is a single value";
  return fmt::format("the grid is {}{}", shape_text(shape_of(wanted)), wanted.axes > 1 ? " (slowest axis first)" : "");
}

std::vector<std::int64_t> without_leading_ones(const std::vector<std::int64_t>& shape) {
  return {std::find_if(shape.begin(), shape.end(), [](std::int64_t n) { return n != 1; }), shape.end()};
}

/// Reads a whole file, but no more than the data of a grid can take, because a device or a pipe may never end.
Expected<std::string> read_bytes(std::istream& stream, const std::string& path, const Wanted& wanted) {
  // The longest text of a number, with generous white space; headers and comments come on top.
  constexpr std::int64_t kPerCell = 128;
  constexpr std::int64_t kBeside = std::int64_t{1} << 20;
  const std::int64_t most = wanted.cells() * kPerCell + kBeside;
  std::string bytes;
  std::string block(std::size_t{1} << 16, '\0');
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0) {
    bytes.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (static_cast<std::int64_t>(bytes.size()) > most) {
      return bad_file("the file is far larger than the grid's data",
                      fmt::format("at most {} bytes are read for this grid", most));
    }
  }
  if (stream.bad()) throw EnvironmentError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  return bytes;
}

golden::Grid middle_plane(const golden::Grid& grid) {
  if (grid.extents[2] == 1) return grid;
  golden::Grid plane(grid.type, {grid.extents[0], grid.extents[1], 1});
  const std::int64_t first = grid.extents[2] / 2 * plane.cells();
  for (std::int64_t i = 0; i < plane.cells(); ++i) plane.set(i, grid.get(first + i));
  return plane;
}

}  // namespace

Error bad_file(std::string message, std::string note) {
  return {.code = Code::kUnusableData, .message = std::move(message), .notes = {std::move(note)}};
}

Error bad_text(const std::string& bytes, std::size_t offset, std::size_t length, const std::string& message,
               const std::string& note) {
  const auto before = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto line = 1 + std::count(bytes.begin(), before, '\n');
  const std::size_t start = offset == 0 ? std::string::npos : bytes.rfind('\n', offset - 1);
  const std::size_t column = start == std::string::npos ? offset + 1 : offset - start;
  Error bad = bad_file(message, note);
  bad.where = {"", static_cast<int>(line), static_cast<int>(column), static_cast<int>(length)};
  return bad;
}

Error no_truth(std::uint64_t bits) {
  return bad_file(fmt::format("{} is not a truth value", bits),
                  "truth values are 0 and 1; use uint8 for other numbers");
}

std::optional<Error> Wanted::check_shape(const std::vector<std::int64_t>& shape, const char* holder) const {
  if (without_leading_ones(shape) == without_leading_ones(shape_of(*this))) return std::nullopt;
  const bool is_one = shape.empty() || (shape.size() == 1 && shape[0] == 1);
  const bool has_all =
      std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>()) == static_cast<double>(cells());
  return bad_file(is_one ? fmt::format("the {} holds a single value", holder)
                         : fmt::format("the {} holds {} cells", holder, shape_text(shape)),
                  has_all && !is_one
                      ? fmt::format("{}; the number of cells is right: reshape the array", grid_note(*this))
                      : grid_note(*this));
}

std::optional<Error> Wanted::check_count(std::int64_t count) const {
  if (count == cells()) return std::nullopt;
  return bad_file(fmt::format("the file holds {}, but {} {} needed", counted(count, "cell"), cells(),
                              by_number(cells(), "is", "are")),
                  grid_note(*this));
}

std::optional<Error> Wanted::store(golden::Grid& grid, std::int64_t i, const spec::Type& from,
                                   std::uint64_t bits) const {
  const auto value = convert(from, bits, type);
  if (!value) return cannot_hold(i, from, bits);
  grid.set(i, *value);
  return std::nullopt;
}

std::optional<Error> Wanted::store(std::vector<golden::Grid>& grids, std::int64_t i, const spec::Type& from,
                                   std::uint64_t bits) const {
  const auto value = convert(from, bits, type);
  if (!value) return cannot_hold(i, from, bits);
  grids[static_cast<std::size_t>(i % components)].set(i / components, *value);
  return std::nullopt;
}

Error Wanted::cannot_hold(std::int64_t i, const spec::Type& from, std::uint64_t bits) const {
  const std::int64_t cell = i / components;
  const std::int64_t at[3] = {cell % extents[0], cell / extents[0] % extents[1], cell / extents[0] / extents[1]};
  const std::string which = components > 1 ? fmt::format("component {} of ", i % components) : "";
  return bad_file(fmt::format("{}cell [{}] is {}, which {} cannot hold", which, fmt::join(at, at + axes, ","),
                              spec::value_text(from, bits), type.name()),
                  "choose a type that holds the data");
}

std::vector<std::int64_t> Item::shape() const {
  const auto count = static_cast<int>(components.size());
  return shape_of({components.front()->type, components.front()->extents, axes, count});
}

namespace {

/// Refuses a device without data, which would block a reader forever, such as the kernel's messages in /proc or a
/// terminal. Pipes may take as long as the program at their other end.
void check_has_data(const std::string& file) {
  constexpr int kPatienceMs = 3000;
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return;
  if (!S_ISCHR(status.st_mode) && !(S_ISREG(status.st_mode) && status.st_size == 0)) return;
  pollfd wanted{open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), POLLIN, 0};
  if (wanted.fd < 0) return;
  const int got = poll(&wanted, 1, kPatienceMs);
  close(wanted.fd);
  if (got == 0)
    throw EnvironmentError(
        fmt::format("cannot read '{}': no data from this device for {} s", file, kPatienceMs / 1000));
}

/// Reads a file in a format that is parsed from bytes.
Expected<std::vector<golden::Grid>> parse_file(const Format& format, const std::string& file, const Wanted& wanted) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw EnvironmentError(fmt::format("cannot read '{}': {}", file, std::strerror(errno)));
  const auto bytes = read_bytes(stream, file, wanted);
  if (!bytes) return bytes.error();
  auto all = format.parse(*bytes, wanted);
  if (!all) return all.error();
  if (wanted.components > 1) return apart(*all, wanted.type, wanted.extents, wanted.components);
  std::vector<golden::Grid> one;
  one.push_back(std::move(*all));
  return one;
}

void check_readable(const std::string& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) throw EnvironmentError(fmt::format("cannot read '{}': it is a folder", file));
  if (!std::ifstream(file, std::ios::binary))
    throw EnvironmentError(fmt::format("cannot read '{}': {}", file, std::strerror(errno)));
}

Expected<std::vector<golden::Grid>> read_place(const Place& place, const Format& format, const Wanted& wanted) {
  check_has_data(place.file);
  if (format.parse != nullptr) {
    std::error_code ignored;
    if (fs::is_directory(place.file, ignored)) check_readable(place.file);
    return parse_file(format, place.file, wanted);
  }
  check_readable(place.file);
  return format.read(place, wanted);
}

Result<std::vector<golden::Grid>> read_wanted(const std::string& path, const Wanted& wanted, Diagnostics& diagnostics) {
  if (const auto fault = name_fault(path, true)) return diagnostics.report(*fault, {path});
  if (const std::string why = refusal(path, wanted.components); !why.empty())
    return diagnostics.error(Code::kUnusableData, {path}, why, {"an .npy file can have any number of components"});
  const Place place = place_of(path);
  auto grids = read_place(place, *format_of(place.file), wanted);
  if (grids) return std::move(*grids);
  SourceLocation where = grids.error().where;
  where.file = path;
  return diagnostics.report(grids.error(), where);
}

/// Interleaves the components along x.
golden::Grid together(const std::vector<const golden::Grid*>& components) {
  const auto count = static_cast<std::int64_t>(components.size());
  const golden::Grid& first = *components.front();
  golden::Grid all(first.type, {first.extents[0] * count, first.extents[1], first.extents[2]});
  for (std::int64_t i = 0; i < all.cells(); ++i)
    all.set(i, components[static_cast<std::size_t>(i % count)]->get(i / count));
  return all;
}

std::string printed(const Format& format, const Output& output) {
  const auto count = static_cast<int>(output.components.size());
  golden::Grid made;
  const golden::Grid* all = output.components.front();
  if (format.is_picture)
    all = &(made = shown_plane(output.components));
  else if (count > 1)
    all = &(made = together(output.components));
  return format.print(*all, output.axes, count);
}

/// A file from bytes that is committed together with the others.
class PrintedStore : public Store {
 public:
  PrintedStore(const std::string& file, const std::string& bytes) : beside_(file) { beside_.put(bytes); }
  void put(const Item& /*item*/) override {}
  void append(const Item& /*item*/, std::int64_t /*step*/) override {}
  void close() override {}
  void commit() override { beside_.commit(); }

 private:
  FileBeside beside_;
};

const Format& format_to_write(const std::string& file) {
  const Format* const format = format_of(file);
  RTLGEN_CHECK(format != nullptr && format->writes(), "a name that cannot be written");
  return *format;
}

}  // namespace

golden::Grid shown_plane(const std::vector<const golden::Grid*>& components) {
  return middle_plane(components.size() > 1 ? together(components) : *components.front());
}

Result<golden::Grid> read(const std::string& path, const spec::Type& type, const spec::Extents& extents, int axes,
                          Diagnostics& diagnostics) {
  auto grids = read_wanted(path, {type, extents, axes}, diagnostics);
  if (!grids) return Failure{};
  return std::move(grids->front());
}

Result<std::vector<golden::Grid>> read_vector(const std::string& path, const spec::Type& type,
                                              const spec::Extents& extents, int axes, int components,
                                              Diagnostics& diagnostics) {
  return read_wanted(path, {type, extents, axes, components}, diagnostics);
}

std::vector<golden::Grid> apart(const golden::Grid& all, const spec::Type& type, const spec::Extents& extents,
                                int components) {
  std::vector<golden::Grid> out(static_cast<std::size_t>(components), golden::Grid(type, extents));
  for (std::int64_t i = 0; i < all.cells(); ++i)
    out[static_cast<std::size_t>(i % components)].set(i / components, all.get(i));
  return out;
}

std::vector<std::unique_ptr<Store>> put_all(const std::vector<Output>& outputs) {
  std::vector<std::unique_ptr<Store>> all;
  std::map<fs::path, Store*> of_places;  // one per file, however its path is written
  for (const Output& output : outputs) {
    const Place place = place_of(output.path);
    const Format& format = format_to_write(place.file);
    if (format.print != nullptr) {
      all.push_back(std::make_unique<PrintedStore>(place.file, printed(format, output)));
      continue;
    }
    Store*& store = of_places[real_place(place.file)];
    if (store == nullptr) store = all.emplace_back(format.create(place.file)).get();
    store->put({place.inside, output.components, output.axes});
  }
  for (const auto& store : all) store->close();
  return all;
}

void write_all(const std::vector<Output>& outputs) {
  std::vector<Output> of_stores;
  for (const Output& output : outputs) {
    const std::string file = file_of(output.path);
    const Format& format = format_to_write(file);
    // These may be pipes or devices.
    if (format.print != nullptr)
      write_whole_file(output.path, printed(format, output));
    else
      of_stores.push_back(output);
  }
  for (const auto& store : put_all(of_stores)) store->commit();
}

void write(const std::string& path, const golden::Grid& grid, int axes) { write_all({{path, {&grid}, axes}}); }

void write_vector(const std::string& path, const std::vector<const golden::Grid*>& components, int axes) {
  write_all({{path, components, axes}});
}

}  // namespace rtlgen::data
