// The file formats behind read() and write(): one table, and its functions. Readers compare the size stated in a
// file with the grid before they use it. Their errors have no file's name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/type.hpp"
#include "support/error.hpp"
#include "support/expected.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

struct Output;

/// The error for contents that cannot be used.
Error bad_file(std::string message, std::string note);

/// The same, located at `offset` in a text.
Error bad_text(const std::string& bytes, std::size_t offset, std::size_t length, const std::string& message,
               const std::string& note);

/// The error for a truth value that is neither 0 nor 1.
Error no_truth(std::uint64_t bits);

/// The grid that is read from a file.
struct Wanted {
  spec::Type type;
  spec::Extents extents{1, 1, 1};
  int axes = 1;
  int components = 1;  ///< numbers per cell, which are adjacent

  /// The extents of the numbers as a grid: `components` times as many along x.
  [[nodiscard]] spec::Extents numbers() const { return {extents[0] * components, extents[1], extents[2]}; }
  [[nodiscard]] std::int64_t cells() const { return extents[0] * extents[1] * extents[2] * components; }
  /// An error unless `shape` (numpy order: slowest axis first, components last) equals the grid's, except for leading
  /// ones.
  [[nodiscard]] std::optional<Error> check_shape(const std::vector<std::int64_t>& shape,
                                                 const char* holder = "file") const;
  /// An error unless a file without a shape has as many numbers as the grid.
  [[nodiscard]] std::optional<Error> check_count(std::int64_t count) const;
  /// Sets number `i` of `grid`, which has extents numbers(), to the value of `bits` in type `from`; an error if `type`
  /// cannot represent it.
  [[nodiscard]] std::optional<Error> store(golden::Grid& grid, std::int64_t i, const spec::Type& from,
                                           std::uint64_t bits) const;
  /// The same in the grids of components.
  [[nodiscard]] std::optional<Error> store(std::vector<golden::Grid>& grids, std::int64_t i, const spec::Type& from,
                                           std::uint64_t bits) const;

 private:
  [[nodiscard]] Error cannot_hold(std::int64_t i, const spec::Type& from, std::uint64_t bits) const;
};

// Readers: they return a grid with extents `wanted.numbers()`.
Expected<golden::Grid> read_npy(const std::string& bytes, const Wanted& wanted);
Expected<golden::Grid> read_raw(const std::string& bytes, const Wanted& wanted);
Expected<golden::Grid> read_text(const std::string& bytes, const Wanted& wanted);
Expected<golden::Grid> read_pgm(const std::string& bytes,
                                const Wanted& wanted);  ///< a PPM if there are three components
Expected<golden::Grid> read_png(const std::string& bytes, const Wanted& wanted);

/// Separates the components of a grid that has them along x.
std::vector<golden::Grid> apart(const golden::Grid& all, const spec::Type& type, const spec::Extents& extents,
                                int components);

// Writers: grids with several components have them along x, as in Wanted::numbers().
std::string npy_bytes(const golden::Grid& grid, int axes, int components = 1);
std::string raw_bytes(const golden::Grid& grid);
std::string text_bytes(const golden::Grid& grid, int components = 1);
std::string pgm_bytes(const golden::Grid& grid);                      ///< for one plane
std::string ppm_bytes(const golden::Grid& grid);                      ///< for one plane with three components
std::string png_bytes(const golden::Grid& grid, int components = 1);  ///< for one plane
/// One plane in a diverging map: blue below 0, white at 0, red above, scaled by the largest finite magnitude.
std::string signed_png_bytes(const golden::Grid& grid);

/// A place in a file with several arrays, "run.h5:/fields/t"; for other files, only the file.
struct Place {
  std::string file;
  std::string inside;
};

/// A field to write: one grid per component, all with equal type and extents.
struct Item {
  std::string inside;  ///< as in Place
  std::vector<const golden::Grid*> components;
  int axes = 1;

  /// In numpy order: slowest axis first, components last.
  [[nodiscard]] std::vector<std::int64_t> shape() const;
};

/// A file to which arrays are added; it is next to its final place until commit(). All functions throw
/// EnvironmentError.
class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  virtual void put(const Item& item) = 0;
  /// Adds the field after `step` time steps, after those of earlier steps. All fields of a file get the same steps.
  virtual void append(const Item& item, std::int64_t step) = 0;
  /// Nothing is added after this.
  virtual void close() = 0;
  virtual void commit() = 0;
};

/// A file format, as listed in runtime/data/format_table.cpp. Either its functions convert between bytes and grids, or
/// a library reads and writes files.
struct Format {
  std::string name;
  std::vector<std::string> ends;   ///< file extensions in lower case, the usual one first; "": names without extension
  std::string exact;               ///< types that are stored without loss, in Markdown
  bool has_shape = true;           ///< files contain their shape
  std::vector<int> channels = {};  ///< allowed numbers of components per cell; empty: any
  std::string channels_text = {};  ///< "3 channels"
  bool is_picture = false;         ///< shows a plane
  bool has_places = false;         ///< a file contains several named arrays
  int path_parts = 0;              ///< maximum number of parts of a place that is a path, for writing; 0: any name
  bool is_written_only = false;    ///< cannot be read in any build
  bool is_series = false;          ///< one file contains many time steps
  std::string steps_end = {};      ///< extension of the files for single steps, if different from the format's own
  std::string library = {};        ///< Debian package of the library it is built with; "": none
  Expected<golden::Grid> (*parse)(const std::string& bytes, const Wanted& wanted) = nullptr;
  std::string (*print)(const golden::Grid& grid, int axes, int components) = nullptr;
  Expected<std::vector<golden::Grid>> (*read)(const Place& place, const Wanted& wanted) = nullptr;
  std::unique_ptr<Store> (*create)(const std::string& file) = nullptr;

  [[nodiscard]] bool reads() const { return parse != nullptr || read != nullptr; }
  [[nodiscard]] bool writes() const { return print != nullptr || create != nullptr; }
  [[nodiscard]] bool is_built() const { return reads() || writes(); }
};

const std::vector<Format>& formats();
/// The format of a file name; null: unknown.
const Format* format_of(const std::string& file);
Place place_of(const std::string& path);

/// Writes the files of fields and closes them; commit() moves them to their places. Only for regular files.
std::vector<std::unique_ptr<Store>> put_all(const std::vector<Output>& outputs);

// Formats of a missing library are known, but cannot be read or written.
Format hdf5_format();
Format netcdf_format();
Format webp_format();

/// The part of a field that a picture shows, with its components along x: the middle plane of a volume.
golden::Grid shown_plane(const std::vector<const golden::Grid*>& components);

/// Red, green, blue and alpha of each cell in the colours of png_bytes(), 8 bits each.
std::vector<std::uint8_t> shown_colours(const golden::Grid& grid, int components);

/// Values scaled to 0..1 between the smallest and the largest finite one; all 0 if these are equal. Values that are not
/// finite are unchanged.
std::vector<double> scaled(const golden::Grid& grid);

}  // namespace rtlgen::data
