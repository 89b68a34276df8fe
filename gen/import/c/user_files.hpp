// The files that a C program may include, found before libclang reads anything.
//
// libclang sees no file system: only what this list names, regular files below the program's folder and the folders
// of -I. So nothing outside is read, found by `__has_include`, or quoted.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/reporter.hpp"
#include "support/system.hpp"

namespace rtlgen::importer::c {

class UserFiles {
 public:
  /// `folders` are those of -I. Throws Abandoned at a pragma that is for debugging the compiler (RG0618).
  UserFiles(const std::string& file, const std::vector<std::string>& folders, const Reporter& reporter);
  UserFiles(const UserFiles&) = delete;
  UserFiles& operator=(const UserFiles&) = delete;

  /// For the compiler; valid while this exists.
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
  /// Why an include that the compiler's message names is not read; "": no file has that name.
  [[nodiscard]] std::string refusal(const std::string& message) const;
  /// Whether the word is in the program or a file that it may include.
  [[nodiscard]] bool mentions(const std::string& word) const { return words_.contains(word); }

 private:
  void scan(const std::string& folder, const std::string& text);
  void consider(const std::string& folder, const std::string& name);
  bool add(const std::string& path, const std::string& name);
  void write_list();

  std::vector<std::string> search_;             ///< folders that every include is looked up in
  std::vector<std::string> roots_;              ///< the same without links, and the program's
  std::map<std::string, std::string> files_;    ///< as the compiler looks them up -> without links
  std::map<std::string, std::string> refused_;  ///< by the name of the include
  std::set<std::string> words_;
  std::string debug_pragma_;  ///< the file that has one
  std::size_t bytes_ = 0;
  std::vector<std::string> arguments_;
  std::optional<os::UnnamedFile> list_;  ///< maps the names to the files
};

/// Whether the text has `clang __debug`, which stands behind `#pragma` or in `_Pragma`; where.
std::size_t find_debug_pragma(const std::string& text);

}  // namespace rtlgen::importer::c
