// The description of a project, for the commands of its README.
#pragma once

#include <cstdint>
#include <string>

#include "support/outside_text.hpp"

namespace rtlgen::flow {

/// The folder in which a command finds the description.
enum class From : std::uint8_t {
  kItsFolder,  ///< the user's file
  kAnywhere,   ///< a shipped stencil, by its name
  kProject,    ///< the copy in the project
  kCopied,     ///< the copy, after the user has put it where its relative paths begin
};

struct Described {
  OutsideText word;  ///< as commands name it
  From from = From::kItsFolder;
  std::string copy{};  ///< the project's own file with the description; "": none, the user has it

  /// The word in a shell.
  [[nodiscard]] std::string shell_word() const;
  /// ", from the folder of heat.yaml": Markdown in front of a command; "" if any folder will do.
  [[nodiscard]] std::string place() const;
  /// The row of the copy in the README's table of files; "" without one.
  [[nodiscard]] std::string row() const;
};

}  // namespace rtlgen::flow
