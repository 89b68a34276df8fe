// The builder of a core: what its parts share. The file of each part describes its output.
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

  /// The word of `array` in a port that carries it: its part of every cell.
  [[nodiscard]] hw::Value part_of(const contract::Port& port, spec::ArrayId array, hw::Value word) const;
  /// The port's word, of the words of the arrays that it carries.
  [[nodiscard]] hw::Value word_of(const contract::Port& port, const std::map<spec::ArrayId, hw::Value>& words) const;
  /// The data port of `role` that carries `array`.
  [[nodiscard]] const contract::Port& carrier(contract::PortRole role, spec::ArrayId array) const;

  // ---- core.cpp

  /// Registers that tell which held arrays have been loaded, and the values of those without axes.
  void declare_loads();
  void finish_loads();
  /// What the ports of a held array bring.
  [[nodiscard]] LoadPorts loaded_by(spec::ArrayId array) const;
  void make_entrance();
  /// Counts the frames that enter, from `start` on; whether the next token is to bring a word of one.
  hw::Value count_frames(const std::string& module, const PositionWants& wants, const std::string& prefix,
                         const Start& start, const std::string& meaning);
  void make_chain();
  /// With the entrance, or with hops by `start` of the last Executor.
  void start_exit(hw::Value start);
  /// Registers before Executor `e`, the first of its die, on all that enters it.
  void make_hop(int e, hw::Value& valid, hw::Value& start, std::map<spec::ArrayId, hw::Value>& words);
  /// What the exit tells the entrance, behind the registers of the way back.
  hw::Value back(const std::string& name, hw::Value value);
  std::vector<std::pair<std::string, hw::Value>> executor_inputs(int e, hw::Value start, hw::Value valid,
                                                                 const std::map<spec::ArrayId, hw::Value>& words);

  // ---- core_forms.cpp

  /// `cells` of type `from` side by side, as `to`, so many cycles later.
  hw::Value converted(const std::string& name, hw::Value cells, const spec::Type& from, const spec::Type& to,
                      int cycles);
  void convert_entrance();
  void convert_exit();
  /// The value that Executors take.
  hw::Value parameter(spec::ParamId p);
  /// Of the cells of an array at the core's ports.
  [[nodiscard]] const spec::Type& outside_type(spec::ArrayId array) const {
    return context_.plan.stencil->arrays[array].type;
  }

  // ---- core_statics.cpp

  /// An input brought to `width` bits.
  hw::Value sized(const std::string& port, int width);
  hw::Value constant(int width, std::int64_t value);
  /// count * value modulo 2^width.
  hw::Value scaled(hw::Value value, int count);
  /// A register that rests during a run: constraints find it by its name.
  void keep_static(const std::string& name, hw::Value value);
  void make_statics();
  /// The grid's extent along an axis, brought to `width` bits: the frame's without its ghosts.
  hw::Value grid_extent(int axis, int width);
  /// What coordinates in the grid need along an axis with ghosts.
  void make_ring_statics();
  /// Where the grid ends along axes that are cut, and how many blocks there are.
  void make_block_statics();
  /// Refuses extents outside the compiled limits: the window would not fit the buffers.
  void make_config_check();
  /// Where in the frame the grid ends, for monitors.
  void make_grid_ends();
  /// The lane of a row's last cell; the ghosts before it are whole words.
  hw::Value tail_lane();

  // ---- core_exit.cpp

  /// Drops fillers and counts the frames that have left the chain.
  void make_gate();
  void make_fifo();
  /// Monitors look at the words that leave the chain, a register behind the gate.
  void make_monitors();
  /// One credit a FIFO place: taken by a token, returned when its word is read or dropped. What happens is
  /// registered, then counted, then decided upon, so the last tokens are not in the count: see kUncounted.
  void make_credits();

  Context& context_;
  const contract::CoreInterface& core_;
  hw::Builder b_;
  std::map<std::string, hw::Value> inputs_;
  Statics statics_;
  StartPulses pulses_, exit_pulses_;
  hw::Value loading_, config_error_, token_, open_, all_out_, in_ready_;
  hw::Value entered_;                                 ///< a token enters Executor 0, a register behind the handshake
  std::map<spec::ArrayId, hw::Value> entered_words_;  ///< and its words
  hw::Value exit_loading_;                            ///< `loading_` where the chain ends
  hw::Value chain_valid_, write_, drop_, pop_;
  std::map<spec::ArrayId, hw::Value> chain_words_, chain_before_;
  hw::Value frame_leaves_, row_ends_, in_grid_, monitors_busy_;
  std::map<spec::ArrayId, LoadPorts> load_;    ///< held arrays with axes: what enters the next Executor
  std::map<spec::ArrayId, hw::Value> single_;  ///< held arrays of one value
  std::map<spec::ArrayId, hw::Value> loaded_;  ///< by held array
  hw::Value all_loaded_;
  std::map<spec::ParamId, hw::Value> formed_params_;
};

}  // namespace rtlgen::elaborate
