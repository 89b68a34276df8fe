// The `--set key.path=value` of a command line, applied to a document.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

/// The parts of a path into `document`. The name of a component, `t.r`, is one, with the name or number that the
/// document calls the component by.
std::vector<std::string> segments_in(const YamlValue& document, const std::string& path);

/// Whether each of what a user has given is an assignment, and none undoes one before it. Fault: RG0208.
bool check_sets(const std::vector<std::string>& sets, Diagnostics& diagnostics);

/// `first`, then `then`, where one of `then` replaces one of the same key: what a user's --set become when
/// the program adds its own. A user may give all of them at once.
std::vector<std::string> merged_sets(const std::vector<std::string>& first, const std::vector<std::string>& then);

/// `assignment` as it is applied to `document`: one that gives a bare value to a key written in its long form
/// is for the key that the bare value stands for, so `params.f=2` becomes `params.f.value=2`.
std::string written_out(const YamlValue& document, const std::string& assignment);

/// Value that the --set options give to a key such as hardware.board; empty if none.
std::string value_set(const std::vector<std::string>& sets, const std::string& path);

/// Applies one `key.path=value` to a document. Fault: RG0208.
void apply_override(YamlValue& document, const std::string& assignment, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
