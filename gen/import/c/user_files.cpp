// Finds the names of includes in the text, wherever they are, and makes a list of files for libclang's overlay.
#include "import/c/user_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "frontend/frontend.hpp"
#include "support/codes.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::importer::c {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr const char* kBlanks = " \t\r\f\v";

/// Joins continued lines.
std::string spliced(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\\n") == 0) {
      ++i;
    } else if (text.compare(i, 3, "\\\r\n") == 0) {
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// The name in the first "..." or <...>; "" if none exists.
std::string quoted_name(std::string_view text) {
  const std::size_t begin = text.find_first_of("\"<");
  if (begin == std::string_view::npos) return "";
  const std::size_t end = text.find(text[begin] == '<' ? '>' : '"', begin + 1);
  return end == std::string_view::npos ? "" : std::string(text.substr(begin + 1, end - begin - 1));
}

/// The names that a line may include: from a directive, from a macro that a directive can use, or from __has_include.
std::vector<std::string> names_in(std::string_view line) {
  std::vector<std::string> out;
  const std::size_t hash = line.find_first_not_of(kBlanks);
  if (hash != std::string_view::npos && line[hash] == '#') {
    const std::size_t word = std::min(line.find_first_not_of(kBlanks, hash + 1), line.size());
    for (const std::string_view known : {"include", "import", "define"}) {
      if (line.substr(word, known.size()) == known) out.push_back(quoted_name(line.substr(word)));
    }
  }
  for (std::size_t at = line.find("__has_include"); at != std::string_view::npos;
       at = line.find("__has_include", at + 1))
    out.push_back(quoted_name(line.substr(at)));
  out.erase(std::remove(out.begin(), out.end(), ""), out.end());
  return out;
}

std::string folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path().string() : "."; }

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, at] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  static_cast<void>(at);
  return end == folder.end();
}

std::string kind_refusal(const fs::file_status& status) {
  switch (status.type()) {
    case fs::file_type::regular:
      return "";
    case fs::file_type::directory:
      return "it is a folder";
    case fs::file_type::fifo:
      return "it is a pipe";
    case fs::file_type::character:
    case fs::file_type::block:
      return "it is a device";
    default:
      return "it is not a regular file";
  }
}

}  // namespace

std::size_t find_debug_pragma(const std::string& text) {
  constexpr std::string_view kFirst = "clang";
  constexpr std::string_view kSecond = "__debug";
  for (std::size_t at = text.find(kFirst); at != std::string::npos; at = text.find(kFirst, at + 1)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n\f\v\\", at + kFirst.size());
    if (next != std::string::npos && next > at + kFirst.size() && text.compare(next, kSecond.size(), kSecond) == 0)
      return at;
  }
  return std::string::npos;
}

UserFiles::UserFiles(const std::string& file, const std::vector<std::string>& folders, const Reporter& reporter) {
  const std::string own = folder_of(file);
  search_ = folders;
  search_.push_back(own);
  for (const std::string& folder : search_) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (!error) roots_.push_back(real.string());
  }
  scan(own, reporter.text());
  const std::size_t at = find_debug_pragma(reporter.text());
  if (at != std::string::npos)
    reporter.fail(Code::kNotExpressible, {at, at + std::strlen("clang __debug")},
                  "'#pragma clang __debug' is for debugging the compiler", {"delete the pragma"});
  if (!debug_pragma_.empty())
    reporter.fail(Code::kNotExpressible, {0, 1},
                  fmt::format("{} has a '#pragma clang __debug', which is for debugging the compiler", debug_pragma_),
                  {"delete the pragma"});
  write_list();
}

void UserFiles::scan(const std::string& folder, const std::string& text) {
  const std::string lines = spliced(text);
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (auto at = lines.begin(); at != lines.end();) {
    at = std::find_if(at, lines.end(), is_of_word);
    const auto end = std::find_if_not(at, lines.end(), is_of_word);
    words_.emplace(at, end);
    at = end;
  }
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    for (const std::string& name : names_in(std::string_view(lines).substr(begin, end - begin))) consider(folder, name);
    begin = end + 1;
  }
}

void UserFiles::consider(const std::string& folder, const std::string& name) {
  if (fs::path(name).is_absolute()) {
    add(name, name);
    return;
  }
  add(folder + "/" + name, name);
  for (const std::string& other : search_) add(other + "/" + name, name);
}

bool UserFiles::add(const std::string& path, const std::string& name) {
  std::error_code error;
  // The compiler removes dots from a name before it follows links.
  const std::string wanted = fs::absolute(path, error).lexically_normal().string();
  if (error || wanted.find('\0') != std::string::npos || files_.contains(wanted)) return !error;
  const fs::path real = fs::canonical(wanted, error);
  if (error) return false;
  const auto refuse = [&](const std::string& why) {
    refused_.emplace(name, why);
    return false;
  };
  const auto holds = [&](const std::string& root) { return is_below(real, root); };
  if (std::none_of(roots_.begin(), roots_.end(), holds))
    return refuse("it is outside the program's folder and the folders of -I");
  const fs::file_status status = fs::status(real, error);
  if (const std::string why = kind_refusal(status); !why.empty()) return refuse(why);
  const std::size_t size = fs::file_size(real, error);
  if (error) return refuse(error.message());
  if (size > frontend::kMaxFileBytes) return refuse("it is larger than 1 MiB");
  if (files_.size() >= kMostFiles || bytes_ + size > kMostBytes)
    return refuse(fmt::format("the program includes more than {} files or {} MiB", kMostFiles, kMostBytes >> 20));
  bytes_ += size;
  files_[wanted] = real.string();
  try {
    const std::string text = read_whole_file(real);
    if (find_debug_pragma(text) != std::string::npos) debug_pragma_ = name;
    scan(folder_of(path), text);
  } catch (const EnvironmentError& fault) {
    files_.erase(wanted);
    return refuse(fault.what());
  }
  return true;
}

void UserFiles::write_list() {
  nlohmann::ordered_json list;
  list["version"] = 0;
  list["fallthrough"] = false;
  list["use-external-names"] = false;
  list["roots"] = nlohmann::ordered_json::array();
  for (const auto& [name, real] : files_) {
    list["roots"].push_back({{"type", "file"}, {"name", name}, {"external-contents", real}});
  }
  list_.emplace(list.dump());
  for (std::size_t i = 0; i < search_.size(); ++i) {
    arguments_.emplace_back(i + 1 == search_.size() ? "-idirafter" : "-I");
    arguments_.push_back(search_[i]);
  }
  arguments_.emplace_back("-ivfsoverlay");
  arguments_.push_back(list_->path());
}

std::string UserFiles::refusal(const std::string& message) const {
  for (const auto& [name, why] : refused_) {
    if (message.find("'" + name + "' file not found") != std::string::npos)
      return fmt::format("'{}' is not included: {}", name, why);
  }
  return "";
}

}  // namespace rtlgen::importer::c
