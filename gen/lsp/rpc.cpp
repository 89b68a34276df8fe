// Framing of messages.
#include "lsp/rpc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "support/lower_case.hpp"

namespace rtlgen::lsp {

using nlohmann::json;

namespace {

constexpr std::string_view kLength = "content-length:";
constexpr std::size_t kMostHead = 4096;  ///< bytes of headers; longer ones are discarded

/// The number after Content-Length; none without that header.
std::optional<std::size_t> length_in(std::string_view line) {
  if (!lower_case(std::string(line)).starts_with(kLength)) return std::nullopt;
  line.remove_prefix(kLength.size());
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  std::size_t length = 0;
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), length);
  return fault == std::errc() && end != line.data() ? std::optional(length) : std::nullopt;
}

/// Values are copied and freed recursively, so their depth is limited before they are parsed.
bool is_too_deep(std::string_view body) {
  constexpr int kMostDepth = 200;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kMostDepth) return true;
  }
  return false;
}

}  // namespace

bool MessageReader::read_head() {
  while (true) {
    const std::size_t end = pending_.find('\n');
    if (end == std::string::npos) {
      if (pending_.size() > kMostHead) pending_.clear();
      return false;
    }
    std::string line = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() && length_) return true;
    // Other lines are skipped, so that reading recovers at the next valid message.
    if (const auto length = length_in(line)) length_ = length;
  }
}

std::optional<Incoming> MessageReader::next() {
  const std::size_t skipped = std::min(skip_, pending_.size());
  pending_.erase(0, skipped);
  skip_ -= skipped;
  if (skip_ > 0) return std::nullopt;
  // Between the headers and the end of a message `length_` is set and no header follows.
  if (!body_follows_) {
    if (!read_head()) return std::nullopt;
    body_follows_ = true;
  }
  const std::size_t length = *length_;
  const auto done = [&] {
    length_.reset();
    body_follows_ = false;
  };
  if (length > most_) {
    skip_ = length;
    done();
    return Incoming{nullptr, fmt::format("the message has {} bytes; at most {} are accepted", length, most_)};
  }
  if (pending_.size() < length) return std::nullopt;
  const std::string body = pending_.substr(0, length);
  pending_.erase(0, length);
  done();
  if (is_too_deep(body)) return Incoming{nullptr, "the message is nested too deeply"};
  json message = json::parse(body, nullptr, false);
  if (message.is_discarded()) return Incoming{nullptr, "the message is not JSON"};
  return Incoming{std::move(message), ""};
}

std::string framed(const json& message) {
  const std::string body = message.dump(-1, ' ', false, json::error_handler_t::replace);
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

json response(const json& id, json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

json error_response(const json& id, ErrorCode code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
}

json notification(const std::string& method, json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace rtlgen::lsp
