// Every target without libFuzzer, for any compiler: runs a corpus, then so many inputs that are mutated from it, the
// same in every run.
//
//   fuzz_slice TARGET CORPUS RUNS [WORDS]     CORPUS: a file or a folder; WORDS: a dictionary as libFuzzer takes it
//
// An input that ends the program is written to finding-TARGET in the current folder; scripts/fuzz.sh and this program
// run it again.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "target.hpp"
#include "targets.hpp"

namespace {

namespace fs = std::filesystem;

std::string current;  ///< the input that runs
std::string kept;     ///< its destination if it is the last one

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A finding is a failure of this program and no crash: what is left to do is done by hand, as the heap may be broken.
void keep(int) {
  std::FILE* const file = std::fopen(kept.c_str(), "wb");
  if (file != nullptr) {
    std::fwrite(current.data(), 1, current.size(), file);
    std::fclose(file);
  }
  std::fprintf(stderr, "the input is in %s\n", kept.c_str());
  _exit(1);
}

std::vector<std::string> corpus_at(const fs::path& place) {
  std::vector<fs::path> paths;
  if (fs::is_directory(place)) {
    for (const auto& entry : fs::directory_iterator(place)) paths.push_back(entry.path());
  } else {
    paths.push_back(place);
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs;
  for (const fs::path& path : paths) inputs.push_back(read(path));
  return inputs;
}

/// Words of lines "...", of which \" \\ and \xNN stand for what they mean.
std::vector<std::string> words_at(const fs::path& path) {
  std::vector<std::string> words;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('"'), last = line.rfind('"');
    if (line.starts_with('#') || first == last) continue;
    std::string word;
    for (std::size_t i = first + 1; i < last; ++i) {
      if (line[i] != '\\')
        word += line[i];
      else if (line[++i] != 'x')
        word += line[i];
      else
        word += static_cast<char>(std::stoi(line.substr(i + 1, 2), nullptr, 16)), i += 2;
    }
    words.push_back(word);
  }
  return words;
}

class Mutator {
 public:
  Mutator(const std::vector<std::string>& corpus, const std::vector<std::string>& words)
      : corpus_(corpus), words_(words) {}

  std::string next() {
    std::string text = corpus_[below(corpus_.size())];
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) edit(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  void edit(std::string& text) {
    const std::size_t at = below(text.size() + 1), length = std::min<std::size_t>(1 + below(12), text.size() - at);
    const std::string& other = corpus_[below(corpus_.size())];
    switch (below(6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.replace(at, below(2) == 0 ? 0 : length, words_.empty() ? "0" : words_[below(words_.size())]);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), 1 + below(40)));
        break;
      case 3:
        text.insert(at, other.substr(below(other.size() + 1), 1 + below(60)));
        break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      default:
        if (below(4) == 0)
          text.resize(at);
        else if (at < text.size())
          text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
    }
  }

  const std::vector<std::string>& corpus_;
  const std::vector<std::string>& words_;
  std::mt19937 random_{2026};
};

void run(rtlgen::fuzz::Target target, const std::string& input) {
  current = input;
  // A copy of its own size on the heap, so that a sanitizer or valgrind sees a read beyond it.
  const std::vector<std::uint8_t> bytes(current.begin(), current.end());
  target(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  const auto& targets = rtlgen::fuzz::targets();
  const auto found = argc < 4 ? targets.end() : targets.find(argv[1]);
  if (found == targets.end()) {
    std::fprintf(stderr, "usage: fuzz_slice TARGET CORPUS RUNS [WORDS]\n");
    return 2;
  }
  kept = std::string("finding-") + argv[1];
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGALRM}) std::signal(signal, keep);
  const std::vector<std::string> corpus = corpus_at(argv[2]),
                                 words = argc > 4 ? words_at(argv[4]) : std::vector<std::string>{};
  const int runs = std::stoi(argv[3]);
  if (corpus.empty() || (argc > 4 && words.empty())) {
    std::fprintf(stderr, "there is no input in %s, or no word\n", argv[2]);
    return 2;
  }
  constexpr unsigned kSecondsOfAnInput = 20;
  for (const std::string& input : corpus) alarm(kSecondsOfAnInput), run(found->second, input);
  Mutator mutator(corpus, words);
  for (int i = 0; i < runs; ++i) alarm(kSecondsOfAnInput), run(found->second, mutator.next());
  std::printf("%s: %zu inputs of the corpus and %d mutated ones\n", argv[1], corpus.size(), runs);
  return 0;
}
