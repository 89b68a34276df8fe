// Cuts consecutive lines out of a program as a separate program, and assembles the whole program again.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/sharing/forms.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

/// Splits a program and assembles it again, from its first line to its last: cut, change, append, and so on.
class Slices {
 public:
  explicit Slices(const spec::Stencil& stencil);

  /// The lines from `first` up to the one before `end`. Results of earlier lines that they read become inputs. The
  /// slice does not show which of its results later lines read, or which leave the step.
  spec::Stencil cut(int first, int end);
  /// Appends the slice that was cut last, with further temporaries. These get unique names.
  void append(const spec::Stencil& slice);
  /// The assembled program, after the last line.
  spec::Stencil take();

 private:
  spec::NodeId copy(const spec::Program& from, spec::NodeId root, std::map<spec::NodeId, spec::NodeId>& copies,
                    const std::map<spec::StreamId, spec::StreamId>& streams);
  spec::ArrayId add_temporary(spec::Array array);

  const spec::Stencil& stencil_;
  spec::Stencil frame_;  ///< without lines, fields, and everything that only the host uses
  spec::Stencil out_;
  NodeStore store_;
  std::set<std::string> names_;                           ///< in lower case
  int shared_ = 0;                                        ///< number in the name of the last temporary
  std::vector<spec::StageId> added_;                      ///< stages of temporaries in `out_`
  std::map<spec::StreamId, spec::StreamId> new_streams_;  ///< by stream of `s_`
  // For the slice that was cut last:
  std::vector<spec::StreamId> entering_;  ///< streams of `s_` that are its first streams
  int first_ = 0;
  std::size_t arrays_ = 0;
};

}  // namespace rtlgen::analysis
