// Temporary folders, and whole-file reads and writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "support/temporary_folder.hpp"

namespace rtlgen::runner {

using rtlgen::remove_stale_folders;
using rtlgen::temporary_place;
using rtlgen::TemporaryFolder;

/// All functions throw an EnvironmentError that names the file.
void move_file(const std::filesystem::path& from, const std::filesystem::path& to);
void write_file(const std::filesystem::path& path, std::string_view text);
std::string read_file(const std::filesystem::path& path);

}  // namespace rtlgen::runner
