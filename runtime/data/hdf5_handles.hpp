// RAII wrappers for the HDF5 library's objects, and conversions of its types.
#pragma once

#include <hdf5.h>

#include <optional>
#include <string>
#include <utility>

#include "spec/type.hpp"

namespace rtlgen::data {

/// An object of the library that closes itself. Negative: the call that created it failed.
class H5Object {
 public:
  H5Object(hid_t id, herr_t (*closes)(hid_t)) : id_(id), close_(closes) {}
  H5Object(H5Object&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  H5Object(const H5Object&) = delete;
  H5Object& operator=(const H5Object&) = delete;
  ~H5Object() {
    if (id_ >= 0) close_(id_);
  }

  [[nodiscard]] hid_t id() const { return id_; }
  [[nodiscard]] bool good() const { return id_ >= 0; }
  /// Closes it now; false if that fails.
  bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

#if H5_VERSION_GE(1, 12, 0)
using H5ObjectInfo = H5O_info2_t;
#else
using H5ObjectInfo = H5O_info_t;
#endif

/// Calls `visit` for every object of a file, in a given order, until it returns a value other than 0.
inline herr_t visit_objects(hid_t file, H5_iter_order_t order,
                            herr_t (*visit)(hid_t, const char*, const H5ObjectInfo*, void*), void* to) {
#if H5_VERSION_GE(1, 12, 0)
  return H5Ovisit3(file, H5_INDEX_NAME, order, visit, to, H5O_INFO_BASIC);
#else
  return H5Ovisit2(file, H5_INDEX_NAME, order, visit, to, H5O_INFO_BASIC);
#endif
}

/// The innermost reason that the library recorded for this thread's last error.
std::string hdf5_reason();

/// The type of numbers of `type`, which NumPy must have, in little endian.
H5Object hdf5_type(const spec::Type& type);

/// The type of numbers that the library calls `type`, if NumPy has it, in either byte order.
std::optional<spec::Type> known_type(hid_t type);

}  // namespace rtlgen::data
