// NetCDF files, classic and netCDF-4, with the C library.
#include "data/netcdf_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netcdf.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "data/formats.hpp"
#ifdef RTLGEN_HAVE_HDF5
#include "data/hdf5.hpp"
#endif
#include "data/memory.hpp"
#include "data/netcdf_attributes.hpp"
#include "data/parts.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

/// Must be called before any function of the library, which uses HDF5.
void begin_netcdf() {
#ifdef RTLGEN_HAVE_HDF5
  begin_hdf5();
#endif
}

/// An open file.
class NcFile {
 public:
  explicit NcFile(int id) : id_(id) {}
  NcFile(const NcFile&) = delete;
  NcFile& operator=(const NcFile&) = delete;
  ~NcFile() {
    if (id_ >= 0) nc_close(id_);
  }

  [[nodiscard]] int id() const { return id_; }
  int close() { return nc_close(std::exchange(id_, -1)); }

 private:
  int id_;
};

/// The variable at a path of groups.
Variable variable_at(int file, const std::string& path) {
  Variable found{file, -1};
  std::size_t begin = 0;
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', begin)) {
    const std::string group = path.substr(begin, slash - begin);
    begin = slash + 1;
    if (!group.empty() && nc_inq_ncid(found.group, group.c_str(), &found.group) != NC_NOERR) return {};
  }
  if (nc_inq_varid(found.group, path.substr(begin).c_str(), &found.id) != NC_NOERR) return {};
  return found;
}

std::vector<std::uint64_t> extents_of(const Variable& variable) {
  int rank = 0;
  nc_inq_varndims(variable.group, variable.id, &rank);
  std::vector<int> dimensions(at(rank));
  nc_inq_vardimid(variable.group, variable.id, dimensions.data());
  std::vector<std::uint64_t> extents;
  for (const int d : dimensions) {
    std::size_t n = 0;
    nc_inq_dimlen(variable.group, d, &n);
    extents.push_back(n);
  }
  return extents;
}

void list_variables(int group, const std::string& path, std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  int count = 0;
  nc_inq_nvars(group, &count);
  for (int i = 0; i < count && names.size() < kMost; ++i) {
    char name[NC_MAX_NAME + 1] = "";
    nc_inq_varname(group, i, name);
    const auto extents = extents_of({group, i});
    const std::string shape = extents.empty() ? "one value" : fmt::format("{}", fmt::join(extents, " x "));
    names.push_back(fmt::format("{} ({})", shown_variable(path + name), shape));
  }
  int groups = 0;
  nc_inq_grps(group, &groups, nullptr);
  std::vector<int> ids(at(groups));
  if (groups > 0) nc_inq_grps(group, nullptr, ids.data());
  for (const int id : ids) {
    char name[NC_MAX_NAME + 1] = "";
    nc_inq_grpname(id, name);
    if (names.size() < kMost) list_variables(id, path + name + "/", names);
  }
}

Error no_variable(int file, const std::string& name) {
  std::vector<std::string> names;
  list_variables(file, "", names);
  return bad_file(fmt::format("the file has no variable '{}'", shown_variable(name)),
                  names.empty() ? "the file has no variables" : fmt::format("the file has {}", fmt::join(names, ", ")));
}

std::optional<Error> read_part(const Variable& variable, const Part& part, const ValidNumbers& numbers, void* to) {
  const std::vector<std::size_t> start(part.start.begin(), part.start.end()),
      count(part.count.begin(), part.count.end());
  const int status = nc_get_vara(variable.group, variable.id, start.data(), count.data(), to);
  if (status != NC_NOERR)
    return bad_file(fmt::format("the variable cannot be read: {}", nc_strerror(status)),
                    "the file is cut off or damaged, or needs a filter that this library lacks");
  return numbers.check(to, part.numbers());
}

}  // namespace

Expected<std::vector<golden::Grid>> read_netcdf(const Place& place, const Wanted& wanted) {
  begin_netcdf();
#ifdef RTLGEN_HAVE_HDF5
  if (const auto error = check_is_whole(place.file)) return *error;
#endif
  int id = -1;
  const int status = nc_open(place.file.c_str(), NC_NOWRITE, &id);
  const NcFile file(status == NC_NOERR ? id : -1);
  if (status != NC_NOERR)
    return status == NC_ENOTNC ? bad_file("this is not a NetCDF file", "the file has another format or is damaged")
                               : bad_file("this NetCDF file cannot be read", nc_strerror(status));
  Variable variable = variable_at(file.id(), place.inside);
  StoredArray array;
  std::string name = place.inside;
  if (variable.is_there()) {
    array.extents = extents_of(variable);
  } else {
    const auto entry = with_entry(place.inside);
    if (entry) name = entry->first;
    if (entry) variable = variable_at(file.id(), name);
    if (!variable.is_there()) return no_variable(file.id(), name);
    array.extents = extents_of(variable);
    const auto number = entry_of(entry->second, array.extents.empty() ? 0 : array.extents[0], shown_variable(name));
    if (!number) return number.error();
    array.entry = *number;
  }
  const auto type = type_of(variable);
  if (!type) return type.error();
  if (const auto error = check_order(variable)) return *error;
  if (const auto error = wanted.check_shape(array.shape(), "variable")) return *error;
#ifdef RTLGEN_HAVE_HDF5
  if (const auto error = check_variable_chunks(place.file, name, array.part())) return *error;
#endif
  const auto numbers = valid_numbers(variable, *type);
  if (!numbers) return numbers.error();
  return read_parts(array, *type, wanted, "variable",
                    [&](const Part& part, void* to) { return read_part(variable, part, *numbers, to); });
}

namespace {

class NetcdfStore : public Store {
 public:
  explicit NetcdfStore(const std::string& file) : path_(file), beside_(file), file_(create()) {
    nc_set_fill(file_.id(), NC_NOFILL, nullptr);
  }

  void put(const Item& item) override { write(item, define(item, false), std::nullopt); }

  void append(const Item& item, std::int64_t step) override {
    if (steps_.empty() || steps_.back() != step) steps_.push_back(step);
    auto found = series_.find(item.inside);
    if (found == series_.end()) found = series_.emplace(item.inside, define(item, true)).first;
    write(item, found->second, steps_.size() - 1);
  }

  void close() override {
    if (!steps_.empty()) {
      const int time = dimension("step", NC_UNLIMITED);
      int variable = -1;
      const std::size_t start = 0, count = steps_.size();
      std::vector<long long> numbers(steps_.begin(), steps_.end());
      check(nc_def_var(file_.id(), "step", NC_INT64, 1, &time, &variable));
      check(nc_put_vara_longlong(file_.id(), variable, &start, &count, numbers.data()));
    }
    errno = 0;
    check(nc_sync(file_.id()));
    check(file_.close());
  }

  void commit() override { beside_.commit(); }

 private:
  [[nodiscard]] int create() const {
    begin_netcdf();
    int id = -1;
    errno = 0;
    check(nc_create(beside_.name().c_str(), NC_NETCDF4 | NC_CLOBBER, &id));
    return id;
  }

  /// Prefers the system's reason for a failed write, which the library hides behind others.
  void check(int status) const {
    if (status == NC_NOERR) return;
    const bool is_of_disk = errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO;
    throw EnvironmentError(
        fmt::format("cannot write {}: {}", path_, is_of_disk ? std::strerror(errno) : nc_strerror(status)));
  }

  int dimension(const std::string& name, std::size_t extent) {
    int id = -1;
    if (nc_inq_dimid(file_.id(), name.c_str(), &id) != NC_NOERR)
      check(nc_def_dim(file_.id(), name.c_str(), extent, &id));
    return id;
  }

  int define(const Item& item, bool is_series) {
    std::vector<int> dimensions;
    if (is_series) dimensions.push_back(dimension("step", NC_UNLIMITED));
    const std::vector<std::int64_t> shape = item.shape();
    for (int a = item.axes; a-- > 0;)
      dimensions.push_back(dimension(std::string(1, "xyz"[a]), at(shape[at(item.axes - 1 - a)])));
    if (item.components.size() > 1)
      dimensions.push_back(dimension(fmt::format("component_{}", item.components.size()), item.components.size()));
    const std::string dtype = dtype_of(wide_type(item.components.front()->type));
    const auto kind =
        std::find_if(nc_types().begin(), nc_types().end(), [&](const auto& t) { return t.second == dtype; });
    const std::string name = item.inside.substr(std::min(item.inside.size(), item.inside.find_first_not_of('/')));
    int variable = -1;
    check(nc_def_var(file_.id(), name.c_str(), kind->first, static_cast<int>(dimensions.size()), dimensions.data(),
                     &variable));
    return variable;
  }

  void write(const Item& item, int variable, std::optional<std::size_t> entry) const {
    std::vector<std::size_t> count;
    for (const std::int64_t n : item.shape()) count.push_back(at(n));
    if (entry) count.insert(count.begin(), 1);
    std::vector<std::size_t> start(count.size(), 0);
    if (entry) start[0] = *entry;
    const golden::Grid& first = *item.components.front();
    const spec::Type type = wide_type(first.type);
    const bool is_same = item.components.size() == 1 && is_same_memory(first.type, {type, {}});
    const std::vector<std::uint8_t> made = is_same ? std::vector<std::uint8_t>{} : to_cells_of(item.components, type);
    errno = 0;
    check(nc_put_vara(file_.id(), variable, start.data(), count.data(), is_same ? first.bytes.data() : made.data()));
  }

  std::string path_;
  FileBeside beside_;
  NcFile file_;
  std::map<std::string, int> series_;
  std::vector<std::int64_t> steps_;
};

}  // namespace

std::unique_ptr<Store> create_netcdf(const std::string& file) { return std::make_unique<NetcdfStore>(file); }

}  // namespace rtlgen::data
