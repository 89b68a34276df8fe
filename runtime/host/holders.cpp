// Reads /proc/locks and /proc/<process>/fd.
#include "host/holders.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace rtlgen::host {

namespace {

namespace fs = std::filesystem;

/// The file as /proc/locks names it: "08:02:1234"; "": it does not exist.
std::string lock_name(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return "";
  return fmt::format("{:02x}:{:02x}:{}", major(facts.st_dev), minor(facts.st_dev), facts.st_ino);
}

/// From lines such as "3: FLOCK  ADVISORY  WRITE 4711 08:02:1234 0 EOF"; those with "->" only wait.
void add_lockers(const std::string& path, const fs::path& proc, std::set<int>& processes) {
  const std::string wanted = lock_name(path);
  if (wanted.empty()) return;
  std::ifstream in(proc / "locks");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string number, kind, mode, access, process, file;
    words >> number >> kind >> mode >> access >> process >> file;
    // The number of a process in another namespace is 0 or less.
    if (kind != "->" && file == wanted && std::atoi(process.c_str()) > 0) processes.insert(std::atoi(process.c_str()));
  }
}

bool has_open(const fs::path& process, const std::string& path) {
  std::error_code fault;
  for (auto entry = fs::directory_iterator(process / "fd", fault); !fault && entry != fs::directory_iterator();
       entry.increment(fault)) {
    std::error_code none;
    if (fs::read_symlink(entry->path(), none).string() == path) return true;
  }
  return false;
}

void add_openers(const std::string& path, const fs::path& proc, std::set<int>& processes) {
  std::error_code fault;
  for (auto entry = fs::directory_iterator(proc, fault); !fault && entry != fs::directory_iterator();
       entry.increment(fault)) {
    const int process = std::atoi(entry->path().filename().c_str());
    if (process > 0 && has_open(entry->path(), path)) processes.insert(process);
  }
}

}  // namespace

std::vector<Holder> holders_of(const std::string& path, const std::string& root) {
  const fs::path proc = root + "/proc";
  std::set<int> processes;
  add_lockers(path, proc, processes);
  add_openers(path, proc, processes);
  processes.erase(::getpid());
  std::vector<Holder> holders;
  for (const int process : processes) {
    Holder holder{process, ""};
    std::ifstream in(proc / std::to_string(process) / "comm");
    std::getline(in, holder.program);
    holders.push_back(std::move(holder));
  }
  return holders;
}

std::string holders_text(const std::string& path, const std::string& root) {
  std::string text;
  for (const Holder& holder : holders_of(path, root)) {
    text += fmt::format("{}process {}", text.empty() ? "" : ", ", holder.process);
    if (!holder.program.empty()) text += fmt::format(" ({})", holder.program);
  }
  return text;
}

std::string in_use_text(const std::string& device, const std::string& holders) {
  return fmt::format("{} is in use by another program{}{}", device, holders.empty() ? "" : ": ", holders);
}

}  // namespace rtlgen::host
