// Runs on a card that the tests of all back ends share.
#pragma once

#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "host/host.hpp"

namespace rtlgen::test {

using Bytes = std::vector<std::uint8_t>;

/// Fills every input field with bytes that begin with its name's first letter.
inline void load_all(host::Accelerator& to) {
  for (const host::Field& f : to.fields()) {
    Bytes bytes(f.cells());
    std::iota(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(f.name[0]));
    if (f.is_input) to.load(f.name, bytes.data(), bytes.size());
  }
}

/// Cells of every field after some runs.
inline std::map<std::string, Bytes> results(host::Accelerator& of) {
  load_all(of);
  for (const std::uint64_t steps : {3U, 7U, 1U}) of.run(steps);
  std::map<std::string, Bytes> cells;
  for (const host::Field& f : of.fields()) {
    cells[f.name].resize(f.cells());
    of.read(f.name, cells[f.name].data(), f.cells());
  }
  return cells;
}

/// The text of the action's exception.
template <typename Fault = host::Error>
std::string failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const Fault& fault) {
    return fault.what();
  }
  return "nothing was thrown";
}

}  // namespace rtlgen::test
