// Runs work of the driver in a Python program: without the interpreter's lock, and ended by signals.
#pragma once

#include <pybind11/pybind11.h>

#include <nlohmann/json.hpp>

#include "driver/prepare/json_text.hpp"
#include "python/convert.hpp"
#include "support/interruption.hpp"

namespace rtlgen::python {

/// Calls work(); meanwhile other Python threads run, and Ctrl-C raises KeyboardInterrupt.
template <class Work>
auto without_lock(const Work& work) {
  const py::gil_scoped_release released;
  const interruption::Watch watch{SignalCheck{}};
  return work();
}

/// The output of the command, and its --json.
inline py::dict reported(const std::string& text, const nlohmann::ordered_json& json) {
  py::dict result;
  result["report"] = text;
  result["json"] = driver::json_text(json);
  return result;
}

}  // namespace rtlgen::python
