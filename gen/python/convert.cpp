// Arrays are lent to the driver and moved back; everything else is small and copied.
#include "python/convert.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "data/memory.hpp"
#include "driver/data/given_data.hpp"
#include "golden/grid.hpp"
#include "spec/program.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::python {

namespace {

/// `object` as an array of plain numbers in C order and the host's byte order; the object itself if it is one.
py::array plain_array(const std::string& name, const py::object& object) {
  const py::module_ numpy = py::module_::import("numpy");
  py::array array = numpy.attr("asarray")(object);
  if (!data::cell_type(fmt::format("{}{}", array.dtype().kind(), array.itemsize()))) {
    throw py::type_error(fmt::format("array {}: numbers of dtype {} are not supported; {} of either byte order", name,
                                     py::str(array.dtype()).cast<std::string>(), data::supported_dtypes()));
  }
  array = numpy.attr("ascontiguousarray")(array, array.dtype().attr("newbyteorder")("="));
  return array;
}

driver::GivenArray given(const std::string& name, const py::array& array) {
  data::Cells cells;
  cells.type = *data::cell_type(fmt::format("{}{}", array.dtype().kind(), array.itemsize()));
  cells.shape.assign(array.shape(), array.shape() + array.ndim());
  cells.bytes = static_cast<const std::uint8_t*>(array.data());
  return {name, std::move(cells)};
}

/// Objects by name; none without the option.
std::vector<std::pair<std::string, py::object>> pairs_of(const Options& options, const char* name) {
  const py::object value = options.get(name);
  return value.is_none() ? std::vector<std::pair<std::string, py::object>>{}
                         : value.cast<std::vector<std::pair<std::string, py::object>>>();
}

/// An array that owns `bytes`.
py::array owning(std::vector<std::uint8_t>&& bytes, const py::dtype& dtype, const std::vector<py::ssize_t>& shape) {
  auto* const store = new std::vector<std::uint8_t>(std::move(bytes));
  const py::capsule owner(store, [](void* p) { delete static_cast<std::vector<std::uint8_t>*>(p); });
  return py::array(dtype, shape, store->data(), owner);
}

py::array array_of(const spec::Program& program, std::vector<golden::Grid>&& components) {
  const golden::Grid& first = components.front();
  std::vector<py::ssize_t> shape;
  for (std::size_t a = at(program.axes); a-- > 0;) shape.push_back(first.extents[a]);
  if (components.size() > 1) shape.push_back(static_cast<py::ssize_t>(components.size()));
  const spec::Type type = data::numpy_type(first.type);
  const py::dtype dtype(first.type == spec::Type::boolean() ? "?" : data::dtype_of(type));
  // Bits above the width of a narrow type are zero, as in NumPy's unsigned types.
  const bool same = first.type == type || (first.type.kind == spec::TypeKind::kUint);
  if (components.size() == 1 && same) return owning(std::move(components.front().bytes), dtype, shape);
  std::vector<const golden::Grid*> all;
  for (const golden::Grid& grid : components) all.push_back(&grid);
  return owning(data::to_cells(all), dtype, shape);
}

py::dict dict_of(const Diagnostic& d) {
  py::dict entry;
  entry["severity"] = d.severity == Severity::kError ? "error" : "warning";
  entry["code"] = to_string(d.code);
  entry["name"] = d.name;
  entry["file"] = safe::utf8(OutsideText(d.where.file));
  entry["line"] = d.where.line;
  entry["column"] = d.where.column;
  entry["length"] = d.where.length;
  entry["text"] = safe::utf8(OutsideText(d.message));
  py::list notes;
  for (const std::string& note : d.notes) notes.append(safe::utf8(OutsideText(note)));
  entry["notes"] = py::tuple(notes);
  return entry;
}

}  // namespace

void Options::refuse_kind(const char* name, const py::object& value, const std::string& wanted) {
  throw py::type_error(fmt::format("{}: {} is not {}", name, py::repr(value).cast<std::string>(), wanted));
}

std::optional<std::uint64_t> Options::in_range(const char* name, const py::object& value,
                                               const driver::WholeRange& range, Diagnostics& diagnostics) {
  if (PyIndex_Check(value.ptr()) == 0) {
    if (PyNumber_Check(value.ptr()) == 0 || py::isinstance<py::str>(value)) refuse_kind(name, value, range.text());
    driver::refuse_number(name, py::str(value).cast<std::string>(), range.text(), diagnostics);
    return std::nullopt;
  }
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!whole) {  // an array of several numbers, for example
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    refuse_kind(name, value, range.text());
  }
  int beyond = 0;  // beyond 64 bits with a sign
  const long long small = PyLong_AsLongLongAndOverflow(whole.ptr(), &beyond);
  if (beyond == 0 && range.holds(small)) return static_cast<std::uint64_t>(small);
  if (beyond > 0) {
    const unsigned long long large = PyLong_AsUnsignedLongLong(whole.ptr());
    if (PyErr_Occurred() == nullptr && range.holds(large)) return large;
    PyErr_Clear();
  }
  const auto bits = whole.attr("bit_length")().cast<std::size_t>();
  constexpr std::size_t kShown = 128;  // Python does not print numbers with thousands of digits
  driver::refuse_number(name,
                        bits > kShown ? fmt::format("a number of {} bits", bits) : py::str(whole).cast<std::string>(),
                        range.text(), diagnostics);
  return std::nullopt;
}

std::optional<double> Options::in_range(const char* name, const py::object& value, const driver::RealRange& range,
                                        Diagnostics& diagnostics) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    const bool too_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
    PyErr_Clear();
    if (!too_large) refuse_kind(name, value, range.text());
    driver::refuse_number(name, "a number beyond the range of float64", range.text(), diagnostics);
    return std::nullopt;
  }
  if (range.holds(number)) return number;
  driver::refuse_number(name, py::str(value).cast<std::string>(), range.text(), diagnostics);
  return std::nullopt;
}

std::vector<py::object> Options::list(const char* name) const {
  const py::object value = get(name);
  const bool is_text = py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value);
  if (is_text || py::isinstance<py::dict>(value) || !py::isinstance<py::iterable>(value))
    refuse_kind(name, value, "a list of numbers");
  const auto entries = py::reinterpret_steal<py::object>(PyObject_GetIter(value.ptr()));
  if (!entries) {  // an array without axes
    PyErr_Clear();
    refuse_kind(name, value, "a list of numbers");
  }
  std::vector<py::object> values;
  for (const py::handle entry : py::reinterpret_borrow<py::iterator>(entries))
    values.push_back(py::reinterpret_borrow<py::object>(entry));
  return values;
}

driver::Source source_of(const Options& options) {
  driver::Source source;
  options.read("file", source.file);
  options.read("shipped", source.shipped);
  options.read("sets", source.sets);
  if (!options.get("text").is_none()) source.text = options.word("text");
  return source;
}

GivenRun run_of(const Options& source, const Options& options, Diagnostics& diagnostics,
                const driver::WholeRange& steps) {
  GivenRun run;
  run.options.source = source_of(source);
  options.number("steps", steps, run.options.iterations, diagnostics);
  options.numbers("shape", driver::kExtentRange, run.options.extents, diagnostics);
  options.number("seed", driver::kSeedRange, run.options.seed, diagnostics);
  run.progress = options.get("progress");
  auto data = std::make_shared<driver::GivenData>();
  for (const auto& [name, object] : pairs_of(options, "arrays")) {
    py::array array = plain_array(name, object);
    data->arrays.push_back(given(name, array));
    run.keep.push_back(std::move(array));
  }
  for (const auto& [name, object] : pairs_of(options, "out")) {
    py::array array = py::reinterpret_borrow<py::array>(object);
    data->outs.push_back({name, given(name, array).cells, static_cast<std::uint8_t*>(array.mutable_data())});
    run.keep.push_back(std::move(array));
  }
  for (const auto& [name, number] : options.get("params").cast<std::vector<std::pair<std::string, std::string>>>())
    data->params.push_back({name, number});
  run.options.given = std::move(data);
  if (!run.progress.is_none()) {
    run.options.watch = [callable = run.progress.ptr()](std::int64_t done, std::int64_t total) {
      tell(callable, "golden engine", done, total);
    };
  }
  return run;
}

void tell(py::handle progress, const std::string& what, std::int64_t done, std::int64_t total) {
  const py::gil_scoped_acquire lock;
  if (!progress.is_none()) progress(safe::terminal(OutsideText(what)), done, total);
}

py::dict arrays_of(const spec::Program& program, std::map<int, golden::Grid>&& results) {
  py::dict arrays;
  while (!results.empty()) {
    const spec::ArrayId first(results.begin()->first);
    const spec::Array& array = program.arrays[first];
    std::vector<spec::ArrayId> together = program.components_of(array.vector);
    const bool whole = !array.vector.empty() && std::all_of(together.begin(), together.end(), [&](spec::ArrayId i) {
      return results.contains(i.index());
    });
    if (!whole) together = {first};
    std::vector<golden::Grid> grids;
    for (const spec::ArrayId i : together) {
      grids.push_back(std::move(results.at(i.index())));
      results.erase(i.index());
    }
    arrays[py::str(whole ? array.vector : array.shown())] = array_of(program, std::move(grids));
  }
  return arrays;
}

py::dict outcome(const Diagnostics& diagnostics, bool failed, const py::dict& result) {
  py::dict all;
  py::list list;
  for (const Diagnostic& d : diagnostics.all()) list.append(dict_of(d));
  all["failed"] = failed || diagnostics.has_errors();
  all["diagnostics"] = list;
  all["text"] = safe::terminal_lines(OutsideText(diagnostics.render()));
  for (const auto& [key, value] : result) all[key] = value;
  return all;
}

void SignalCheck::operator()() {
  constexpr std::int64_t kEvery = 50;
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count();
  if (now - last_ < kEvery) return;
  last_ = now;
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace rtlgen::python
