// Faults of a page as HTML: tags that are not closed, characters that are not escaped, references to
// elsewhere.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::test {

/// Tags that are open at the end, closed in another order or not at all; attributes without quotes.
std::vector<std::string> tag_faults(const std::string& html);

/// Everything in the page that a browser might fetch from elsewhere: src, href, url(), @import, and addresses outside
/// comments.
std::vector<std::string> outside_references(const std::string& html);

}  // namespace rtlgen::test
