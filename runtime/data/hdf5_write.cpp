// Writes results as HDF5 files.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "data/formats.hpp"
#include "data/hdf5.hpp"
#include "data/hdf5_handles.hpp"
#include "data/memory.hpp"
#include "golden/grid.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

void begin_hdf5() {
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

std::string hdf5_reason() {
  std::string reason;
  const auto take = [](unsigned, const H5E_error2_t* error, void* to) -> herr_t {
    auto& text = *static_cast<std::string*>(to);
    if (text.empty() && error->desc != nullptr) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &reason);
  // For a failed write, the library's message also contains addresses and the name of a temporary file.
  constexpr std::string_view kSystem = "error message = '";
  if (const std::size_t found = reason.find(kSystem); found != std::string::npos) {
    reason.erase(0, found + kSystem.size());
    reason.resize(std::min(reason.size(), reason.find('\'')));
  }
  return reason.empty() ? "unknown reason" : reason;
}

H5Object hdf5_type(const spec::Type& type) {
  const std::size_t bytes = at(type.width / 8);
  if (!type.is_float()) {
    H5Object integer(H5Tcopy(type.is_signed() ? H5T_STD_I64LE : H5T_STD_U64LE), H5Tclose);
    H5Tset_size(integer.id(), bytes);
    return integer;
  }
  H5Object number(H5Tcopy(bytes == 8 ? H5T_IEEE_F64LE : H5T_IEEE_F32LE), H5Tclose);
  if (bytes == 2) {
    H5Tset_fields(number.id(), 15, 10, 5, 0, 10);
    H5Tset_size(number.id(), bytes);
    H5Tset_ebias(number.id(), 15);
  }
  return number;
}

namespace {

class Hdf5Store : public Store {
 public:
  explicit Hdf5Store(const std::string& file)
      : path_(file), beside_(file), file_((begin_hdf5(), create(beside_.name())), H5Fclose) {
    check(file_.good());
  }

  void put(const Item& item) override {
    const std::vector<hsize_t> extents = extents_of_item(item);
    const H5Object space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose);
    H5Object dataset = make_dataset(item, space, H5P_DEFAULT);
    write_to(dataset, H5S_ALL, item);
    check(dataset.close());
  }

  void append(const Item& item, std::int64_t step) override {
    std::vector<hsize_t> extents = extents_of_item(item);
    extents.insert(extents.begin(), 1);
    auto found = series_.find(item.inside);
    if (found == series_.end()) found = series_.emplace(item.inside, Series{make_series(item, extents), 0}).first;
    Series& series = found->second;
    std::vector<hsize_t> start(extents.size(), 0);
    start[0] = series.count++;
    std::vector<hsize_t> all = extents;
    all[0] = series.count;
    check(H5Dset_extent(series.dataset.id(), all.data()) >= 0);
    const H5Object space(H5Dget_space(series.dataset.id()), H5Sclose);
    check(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, extents.data(), nullptr) >= 0);
    write_to(series.dataset, space.id(), item);
    if (steps_.empty() || steps_.back() != step) steps_.push_back(step);
  }

  void close() override {
    if (!steps_.empty()) {
      const hsize_t count = steps_.size();
      const H5Object space(H5Screate_simple(1, &count, nullptr), H5Sclose);
      H5Object dataset(H5Dcreate2(file_.id(), "step", H5T_STD_I64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       H5Dclose);
      check(dataset.good() &&
            H5Dwrite(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, steps_.data()) >= 0);
      check(dataset.close());
    }
    // Most numbers are written only here: the library caches chunks.
    for (auto& [inside, series] : series_) check(series.dataset.close());
    series_.clear();
    check(H5Fflush(file_.id(), H5F_SCOPE_GLOBAL) >= 0);
    check(file_.close());
  }

  void commit() override { beside_.commit(); }

 private:
  struct Series {
    H5Object dataset;
    hsize_t count;
  };

  static hid_t create(const std::string& name) {
    return H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  }

  void check(bool good) const {
    if (!good) throw EnvironmentError(fmt::format("cannot write {}: {}", path_, hdf5_reason()));
  }

  static std::vector<hsize_t> extents_of_item(const Item& item) {
    std::vector<hsize_t> extents;
    for (const std::int64_t n : item.shape()) extents.push_back(static_cast<hsize_t>(n));
    return extents;
  }

  H5Object make_dataset(const Item& item, const H5Object& space, hid_t properties) const {
    const H5Object links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.id(), 1);
    const H5Object type = hdf5_type(numpy_type(item.components.front()->type));
    H5Object dataset(
        H5Dcreate2(file_.id(), item.inside.c_str(), type.id(), space.id(), links.id(), properties, H5P_DEFAULT),
        H5Dclose);
    check(dataset.good());
    return dataset;
  }

  /// A chunk is a time step, or a part of one.
  H5Object make_series(const Item& item, const std::vector<hsize_t>& extents) const {
    constexpr hsize_t kMostNumbers = hsize_t{1} << 20;
    std::vector<hsize_t> most = extents, chunk = extents;
    most[0] = H5S_UNLIMITED;
    hsize_t numbers = 1;
    for (const hsize_t n : extents) numbers *= n;
    for (std::size_t a = 1; a < chunk.size() && numbers > kMostNumbers; ++a) {
      const hsize_t other = numbers / chunk[a];
      chunk[a] = std::max<hsize_t>(1, kMostNumbers / other);
      numbers = other * chunk[a];
    }
    const H5Object properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    check(H5Pset_chunk(properties.id(), static_cast<int>(chunk.size()), chunk.data()) >= 0);
    std::vector<hsize_t> none = extents;
    none[0] = 0;
    const H5Object space(H5Screate_simple(static_cast<int>(none.size()), none.data(), most.data()), H5Sclose);
    return make_dataset(item, space, properties.id());
  }

  void write_to(const H5Object& dataset, hid_t place, const Item& item) const {
    const golden::Grid& first = *item.components.front();
    const spec::Type type = numpy_type(first.type);
    const H5Object memory = hdf5_type(type);
    hsize_t numbers = static_cast<hsize_t>(first.cells()) * item.components.size();
    const H5Object lain(H5Screate_simple(1, &numbers, nullptr), H5Sclose);
    const auto write = [&](const std::uint8_t* bytes) {
      check(H5Dwrite(dataset.id(), memory.id(), lain.id(), place, H5P_DEFAULT, bytes) >= 0);
    };
    if (item.components.size() == 1 && is_same_memory(first.type, {type, {}})) return write(first.bytes.data());
    write(to_cells(item.components).data());
  }

  std::string path_;
  FileBeside beside_;
  H5Object file_;
  std::map<std::string, Series> series_;
  std::vector<std::int64_t> steps_;
};

}  // namespace

std::unique_ptr<Store> create_hdf5(const std::string& file) { return std::make_unique<Hdf5Store>(file); }

}  // namespace rtlgen::data
