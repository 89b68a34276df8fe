// The file formats behind read() and write(): one table, and the functions that it names. Readers throw BadFile; they
// compare the size that a file states with the grid before they use it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

struct Output;

/// What is wrong with a file, where (line 0: the file as a whole), and what would be right.
struct BadFile {
  std::string message;
  std::string note;
  int line = 0, column = 0, length = 1;
};

/// A BadFile located at `offset` in a text.
BadFile bad_text(const std::string& bytes, std::size_t offset, std::size_t length, const std::string& message,
                 const std::string& note);

/// For a truth value of a file that is neither 0 nor 1.
BadFile no_truth(std::uint64_t bits);

/// The grid that a file is to fill.
struct Wanted {
  spec::Type type;
  spec::Extents extents{1, 1, 1};
  int axes = 1;
  int components = 1;  ///< numbers a cell has, one behind the other

  /// Of the numbers as a grid: `components` times as many along x.
  [[nodiscard]] spec::Extents numbers() const { return {extents[0] * components, extents[1], extents[2]}; }
  [[nodiscard]] std::int64_t cells() const { return extents[0] * extents[1] * extents[2] * components; }
  /// Throws unless `shape` (numpy order: slowest axis first, components last) is the grid's, but for leading ones.
  void check_shape(const std::vector<std::int64_t>& shape, const char* holder = "file") const;
  /// Throws unless a file without a shape holds as many numbers as the grid.
  void check_count(std::int64_t count) const;
  /// The bits in `type` of number `i`, which has the value of `bits` of type `from`; throws where it cannot hold that.
  [[nodiscard]] std::uint64_t bits_of(std::int64_t i, const spec::Type& from, std::uint64_t bits) const;
  /// Sets number `i` of `grid` to the value of `bits` of type `from`; throws where the grid's type
  /// cannot hold it.
  void store(golden::Grid& grid, std::int64_t i, const spec::Type& from, std::uint64_t bits) const;
};

// A file becomes a grid of extents `wanted.numbers()`.
golden::Grid read_npy(const std::string& bytes, const Wanted& wanted);
golden::Grid read_raw(const std::string& bytes, const Wanted& wanted);
golden::Grid read_text(const std::string& bytes, const Wanted& wanted);
golden::Grid read_pgm(const std::string& bytes, const Wanted& wanted);  ///< of three components a PPM
golden::Grid read_png(const std::string& bytes, const Wanted& wanted);

/// The components of a grid that has them along x.
std::vector<golden::Grid> apart(const golden::Grid& all, const spec::Type& type, const spec::Extents& extents,
                                int components);

// Grids of several components have them along x, as Wanted::numbers() says.
std::string npy_bytes(const golden::Grid& grid, int axes, int components = 1);
std::string raw_bytes(const golden::Grid& grid);
std::string text_bytes(const golden::Grid& grid, int components = 1);
std::string pgm_bytes(const golden::Grid& grid);                      ///< of one plane
std::string ppm_bytes(const golden::Grid& grid);                      ///< of one plane of three components
std::string png_bytes(const golden::Grid& grid, int components = 1);  ///< of one plane

/// A place in a file of several arrays, "run.h5:/fields/t"; of other files the file alone.
struct Place {
  std::string file;
  std::string inside;
};

/// A field to be written: a grid for each component, equal in type and extents.
struct Item {
  std::string inside;  ///< of Place
  std::vector<const golden::Grid*> components;
  int axes = 1;

  /// numpy order: slowest axis first, components last.
  [[nodiscard]] std::vector<std::int64_t> shape() const;
};

/// A file while arrays are put into it, beside its place until commit(). All throw EnvironmentError.
class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  virtual void put(const Item& item) = 0;
  /// The field after `step` time steps, behind those of earlier ones. All fields of a file get the same steps.
  virtual void append(const Item& item, std::int64_t step) = 0;
  /// Nothing is added any more.
  virtual void close() = 0;
  virtual void commit() = 0;
};

/// A format of files, as sim/data/format_table.cpp lists them. Either bytes become a grid and a grid bytes, or a
/// library reads and writes files.
struct Format {
  std::string name;
  std::vector<std::string> ends;   ///< of names, in lower case; the first is the usual one; "": names without
  std::string exact;               ///< types whose cells come back as they were, in Markdown
  bool has_shape = true;           ///< a file says what its shape is
  std::vector<int> channels = {};  ///< components that a cell may have; none: any number
  std::string channels_text = {};  ///< "3 channels"
  bool is_picture = false;         ///< of a plane
  bool has_places = false;         ///< a file holds several arrays by name
  int path_parts = 0;              ///< most parts of a place that is a path, when it is written; 0: it is any name
  bool is_written_only = false;    ///< whatever was built
  bool is_series = false;          ///< one file holds many time steps
  std::string steps_end = {};      ///< what the names of files of one step end in, where it is not their own
  std::string library = {};        ///< Debian's package that it is built with; "": none
  golden::Grid (*parse)(const std::string& bytes, const Wanted& wanted) = nullptr;
  std::string (*print)(const golden::Grid& grid, int axes, int components) = nullptr;
  std::vector<golden::Grid> (*read)(const Place& place, const Wanted& wanted) = nullptr;
  std::unique_ptr<Store> (*create)(const std::string& file) = nullptr;

  [[nodiscard]] bool reads() const { return parse != nullptr || read != nullptr; }
  [[nodiscard]] bool writes() const { return print != nullptr || create != nullptr; }
  [[nodiscard]] bool is_built() const { return reads() || writes(); }
};

const std::vector<Format>& formats();
/// That of a file name; null: unknown.
const Format* format_of(const std::string& file);
Place place_of(const std::string& path);

/// Writes the files of fields and closes them; they are in their places when they are committed. Regular files only.
std::vector<std::unique_ptr<Store>> put_all(const std::vector<Output>& outputs);

// Formats of a library are known without it, but read and write nothing.
Format hdf5_format();
Format netcdf_format();
Format webp_format();

/// What a picture shows of a field, its components along x: of a volume the middle plane.
golden::Grid shown_plane(const std::vector<const golden::Grid*>& components);

/// Red, green, blue and alpha of each cell as png_bytes() colours it, 8 bits each.
std::vector<std::uint8_t> shown_colours(const golden::Grid& grid, int components);

/// Values scaled to 0..1 from the smallest to the largest finite one; all 0 if they are equal. What is not finite
/// stays as it is.
std::vector<double> scaled(const golden::Grid& grid);

}  // namespace rtlgen::data
