// Consecutive lines of a program as a program of their own, and the whole put together again.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/sharing/forms.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

/// Takes a program apart and puts it together from its first line to its last: cut, change, append, and so on.
class Slices {
 public:
  explicit Slices(const spec::Stencil& stencil);

  /// Lines `first` to the one before `end`. What they read of earlier ones is an input; what later ones read of them,
  /// or that it leaves the step, is not known.
  spec::Stencil cut(int first, int end);
  /// The slice cut last, with temporaries more. They get names of their own.
  void append(const spec::Stencil& slice);
  /// After the last line.
  spec::Stencil take();

 private:
  spec::NodeId copy(const spec::Program& from, spec::NodeId root, std::map<spec::NodeId, spec::NodeId>& copies,
                    const std::map<spec::StreamId, spec::StreamId>& streams);
  spec::ArrayId add_temporary(spec::Array array);

  const spec::Stencil& s_;
  spec::Stencil frame_;  ///< without lines, fields and all that the host alone sees
  spec::Stencil out_;
  NodeStore store_;
  std::set<std::string> names_;                           ///< in lower case
  int shared_ = 0;                                        ///< number of the last temporary's name
  std::vector<spec::StageId> added_;                      ///< of temporaries, in `out_`
  std::map<spec::StreamId, spec::StreamId> new_streams_;  ///< by stream of `s_`
  // Of the slice cut last:
  std::vector<spec::StreamId> entering_;  ///< its first streams, in `s_`
  int first_ = 0;
  std::size_t arrays_ = 0;
};

}  // namespace rtlgen::analysis
