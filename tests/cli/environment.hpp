// Runs rtlgen on a machine that is not as it should be: fake tools, which are small shell scripts, and folders of its
// own for temporary files and the cache.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

class Environment : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    for (const char* name : {"tmp", "fakes"}) fs::create_directories(at(name));
  }

  /// The text that g++ prints about its version.
  static std::string gcc_version(const std::string& version) {
    return fmt::format("g++ (Debian {0}-14) {0}\nThis is free software; see the source for copying conditions.",
                       version);
  }

  /// A script in front of PATH. With --version it prints that of Debian 12, or `version`.
  void fake(const std::string& tool, const std::string& body, const std::string& version = "") const {
    static const std::map<std::string, std::string> known = {{"verilator", "Verilator 5.006 2023-01-22"},
                                                             {"ghdl", "GHDL 2.0.0"},
                                                             {"g++", gcc_version("12.2.0")},
                                                             {"clang++", "Debian clang version 14.0.6"},
                                                             {"iverilog", "Icarus Verilog version 11.0"},
                                                             {"yosys", "Yosys 0.23"},
                                                             {"make", "GNU Make 4.3"},
                                                             {"vvp", "Icarus Verilog runtime version 11.0"}};
    write_file(at("fakes/" + tool),
               fmt::format("#!/bin/sh\ncase \"$1\" in --version|-V) echo '{}'; exit 0;; esac\n{}\n",
                           version.empty() ? known.at(tool) : version, body));
    fs::permissions(at("fakes/" + tool), fs::perms::owner_all);
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> environment() const {
    return {{"RTLGEN_CACHE", at("cache").string()},
            {"TMPDIR", at("tmp").string()},
            {"PATH", at("fakes").string() + ":" + std::getenv("PATH")}};
  }

  /// The program in this environment, with more of it.
  [[nodiscard]] ProcessResult run(std::vector<std::string> arguments,
                                  const std::vector<std::pair<std::string, std::string>>& more = {}) const {
    arguments.insert(arguments.begin(), test::program());
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.environment = environment();
    for (const auto& [name, value] : more) {
      std::erase_if(options.environment, [&wanted = name](const auto& e) { return e.first == wanted; });
      options.environment.emplace_back(name, value);
    }
    return run_process(arguments, options);
  }

  /// A shell command in which $RTLGEN is the program.
  [[nodiscard]] ProcessResult shell(const std::string& command) const {
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.environment = environment();
    options.environment.emplace_back("RTLGEN", test::program());
    return run_process({"bash", "-c", command}, options);
  }

  [[nodiscard]] std::vector<std::string> left_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(at(folder))) names.push_back(entry.path().filename().string());
    return names;
  }

  /// A simulation in another process, with standard error in the file `errors`.
  [[nodiscard]] pid_t start_simulation() const {
    const pid_t child = fork();
    if (child != 0) return child;
    for (const auto& [name, value] : environment()) setenv(name.c_str(), value.c_str(), 1);
    if (chdir(folder_.path().c_str()) != 0 || freopen("errors", "w", stderr) == nullptr) _exit(99);
    execl(test::program().c_str(), test::program().c_str(), "sim", "small.yaml", nullptr);
    _exit(98);
  }

  /// Waits until the fake tool has written its process id, and returns it.
  [[nodiscard]] pid_t wait_for_tool() const {
    for (int i = 0; i < 1000; ++i) {
      std::error_code error;
      if (fs::exists(at("pid"), error) && fs::file_size(at("pid"), error) > 1) return std::stoi(read_file(at("pid")));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "the tool was not started";
    return -1;
  }

  /// Does the process end soon?
  [[nodiscard]] static bool is_gone(pid_t process) {
    for (int i = 0; i < 500; ++i) {
      // The first process of a container may leave it a zombie.
      std::ifstream stat(fmt::format("/proc/{}/stat", process));
      std::string line;
      if (!std::getline(stat, line) || line.find(") Z ") != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
};

}  // namespace rtlgen::test
