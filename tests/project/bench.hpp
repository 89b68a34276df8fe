// A bench around modules of rtl/, compiled once by Verilator and run with the modules right and with each of their
// faults.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "faults.hpp"
#include "kept_run.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {

class Bench {
 public:
  /// `arguments`: Verilator's, with the top and the bench's files; modules of rtl/ are found. Where `wall`, the modules
  /// as they are have no warning; their text with faults is not lint's business.
  Bench(const std::string& name, const std::vector<std::string>& arguments, const std::vector<Fault>& faults,
        const std::string& wall = "")
      : folder_(fresh_folder(name)) {
    const std::string rtl = test::source_folder() + "/rtl";
    if (!wall.empty()) {
      std::vector<std::string> lint = {"verilator", "--lint-only", "-Wall", "-y", rtl, "--top-module", wall};
      lint.push_back(rtl + "/" + wall + ".v");
      for (const std::string& one : arguments) {
        if (one.starts_with("-G")) lint.push_back(one);
      }
      verdict_ = kept_run(folder_, lint).output;
    }
    std::vector<runner::SourceFile> files;
    for (const Fault& fault : faults) {
      if (std::none_of(files.begin(), files.end(), [&](const auto& file) { return file.path == fault.file; })) {
        files.push_back({fault.file, read_text(rtl + "/" + fault.file)});
      }
    }
    with_faults(faults)(files);
    for (const runner::SourceFile& file : files) write_files(folder_, {{file.path, file.text}});
    // Changed files are found before those of rtl/.
    std::vector<std::string> all = {"-Wno-fatal", "-Wno-lint",  "-Wno-style", "-fno-const-bit-op-tree",
                                    "-CFLAGS",    "-std=c++20", "-y",         folder_,
                                    "-y",         rtl};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProcessResult built = run(verilator_program(all), 300);
    if (!built.ok()) verdict_ += built.output;
  }

  /// The output of the program; if it was not built, the reason. It is ended after so many seconds.
  [[nodiscard]] std::string verdict(std::size_t fault, const std::vector<std::string>& command,
                                    int seconds = 300) const {
    if (!verdict_.empty()) return verdict_;
    const Awake awake(fault);
    const ProcessResult ran = run(command, seconds);
    return ran.timed_out ? "it hangs" : ran.output;
  }

 private:
  [[nodiscard]] ProcessResult run(const std::vector<std::string>& command, int seconds) const {
    ProcessOptions options;
    options.working_directory = folder_;
    options.merge_stderr = true;
    options.timeout_seconds = seconds;
    // Verilator's own library is compiled anew for every program otherwise.
    if (find_program("ccache")) options.environment = {{"OBJCACHE", "ccache"}};
    return run_process(command, options);
  }

  std::string folder_, verdict_;
};

}  // namespace rtlgen::test
