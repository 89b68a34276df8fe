// The builder of a core, with the state that its parts share. The file of each part describes its output.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "contract/core_interface.hpp"
#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "spec/ids.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

class CoreBuilder {
 public:
  explicit CoreBuilder(Context& context) : context_(context), core_(context.plan.core), b_(core_.module) {}

  void build();

 private:
  [[nodiscard]] std::string name_of(spec::ArrayId array) const { return context_.stencil.arrays[array].name; }

  // ---- core_ports.cpp

  /// The word of `array` in the word of a port that carries it: its part of every cell.
  [[nodiscard]] hw::Value part_of(const contract::Port& port, spec::ArrayId array, hw::Value word) const;
  /// The word of a port, composed of the words of the arrays that it carries.
  [[nodiscard]] hw::Value word_of(const contract::Port& port, const std::map<spec::ArrayId, hw::Value>& words) const;
  /// The data port of `role` that carries `array`.
  [[nodiscard]] const contract::Port& carrier(contract::PortRole role, spec::ArrayId array) const;

  // ---- core.cpp

  /// Declares registers that record which held arrays have been loaded, and registers for held arrays without axes.
  void declare_loads();
  void finish_loads();
  /// The signals at the ports of a held array.
  [[nodiscard]] LoadPorts loaded_by(spec::ArrayId array) const;
  void make_entrance();
  /// Counts the frames that enter, from `start` on. Returns whether the next token must bring a word of a frame.
  hw::Value count_frames(const std::string& module, const PositionWants& wants, const std::string& prefix,
                         const Start& start, const std::string& meaning);
  void make_chain();
  /// Starts the exit together with the entrance, or, if there are hops, with `start` of the last Executor.
  void start_exit(hw::Value start);
  /// Puts registers before Executor `e`, the first of its die, on all signals that enter it.
  void make_hop(int e, hw::Value& valid, hw::Value& start, std::map<spec::ArrayId, hw::Value>& words);
  /// A signal from the exit to the entrance, after the registers on the way back.
  hw::Value back(const std::string& name, hw::Value value);
  std::vector<std::pair<std::string, hw::Value>> executor_inputs(int e, hw::Value start, hw::Value valid,
                                                                 const std::map<spec::ArrayId, hw::Value>& words);

  // ---- core_forms.cpp

  /// Adjacent `cells` of type `from`, converted to type `to`, `cycles` cycles later.
  hw::Value converted(const std::string& name, hw::Value cells, const spec::Type& from, const spec::Type& to,
                      int cycles);
  void convert_entrance();
  void convert_exit();
  /// The value of a parameter in the form that Executors take.
  hw::Value parameter(spec::ParamId p);
  /// The type of the cells of an array at the ports of the core.
  [[nodiscard]] const spec::Type& outside_type(spec::ArrayId array) const {
    return context_.plan.stencil->arrays[array].type;
  }

  // ---- core_statics.cpp

  /// An input, extended or truncated to `width` bits.
  hw::Value sized(const std::string& port, int width);
  hw::Value constant(int width, std::int64_t value);
  /// count * value modulo 2^width.
  hw::Value scaled(hw::Value value, int count);
  /// Adds a register that is constant during a run; constraints find it by its name.
  void keep_static(const std::string& name, hw::Value value);
  void make_statics();
  /// The extent of the grid along an axis in `width` bits: that of the frame without its ghosts.
  hw::Value grid_extent(int axis, int width);
  /// Makes the statics that grid coordinates need along an axis with ghosts.
  void make_ring_statics();
  /// Makes the statics of axes that are cut: the end of the grid, and the number of blocks.
  void make_block_statics();
  /// Makes the logic that refuses extents outside the compiled limits: the window would not fit the buffers.
  void make_config_check();
  /// Makes the statics of monitors: the ends of the grid in the frame.
  void make_grid_ends();
  /// The lane of the last cell of a row; the ghosts before a row are whole words.
  hw::Value tail_lane();

  // ---- core_exit.cpp

  /// Makes the gate that drops fillers and counts the frames that have left the chain.
  void make_gate();
  void make_fifo();
  /// Makes the monitors, which read the words that leave the chain one register after the gate.
  void make_monitors();
  /// Makes the credits, one per word of the FIFO: a token takes one, and it is returned when the word is read or
  /// dropped. Events are registered before they are counted, and decisions use the registered count, so that the count
  /// lacks the last few tokens: see kUncounted.
  void make_credits();

  Context& context_;
  const contract::CoreInterface& core_;
  hw::Builder b_;
  std::map<std::string, hw::Value> inputs_;
  Statics statics_;
  StartPulses pulses_, exit_pulses_;
  hw::Value loading_, config_error_, token_, open_, all_out_, in_ready_;
  hw::Value entered_;                                 ///< a token enters Executor 0, one register after the handshake
  std::map<spec::ArrayId, hw::Value> entered_words_;  ///< the words of that token
  hw::Value exit_loading_;                            ///< `loading_` at the end of the chain
  hw::Value chain_valid_, write_, drop_, pop_;
  std::map<spec::ArrayId, hw::Value> chain_words_, chain_before_;
  hw::Value frame_leaves_, row_ends_, in_grid_, monitors_busy_;
  std::map<spec::ArrayId, LoadPorts> load_;    ///< held arrays with axes: the signals into the next Executor
  std::map<spec::ArrayId, hw::Value> single_;  ///< held arrays of one value
  std::map<spec::ArrayId, hw::Value> loaded_;  ///< whether each held array has been loaded
  hw::Value all_loaded_;
  std::map<spec::ParamId, hw::Value> formed_params_;
};

}  // namespace rtlgen::elaborate
