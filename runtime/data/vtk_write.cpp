// VTK images: XML, then the arrays' bytes.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "data/formats.hpp"
#include "data/memory.hpp"
#include "data/series.hpp"
#include "data/vtk.hpp"
#include "golden/grid.hpp"
#include "support/errors.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

std::string vtk_name(const spec::Type& type) {
  return fmt::format("{}{}", type.is_float() ? "Float" : type.is_signed() ? "Int" : "UInt", type.width);
}

class VtiStore : public Store {
 public:
  explicit VtiStore(const std::string& file) : path_(file), beside_(file) {}

  /// Arrays stay in memory until close(), because the offsets of all arrays precede the first.
  void put(const Item& item) override {
    const golden::Grid& first = *item.components.front();
    if (arrays_.empty()) extents_ = first.extents;
    const spec::Type type = wide_type(first.type);
    arrays_.push_back({safe::markup(OutsideText(item.inside)), vtk_name(type), item.components.size(),
                       to_cells_of(item.components, type)});
  }

  void append(const Item& item, std::int64_t /*step*/) override { put(item); }

  void close() override {
    std::ofstream out(beside_.name(), std::ios::binary);
    const std::string head = header();
    out.write(head.data(), static_cast<std::streamsize>(head.size()));
    for (const Array& array : arrays_) {
      const std::uint64_t size = array.bytes.size();
      out.write(reinterpret_cast<const char*>(&size), sizeof size);
      out.write(reinterpret_cast<const char*>(array.bytes.data()), static_cast<std::streamsize>(size));
    }
    out << "\n  </AppendedData>\n</VTKFile>\n";
    out.close();
    if (!out) throw EnvironmentError(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
    arrays_.clear();
  }

  void commit() override { beside_.commit(); }

 private:
  struct Array {
    std::string name, type;
    std::size_t components;
    std::vector<std::uint8_t> bytes;
  };

  [[nodiscard]] std::string header() const {
    const std::string extent = fmt::format("0 {} 0 {} 0 {}", extents_[0] - 1, extents_[1] - 1, extents_[2] - 1);
    std::string text = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "  <ImageData WholeExtent=\"{0}\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n"
        "    <Piece Extent=\"{0}\">\n      <PointData>\n",
        extent);
    std::size_t offset = 0;
    for (const Array& array : arrays_) {
      text += fmt::format(
          "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
          array.type, array.name, array.components, offset);
      offset += sizeof(std::uint64_t) + array.bytes.size();
    }
    return text + "      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n   _";
  }

  std::string path_;
  FileBeside beside_;
  spec::Extents extents_{1, 1, 1};
  std::vector<Array> arrays_;
};

class PvdStore : public Store {
 public:
  explicit PvdStore(const std::string& file) : path_(file), beside_(file) {}

  void put(const Item& item) override { add(item, 0, files_of(path_).back()); }
  void append(const Item& item, std::int64_t step) override { add(item, step, numbered(path_, step)); }

  void close() override {
    close_last();
    std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n  <Collection>\n";
    for (const Step& step : steps_) {
      const std::string name = std::filesystem::path(step.file).filename().string();
      text += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", step.number,
                          safe::markup(OutsideText(name)));
    }
    beside_.put(text + "  </Collection>\n</VTKFile>\n");
  }

  void commit() override {
    for (const Step& step : steps_) step.store->commit();
    beside_.commit();
  }

 private:
  struct Step {
    std::int64_t number;
    std::string file;
    std::unique_ptr<Store> store;
  };

  void add(const Item& item, std::int64_t number, const std::string& file) {
    if (steps_.empty() || steps_.back().number != number) {
      close_last();
      steps_.push_back({number, file, create_vti(file)});
    }
    steps_.back().store->put(item);
  }

  void close_last() {
    if (!steps_.empty()) steps_.back().store->close();
  }

  std::string path_;
  FileBeside beside_;
  std::vector<Step> steps_;
};

}  // namespace

std::unique_ptr<Store> create_vti(const std::string& file) { return std::make_unique<VtiStore>(file); }
std::unique_ptr<Store> create_pvd(const std::string& file) { return std::make_unique<PvdStore>(file); }

}  // namespace rtlgen::data
