// The head of a program is lines `key: text`; see tests/import/c/README.md.
#include "c_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "test_paths.hpp"

namespace rtlgen::test {

namespace {

std::vector<std::pair<std::string, std::string>> pairs(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> out;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t at = word.find('=');
    if (at != std::string::npos) out.emplace_back(word.substr(0, at), word.substr(at + 1));
  }
  return out;
}

}  // namespace

std::vector<std::filesystem::path> c_programs() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(source_folder()) / "tests/import/c")) {
    if (entry.path().extension() == ".c") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

CProgram read_c_program(const std::filesystem::path& path) {
  CProgram out;
  out.path = path;
  std::ifstream stream(path);
  static const std::regex entry(R"(\s+(\w+): (.*?)(?: \*/)?)");
  std::map<std::string, std::string> keys;
  for (std::string line;
       std::getline(stream, line) && (keys.empty() || line.find("*/") == std::string::npos || keys.size() < 99);) {
    std::smatch m;
    if (std::regex_match(line, m, entry)) keys[m[1]] = m[2];
    if (line.find("*/") != std::string::npos) break;
  }
  out.arrays = keys["arrays"];
  out.globals = keys["globals"];
  out.setup = keys["setup"];
  out.call = keys["call"];
  out.fields = pairs(keys["fields"]);
  for (const auto& [name, array] : out.fields) out.end[name] = array;
  for (const auto& [name, array] : pairs(keys["end"])) out.end[name] = array;
  for (const auto& [name, value] : pairs(keys["options"])) out.options.values[name] = value;
  const std::string& options = keys["options"];
  if (const std::size_t at = options.find("--function "); at != std::string::npos) {
    std::istringstream words(options.substr(at + 11));
    words >> out.options.function;
  }
  out.same = !keys["same"].empty();
  out.set = keys["set"];
  return out;
}

std::string c_main(const CProgram& program, const std::filesystem::path& folder) {
  std::string out = fmt::format("#include \"{}\"\n#include <stdio.h>\n#include <stdlib.h>\n", program.path.string());
  if (program.globals.empty())
    out += "static " + std::regex_replace(program.arrays, std::regex("; (?=\\w)"), "; static ") + "\n";
  out += R"(
static void rtlgen_load(const char *name, void *to, unsigned long bytes) {
  FILE *file = fopen(name, "rb");
  if (!file || fread(to, 1, bytes, file) != bytes) exit(3);
  fclose(file);
}
static void rtlgen_store(const char *name, const void *from, unsigned long bytes) {
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(from, 1, bytes, file) != bytes) exit(4);
  fclose(file);
}
int main(void) {
)";
  for (const auto& [name, array] : program.fields)
    out += fmt::format("  rtlgen_load(\"{0}/{1}.in\", {2}, sizeof({2}));\n", folder.string(), name, array);
  out += fmt::format("  {}\n  {}\n", program.setup, program.call);
  for (const auto& [name, array] : program.end)
    out += fmt::format("  rtlgen_store(\"{0}/{1}.out\", {2}, sizeof({2}));\n", folder.string(), name, array);
  return out + "  return 0;\n}\n";
}

}  // namespace rtlgen::test
