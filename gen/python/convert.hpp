// Between Python's values and the driver's: descriptions, arrays, options, faults.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "driver/data/run_options.hpp"
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

/// Options as the package's Python code passes them: what is None or not there is left as it is.
class Options {
 public:
  explicit Options(py::dict values) : values_(std::move(values)) {}

  template <class T>
  void read(const char* name, T& into) const {
    const py::object value = get(name);
    if (!value.is_none()) into = value.cast<T>();
  }
  [[nodiscard]] std::string word(const char* name) const {
    std::string text;
    read(name, text);
    return text;
  }
  /// None where it is not there.
  [[nodiscard]] py::object get(const char* name) const {
    return values_.contains(name) ? py::object(values_[name]) : py::none();
  }

 private:
  py::dict values_;
};

/// `file`, `text` and `sets`.
driver::Source source_of(const Options& options);

/// A run, and what it needs of Python while it lasts.
struct GivenRun {
  driver::RunOptions options;
  std::vector<py::object> keep;  ///< own the memory of `options.given`
  py::object progress = py::none();
};

/// `steps`, `extents`, `arrays`, `params`, `seed`, `progress`. An array of another byte order or order of axes is
/// copied. Throws TypeError for one that is no numbers.
GivenRun run_of(const Options& source, const Options& options);

/// Calls `progress(what, done, total)`, which may be None. What it raises is thrown. Without the interpreter's lock.
void tell(py::handle progress, const std::string& what, std::int64_t done, std::int64_t total);

/// Every field that a run wrote, by name: a vector whole where all of its components were. Cells that NumPy has
/// stay where they are.
py::dict arrays_of(const spec::Program& program, std::map<int, golden::Grid>&& results);

/// What every function of the module returns: `failed`, `text` (faults and warnings as the command prints them),
/// `diagnostics` (a dict each), and the keys of `result`.
py::dict outcome(const Diagnostics& diagnostics, bool failed, const py::dict& result = {});

/// Asks Python for signals; throws what a handler raises. At most twenty times a second, however often it is called.
class SignalCheck {
 public:
  void operator()();

 private:
  std::int64_t last_ = 0;  ///< milliseconds of the steady clock
};

}  // namespace rtlgen::python
