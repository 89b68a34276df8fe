// Reads a description through the texts of its source.
#include "driver/prepare/description.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "analysis/meaning/meaning.hpp"
#include "driver/prepare/source.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/json_schema.hpp"
#include "frontend/schema/read_files.hpp"
#include "runner/digest.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// Comments for editors are not part of the design.
std::string without_modelines(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    if (text.compare(begin, std::string_view(frontend::kModeline).size(), frontend::kModeline) != 0)
      out += text.substr(begin, end - begin);
    begin = end;
  }
  return out;
}

}  // namespace

Result<Origin> origin_of(const Source& source, Diagnostics& diagnostics) {
  const auto text = text_of(source, diagnostics);
  if (!text) return Failure{};
  Origin origin{source.file, {without_modelines(*text)}, recorded_sets(source)};
  for (frontend::ReadFile& file : frontend::read_files(*text, source.file, origin.sets, *source.given.texts))
    origin.texts.push_back(std::move(file.text));
  return origin;
}

std::string Origin::digest() const {
  runner::Digest digest;
  digest.raw(texts.front());
  for (std::size_t i = 1; i < texts.size(); ++i) digest.add(texts[i]);
  for (const std::string& set : sets) digest.add(set);
  return digest.finish();
}

Result<Description> read(const Source& source, Diagnostics& diagnostics) {
  const auto text = text_of(source, diagnostics);
  if (!text) return Failure{};
  auto stencil = frontend::load_text(*text, source.file, source.sets, diagnostics, source.given);
  if (!stencil) return Failure{};
  analysis::warn_of_meaning(*stencil, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  return Description{*origin_of(source, diagnostics), *std::move(stencil)};
}

Result<spec::Stencil> read_stencil(const Source& source, Diagnostics& diagnostics) {
  auto description = read(source, diagnostics);
  if (!description) return Failure{};
  return std::move(description->stencil);
}

}  // namespace rtlgen::driver
