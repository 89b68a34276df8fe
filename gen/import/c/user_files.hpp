// The files that a C program may include, found before libclang reads anything.
//
// libclang has no access to the file system: it sees only this list, which has regular files below the program's folder
// and the folders of -I. So it cannot read, find by `__has_include`, or quote any other file.
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
  /// `folders` are those of -I. Throws Abandoned (RG0618) for a pragma that is meant for debugging the compiler.
  UserFiles(const std::string& file, const std::vector<std::string>& folders, const Reporter& reporter);
  UserFiles(const UserFiles&) = delete;
  UserFiles& operator=(const UserFiles&) = delete;

  /// Arguments for the compiler; valid while this object exists.
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
  /// Why an include named in a compiler message is not read; "" if no file has that name.
  [[nodiscard]] std::string refusal(const std::string& message) const;
  /// Whether the word is in the program or a file that it may include.
  [[nodiscard]] bool mentions(const std::string& word) const { return words_.contains(word); }

 private:
  void scan(const std::string& folder, const std::string& text);
  void consider(const std::string& folder, const std::string& name);
  bool add(const std::string& path, const std::string& name);
  void write_list();

  std::vector<std::string> search_;             ///< folders in which every include is searched
  std::vector<std::string> roots_;              ///< the same with links resolved, and the program's folder
  std::map<std::string, std::string> files_;    ///< path for the compiler -> path with links resolved
  std::map<std::string, std::string> refused_;  ///< by the name of the include
  std::set<std::string> words_;
  std::string debug_pragma_;  ///< the file that contains one
  std::size_t bytes_ = 0;
  std::vector<std::string> arguments_;
  std::optional<os::UnnamedFile> list_;  ///< maps the names to the files
};

/// Position of `clang __debug` in the text, which may follow `#pragma` or be in `_Pragma`.
std::size_t find_debug_pragma(const std::string& text);

}  // namespace rtlgen::importer::c
