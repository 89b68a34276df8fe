// HDF5 in the table of formats, with or without the library.
#include "data/formats.hpp"
#ifdef RTLGEN_HAVE_HDF5
#include "data/hdf5.hpp"
#endif

namespace rtlgen::data {

Format hdf5_format() {
  Format format{
      .name = "[HDF5](#hdf5)", .ends = {".h5", ".hdf5"}, .exact = "every type, but fixed point only to 53 bits"};
  format.has_places = true;
  format.path_parts = 32;
  format.is_series = true;
  format.library = "libhdf5-dev";
#ifdef RTLGEN_HAVE_HDF5
  format.read = read_hdf5;
  format.create = create_hdf5;
#endif
  return format;
}

}  // namespace rtlgen::data
