// Messages between cards of one process, kept until they are taken.
#include <deque>
#include <map>
#include <tuple>

#include "cards/transport.hpp"
#include "support/check.hpp"

namespace rtlgen::cards {

namespace {

class InProcess : public Transport {
 public:
  explicit InProcess(int cards) : cards_(cards) {}

  [[nodiscard]] int processes() const override { return 1; }
  [[nodiscard]] int process() const override { return 0; }
  [[nodiscard]] int local() const override { return cards_; }

  void post(int from, int to, int tag, std::vector<std::uint8_t> bytes) override {
    waiting_[{from, to, tag}].push_back(std::move(bytes));
  }
  std::vector<std::uint8_t> take(int from, int to, int tag, std::size_t bytes) override {
    auto& queue = waiting_[{from, to, tag}];
    RTLGEN_CHECK(!queue.empty(), "a message is taken before it was posted");
    std::vector<std::uint8_t> message = std::move(queue.front());
    queue.pop_front();
    RTLGEN_CHECK(message.size() == bytes, "a message has another size than its receiver expects");
    return message;
  }
  std::vector<std::string> share(const std::string& mine) override { return {mine}; }
  void end_all(int /*status*/) override {}

 private:
  int cards_;
  std::map<std::tuple<int, int, int>, std::deque<std::vector<std::uint8_t>>> waiting_;
};

}  // namespace

std::unique_ptr<Transport> in_process(int cards) { return std::make_unique<InProcess>(cards); }

}  // namespace rtlgen::cards
