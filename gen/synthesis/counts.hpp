// Yosys' counts, kept in a text file with one line per module, so that a table of hundreds of designs can be checked
// without Yosys.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "model/area/cells.hpp"

namespace rtlgen::synthesis {

/// Areas by a digest of the module's text, the target and the version of Yosys.
class Counts {
 public:
  Counts() = default;
  /// For counts of that version of Yosys.
  explicit Counts(std::string version) : version_(std::move(version)) {}
  /// Returns no counts for a missing file. Throws std::runtime_error that quotes a malformed line, or if no line names
  /// the version.
  static Counts load(const std::string& path);
  void save(const std::string& path) const;

  /// The version of Yosys that counted; empty for a missing file.
  [[nodiscard]] const std::string& version() const { return version_; }
  [[nodiscard]] std::optional<model::Area> find(const std::string& digest);
  /// Removes entries that have been neither found nor added since the file was read: modules that no design has any
  /// more.
  void drop_unused();
  void add(const std::string& digest, const model::Area& area);
  [[nodiscard]] std::size_t size() const { return areas_.size(); }

 private:
  static std::string shortened(const std::string& digest) { return digest.substr(0, 16); }

  std::string version_;
  std::map<std::string, model::Area> areas_;
  std::set<std::string> used_;
};

}  // namespace rtlgen::synthesis
