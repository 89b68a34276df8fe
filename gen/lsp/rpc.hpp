// Messages of the protocol on a stream of bytes: headers, then JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace rtlgen::lsp {

/// Errors of JSON-RPC and of the protocol.
enum class ErrorCode : int {
  kParse = -32700,
  kInvalidRequest = -32600,
  kUnknownMethod = -32601,
  kInvalidParams = -32602,
  kInternal = -32603,
  kNotInitialized = -32002,
  kRequestFailed = -32803,
  kCancelled = -32800
};

struct Incoming {
  nlohmann::json message;
  std::string fault;  ///< not empty: a message arrived, but it is not JSON, or too long
};

/// Receives bytes and returns whole messages.
class MessageReader {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 26;

  /// Messages longer than `most` bytes are skipped, and reported once.
  explicit MessageReader(std::size_t most = kMostBytes) : most_(most) {}

  void add(std::string_view bytes) { pending_ += bytes; }
  std::optional<Incoming> next();

 private:
  /// Reads headers up to the blank line; false if they are incomplete.
  bool read_head();

  std::size_t most_;
  std::string pending_;
  std::optional<std::size_t> length_;  ///< length of the message that is being received
  bool body_follows_ = false;
  std::size_t skip_ = 0;  ///< remaining bytes of a message that is too long
};

/// The message with its header. Bytes that are not UTF-8 are replaced.
std::string framed(const nlohmann::json& message);

nlohmann::json response(const nlohmann::json& id, nlohmann::json result);
nlohmann::json error_response(const nlohmann::json& id, ErrorCode code, const std::string& message);
nlohmann::json notification(const std::string& method, nlohmann::json params);

}  // namespace rtlgen::lsp
