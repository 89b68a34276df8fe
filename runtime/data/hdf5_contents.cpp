// Checks attributes, enumerations and chunks.
#include "data/hdf5_contents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "data/formats.hpp"
#include "data/hdf5_handles.hpp"
#include "data/memory.hpp"
#include "data/parts.hpp"
#include "support/index.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::data {

namespace {

class DatasetAttributes : public Attributes {
 public:
  explicit DatasetAttributes(hid_t dataset) : dataset_(dataset) {}

  [[nodiscard]] bool has(const char* name) const override { return H5Aexists(dataset_, name) > 0; }

  [[nodiscard]] std::optional<std::vector<AttributeNumber>> numbers(const char* name) const override {
    constexpr hssize_t kMost = 1000;
    if (!has(name)) return std::nullopt;
    const H5Object attribute(H5Aopen(dataset_, name, H5P_DEFAULT), H5Aclose);
    const H5Object stored(H5Aget_type(attribute.id()), H5Tclose);
    const H5Object space(H5Aget_space(attribute.id()), H5Sclose);
    const auto type = stored.good() ? known_type(stored.id()) : std::nullopt;
    const hssize_t count = space.good() ? H5Sget_simple_extent_npoints(space.id()) : -1;
    if (!type || count < 0 || count > kMost) return std::nullopt;
    const auto size = at(type->width / 8);
    std::vector<char> bytes(at(count) * size);
    const H5Object memory = hdf5_type(*type);
    if (count > 0 && H5Aread(attribute.id(), memory.id(), bytes.data()) < 0) return std::nullopt;
    std::vector<AttributeNumber> numbers(at(count), AttributeNumber{*type, 0});
    for (std::size_t i = 0; i < numbers.size(); ++i) std::memcpy(&numbers[i].bits, &bytes[i * size], size);
    return numbers;
  }

  [[nodiscard]] std::string text(const char* name) const override {
    constexpr std::size_t kMost = 1000;
    if (!has(name)) return "";
    const H5Object attribute(H5Aopen(dataset_, name, H5P_DEFAULT), H5Aclose);
    const H5Object type(H5Aget_type(attribute.id()), H5Tclose);
    const H5Object space(H5Aget_space(attribute.id()), H5Sclose);
    const bool is_one = space.good() && H5Sget_simple_extent_npoints(space.id()) == 1;
    if (!is_one || H5Tget_class(type.id()) != H5T_STRING) return "";
    if (H5Tis_variable_str(type.id()) > 0) {
      char* string = nullptr;
      const bool is_read = H5Aread(attribute.id(), type.id(), static_cast<void*>(&string)) >= 0 && string != nullptr;
      std::string text = is_read ? string : "";
      if (is_read) H5free_memory(string);
      return text;
    }
    std::string text(std::min(kMost, H5Tget_size(type.id())), '\0');
    return text.size() == H5Tget_size(type.id()) && H5Aread(attribute.id(), type.id(), text.data()) >= 0 ? text : "";
  }

  [[nodiscard]] const char* holder() const override { return "dataset"; }
  [[nodiscard]] const char* to_unpack() const override {
    return "write the unpacked numbers: those of the dataset times scale_factor, plus add_offset";
  }
  [[nodiscard]] const char* to_change() const override { return "h5py's dataset.attrs"; }

 private:
  hid_t dataset_;
};

using Sizes = std::vector<hsize_t>;

Sizes chunk_of(hid_t properties) {
  if (H5Pget_layout(properties) != H5D_CHUNKED) return {};
  Sizes chunk(at(std::max(0, H5Pget_chunk(properties, 0, nullptr))));
  H5Pget_chunk(properties, static_cast<int>(chunk.size()), chunk.data());
  return chunk;
}

/// Bytes of `sizes` numbers, without overflow.
double bytes_of(const std::vector<std::uint64_t>& sizes, std::size_t number) {
  double bytes = static_cast<double>(number);
  for (const std::uint64_t n : sizes) bytes *= static_cast<double>(n);
  return bytes;
}

/// Index of the filter with which zlib packs a chunk, if at most checksums follow it; otherwise -1. An error if there
/// are two.
Expected<int> last_deflate(hid_t properties) {
  int found = -1, behind = 0, count = 0;
  for (int i = 0; i < H5Pget_nfilters(properties); ++i) {
    unsigned flags = 0, configuration = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, &configuration);
    if (filter == H5Z_FILTER_DEFLATE) found = i, behind = 0, ++count;
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_FLETCHER32) ++behind;
  }
  if (count > 1) return bad_file("the dataset is packed twice", "write it with one compression: h5repack -f GZIP=4");
  return behind == 0 ? found : -1;
}

/// Whether a zlib stream unpacks to at most `most` bytes; the library reports damaged ones.
bool is_within(std::vector<unsigned char>& stream, std::uint64_t most) {
  std::array<unsigned char, std::size_t{1} << 16> scratch;
  z_stream z{};
  if (inflateInit(&z) != Z_OK) return true;
  z.next_in = stream.data();
  z.avail_in = static_cast<uInt>(stream.size());
  int status = Z_OK;
  while (status == Z_OK && z.total_out <= most) {
    z.next_out = scratch.data();
    z.avail_out = static_cast<uInt>(scratch.size());
    status = inflate(&z, Z_NO_FLUSH);
  }
  const bool is_good = z.total_out <= most;
  inflateEnd(&z);
  return is_good;
}

std::optional<Error> check_chunk(hid_t dataset, const Sizes& offset, int deflate, std::uint64_t most) {
  constexpr hsize_t kMostBeside = 4096;
  hsize_t stored = 0;
  if (H5Dget_chunk_storage_size(dataset, offset.data(), &stored) < 0 || stored == 0)
    return std::nullopt;  // never written
  const auto refusal = [&] {
    return bad_file(fmt::format("a chunk of the dataset unpacks to more than its {} bytes", most),
                    "the file is damaged, or crafted to exhaust memory");
  };
  // No compression makes data much longer.
  if (stored > 2 * most + kMostBeside) return refusal();
  std::vector<unsigned char> bytes(stored);
  std::uint32_t skipped = 0;
  if (H5Dread_chunk(dataset, H5P_DEFAULT, offset.data(), &skipped, bytes.data()) < 0) return std::nullopt;
  if ((skipped >> deflate & 1U) == 0 && !is_within(bytes, most)) return refusal();
  return std::nullopt;
}

}  // namespace

std::optional<spec::Type> known_type(hid_t type) {
  const auto bits = static_cast<int>(8 * H5Tget_size(type));
  if (H5Tget_class(type) == H5T_INTEGER && std::has_single_bit(static_cast<unsigned>(bits)) && bits <= 64)
    return H5Tget_sign(type) == H5T_SGN_NONE ? spec::Type::uint_of(bits) : spec::Type::int_of(bits);
  for (const char* name : {"f2", "f4", "f8"}) {
    const spec::Type known = *cell_type(name);
    const H5Object little = hdf5_type(known);
    const H5Object big(H5Tcopy(little.id()), H5Tclose);
    H5Tset_order(big.id(), H5T_ORDER_BE);
    if (H5Tequal(type, little.id()) > 0 || H5Tequal(type, big.id()) > 0) return known;
  }
  return std::nullopt;
}

std::optional<Error> check_truth(hid_t enumeration) {
  constexpr int kMostShown = 8;
  const int count = H5Tget_nmembers(enumeration);
  std::vector<std::string> names;
  for (int i = 0; i < count && i < kMostShown; ++i) {
    char* const name = H5Tget_member_name(enumeration, static_cast<unsigned>(i));
    if (name != nullptr) names.push_back(safe::terminal(OutsideText(std::string(name))));
    H5free_memory(name);
  }
  const auto is = [&](const char* name, std::int64_t wanted) {
    std::int64_t value = wanted + 1;
    const H5Object type(H5Tget_super(enumeration), H5Tclose);
    std::array<unsigned char, 8> bytes{};
    if (H5Tget_size(type.id()) > bytes.size() || H5Tenum_valueof(enumeration, name, bytes.data()) < 0) return false;
    if (H5Tconvert(type.id(), H5T_NATIVE_INT64, 1, bytes.data(), nullptr, H5P_DEFAULT) < 0) return false;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value == wanted;
  };
  if (count == 2 && is("FALSE", 0) && is("TRUE", 1)) return std::nullopt;
  return bad_file(fmt::format("the dataset holds names, not numbers: {}{}", fmt::join(names, ", "),
                              count > kMostShown ? ", ..." : ""),
                  "write numbers; the only supported enumeration is FALSE = 0, TRUE = 1");
}

Expected<spec::Type> type_by_attributes(hid_t dataset, const spec::Type& stored) {
  const DatasetAttributes attributes(dataset);
  if (const auto error = check_unpacked(attributes)) return *error;
  return type_by(attributes, stored);
}

Expected<ValidNumbers> valid_numbers(hid_t dataset, const spec::Type& type) {
  return ValidNumbers::by(DatasetAttributes(dataset), type, std::nullopt);
}

std::optional<Error> check_chunks(hid_t dataset, const Part& part) {
  constexpr double kLeast =
      256.0 * 1024 * 1024;  // for any chunk, because libraries ignore the extents when they choose chunk sizes
  const H5Object properties(H5Dget_create_plist(dataset), H5Pclose);
  const Sizes chunk = chunk_of(properties.id());
  if (chunk.empty() || chunk.size() != part.count.size()) return std::nullopt;
  if (H5Pget_nfilters(properties.id()) == 0) return std::nullopt;  // read without unpacking
  const H5Object type(H5Dget_type(dataset), H5Tclose);
  const std::size_t size = H5Tget_size(type.id());
  const double bytes = bytes_of({chunk.begin(), chunk.end()}, size), needed = bytes_of(part.count, size);
  if (bytes > std::max(kLeast, 4 * needed))
    return bad_file(fmt::format("a chunk of the dataset takes {:.0f} bytes, but only {:.0f} are read", bytes, needed),
                    fmt::format("store it in smaller chunks: h5repack -l CHUNK={}", fmt::join(part.count, "x")));
  const auto deflate = last_deflate(properties.id());
  if (!deflate) return deflate.error();
  if (*deflate < 0) return std::nullopt;
  // All chunks that the part touches, in order.
  Sizes first(chunk.size()), offset;
  for (std::size_t a = 0; a < chunk.size(); ++a) first[a] = part.start[a] / chunk[a] * chunk[a];
  offset = first;
  for (;;) {
    if (auto error = check_chunk(dataset, offset, *deflate, static_cast<std::uint64_t>(bytes))) return error;
    std::size_t a = chunk.size();
    while (a-- > 0) {
      offset[a] += chunk[a];
      if (offset[a] < part.start[a] + part.count[a]) break;
      offset[a] = first[a];
      if (a == 0) return std::nullopt;
    }
  }
}

}  // namespace rtlgen::data
