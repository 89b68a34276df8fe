// Applies `--set key.path=value` options to a document.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

/// The segments of a path into `document`. The name of a component, `t.r`, is one segment, and contains the name or
/// number under which the document has the component.
std::vector<std::string> segments_in(const YamlValue& document, const std::string& path);

/// Whether every element is an assignment, and none discards an earlier one. Reports RG0208.
bool check_sets(const std::vector<std::string>& sets, Diagnostics& diagnostics);

/// `first` followed by `then`, where an element of `then` replaces one of the same key: a user's --set options combined
/// with those that the program adds. Together they are a valid list of --set options.
std::vector<std::string> merged_sets(const std::vector<std::string>& first, const std::vector<std::string>& then);

/// `assignment` in the form in which it applies to `document`: a bare value for a key in its long form is assigned to
/// the key that it abbreviates, so `params.f=2` becomes `params.f.value=2`.
std::string written_out(const YamlValue& document, const std::string& assignment);

/// The value that --set options give to a key such as hardware.board; empty if none.
std::string value_set(const std::vector<std::string>& sets, const std::string& path);

/// Whether apply_override() put something there: "--set hardware.steps=4" is a place too.
bool is_override(const SourceLocation& where);

/// Applies one `key.path=value` to a document. Reports RG0208.
void apply_override(YamlValue& document, const std::string& assignment, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
