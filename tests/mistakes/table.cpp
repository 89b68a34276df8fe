// Reads rows and runs them.
#include "table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <regex>
#include <stdexcept>
#include <thread>

#include "runner/folder.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

namespace {

namespace fs = std::filesystem;

/// Functions that rows call; README.md describes them. Commands in the background would ignore SIGINT and SIGQUIT, and
/// the signal goes to the command alone: `timeout` would send it to the tools as well.
constexpr const char* kPrelude =
    R"(fake() { /bin/rm -f "$ROW/bin/$1"; printf '#!/bin/sh\n%s\n' "$2" > "$ROW/bin/$1"; /bin/chmod +x "$ROW/bin/$1"; }
locale_made() {
  mkdir -p $ROW/locales && localedef --no-archive -i $1 -f UTF-8 $ROW/locales/$1.UTF-8 && LOCPATH=$ROW/locales LC_ALL=$1.UTF-8 locale -k decimal_point | grep -F '","'
}
interrupted() {
  local signal=$1 child pid status i
  shift
  ulimit -c 0
  RTLGEN_CACHE=$ROW/cache env --default-signal "$@" &
  child=$!
  for i in {1..300}; do [ -s $ROW/pid ] && break; sleep 0.1; done
  [ -s $ROW/pid ] || echo "the tool was not started"
  kill -s $signal $child
  for i in {1..300}; do kill -0 $child 2>/dev/null || break; sleep 0.1; done
  kill -9 $child 2>/dev/null
  wait $child
  status=$?
  for pid in $(cat $ROW/pid); do
    for i in {1..20}; do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
    kill -9 $pid 2>/dev/null && echo "a child lives"
  done
  return $status
}
)";

constexpr int kSeconds = 120;  ///< limit of a row that names none: only hangs take so long, on a busy machine too

/// The contents of small.yaml if a row gives no others, or an expression alone.
std::string small(const std::string& type, const std::string& expression) {
  return fmt::format(R"(name: small
grid: [12, 6]
type: {}
fields:
  a: {{boundary: {{constant: 0}}}}
update:
  - a: {}
iterations: 3
hardware: {{cells_per_cycle: 2, steps: 2}}
)",
                     type, expression);
}

/// A description whose one field starts with `data`.
std::string with_data(const std::string& type, const std::string& data) {
  return fmt::format(R"(name: small
grid: [4, 3]
type: {}
fields: {{a: {{}}}}
update:
  - a: a[-1,0] - a[1,0]
inputs: {{a: {}}}
)",
                     type, data);
}

template <typename Value>
std::vector<Value> list_of(const YAML::Node& node) {
  if (!node) return {};
  return node.IsSequence() ? node.as<std::vector<Value>>() : std::vector<Value>{node.as<Value>()};
}

Row row_of(const YAML::Node& node, const std::string& group) {
  static const std::vector<std::string> kKeys = {"case",  "yaml", "type", "expr", "data",  "name",   "before", "run",
                                                 "tools", "exit", "why",  "says", "never", "leaves", "seconds"};
  for (const auto& pair : node) {
    const auto key = pair.first.as<std::string>();
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
      throw std::runtime_error(fmt::format("{}: unknown key '{}' in line {}", group, key, pair.first.Mark().line + 1));
  }
  for (const char* key : {"case", "run", "exit"}) {
    if (!node[key])
      throw std::runtime_error(fmt::format("{}: the row in line {} has no '{}'", group, node.Mark().line + 1, key));
  }
  const auto text = [&](const char* key, const std::string& otherwise) {
    return node[key] ? node[key].as<std::string>() : otherwise;
  };
  Row row;
  row.group = group;
  row.name = text("case", "");
  row.description = node["data"] ? with_data(text("type", "float32"), text("data", ""))
                                 : text("yaml", small(text("type", "uint<8>"), text("expr", "a[-1,0] ^ a[1,0]")));
  row.file_name = text("name", "");
  row.before = text("before", "");
  row.run = text("run", "");
  row.only_tools = static_cast<bool>(node["tools"]);
  row.tools = list_of<std::string>(node["tools"]);
  row.exits = list_of<int>(node["exit"]);
  row.says = list_of<std::string>(node["says"]);
  row.never = list_of<std::string>(node["never"]);
  row.leaves = list_of<std::string>(node["leaves"]);
  row.seconds = node["seconds"] ? node["seconds"].as<int>() : kSeconds;
  if (row.says.empty() && std::find(row.exits.begin(), row.exits.end(), 0) == row.exits.end()) {
    throw std::runtime_error(fmt::format("{}: '{}' fails and says nothing", group, row.name));
  }
  if (row.exits.size() != 1 && text("why", "").empty())
    throw std::runtime_error(fmt::format("{}: '{}' has more than one status and does not say why", group, row.name));
  return row;
}

/// Contents of everything in a folder by name; links and pipes by what they are. Nothing is followed.
void add_contents(const fs::path& folder, const std::string& prefix, std::map<std::string, std::string>& all) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = prefix + entry.path().filename().string();
    switch (fs::symlink_status(entry.path()).type()) {
      case fs::file_type::symlink:
        all[name] = "-> " + fs::read_symlink(entry.path()).string();
        break;
      case fs::file_type::regular:
        all[name] = runner::read_file(entry.path());
        break;
      case fs::file_type::directory:
        all[name] = "a folder";
        add_contents(entry.path(), name + "/", all);
        break;
      default:
        all[name] = "a special file";
    }
  }
}

std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> all;
  add_contents(folder, "", all);
  return all;
}

/// The folder of a row: work is where the command runs, the others are what its surroundings are.
class Place {
 public:
  Place(const Row& row, const std::string& program, const std::string& cache) {
    // Others than root get in too: some rows run as nobody.
    chmod(folder_.path().c_str(), 0755);
    for (const char* name : {"work", "bin", "tmp", "home"}) {
      fs::create_directory(folder_.path() / name);
      chmod((folder_.path() / name).c_str(), 0777);
    }
    fs::create_symlink(program, folder_.path() / "bin" / "rtlgen");
    for (const std::string& tool : row.tools) {
      if (const auto found = find_program(tool)) fs::create_symlink(*found, folder_.path() / "bin" / tool);
    }
    runner::write_file(folder_.path() / "work" / "small.yaml", row.description);
    const std::string bin = (folder_.path() / "bin").string(), path = std::getenv("PATH");
    options_.working_directory = (folder_.path() / "work").string();
    options_.environment = {{"PATH", row.only_tools ? bin : bin + ":" + path},
                            {"TMPDIR", (folder_.path() / "tmp").string()},
                            {"HOME", (folder_.path() / "home").string()},
                            {"RTLGEN_CACHE", cache},
                            {"ROW", folder_.path().string()},
                            {"CONFIGS", test::source_folder() + "/configs"},
                            {"NAME", row.file_name},
                            {"NOBODY", geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""}};
    options_.merge_stderr = true;
  }

  ProcessResult shell(const std::string& command, int seconds) {
    options_.timeout_seconds = seconds;
    return run_process({"/bin/bash", "-c", kPrelude + command}, options_);
  }
  [[nodiscard]] std::map<std::string, std::string> work() const { return contents_of(folder_.path() / "work"); }
  [[nodiscard]] std::map<std::string, std::string> temporary() const { return contents_of(folder_.path() / "tmp"); }
  /// Whether anything ran what hostile names hold.
  [[nodiscard]] bool ran() const {
    const auto all = contents_of(folder_.path());
    return std::any_of(all.begin(), all.end(),
                       [](const auto& entry) { return fs::path(entry.first).filename() == "PWNED"; });
  }

 private:
  runner::TemporaryFolder folder_;
  ProcessOptions options_;
};

bool is_in(const std::vector<std::string>& list, const std::string& name) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& l) { return name == l || name.starts_with(l + "/"); });
}

void check_files(const Row& row, bool failed, const std::map<std::string, std::string>& before,
                 const std::map<std::string, std::string>& after, std::vector<std::string>& faults) {
  for (const auto& [name, content] : before) {
    const auto now = after.find(name);
    if (is_in(row.leaves, name) || (now != after.end() && now->second == content)) continue;
    faults.push_back(fmt::format("'{}' is {}", name, now == after.end() ? "gone" : "changed"));
  }
  const std::size_t changed = faults.size();
  for (const auto& [name, content] : after) {
    if (faults.size() > changed + 2) break;  // the first files of a whole folder are enough
    if (failed && !before.contains(name) && !is_in(row.leaves, name))
      faults.push_back(fmt::format("'{}' is left behind", name));
  }
}

void check_output(const Row& row, const ProcessResult& result, std::vector<std::string>& faults) {
  // std::regex recurses: an endless text is a fault of its own, and cut.
  constexpr std::size_t kMost = 20000;
  const std::string output = result.output.substr(0, kMost);
  const auto found = [&](const std::string& pattern) {
    return std::regex_search(output, std::regex(pattern, std::regex::icase));
  };
  for (const std::string& pattern : row.says) {
    if (!found(pattern)) faults.push_back(fmt::format("does not say /{}/", pattern));
  }
  for (const std::string& pattern : row.never) {
    if (found(pattern)) faults.push_back(fmt::format("says /{}/", pattern));
  }
  if (found("this is a bug in rtlgen|terminate called|core dumped|AddressSanitizer|runtime error:"))
    faults.emplace_back("calls it a bug, or crashes");
}

}  // namespace

std::vector<Row> rows_of(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Row> rows;
  for (const fs::path& path : paths) {
    for (const YAML::Node& node : YAML::LoadFile(path.string())) rows.push_back(row_of(node, path.stem().string()));
  }
  return rows;
}

std::vector<std::string> faults_of(const Row& row, const std::string& program, const std::string& cache) {
  Place place(row, program, cache);
  std::vector<std::string> faults;
  if (!row.before.empty()) {
    const ProcessResult made = place.shell(row.before, row.seconds);
    if (!made.ok()) return {fmt::format("`before` fails: {}", made.output)};
  }
  const auto before = place.work();
  const ProcessResult result = place.shell(row.run, row.seconds);
  if (result.timed_out) faults.push_back(fmt::format("takes more than {} seconds", row.seconds));
  if (std::find(row.exits.begin(), row.exits.end(), result.exit_code) == row.exits.end())
    faults.push_back(fmt::format("exit status {}, not {}", result.exit_code, fmt::join(row.exits, " or ")));
  check_output(row, result, faults);
  check_files(row, result.exit_code != 0, before, place.work(), faults);
  if (const auto left = place.temporary(); !left.empty())
    faults.push_back(fmt::format("'{}' is left in TMPDIR", left.begin()->first));
  if (place.ran()) faults.emplace_back("a name was run as a command");
  if (!faults.empty())
    faults.push_back("  " + row.run + "\n  " +
                     std::regex_replace(result.output.substr(0, 600), std::regex("\n"), "\n  "));
  return faults;
}

std::vector<std::vector<std::string>> faults_of_all(const std::vector<Row>& rows, const std::string& program,
                                                    const std::string& cache) {
  std::vector<std::vector<std::string>> faults(rows.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(2U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (std::size_t r = next++; r < rows.size(); r = next++) faults[r] = faults_of(rows[r], program, cache);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return faults;
}

}  // namespace rtlgen::test
