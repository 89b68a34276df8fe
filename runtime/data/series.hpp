// Fields at several time steps as files: one file per step, "t_000010.npy" for "t.npy", or one for all steps, depending
// on the format.
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

/// "t_000010.npy" for step 10 of "t.npy"; with a place, "t_000010.vti:t".
std::string numbered(const std::string& path, std::int64_t step);
/// The files that are written for `path` without time steps: the file and, for a list of images, the image.
std::vector<std::string> files_of(const std::string& path);
/// Whether two different files have equal names for single steps: "a.vti" and "a.pvd".
bool has_same_numbered(const std::string& a, const std::string& b);
/// Whether `file` may be a file of `path` for a single step.
bool is_numbered(const std::string& file, const std::string& path);
/// Whether the time steps of `path` are in one file.
bool is_one_file(const std::string& path);

/// Whether there are files with numbers, possibly besides that one.
bool has_numbers(const std::string& path);
/// Whether `path` is the place of the step numbers in a file with all time steps.
bool is_step_place(const std::string& path);

class Series {
 public:
  /// With `at_once`, the files of a step are in place as soon as it is added; otherwise in finish(). A file with all
  /// steps always is in place after finish().
  explicit Series(bool at_once);
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series();

  /// Adds the fields after `step` time steps; each step once, in order. Throws EnvironmentError.
  void add(std::int64_t step, const std::vector<Output>& outputs);
  /// Moves all files to their places; returns all paths, those of single steps in order.
  std::vector<std::string> finish();

 private:
  bool at_once_;
  std::map<std::filesystem::path, std::unique_ptr<Store>> of_all_;  ///< by resolved path of the file
  std::vector<std::unique_ptr<Store>> waiting_;                     ///< closed files of single steps
  std::vector<std::string> paths_;
};

}  // namespace rtlgen::data
