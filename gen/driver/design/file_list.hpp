// The list of files that a command wrote into a folder, by which it later tells its own files from the user's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::driver {

/// The list's name in the folder. It has the format of sha256sum: a digest and a path per line.
constexpr const char* kFileList = "files.sha256";

/// The text of the list of `files`, which does not name itself.
std::string file_list(const std::vector<emit::File>& files);

/// Differences of a folder from its list, as paths relative to the folder. A file that was removed is none.
struct Changes {
  std::vector<std::string> added;    ///< files and folders that the list does not have
  std::vector<std::string> changed;  ///< listed files with other content
};

/// Compares `folder` with its list, which must exist.
Changes changes_of(const std::filesystem::path& folder);

}  // namespace rtlgen::driver
