// NetCDF files, made by the library itself, so that readers are not judged by our own writers.
#include <netcdf.h>

#include "data/io.hpp"
#include "data/series.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;

class Netcdf : public Files {
 protected:
  /// A file of format `flags` with t(time: 2, y: 2, x: 3) = 0.25, 1.25, ..., the packed p and the holey h of (y, x).
  void make(const std::string& name, int flags) const {
    int file = -1, time = -1, y = -1, x = -1, t = -1, p = -1, h = -1, b = -1;
    ASSERT_EQ(nc_create(at(name).c_str(), flags | NC_CLOBBER, &file), NC_NOERR);
    nc_def_dim(file, "time", NC_UNLIMITED, &time);
    nc_def_dim(file, "y", 2, &y);
    nc_def_dim(file, "x", 3, &x);
    const int all[] = {time, y, x};
    nc_def_var(file, "t", NC_FLOAT, 3, all, &t);
    nc_def_var(file, "p", NC_SHORT, 2, all + 1, &p);
    nc_def_var(file, "h", NC_INT, 2, all + 1, &h);
    nc_def_var(file, "b", NC_BYTE, 2, all + 1, &b);
    const double scale = 0.1;
    const int missing = -9;
    nc_put_att_double(file, p, "scale_factor", NC_DOUBLE, 1, &scale);
    nc_put_att_int(file, h, "_FillValue", NC_INT, 1, &missing);
    nc_put_att_text(file, b, "_Unsigned", 4, "true");
    nc_enddef(file);
    std::vector<float> values;
    for (int i = 0; i < 12; ++i) values.push_back(static_cast<float>(i) + 0.25F);
    const std::size_t start[] = {0, 0, 0}, count[] = {2, 2, 3};
    EXPECT_EQ(nc_put_vara_float(file, t, start, count, values.data()), NC_NOERR);
    const int holey[] = {1, 2, 3, 4, -9, 6};
    const signed char bytes[] = {1, 2, 3, 4, 5, -1};
    nc_put_var_int(file, p, holey);
    nc_put_var_int(file, h, holey);
    nc_put_var_schar(file, b, bytes);
    EXPECT_EQ(nc_close(file), NC_NOERR);
  }

  [[nodiscard]] golden::Grid read(const std::string& name, const Type& type) const {
    Diagnostics diagnostics;
    auto grid = data::read(at(name), type, {3, 2, 1}, 2, diagnostics);
    EXPECT_TRUE(grid.ok()) << name << "\n" << diagnostics.render();
    return grid ? *std::move(grid) : golden::Grid(type, {3, 2, 1});
  }

  void refused(const std::string& name, const std::string& message, const std::string& note) const {
    SCOPED_TRACE(name);
    Diagnostics diagnostics;
    EXPECT_FALSE(data::read(at(name), kFloat32, {3, 2, 1}, 2, diagnostics).ok());
    ASSERT_EQ(diagnostics.error_count(), 1);
    EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0601");
    EXPECT_NE(diagnostics.all()[0].message.find(message), std::string::npos) << diagnostics.render();
    EXPECT_NE(diagnostics.all()[0].notes.at(0).find(note), std::string::npos) << diagnostics.render();
  }
};

TEST_F(Netcdf, ReadsClassicFilesAndNetcdf4) {
  for (const int flags : {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4}) {
    SCOPED_TRACE(flags);
    make("a.nc", flags);
    EXPECT_EQ(read("a.nc:t[0]", kFloat32).get(5), f32(5.25F));
    EXPECT_EQ(read("a.nc:/t[-1]", kFloat32).get(0), f32(6.25F));
    EXPECT_EQ(read("a.nc:t[1]", Type::float_of(11, 52)).get(1), std::bit_cast<std::uint64_t>(7.25));
    EXPECT_EQ(read("a.nc:b", Type::uint_of(8)).get(5), 255U);
  }
}

TEST_F(Netcdf, FaultsSayWhatWouldBeRight) {
  make("a.nc", NC_NETCDF4);
  put("other.nc", "no such file");
  refused("other.nc:t", "this is not a NetCDF file", "another format");
  refused("a.nc:u", "no variable 'u'", "the file has t (2 x 2 x 3), p (2 x 3), h (2 x 3), b (2 x 3)");
  refused("a.nc:t", "the variable holds 2 x 2 x 3 cells", "the grid is 2 x 3");
  refused("a.nc:t[2]", "no entry 2 along the first axis of 't'", "it has 2: 0 to 1");
  refused("a.nc:p", "packed: it has the attribute scale_factor", "ncpdq -U");
  refused("a.nc:h", "some numbers are missing", "fill them first");
}

TEST_F(Netcdf, MissingNumbersAreNoData) {
  const float holey[] = {1, 2, 3, 4, -999, 6};
  const double missing[] = {-888, -999, 1e300};
  const signed char bytes[] = {1, 2, 3, 4, -127, -1};
  const char* const yes = "true";
  for (const int flags : {0, NC_64BIT_DATA, NC_NETCDF4}) {
    SCOPED_TRACE(flags);
    int file = -1, d[3] = {-1, -1, -1}, t = -1, w = -1, m = -1, f = -1, n = -1, u = -1, s = -1;
    ASSERT_EQ(nc_create(at("a.nc").c_str(), flags | NC_CLOBBER, &file), NC_NOERR);
    nc_def_dim(file, "time", NC_UNLIMITED, &d[0]);
    nc_def_dim(file, "y", 2, &d[1]);
    nc_def_dim(file, "x", 3, &d[2]);
    nc_def_var(file, "t", NC_FLOAT, 3, d, &t);
    nc_def_var(file, "w", NC_FLOAT, 3, d, &w);
    nc_def_var(file, "m", NC_FLOAT, 2, d + 1, &m);
    nc_put_att_double(file, m, "missing_value", NC_DOUBLE, 3, missing);
    nc_def_var(file, "f", NC_FLOAT, 2, d + 1, &f);
    nc_put_att_double(file, f, "missing_value", NC_DOUBLE, 1, missing);
    nc_def_var(file, "n", NC_BYTE, 2, d + 1, &n);
    nc_def_var(file, "u", NC_BYTE, 2, d + 1, &u);
    nc_put_att_text(file, u, "_Unsigned", 4, "True");
    if (flags == NC_NETCDF4) {
      nc_def_var(file, "s", NC_BYTE, 2, d + 1, &s);
      ASSERT_EQ(nc_put_att_string(file, s, "_Unsigned", 1, const_cast<const char**>(&yes)), NC_NOERR);
    }
    nc_enddef(file);
    // The record 0 of t is never written.
    const std::size_t start[] = {1, 0, 0}, first[] = {0, 0, 0}, count[] = {1, 2, 3};
    nc_put_vara_float(file, t, start, count, holey);
    nc_put_vara_float(file, w, first, count, holey);
    nc_put_var_float(file, m, holey);
    nc_put_var_float(file, f, holey);
    nc_put_var_schar(file, n, bytes);
    nc_put_var_schar(file, u, bytes);
    if (s >= 0) nc_put_var_schar(file, s, bytes);
    ASSERT_EQ(nc_close(file), NC_NOERR);
    EXPECT_EQ(read("a.nc:t[1]", kFloat32).get(4), f32(-999));
    refused("a.nc:t[0]", "with which NetCDF fills unwritten entries", "another _FillValue");
    refused("a.nc:m", "they equal the variable's missing_value", "fill them first");
    EXPECT_EQ(read("a.nc:f", kFloat32).get(4), f32(-999));
    EXPECT_EQ(read("a.nc:n", Type::int_of(8)).get(4), 0x81U);  // any byte is data
    EXPECT_EQ(read("a.nc:u", Type::uint_of(8)).get(4), 129U);
    if (s >= 0) {
      EXPECT_EQ(read("a.nc:s", Type::uint_of(8)).get(5), 255U);
    }
  }
}

TEST_F(Netcdf, NumbersOutsideTheValidRangeAreMissing) {
  const float cells[] = {0, 1, 2, 3, 4, 5};
  const double range[] = {0, 5}, narrow[] = {0, 4}, five = 5, one = 1, zero = 0, half = 0.5;
  const short bound = 4;
  const int count = 9;
  int file = -1, d[2] = {-1, -1}, v[9] = {};
  ASSERT_EQ(nc_create(at("a.nc").c_str(), NC_CLOBBER, &file), NC_NOERR);
  nc_def_dim(file, "y", 2, &d[0]);
  nc_def_dim(file, "x", 3, &d[1]);
  for (int i = 0; i < count; ++i)
    nc_def_var(file, std::string(1, static_cast<char>('a' + i)).c_str(), NC_FLOAT, 2, d, &v[i]);
  nc_put_att_double(file, v[0], "valid_range", NC_DOUBLE, 2, range);
  nc_put_att_double(file, v[1], "valid_range", NC_DOUBLE, 2, narrow);
  nc_put_att_short(file, v[2], "valid_max", NC_SHORT, 1, &bound);
  nc_put_att_double(file, v[3], "valid_min", NC_DOUBLE, 1, &half);
  nc_put_att_double(file, v[4], "valid_max", NC_DOUBLE, 1, &five);
  nc_put_att_double(file, v[5], "valid_range", NC_DOUBLE, 1, &five);
  nc_put_att_double(file, v[6], "scale_factor", NC_DOUBLE, 1, &one);
  nc_put_att_double(file, v[6], "add_offset", NC_DOUBLE, 1, &zero);
  nc_put_att_double(file, v[7], "add_offset", NC_DOUBLE, 1, &one);
  nc_put_att_text(file, v[8], "valid_min", 4, "zero");
  nc_enddef(file);
  for (int i = 0; i < count; ++i) nc_put_var_float(file, v[i], cells);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  for (const char* good : {"a.nc:a", "a.nc:e", "a.nc:g"}) EXPECT_EQ(read(good, kFloat32).get(5), f32(5)) << good;
  refused("a.nc:b", "5 is outside the variable's valid_range", "fill them first");
  refused("a.nc:c", "5 is outside the variable's valid_max", "fill them first");
  refused("a.nc:d", "0 is outside the variable's valid_min", "fill them first");
  refused("a.nc:f", "valid_range is not two numbers", "ncatted");
  refused("a.nc:h", "packed: it has the attribute add_offset", "ncpdq -U");
  refused("a.nc:i", "valid_min is not a number", "ncatted");
}

/// The axis that the file calls x is not read as y.
TEST_F(Netcdf, AxesInAnotherOrderAreRefused) {
  const float cells[] = {0, 1, 2, 3, 4, 5};
  int file = -1, d[2] = {-1, -1}, lon[2] = {-1, -1}, t = -1, g = -1;
  ASSERT_EQ(nc_create(at("a.nc").c_str(), NC_CLOBBER, &file), NC_NOERR);
  nc_def_dim(file, "x", 2, &d[0]);
  nc_def_dim(file, "y", 3, &d[1]);
  nc_def_dim(file, "lat", 2, &lon[0]);
  nc_def_dim(file, "lon", 3, &lon[1]);
  nc_def_var(file, "t", NC_FLOAT, 2, d, &t);
  nc_def_var(file, "g", NC_FLOAT, 2, lon, &g);
  nc_enddef(file);
  nc_put_var_float(file, t, cells);
  nc_put_var_float(file, g, cells);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  refused("a.nc:t", "dimensions are (x, y), but rtlgen needs (y, x)", "ncpdq -a y,x");
  EXPECT_EQ(read("a.nc:g", kFloat32).get(5), f32(5));
}

TEST_F(Netcdf, NumbersThatAFillMightBeAreWrittenAsTheyAre) {
  const golden::Grid most = grid_of(Type::uint_of(16), {3, 2, 1}, {65535, 1, 2, 3, 4, 65535});
  data::write(at("a.nc:t"), most, 2);
  EXPECT_TRUE(read("a.nc:t", most.type) == most);
}

TEST_F(Netcdf, WritesFieldsAndTheirTimeSteps) {
  const golden::Grid t = busy_grid(kFloat32, {4, 3, 2}, 1), n = busy_grid(Type::int_of(12), {4, 3, 2}, 2);
  const golden::Grid half = grid_of(Type::float_of(5, 10), {4, 3, 2}, std::vector<std::uint64_t>(24, 0x3c00));
  Diagnostics diagnostics;
  const auto is_same = [&](const std::string& name, const golden::Grid& grid) {
    const auto back = data::read(at(name), grid.type, grid.extents, 3, diagnostics);
    return back.ok() && *back == grid;
  };
  data::write_all({{at("a.nc:t"), {&t}, 3}, {at("a.nc:n"), {&n}, 3}, {at("a.nc:half"), {&half}, 3}});
  EXPECT_TRUE(is_same("a.nc:t", t) && is_same("a.nc:n", n) && is_same("a.nc:half", half)) << diagnostics.render();
  data::write_vector(at("v.nc:v"), {&n, &n}, 3);
  EXPECT_TRUE(data::read_vector(at("v.nc:v"), n.type, n.extents, 3, 2, diagnostics).ok()) << diagnostics.render();
  data::Series series(true);
  series.add(5, {{at("s.nc:t"), {&t}, 3}, {at("s.nc:n"), {&n}, 3}});
  series.add(7, {{at("s.nc:t"), {&t}, 3}, {at("s.nc:n"), {&n}, 3}});
  EXPECT_EQ(series.finish(), (std::vector<std::string>{at("s.nc:t"), at("s.nc:n")}));
  EXPECT_TRUE(is_same("s.nc:t[1]", t) && is_same("s.nc:n[-2]", n)) << diagnostics.render();
  const auto steps = data::read(at("s.nc:step"), Type::int_of(64), {2, 1, 1}, 1, diagnostics);
  ASSERT_TRUE(steps.ok()) << diagnostics.render();
  EXPECT_EQ(steps->get(0), 5U);
  EXPECT_EQ(steps->get(1), 7U);
  EXPECT_EQ(names(), (std::vector<std::string>{"a.nc", "s.nc", "v.nc"}));
}

}  // namespace
}  // namespace rtlgen::test
