// Fields of several time steps as files: a file for each, "t_000010.npy" of "t.npy", or one for all, as the format
// says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rtlgen::data {

class Store;
struct Output;

/// "t_000010.npy" for step 10 of "t.npy", also with a place: "t_000010.vti:t".
std::string numbered(const std::string& path, std::int64_t step);
/// What is written for `path` without time steps: the file and, of a list of images, the image.
std::vector<std::string> files_of(const std::string& path);
/// Whether two files, not the same, become the same ones with numbers: "a.vti" and "a.pvd".
bool has_same_numbered(const std::string& a, const std::string& b);
/// Whether `file` may be one of `path` with a number.
bool is_numbered(const std::string& file, const std::string& path);
/// Whether the time steps of `path` are in one file.
bool is_one_file(const std::string& path);

/// Whether there are files with numbers, perhaps beside that one.
bool has_numbers(const std::string& path);
/// Whether `path` is the place where a file of all time steps has their numbers.
bool is_step_place(const std::string& path);

class Series {
 public:
  /// With `at_once` files of a step are in their place when it is added, else when all is finished; a file of all steps
  /// always then.
  explicit Series(bool at_once);
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series();

  /// Fields after `step` time steps; each step once, in order. Throws EnvironmentError.
  void add(std::int64_t step, const std::vector<Output>& outputs);
  /// Puts all files into their places; returns the paths of all, those of a step by number.
  std::vector<std::string> finish();

 private:
  bool at_once_;
  std::map<std::filesystem::path, std::unique_ptr<Store>> of_all_;  ///< by the real place of the file
  std::vector<std::unique_ptr<Store>> waiting_;                     ///< closed files of single steps
  std::vector<std::string> paths_;
};

}  // namespace rtlgen::data
