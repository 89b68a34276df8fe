// Conversions between Python's values and the driver's: descriptions, arrays, options, faults.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "driver/data/run_options.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/prepare/source.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::python {

namespace py = pybind11;

/// Options passed by the package's Python code; a missing one, or None, keeps the default.
class Options {
 public:
  explicit Options(py::dict values) : values_(std::move(values)) {}

  template <class T>
  void read(const char* name, T& into) const {
    const py::object value = get(name);
    if (value.is_none()) return;
    try {
      into = value.cast<T>();
    } catch (const py::cast_error&) {
      refuse_kind(name, value, std::is_same_v<T, bool> ? "True or False" : "text, or a list of texts");
    }
  }
  /// A number for a setting; one out of range is a diagnostic with the keyword's name, any other object a TypeError.
  template <class Range, class T>
  void number(const char* name, const Range& range, T& into, Diagnostics& diagnostics) const {
    const py::object value = get(name);
    if (value.is_none()) return;
    if (const auto number = in_range(name, value, range, diagnostics)) into = static_cast<Number<T>>(*number);
  }
  /// The same for a list.
  template <class Range, class T>
  void numbers(const char* name, const Range& range, std::vector<T>& into, Diagnostics& diagnostics) const {
    if (get(name).is_none()) return;
    for (const py::object& value : list(name)) {
      if (const auto number = in_range(name, value, range, diagnostics)) into.push_back(static_cast<T>(*number));
    }
  }
  [[nodiscard]] std::string word(const char* name) const {
    std::string text;
    read(name, text);
    return text;
  }
  /// None if it is missing.
  [[nodiscard]] py::object get(const char* name) const {
    return values_.contains(name) ? py::object(values_[name]) : py::none();
  }

 private:
  template <class T>
  struct Plain {
    using Type = T;
  };
  template <class T>
  struct Plain<std::optional<T>> {
    using Type = T;
  };
  template <class T>
  using Number = typename Plain<T>::Type;

  [[noreturn]] static void refuse_kind(const char* name, const py::object& value, const std::string& wanted);
  static std::optional<std::uint64_t> in_range(const char* name, const py::object& value,
                                               const driver::WholeRange& range, Diagnostics& diagnostics);
  static std::optional<double> in_range(const char* name, const py::object& value, const driver::RealRange& range,
                                        Diagnostics& diagnostics);
  [[nodiscard]] std::vector<py::object> list(const char* name) const;

  py::dict values_;
};

/// `file`, `text` and `sets`.
driver::Source source_of(const Options& options);

/// A run, and the Python objects that it needs.
struct GivenRun {
  driver::RunOptions options;
  std::vector<py::object> keep;  ///< own the memory of `options.given`
  py::object progress = py::none();
};

/// `steps`, `shape` (x first), `arrays`, `params`, `seed`, `progress`, and `out`: writable arrays in C order and the
/// host's byte order, for results. An array of another byte order or order of axes
/// is copied. Throws TypeError for one that is no numbers; a number outside its range is in `diagnostics`.
GivenRun run_of(const Options& source, const Options& options, Diagnostics& diagnostics,
                const driver::WholeRange& steps = driver::kIterationsRange);

/// Calls `progress(what, done, total)`, which may be None, and throws what it raises. Call it without the interpreter's
/// lock.
void tell(py::handle progress, const std::string& what, std::int64_t done, std::int64_t total);

/// Every field that a run wrote, by name; a vector as a whole if all of its components were written. Cells with a type
/// of NumPy are not copied.
py::dict arrays_of(const spec::Program& program, std::map<int, golden::Grid>&& results);

/// The return value of every function of the module: `failed`, `text` (faults and warnings as the command prints them),
/// `diagnostics` (one dict each), and the keys of `result`.
py::dict outcome(const Diagnostics& diagnostics, bool failed, const py::dict& result = {});

/// Checks for Python's signals, and throws what a handler raises. Checks at most twenty times per second.
class SignalCheck {
 public:
  void operator()();

 private:
  std::int64_t last_ = 0;  ///< milliseconds of the steady clock
};

}  // namespace rtlgen::python
