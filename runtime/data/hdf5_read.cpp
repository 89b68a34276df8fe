// Datasets of HDF5 files. Numbers of the field's own type are read directly into its memory, others in blocks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "data/formats.hpp"
#include "data/hdf5.hpp"
#include "data/hdf5_contents.hpp"
#include "data/hdf5_handles.hpp"
#include "data/memory.hpp"
#include "data/parts.hpp"
#include "golden/grid.hpp"
#include "support/index.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::data {

static_assert(std::endian::native == std::endian::little, "cells in memory are what hdf5_type() says");

namespace {

constexpr std::size_t kMostListed = 20;

std::string shown_name(const std::string& name) { return safe::terminal(OutsideText(name)); }

std::vector<std::uint64_t> extents_of(hid_t dataset) {
  const H5Object space(H5Dget_space(dataset), H5Sclose);
  const int rank = space.good() ? H5Sget_simple_extent_ndims(space.id()) : -1;
  std::vector<hsize_t> extents(rank > 0 ? at(rank) : 0);
  if (rank > 0) H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

using Names = std::vector<std::string>;

herr_t note_object(hid_t file, const char* name, const H5ObjectInfo* info, void* to) {
  Names& names = *static_cast<Names*>(to);
  if (info->type != H5O_TYPE_DATASET) return 0;
  if (names.size() == kMostListed) {
    names.emplace_back("...");
    return 1;
  }
  const H5Object dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  const auto extents = dataset.good() ? extents_of(dataset.id()) : std::vector<std::uint64_t>{};
  const std::string shape = extents.empty() ? "one value" : fmt::format("{}", fmt::join(extents, " x "));
  names.push_back(fmt::format("/{} ({})", shown_name(name), shape));
  return 0;
}

std::string there_is(hid_t file) {
  Names names;
  visit_objects(file, H5_ITER_INC, note_object, &names);
  if (names.empty()) return "the file has no datasets";
  return fmt::format("the file has {}", fmt::join(names, ", "));
}

Expected<H5Object> open_file(const Place& place) {
  begin_hdf5();
  if (H5Fis_hdf5(place.file.c_str()) <= 0)
    return bad_file("this is not an HDF5 file", "h5py, h5dump and netCDF-4 write such files");
  H5Object file(H5Fopen(place.file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.good())
    return bad_file(fmt::format("the file cannot be opened: {}", hdf5_reason()),
                    "the file is damaged, or another program has it open for writing");
  return file;
}

/// The dataset at a path; an error if a link on the way points to another file, because the library would follow it.
Expected<H5Object> open_dataset(hid_t file, const std::string& name) {
  std::string other;
  const auto refuse = [](const char*, const char*, const char* to, const char* inside, unsigned*, hid_t,
                         void* noted) -> herr_t {
    *static_cast<std::string*>(noted) = fmt::format("{}:{}", to, inside);
    return -1;
  };
  const H5Object access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_elink_cb(access.id(), refuse, &other);
  H5Object dataset(H5Dopen2(file, name.c_str(), access.id()), H5Dclose);
  if (!other.empty())
    return bad_file(fmt::format("'{}' is a link into another file", shown_name(name)),
                    fmt::format("name that file instead: {}", shown_name(other)));
  return dataset;
}

/// The source of the numbers: a dataset, or one entry along its first axis.
struct H5Source {
  H5Object dataset;
  StoredArray array;
};

Expected<H5Source> source_of(hid_t file, const Place& place) {
  auto whole = open_dataset(file, place.inside);
  if (!whole) return whole.error();
  if (whole->good()) {
    StoredArray array{extents_of(whole->id()), std::nullopt};
    return H5Source{std::move(*whole), std::move(array)};
  }
  const auto entry = with_entry(place.inside);
  const std::string name = entry ? entry->first : place.inside;
  auto series = open_dataset(file, name);
  if (!series) return series.error();
  if (!series->good()) return bad_file(fmt::format("the file has no dataset '{}'", shown_name(name)), there_is(file));
  StoredArray array{extents_of(series->id()), std::nullopt};
  const auto number = entry_of(entry->second, array.extents.empty() ? 0 : array.extents[0], shown_name(name));
  if (!number) return number.error();
  array.entry = *number;
  return H5Source{std::move(*series), std::move(array)};
}

/// An error if the library would read the dataset's numbers from another file.
std::optional<Error> check_storage(hid_t dataset) {
  const H5Object properties(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Pget_layout(properties.id()) == H5D_VIRTUAL)
    return bad_file("the dataset's numbers are in other datasets (a virtual dataset)",
                    "write them into the file itself");
  if (H5Pget_external_count(properties.id()) > 0)
    return bad_file("the dataset's numbers are in other files (external storage)", "write them into the file itself");
  return std::nullopt;
}

bool has_truths(hid_t dataset) {
  const H5Object stored(H5Dget_type(dataset), H5Tclose);
  return H5Tget_class(stored.id()) == H5T_ENUM;
}

/// The type of the dataset's numbers; an error unless NumPy has it, in either byte order.
Expected<spec::Type> type_of(hid_t dataset) {
  const H5Object stored(H5Dget_type(dataset), H5Tclose);
  const bool is_truth = has_truths(dataset);
  if (is_truth) {
    if (const auto error = check_truth(stored.id())) return *error;
  }
  const H5Object type(is_truth ? H5Tget_super(stored.id()) : H5Tcopy(stored.id()), H5Tclose);
  if (const auto known = known_type(type.id())) return *known;
  const char* const what = H5Tget_class(type.id()) == H5T_FLOAT      ? "floats of an unsupported format"
                           : H5Tget_class(type.id()) == H5T_STRING   ? "strings"
                           : H5Tget_class(type.id()) == H5T_COMPOUND ? "compound values (such as complex numbers)"
                                                                     : "no numbers";
  return bad_file(fmt::format("the dataset holds {}", what), supported_dtypes() + " of either byte order");
}

std::optional<Error> check_truths(const void* numbers, std::int64_t count, std::size_t size) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(numbers) + at(i) * size, size);
    if (bits > 1) return no_truth(bits);
  }
  return std::nullopt;
}

std::optional<Error> read_part(hid_t dataset, const Part& part, const spec::Type& type, void* to) {
  const H5Object memory_type = hdf5_type(type);
  const H5Object in_file(H5Dget_space(dataset), H5Sclose);
  const std::vector<hsize_t> start(part.start.begin(), part.start.end()), count(part.count.begin(), part.count.end());
  const auto rank = static_cast<int>(count.size());
  const H5Object in_memory(rank > 0 ? H5Screate_simple(rank, count.data(), nullptr) : H5Screate(H5S_SCALAR), H5Sclose);
  const bool good = (rank == 0 || H5Sselect_hyperslab(in_file.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                                      nullptr) >= 0) &&
                    H5Dread(dataset, memory_type.id(), in_memory.id(), in_file.id(), H5P_DEFAULT, to) >= 0;
  if (!good)
    return bad_file(fmt::format("the dataset cannot be read: {}", hdf5_reason()),
                    "the file is cut off or damaged, or needs a filter that this HDF5 library lacks");
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_is_whole(const std::string& path) {
  begin_hdf5();
  if (H5Fis_hdf5(path.c_str()) <= 0) return std::nullopt;
  const H5Object file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.good()) return std::nullopt;  // reported by the format's own reader
  std::string link;
  const auto note_link = [](hid_t, const char* name, const H5L_info_t* info, void* to) -> herr_t {
    if (info->type != H5L_TYPE_EXTERNAL) return 0;
    *static_cast<std::string*>(to) = name;
    return 1;
  };
  H5Lvisit(file.id(), H5_INDEX_NAME, H5_ITER_NATIVE, note_link, &link);
  if (!link.empty())
    return bad_file(fmt::format("the file has a link into another file, '{}'", shown_name(link)),
                    "remove the link: the NetCDF library would follow it");
  std::vector<std::string> datasets;
  const auto note_dataset = [](hid_t, const char* name, const H5ObjectInfo* info, void* to) -> herr_t {
    if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  visit_objects(file.id(), H5_ITER_NATIVE, note_dataset, &datasets);
  for (const std::string& name : datasets) {
    const auto dataset = open_dataset(file.id(), name);
    if (!dataset) return dataset.error();
    if (!dataset->good()) continue;
    if (auto error = check_storage(dataset->id())) return error;
  }
  return std::nullopt;
}

std::optional<Error> check_variable_chunks(const std::string& path, const std::string& variable, const Part& part) {
  begin_hdf5();
  if (H5Fis_hdf5(path.c_str()) <= 0) return std::nullopt;
  const H5Object file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.good()) return std::nullopt;  // reported by the format's own reader
  // The library renames variables that have the name of a dimension and are not its coordinates.
  const std::size_t slash = variable.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  for (const char* prefix : {"", "_nc4_non_coord_"}) {
    const auto dataset = open_dataset(file.id(), std::string(variable).insert(name, prefix));
    if (!dataset) return dataset.error();
    if (!dataset->good()) continue;
    if (auto error = check_chunks(dataset->id(), part)) return error;
  }
  return std::nullopt;
}

Expected<std::vector<golden::Grid>> read_hdf5(const Place& place, const Wanted& wanted) {
  const auto file = open_file(place);
  if (!file) return file.error();
  const auto source = source_of(file->id(), place);
  if (!source) return source.error();
  const hid_t dataset = source->dataset.id();
  if (const auto error = check_storage(dataset)) return *error;
  if (const auto error = wanted.check_shape(source->array.shape(), "dataset")) return *error;
  const auto stored = type_of(dataset);
  if (!stored) return stored.error();
  const auto type = type_by_attributes(dataset, *stored);
  if (!type) return type.error();
  const auto numbers = valid_numbers(dataset, *type);
  if (!numbers) return numbers.error();
  const bool truths = has_truths(dataset);
  if (const auto error = check_chunks(dataset, source->array.part())) return *error;
  return read_parts(source->array, *type, wanted, "dataset", [&](const Part& part, void* to) -> std::optional<Error> {
    // The library would convert -1 to 0 for an unsigned type.
    if (auto error = read_part(dataset, part, *stored, to)) return error;
    if (auto error = numbers->check(to, part.numbers())) return error;
    return truths ? check_truths(to, part.numbers(), at(type->width / 8)) : std::nullopt;
  });
}

}  // namespace rtlgen::data
