// Dispatch, life cycle and open texts; requests about a text are in requests.cpp.
#include "lsp/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "lsp/protocol.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::lsp {

using nlohmann::json;

namespace {

constexpr int kLogError = 1;

std::string text_in(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Whether it is a request, and not a notification or a response.
bool has_id(const json& message) { return message.is_object() && message.contains("id"); }

/// Null if there is no valid id.
json id_of(const json& message) {
  if (!has_id(message)) return nullptr;
  const json& id = message.at("id");
  return id.is_number() || id.is_string() ? id : json();
}

}  // namespace

const std::map<std::string, Server::Handler>& Server::requests() {
  static const std::map<std::string, Handler> all = {{"initialize", &Server::initialize},
                                                     {"shutdown", &Server::shut_down},
                                                     {"textDocument/hover", &Server::hover},
                                                     {"textDocument/completion", &Server::completion},
                                                     {"textDocument/definition", &Server::definition},
                                                     {"textDocument/references", &Server::references},
                                                     {"textDocument/documentHighlight", &Server::highlights},
                                                     {"textDocument/prepareRename", &Server::prepare_rename},
                                                     {"textDocument/rename", &Server::rename},
                                                     {"textDocument/documentSymbol", &Server::symbols},
                                                     {"textDocument/codeAction", &Server::code_actions}};
  return all;
}

const std::map<std::string, Server::Handler>& Server::notifications() {
  static const std::map<std::string, Handler> all = {{"initialized", &Server::ignore},
                                                     {"exit", &Server::exit},
                                                     {"textDocument/didOpen", &Server::did_open},
                                                     {"textDocument/didChange", &Server::did_change},
                                                     {"textDocument/didClose", &Server::did_close},
                                                     {"textDocument/didSave", &Server::did_save}};
  return all;
}

void Server::receive(Incoming incoming) {
  if (incoming.fault.empty() && text_in(incoming.message, "method") == "$/cancelRequest") {
    const json& params = incoming.message.contains("params") ? incoming.message["params"] : json();
    const json id = id_of(params);
    const auto waits = std::find_if(queue_.begin(), queue_.end(), [&](const Incoming& other) {
      return has_id(other.message) && other.message.contains("method") && id_of(other.message) == id;
    });
    if (waits == queue_.end()) return;
    queue_.erase(waits);
    return send(error_response(id, ErrorCode::kCancelled, "the request was cancelled"));
  }
  queue_.push_back(std::move(incoming));
}

bool Server::has_work() const {
  return !has_exited() && (!out_.empty() || !queue_.empty() || !changed_.empty() || !unplanned_.empty());
}

std::vector<json> Server::step() {
  if (!queue_.empty()) {
    const Incoming incoming = std::move(queue_.front());
    queue_.pop_front();
    handle(incoming);
  } else if (!changed_.empty() || !unplanned_.empty()) {
    // The text already has all changes, so only the last one is analysed.
    const bool is_changed = !changed_.empty();
    std::set<std::string>& waiting = is_changed ? changed_ : unplanned_;
    const std::string uri = *waiting.begin();
    waiting.erase(waiting.begin());
    const auto document = documents_.find(uri);
    try {
      if (document != documents_.end() && is_changed) {
        publish(uri, document->second);
        if (document->second.kind() == TextKind::kStencil) unplanned_.insert(uri);
      } else if (document != documents_.end() && document->second.plan()) {
        publish(uri, document->second);
      }
    } catch (const std::exception& error) {
      send(notification(
          "window/logMessage",
          {{"type", kLogError}, {"message", fmt::format("rtlgen, {}: {}", uri, json_fault(error.what()))}}));
    }
  }
  return std::exchange(out_, {});
}

void Server::handle(const Incoming& incoming) {
  if (!incoming.fault.empty()) return send(error_response(nullptr, ErrorCode::kParse, incoming.fault));
  const json& message = incoming.message;
  const std::string method = text_in(message, "method");
  if (method.empty()) {
    // The server sends no requests, so it ignores responses.
    const bool is_response = has_id(message) && (message.contains("result") || message.contains("error"));
    if (!is_response) send(error_response(id_of(message), ErrorCode::kInvalidRequest, "the message has no method"));
    return;
  }
  if (has_id(message))
    handle_request(message, method);
  else
    handle_notification(message, method);
}

void Server::handle_request(const json& message, const std::string& method) {
  const json& id = message.at("id");
  const auto handler = requests().find(method);
  if (state_ == State::kNew && method != "initialize")
    return send(error_response(id, ErrorCode::kNotInitialized, "the first request must be 'initialize'"));
  if (state_ == State::kShutDown || (state_ == State::kRunning && method == "initialize"))
    return send(error_response(id, ErrorCode::kInvalidRequest, fmt::format("'{}' is not allowed now", method)));
  if (handler == requests().end())
    return send(error_response(id, ErrorCode::kUnknownMethod, fmt::format("unknown method '{}'", method)));
  try {
    send(response(id, (this->*handler->second)(message.value("params", json::object()))));
  } catch (const RequestError& error) {
    send(error_response(id, error.code(), error.what()));
  } catch (const json::exception& error) {
    send(error_response(id, ErrorCode::kInvalidParams, json_fault(error.what())));
  } catch (const std::exception& error) {
    send(error_response(id, ErrorCode::kInternal, fmt::format("a bug in rtlgen, please report it: {}", error.what())));
  }
}

void Server::handle_notification(const json& message, const std::string& method) {
  const auto handler = notifications().find(method);
  if (handler == notifications().end() || (state_ != State::kRunning && method != "exit")) return;
  try {
    static_cast<void>((this->*handler->second)(message.value("params", json::object())));
  } catch (const std::exception& error) {
    send(notification(
        "window/logMessage",
        {{"type", kLogError}, {"message", fmt::format("rtlgen, {}: {}", method, json_fault(error.what()))}}));
  }
}

json Server::initialize(const json& /*params*/) {
  state_ = State::kRunning;
  return {{"capabilities", capabilities()}, {"serverInfo", {{"name", "rtlgen"}, {"version", version_}}}};
}

json Server::shut_down(const json& /*params*/) {
  state_ = State::kShutDown;
  changed_.clear();
  unplanned_.clear();
  return nullptr;
}

json Server::exit(const json& /*params*/) {
  exit_status_ = state_ == State::kShutDown ? 0 : 1;
  state_ = State::kExited;
  return nullptr;
}

json Server::ignore(const json& /*params*/) { return nullptr; }

json Server::did_open(const json& params) {
  const json& item = params.at("textDocument");
  const auto uri = item.at("uri").get<std::string>();
  documents_.insert_or_assign(uri,
                              Document(path_of_uri(uri), item.at("text").get<std::string>(), item.value("version", 0)));
  changed_.insert(uri);
  return nullptr;
}

json Server::did_change(const json& params) {
  Document& document = document_of(params);
  std::string text = document.text().bytes();
  for (const json& change : params.at("contentChanges")) {
    const auto with = change.at("text").get<std::string>();
    if (!change.contains("range")) {
      text = with;
      continue;
    }
    const Text before(text);
    text = before.replaced(before.span_of(range_in(change.at("range"))), with);
  }
  document.set_text(std::move(text), params.at("textDocument").value("version", document.version() + 1));
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  unplanned_.erase(uri);
  changed_.insert(uri);
  return nullptr;
}

json Server::did_close(const json& params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  documents_.erase(uri);
  changed_.erase(uri);
  unplanned_.erase(uri);
  send(notification("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", json::array()}}));
  return nullptr;
}

json Server::did_save(const json& /*params*/) {
  // Other open texts may include this file.
  for (auto& [uri, document] : documents_) {
    document.set_text(document.text().bytes(), document.version());
    changed_.insert(uri);
  }
  return nullptr;
}

Document& Server::document_of(const json& params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  const auto found = documents_.find(uri);
  if (found == documents_.end())
    throw RequestError(ErrorCode::kInvalidParams, fmt::format("the document '{}' is not open", uri));
  return found->second;
}

void Server::publish(const std::string& uri, Document& document) {
  json list = json::array();
  for (const Diagnostic& diagnostic : document.analysis().diagnostics.all())
    list.push_back(json_of(document, diagnostic));
  send(notification("textDocument/publishDiagnostics",
                    {{"uri", uri}, {"version", document.version()}, {"diagnostics", std::move(list)}}));
}

}  // namespace rtlgen::lsp
