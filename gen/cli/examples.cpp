// Reads the examples line by line.
#include "cli/examples.hpp"

#include <fmt/format.h>

#include <sstream>

#include "support/errors.hpp"

namespace rtlgen::cli {

namespace {

/// The beginning and end of files that many examples share.
struct Head {
  std::string file, before, after;
};

constexpr const char* kPlace = "...\n";

std::map<std::string, Head> heads_of(const std::string& text) {
  std::map<std::string, Head> heads;
  Head* head = nullptr;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string mark, name, file;
    words >> mark >> name >> file;
    if (mark == "@head")
      (head = &heads[name])->file = file;
    else if (head != nullptr)
      head->before += line + "\n";
  }
  for (auto& [name, h] : heads) {
    const std::size_t at = h.before.find(kPlace);
    if (at == std::string::npos) throw InternalError("explain: the head '" + name + "' has no line '...'");
    h.after = h.before.substr(at + std::string(kPlace).size());
    h.before.resize(at);
  }
  return heads;
}

/// Replaces every occurrence; returns false if none exists.
bool replace_in(std::string& text, const Change& change) {
  bool any = false;
  for (std::size_t at = text.find(change.was); at != std::string::npos;
       at = text.find(change.was, at + change.now.size())) {
    text.replace(at, change.was.size(), change.now);
    any = true;
  }
  return any;
}

class ExampleReader {
 public:
  explicit ExampleReader(const std::map<std::string, std::string>& texts) : heads_(heads_of(texts.at("heads"))) {
    for (const auto& [name, text] : texts) {
      if (name != "heads") read(text);
    }
  }

  std::map<std::string, Example> all;

 private:
  void read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t blank = std::min(line.find(' '), line.size());
      const std::string mark = line.substr(0, blank), rest = line.substr(std::min(blank + 1, line.size()));
      if (!take_mark(mark, rest) && part_ != nullptr) *part_ += line + "\n";
    }
    end_part();
    end_example();
  }

  /// Handles a line that is not part of a text; returns false for others.
  bool take_mark(const std::string& mark, const std::string& rest) {
    const auto head = mark.starts_with('@') ? heads_.find(mark.substr(1)) : heads_.end();
    if (mark == "@code") {
      end_part();
      end_example();
      example_ = &all[rest];
      return true;
    }
    if (example_ == nullptr) return false;
    Session& session = example_->session;
    if (mark == "@fix" || mark == "@run") {
      end_part();
      (mark == "@fix" ? example_->fix : session.command) = rest;
    } else if (mark == "@file" || head != heads_.end()) {
      end_part();
      const bool is_plain = head == heads_.end();
      session.files.emplace_back(is_plain || !rest.empty() ? rest : head->second.file,
                                 is_plain ? "" : head->second.before);
      part_ = &session.files.back().second;
      after_ = is_plain ? "" : head->second.after;
    } else if (mark == "@was" || mark == "@now") {
      end_part();
      if (mark == "@was") example_->changes.emplace_back();
      Change& change = example_->changes.back();
      part_ = mark == "@was" ? &change.was : &change.now;
      *part_ = rest + "\n";
    } else {
      return false;
    }
    return true;
  }

  /// Removes trailing blank lines. A file ends with a newline, or as its head specifies.
  void end_part() {
    if (part_ == nullptr) return;
    const bool is_file = example_->changes.empty();
    while (part_->ends_with('\n')) part_->pop_back();
    // If the text is a JSON string, the head continues on the same line.
    if (is_file && !part_->empty() && !after_.starts_with('"')) *part_ += '\n';
    *part_ += after_;
    after_.clear();
    part_ = nullptr;
  }

  void end_example() {
    if (example_ == nullptr) return;
    Session& session = example_->session;
    if (session.command.empty() && session.files.size() == 1)
      session.command = fmt::format("rtlgen {} {}", session.files[0].first.ends_with(".yaml") ? "check" : "import",
                                    session.files[0].first);
    if (session.command.empty() && !session.files.empty()) session.command = "rtlgen check demo.yaml";
    if (example_->fix.empty() || session.command.empty() || example_->changes.empty())
      throw InternalError("explain: an example has no fix, command or change");
    static_cast<void>(example_->fixed());
    example_ = nullptr;
  }

  std::map<std::string, Head> heads_;
  Example* example_ = nullptr;
  std::string* part_ = nullptr;  ///< the part that gets the next lines
  std::string after_;            ///< text of the head after them
};

}  // namespace

Session Example::fixed() const {
  Session out = session;
  for (const Change& change : changes) {
    bool any = replace_in(out.command, change);
    for (auto& [name, text] : out.files) any = replace_in(text, change) || any;
    if (!any) throw InternalError("explain: an example does not have '" + change.was + "'");
  }
  return out;
}

std::map<std::string, Example> examples_of(const std::map<std::string, std::string>& texts) {
  return ExampleReader(texts).all;
}

}  // namespace rtlgen::cli
