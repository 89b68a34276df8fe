// Names and texts that would run something or break what they stand in, and judges that let the tools read what rtlgen
// wrote.
#pragma once

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

/// Name of a file or folder: line ends, words for make, shells and Tcl, quotes, brackets, ends of comments, bytes that
/// are no UTF-8, blanks.
inline const std::string kNastyName =
    "n $(shell touch PWNED)#\n$(shell touch PWNED)#\n\texec touch PWNED\nexec touch PWNED;`touch PWNED`$(touch "
    "PWNED)[exec touch PWNED]{'\"}%s*?&|<b> -- --> \"; \xff\xe9 \xc3\xbc\x1b[31m \\";
/// Name of a folder in which vendors' scripts run: Tcl itself enters none whose name is no UTF-8.
inline const std::string kNastyFolder = kNastyName.substr(0, kNastyName.find('\xff')) + "\xc3\xbc\\";
/// Text in a YAML file or behind --set, with slashes, in YAML's quotes.
inline const std::string kNastyYaml =
    "\"a\\n$(shell touch PWNED)#\\nexec touch PWNED\\n`touch PWNED`$(touch PWNED)[exec touch PWNED]{'\\\"}%s*?&|<b> -- "
    "--> */ /* \xc3\xbc\\e[31m: # \\\\\"";

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Hostile : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write_file(at("judge.tcl"), R"tcl(# Reads a script of a vendor's tool.
# Its commands and the script's own refusals do nothing; Tcl's commands are Tcl's.
set ip_folder .
set quartus(args) project
proc error {args} {return 1}
rename source read_script
proc unknown {args} {return 1}
proc source {args} {return 1}
proc package {args} {return 1}
read_script [lindex $argv 0]
)tcl");
  }
  void TearDown() override {
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      EXPECT_FALSE(entry.path().filename().string().starts_with("PWNED")) << "something ran: " << entry.path();
  }

  [[nodiscard]] ProcessResult run_in(const fs::path& folder, const std::vector<std::string>& line) const {
    ProcessOptions options;
    options.working_directory = folder.string();
    options.environment = {{"RTLGEN_CACHE", (folder_.path() / "cache").string()}};
    return run_process(line, options);
  }
  [[nodiscard]] ProcessResult rtlgen_in(const fs::path& folder, std::vector<std::string> line) const {
    line.insert(line.begin(), test::program());
    return run_in(folder, line);
  }

  /// The words that bash makes of a command, by a function of the program's name.
  [[nodiscard]] std::vector<std::string> words_of(const std::string& program, const std::string& command) const {
    write_file(at("words.sh"), program + "() { printf '%s\\0' \"$@\"; }\n" + command + "\n");
    const ProcessResult result = run_in(folder_.path(), {"bash", "words.sh"});
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.errors;
    std::vector<std::string> words;
    std::string word;
    for (const char c : result.output) {
      if (c == '\0')
        words.push_back(std::exchange(word, ""));
      else
        word += c;
    }
    return words;
  }

  /// The tools' complaints about a file; "" if none exist.
  [[nodiscard]] std::string judged(const fs::path& folder, const std::string& path) const {
    const std::string name = fs::path(path).filename().string(), end = fs::path(path).extension().string();
    const auto verdict_of = [&](const std::vector<std::string>& line) {
      const ProcessResult result = run_in(folder, line);
      return result.exit_code == 0 ? std::string() : fmt::format("{}: {}{}\n", path, result.output, result.errors);
    };
    const std::string text = read_file(folder / path);
    if (name == "Makefile")
      return verdict_of({"make", "-n"}) + verdict_of({"make", "-n", "clean"}) +
             (text.find("\nbitstream:") != std::string::npos ? verdict_of({"make", "-n", "bitstream"}) : "");
    if (end == ".tcl" || end == ".xdc" || end == ".sdc" || end == ".qsf")
      return verdict_of({"tclsh", at("judge.tcl").string(), path});
    if (end == ".sh") return verdict_of({"sh", "-n", path});
    if (end == ".sbatch") return verdict_of({"bash", "-n", path});
    if (text.starts_with("<?xml")) return verdict_of({"xmllint", "--noout", path});
    if (end == ".v") return verdict_of({"iverilog", "-g2005", "-i", "-t", "null", path});
    if (end == ".core" || end == ".yaml") return yaml_fault(text);
    if (end == ".json") return nlohmann::json::accept(text) ? "" : path + " is not JSON\n";
    return "";
  }

  /// Complaints about all files, and about all VHDL together.
  [[nodiscard]] std::string judged(const fs::path& folder) const {
    std::string all;
    for (const std::string& path : paths_in(folder)) all += judged(folder, path);
    if (fs::exists(folder / "vhdl/files.txt")) {
      // In a folder with a plain name: GHDL cannot read the list of its own library otherwise.
      fs::remove_all(at("vhdl"));
      fs::copy(folder / "vhdl", at("vhdl"));
      std::vector<std::string> line = {"ghdl", "-a", "--std=93"};
      for (const std::string& file : lines_of(read_file(folder / "vhdl/files.txt"))) line.push_back(file);
      const ProcessResult result = run_in(at("vhdl"), line);
      if (result.exit_code != 0) all += result.output + result.errors;
    }
    return all;
  }

  static std::vector<std::string> paths_in(const fs::path& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) paths.push_back(fs::relative(entry.path(), folder).string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }

  /// Lines, of HDL without its comments: names with blanks break theirs elsewhere.
  static std::vector<std::string> compared(const fs::path& file) {
    auto lines = lines_of(read_file(file));
    const std::string mark = file.extension() == ".v" ? "//" : file.extension() == ".vhd" ? "--" : "";
    if (mark.empty()) return lines;
    for (std::string& line : lines) {
      line.erase(std::min(line.size(), line.find(mark)));
      line.erase(line.find_last_not_of(' ') + 1);
    }
    std::erase_if(lines, [](const std::string& line) { return line.empty(); });
    return lines;
  }

  /// Differences of two folders other than in lines that contain `mark`: hostile names may change those, and nothing
  /// else.
  [[nodiscard]] static std::string differences(const fs::path& plain, const fs::path& hostile,
                                               const std::string& mark) {
    if (paths_in(plain) != paths_in(hostile)) return "other files";
    std::string found;
    for (const std::string& path : paths_in(plain)) {
      if (path == "files.sha256") continue;  // sums of files that name the description
      const auto a = compared(plain / path), b = compared(hostile / path);
      if (a.size() != b.size()) found += fmt::format("{}: {} lines, {}\n", path, a.size(), b.size());
      for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] != b[i] && a[i].find(mark) == std::string::npos)
          found += fmt::format("{}:{}: {}\n", path, i + 1, b[i]);
      }
    }
    return found;
  }

 private:
  static std::string yaml_fault(const std::string& text) {
    try {
      YAML::Load(text);
      return "";
    } catch (const YAML::Exception& fault) {
      return std::string(fault.what()) + "\n";
    }
  }
};

}  // namespace rtlgen::test
