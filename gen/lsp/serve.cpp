// Reads all available input before the next piece of work.
#include "lsp/serve.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "lsp/rpc.hpp"
#include "lsp/server.hpp"
#include "support/errors.hpp"

namespace rtlgen::lsp {

namespace {

/// Whether input is available; waits for it if `waits`.
bool is_readable(int input, bool waits) {
  pollfd wanted{input, POLLIN, 0};
  return poll(&wanted, 1, waits ? -1 : 0) > 0;
}

void write_all(int output, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(output, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw EnvironmentError(std::string("cannot write the output of the language server: ") + std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

int serve(int input, int output, const std::string& version) {
  Server server(version);
  MessageReader reader;
  bool is_open = true;
  while (!server.has_exited()) {
    std::array<char, 1 << 16> bytes{};
    while (is_open && is_readable(input, !server.has_work())) {
      const ssize_t got = ::read(input, bytes.data(), bytes.size());
      if (got < 0 && errno == EINTR) continue;
      is_open = got > 0;
      if (is_open) reader.add({bytes.data(), static_cast<std::size_t>(got)});
      while (auto incoming = reader.next()) server.receive(*std::move(incoming));
    }
    if (!is_open && !server.has_work()) break;
    for (const nlohmann::json& message : server.step()) write_all(output, framed(message));
  }
  return server.exit_status();
}

}  // namespace rtlgen::lsp
