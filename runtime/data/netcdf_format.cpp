// NetCDF in the table of formats, with or without the library.
#include "data/formats.hpp"
#ifdef RTLGEN_HAVE_NETCDF
#include "data/netcdf_file.hpp"
#endif

namespace rtlgen::data {

Format netcdf_format() {
  Format format{
      .name = "[NetCDF](#netcdf)", .ends = {".nc", ".nc4"}, .exact = "every type, but fixed point only to 53 bits"};
  format.has_places = true;
  format.path_parts = 1;
  format.is_series = true;
  format.library = "libnetcdf-dev";
#ifdef RTLGEN_HAVE_NETCDF
  format.read = read_netcdf;
  format.create = create_netcdf;
#endif
  return format;
}

}  // namespace rtlgen::data
