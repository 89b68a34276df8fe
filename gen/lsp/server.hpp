// The language server: messages in, messages out. It does not use streams itself (serve.hpp does).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lsp/document.hpp"
#include "lsp/rpc.hpp"

namespace rtlgen::lsp {

class Server {
 public:
  explicit Server(std::string version) : version_(std::move(version)) {}

  /// Queues a message without processing it. A $/cancelRequest removes a queued request.
  void receive(Incoming incoming);
  /// Whether step() has something to do.
  [[nodiscard]] bool has_work() const;
  /// Handles one message, or one part of the diagnostics of one text, and returns what to send.
  std::vector<nlohmann::json> step();
  /// Whether `exit` was received.
  [[nodiscard]] bool has_exited() const { return state_ == State::kExited; }
  /// 0 after `shutdown`, else 1.
  [[nodiscard]] int exit_status() const { return exit_status_; }

 private:
  enum class State { kNew, kRunning, kShutDown, kExited };
  using Handler = nlohmann::json (Server::*)(const nlohmann::json& params);

  static const std::map<std::string, Handler>& requests();
  static const std::map<std::string, Handler>& notifications();

  void handle(const Incoming& incoming);
  void handle_request(const nlohmann::json& message, const std::string& method);
  void handle_notification(const nlohmann::json& message, const std::string& method);
  void send(nlohmann::json message) { out_.push_back(std::move(message)); }

  nlohmann::json initialize(const nlohmann::json& params);
  nlohmann::json shut_down(const nlohmann::json& params);
  nlohmann::json exit(const nlohmann::json& params);
  nlohmann::json did_open(const nlohmann::json& params);
  nlohmann::json did_change(const nlohmann::json& params);
  nlohmann::json did_close(const nlohmann::json& params);
  nlohmann::json did_save(const nlohmann::json& params);
  nlohmann::json ignore(const nlohmann::json& params);
  nlohmann::json hover(const nlohmann::json& params);
  nlohmann::json completion(const nlohmann::json& params);
  nlohmann::json definition(const nlohmann::json& params);
  nlohmann::json references(const nlohmann::json& params);
  nlohmann::json highlights(const nlohmann::json& params);
  nlohmann::json prepare_rename(const nlohmann::json& params);
  nlohmann::json rename(const nlohmann::json& params);
  nlohmann::json symbols(const nlohmann::json& params);
  nlohmann::json code_actions(const nlohmann::json& params);

  /// The open text that `params` name. Throws RequestError if it is not open.
  Document& document_of(const nlohmann::json& params);
  void publish(const std::string& uri, Document& document);

  std::string version_;
  State state_ = State::kNew;
  int exit_status_ = 1;
  std::deque<Incoming> queue_;
  std::map<std::string, Document> documents_;  ///< by URI
  std::set<std::string> changed_;              ///< their diagnostics must be published
  std::set<std::string> unplanned_;            ///< their plans must be checked
  std::vector<nlohmann::json> out_;
};

}  // namespace rtlgen::lsp
