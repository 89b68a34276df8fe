// Values of the protocol as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "lsp/edits.hpp"
#include "lsp/rpc.hpp"
#include "lsp/text.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::lsp {

class Document;

/// A request that cannot be fulfilled, with its error code.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

nlohmann::json json_of(const Range& range);
/// Throws nlohmann::json::exception if `value` is not a position.
Position position_in(const nlohmann::json& value);
Range range_in(const nlohmann::json& value);

/// A location in another file is mapped to the line that includes that file.
Span place_of(const Document& document, const Diagnostic& diagnostic);
nlohmann::json json_of(const Document& document, const Diagnostic& diagnostic);
nlohmann::json json_of(const Text& text, const std::vector<Edit>& edits);

/// The capabilities of the server.
nlohmann::json capabilities();

}  // namespace rtlgen::lsp
