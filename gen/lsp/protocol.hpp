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

/// A request that cannot be done, with its code.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

nlohmann::json json_of(const Range& range);
/// Throws nlohmann::json::exception if it is none.
Position position_in(const nlohmann::json& value);
Range range_in(const nlohmann::json& value);

/// A place of another file is put where the text includes it.
Span place_of(const Document& document, const Diagnostic& diagnostic);
nlohmann::json json_of(const Document& document, const Diagnostic& diagnostic);
nlohmann::json json_of(const Text& text, const std::vector<Edit>& edits);

/// What the server can do.
nlohmann::json capabilities();

}  // namespace rtlgen::lsp
