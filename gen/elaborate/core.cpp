// The core: entrance with its credit counter, the chain of Executors, output gate and FIFO.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/context.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/leaves.hpp"
#include "plan/scalars.hpp"

namespace rtlgen::elaborate {

namespace {

using plan::PortRole;

class CoreBuilder {
 public:
  explicit CoreBuilder(Context& context) : context_(context), core_(context.plan.core), b_(core_.module) {}

  void build() {
    b_.role("core");
    b_.summary(fmt::format("streaming core of stencil '{}'", context_.stencil.name));
    b_.header_line(fmt::format("{} cells a cycle, {} steps a pass; see docs/core_interface.md", core_.cells_per_cycle,
                               core_.steps));
    for (const plan::Port& port : core_.ports) {
      const bool implied = port.role == PortRole::kClock || port.role == PortRole::kReset;
      if (port.is_input && !implied) inputs_[port.name] = b_.input(port.name, port.width);
    }
    b_.section("start: one pulse after reset, ahead of the first token");
    loading_ = b_.declare_reg("loading", 1, hw::Bits(1, 1));
    b_.drive(loading_, b_.zero());
    make_statics();
    make_config_check();
    declare_loads();
    make_entrance();
    make_chain();
    make_gate();
    make_fifo();
    make_monitors();
    make_credits();
    context_.add(b_.finish());
  }

 private:
  /// An input brought to `width` bits.
  hw::Value sized(const std::string& port, int width) {
    const hw::Value v = inputs_.at(port);
    if (v.width == width) return v;
    return v.width < width ? zext(v, width) : v.slice(width - 1, 0);
  }

  hw::Value constant(int width, std::int64_t value) {
    const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    return b_.constant(width, static_cast<std::uint64_t>(value) & mask);
  }

  /// count * value modulo 2^width.
  hw::Value scaled(hw::Value value, int count) {
    const int w = value.width;
    const hw::Value product =
        mul(value, b_.constant(bits_for(std::abs(count)), static_cast<std::uint64_t>(std::abs(count)))).slice(w - 1, 0);
    return count < 0 ? b_.zero(w) - product : product;
  }

  void make_statics() {
    if (context_.fixed) {
      statics_ = declare_statics(b_, context_, context_.executor_statics);
      statics_.merge(declare_statics(b_, context_, context_.monitor_statics));
      return;
    }
    b_.section("what follows from the extents: registered, constant during a run");
    const auto keep = [&](const std::string& name, hw::Value value) { statics_[name] = b_.reg(name, value); };
    const int axes = context_.stencil.axes;
    static const char* const kPort[] = {"cfg_row_words", "cfg_rows", "cfg_planes"};
    static const char* const kLastName[] = {"row_last", "rows_last", "planes_last"};
    for (int a = 0; a < axes; ++a) {
      const int w = context_.width[a];
      keep(kLastName[a], sized(kPort[a], w) - constant(w, 1));
    }
    const int slow = context_.width[axes - 1];
    keep("frame_last", sized(kPort[axes - 1], slow) + sized("cfg_gap", slow) - constant(slow, 1));
    if (context_.lanes > 1 && !context_.wraps(0)) keep("tail", inputs_.at("cfg_tail"));
    make_ring_statics();
    make_block_statics();
    make_grid_ends();
    for (std::size_t i = 0; i < context_.plan.executor.pointers.size(); ++i) {
      const plan::PointerPlan& p = context_.plan.executor.pointers[i];
      const std::string name = fmt::format("depth{}_last", i);
      const int w = bits_for(p.max_depth - 1);
      hw::Value last = constant(w, p.depth.words - 1);
      if (p.depth.rows != 0) last = last + scaled(sized("cfg_row_words", w), p.depth.rows);
      if (p.depth.planes != 0) last = last + scaled(sized("cfg_plane_words", w), p.depth.planes);
      keep(name, last);
    }
  }

  /// The grid's extent along an axis, brought to `width` bits: the frame's without its ghosts.
  hw::Value grid_extent(int axis, int width) {
    static const char* const kPort[] = {"cfg_nx", "cfg_rows", "cfg_planes"};
    if (axis == 1 && context_.blocked(1)) return sized("cfg_grid_rows", width);
    const hw::Value extent = sized(kPort[axis], width);
    const auto a = static_cast<std::size_t>(axis);
    return axis > 0 && context_.wraps(axis) ? extent - constant(width, core_.ghost_low[a] + core_.ghost_high[a])
                                            : extent;
  }

  /// What coordinates in the grid need along an axis with ghosts.
  void make_ring_statics() {
    for (int a = 0; a < 3; ++a) {
      if (context_.ring_statics[a].empty()) continue;
      const auto keep = [&](const std::string& name, hw::Value value) { statics_[name] = b_.reg(name, value); };
      const char axis = "xyz"[a];
      const int w = bits_for(context_.stencil.grid[static_cast<std::size_t>(a)] - 1);
      keep(fmt::format("grid_last_{}", axis), grid_extent(a, w) - constant(w, 1));
      const hw::Value phase = sized(fmt::format("cfg_phase_{}", axis), w);
      if (a > 0) {
        keep(fmt::format("phase_{}", axis), phase);
        continue;
      }
      for (int lane = 0; lane < context_.lanes; ++lane) {
        const hw::Value on = zext(phase, w + 2) + constant(w + 2, lane);
        const hw::Value round = on - grid_extent(a, w + 2);
        keep(fmt::format("phase_x_l{}", lane), lane == 0 ? phase : mux(round.msb(), on, round).slice(w - 1, 0));
      }
      if (context_.lanes == 1) continue;
      keep("stride_on", constant(w + 2, context_.lanes));
      keep("stride_round", constant(w + 2, context_.lanes) - grid_extent(a, w + 2));
    }
  }

  /// Where the grid ends along axes that are cut, and how many blocks there are.
  void make_block_statics() {
    static const char* const kPort[] = {"cfg_grid_words", "cfg_grid_rows"};
    for (int a = 0; a < 2; ++a) {
      if (!context_.blocked(a)) continue;
      const auto keep = [&](const std::string& name, const std::string& port, int w) {
        statics_[name] = b_.reg(name, sized(port, w) - constant(w, 1));
      };
      keep(fmt::format("grid_last_{}", "xyz"[a]), kPort[a], context_.grid_width[a]);
      const std::string blocks = fmt::format("cfg_blocks_{}", "xyz"[a]);
      keep(fmt::format("blocks_last_{}", "xyz"[a]), blocks, inputs_.at(blocks).width);
      const std::string phase = fmt::format("phase_{}", "xyz"[a]);
      if (core_.block_wraps[static_cast<std::size_t>(a)])
        statics_[phase] = b_.reg(phase, sized("cfg_" + phase, context_.grid_width[a]));
    }
  }

  /// Refuses extents outside the compiled limits: the window would not fit the buffers.
  void make_config_check() {
    hw::Value bad = b_.zero();
    if (!context_.fixed) {
      const auto outside = [&](const std::string& port, std::int64_t low, std::int64_t high) {
        const hw::Value v = inputs_.at(port);
        return ult(v, constant(v.width, low)) | ult(constant(v.width, high), v);
      };
      const plan::FrameShape low = plan::frame_shape(core_.frame_extents(core_.minimum), context_.lanes);
      const plan::FrameShape high = plan::frame_shape(core_.frame_extents(core_.maximum), context_.lanes);
      const plan::FrameShape grid_low = plan::frame_shape(core_.minimum, context_.lanes);
      const plan::FrameShape grid_high = plan::frame_shape(core_.maximum, context_.lanes);
      bad = outside("cfg_row_words", low.row_words, high.row_words);
      if (context_.wraps(0) && inputs_.contains("cfg_nx"))
        bad = bad | outside("cfg_nx", core_.minimum[0], core_.maximum[0]);
      if (context_.blocked(0))
        bad = bad | outside("cfg_grid_words", grid_low.row_words, grid_high.row_words) |
              outside("cfg_blocks_x", 1, core_.blocks(core_.maximum)[0]);
      if (context_.blocked(1))
        bad = bad | outside("cfg_grid_rows", grid_low.rows, grid_high.rows) |
              outside("cfg_blocks_y", 1, core_.blocks(core_.maximum)[1]);
      if (context_.lanes > 1 && !context_.wraps(0)) {
        const hw::Value words = inputs_.at(context_.blocked(0) ? "cfg_grid_words" : "cfg_row_words");
        const hw::Value tail = inputs_.at("cfg_tail");
        const auto tail_of = [&](std::int64_t extent) { return (extent - 1) % context_.lanes; };
        const auto above = [&](std::int64_t lane) { return ult(constant(tail.width, lane), tail); };
        const std::int64_t last = context_.lanes - 1;
        const std::int64_t shortest = tail_of(core_.minimum[0]);
        const std::int64_t longest = tail_of(core_.maximum[0]);
        if (shortest > 0)
          bad =
              bad | (eq(words, constant(words.width, grid_low.row_words)) & ult(tail, constant(tail.width, shortest)));
        if (longest < last) bad = bad | (eq(words, constant(words.width, grid_high.row_words)) & above(longest));
        if (bits_for(last) == bits_for(last + 1)) bad = bad | above(last);
      }
      if (context_.stencil.axes > 1) bad = bad | outside("cfg_rows", low.rows, high.rows);
      if (context_.stencil.axes > 2) bad = bad | outside("cfg_planes", low.planes, high.planes);
      bad = b_.reg("config_error_q", bad);
    }
    config_error_ = bad;
    b_.output("config_error", bad, "extents outside the compiled limits");
  }

  /// Registers that tell which held arrays have been loaded, and the values of those without axes.
  void declare_loads() {
    all_loaded_ = b_.one();
    if (core_.held_arrays.empty()) return;
    b_.section("held arrays: the entrance opens when the last Executor has them all");
    for (const int a : core_.held_arrays) {
      loaded_[a] = b_.declare_reg(name_of(a) + "_loaded", 1, hw::Bits(1, 0));
      all_loaded_ = all_loaded_ & loaded_.at(a);
      const spec::Array& array = context_.stencil.arrays[static_cast<std::size_t>(a)];
      if (!plan::is_single(array, context_.stencil.axes)) {
        load_[a] = {};
        continue;
      }
      const std::string port = "load_" + array.name;
      const hw::Value valid = inputs_.at(port + "_valid");
      single_[a] = b_.reg(array.name + "_value", inputs_.at(port + "_data"), valid);
      b_.drive(loaded_.at(a), b_.one(), valid & inputs_.at(port + "_last"));
    }
    all_loaded_ = b_.name("all_loaded", all_loaded_);
  }

  void finish_loads() {
    for (const auto& [a, load] : load_) b_.drive(loaded_.at(a), b_.one(), load.valid & load.last);
  }

  void make_entrance() {
    PositionWants wants;
    wants.in_frame = true;
    wants.pass_end = true;
    const std::string module = context_.stencil.name + "_frame_in";
    build_position(context_, module, wants);
    b_.section("entrance: words of every frame, then fillers until the last word is out");
    token_ = b_.declare_wire("token", 1, "a word or filler enters the chain");
    available_ = b_.declare_reg("credit_available", 1, hw::Bits(1, 0));
    all_out_ = b_.declare_reg("all_out", 1, hw::Bits(1, 0), "every real word has left the chain");
    const hw::Value wants_word = count_frames(module, wants, "", Start{}, "all frames have entered");
    hw::Value ready = b_.name("entrance_open", available_ & ~loading_ & ~config_error_ & all_loaded_);
    std::map<int, hw::Value> wants_late;
    for (const int a : core_.late_arrays) {
      b_.section(fmt::format("{}: frames of its own, which begin when it is first read", name_of(a)));
      const plan::Distance& entry =
          context_.plan.executor.streams[static_cast<std::size_t>(context_.stencil.first_stream(a))].lag;
      wants_late[a] =
          count_frames(module, wants, name_of(a) + "_", context_.start_of(entry), "all its frames have entered");
      ready = ready & (~wants_late.at(a) | inputs_.at("in_" + name_of(a) + "_valid"));
    }
    if (!core_.late_arrays.empty()) ready = b_.name("late_words_there", ready);
    in_ready_ = b_.name("in_ready_w", ready & wants_word);
    b_.assign(token_, ready & mux(wants_word, inputs_.at("in_valid"), ~all_out_));
    b_.output("in_ready", in_ready_);
    for (const auto& [a, wanted] : wants_late) b_.output("in_" + name_of(a) + "_ready", token_ & wanted);
  }

  /// Counts the frames that enter, from `start` on; whether the next token is to bring a word of one.
  hw::Value count_frames(const std::string& module, const PositionWants& wants, const std::string& prefix,
                         const Start& start, const std::string& meaning) {
    const auto frame =
        instantiate_position(b_, context_, module, prefix + "frame_in", wants, loading_, token_, start, {}, statics_);
    const hw::Value passes = inputs_.at("cfg_passes");
    const hw::Value left = b_.declare_reg(prefix + "passes_to_enter", 32);
    const hw::Value flush = b_.declare_reg(prefix + "flushing", 1, hw::Bits(1, 0), meaning);
    const hw::Value entered = b_.name(prefix + "frame_entered", token_ & frame.at(pass_end_port(context_)) & ~flush);
    b_.drive(left, mux(loading_, passes, left - constant(32, 1)), loading_ | entered);
    b_.drive(flush, mux(loading_, eq(passes, b_.zero(32)), eq(left, constant(32, 1))), loading_ | entered);
    return b_.name(prefix + "wants_word", ~flush & frame.at("in_frame"));
  }

  void make_chain() {
    hw::Value valid = token_;
    hw::Value start = loading_;
    std::map<int, hw::Value> words;
    for (auto& [a, load] : load_) {
      const std::string port = "load_" + name_of(a);
      load = {inputs_.at(port + "_valid"), inputs_.at(port + "_last"), inputs_.at(port + "_data")};
    }
    for (const int a : core_.input_arrays) words[a] = inputs_.at("in_" + name_of(a));
    for (int e = 0; e < core_.steps; ++e) {
      b_.section(fmt::format("Executor {}", e));
      auto inputs = executor_inputs(e, start, valid, words);
      std::vector<std::tuple<std::string, std::string, int>> outputs;
      const bool last = e + 1 == core_.steps;
      const auto wire = [&](const std::string& port, int width, bool used) {
        outputs.emplace_back(port, fmt::format("{}e{}_{}", used ? "" : "unused_", e, port), width);
      };
      wire("out_valid", 1, true);
      wire("start_out", 1, !last);
      std::vector<int> arrays;
      for (std::size_t a = 0; a < context_.stencil.arrays.size(); ++a) {
        const spec::Array& array = context_.stencil.arrays[a];
        if (!plan::leaves_executor(context_.stencil, static_cast<int>(a))) continue;
        const bool used = last ? array.role != spec::Role::kInput : array.role != spec::Role::kOutput;
        wire("out_" + array.name, array.type.width * context_.lanes, used);
        arrays.push_back(static_cast<int>(a));
      }
      for (const int a : arrays) {
        if (plan::monitors_change(context_.stencil, a))
          wire("mon_old_" + name_of(a),
               context_.stencil.arrays[static_cast<std::size_t>(a)].type.width * context_.lanes, last);
      }
      for (const auto& [a, load] : load_) {
        wire("load_" + name_of(a) + "_valid_out", 1, true);
        wire("load_" + name_of(a) + "_last_out", 1, true);
        wire("load_" + name_of(a) + "_data_out", load.data.width, !last);
      }
      const auto values =
          b_.instance(context_.stencil.name + "_executor", fmt::format("executor_{}", e), inputs, outputs);
      valid = values[0];
      start = values[1];
      for (std::size_t i = 0; i < arrays.size(); ++i) words[arrays[i]] = values[i + 2];
      std::size_t next = arrays.size() + 2;
      for (const int a : arrays) {
        if (plan::monitors_change(context_.stencil, a)) chain_before_[a] = values[next++];
      }
      for (auto& [a, load] : load_) {
        load = {values[next], values[next + 1], values[next + 2]};
        next += 3;
      }
    }
    finish_loads();
    chain_valid_ = valid;
    chain_words_ = words;
  }

  std::vector<std::pair<std::string, hw::Value>> executor_inputs(int e, hw::Value start, hw::Value valid,
                                                                 const std::map<int, hw::Value>& words) {
    std::vector<std::pair<std::string, hw::Value>> inputs = {{"start", start}, {"in_valid", valid}};
    for (const int a : core_.input_arrays) inputs.emplace_back("in_" + name_of(a), words.at(a));
    for (const auto& [a, value] : single_) inputs.emplace_back("value_" + name_of(a), value);
    for (const auto& [a, load] : load_) {
      inputs.emplace_back("load_" + name_of(a) + "_valid", load.valid);
      inputs.emplace_back("load_" + name_of(a) + "_last", load.last);
      inputs.emplace_back("load_" + name_of(a) + "_data", load.data);
    }
    const plan::Distance lag = context_.plan.executor.lag;
    const Start unit = context_.start_of(lag);
    const std::int64_t base[3] = {unit.x * e, unit.y * e, unit.z * e};
    static const char* const kStart[] = {"start_x", "start_y", "start_z"};
    for (int a = 0; a < context_.stencil.axes; ++a) {
      inputs.emplace_back(kStart[a], constant(context_.width[a], base[a]));
    }
    connect_statics(inputs, context_, context_.executor_statics, statics_);
    if (context_.plan.executor.has_bypass) {
      const hw::Value count = inputs_.at("cfg_bypass");
      inputs.emplace_back("bypass_first", ult(constant(count.width, e), count));
    }
    if (context_.uses_step()) {
      inputs.emplace_back("first_step", inputs_.at("cfg_first_step") + constant(32, e));
    }
    static const char* const kExtent[] = {"extent_x", "extent_y", "extent_z"};
    for (int a = 0; a < spec::kMaxAxes && !context_.fixed; ++a) {
      if (!context_.uses_extent(a)) continue;
      inputs.emplace_back(kExtent[a], context_.has_axis(a) ? grid_extent(a, 32) : constant(32, 1));
    }
    for (const plan::StagePlan& s : context_.plan.executor.stages) {
      for (const int p : s.reads.params) {
        if (!context_.stencil.params[static_cast<std::size_t>(p)].by_step.empty()) continue;
        const std::string port = "param_" + context_.stencil.params[static_cast<std::size_t>(p)].name;
        const bool known = std::any_of(inputs.begin(), inputs.end(), [&](const auto& i) { return i.first == port; });
        if (!known) inputs.emplace_back(port, inputs_.at(port));
      }
    }
    return inputs;
  }

  /// Drops fillers and counts the frames that have left the chain.
  void make_gate() {
    PositionWants wants;
    wants.in_frame = true;
    (core_.has_blocks() ? wants.last_of_pass : wants.last_word) = true;
    const bool monitors = !context_.plan.monitors.empty();
    if (monitors && context_.lanes > 1 && !context_.wraps(0)) wants.flags.push_back({0, true, 0});
    wants.in_grid = monitors && (!context_.monitor_statics.empty() || core_.has_blocks());
    const std::string module = context_.stencil.name + "_frame_out";
    build_position(context_, module, wants);
    b_.section("output gate: fillers are dropped, their credits return at once");
    const plan::Distance& lag = context_.plan.executor.lag;
    Start total = context_.start_of(lag);
    total = {total.x * core_.steps, total.y * core_.steps, total.z * core_.steps};
    const auto frame =
        instantiate_position(b_, context_, module, "frame_out", wants, loading_, chain_valid_, total, {}, statics_);
    write_ = b_.name("out_write", chain_valid_ & frame.at("in_frame") & ~all_out_);
    drop_ = b_.name("out_drop", chain_valid_ & ~write_);
    const hw::Value passes = inputs_.at("cfg_passes");
    const hw::Value left = b_.declare_reg("passes_to_leave", 32);
    const hw::Value leaves =
        b_.name("frame_leaves", write_ & frame.at(core_.has_blocks() ? "last_of_pass" : "last_word"));
    frame_leaves_ = leaves;
    if (!wants.flags.empty()) row_ends_ = frame.at(flag_name(wants.flags[0]));
    if (wants.in_grid) in_grid_ = frame.at("in_grid");
    if (wants.in_grid && context_.wraps(0)) row_ends_ = frame.at("grid_row_ends");
    b_.drive(left, mux(loading_, passes, left - constant(32, 1)), loading_ | leaves);
    b_.drive(all_out_, mux(loading_, eq(passes, b_.zero(32)), eq(left, constant(32, 1))), loading_ | leaves);
  }

  void make_fifo() {
    b_.section("output FIFO: room for every token in flight");
    std::vector<hw::Value> high_first;
    for (const int a : core_.output_arrays) high_first.insert(high_first.begin(), chain_words_.at(a));
    const int width = context_.plan.fifo_width;
    const hw::Value out_ready = inputs_.at("out_ready");
    const auto fifo = b_.instance(
        "rtlgen_fifo", "out_fifo", {{"in_valid", write_}, {"in_data", hw::cat(high_first)}, {"out_ready", out_ready}},
        {{"out_valid", "fifo_valid", 1}, {"out_data", "fifo_data", width}, {"overflow", "unused_overflow", 1}},
        {{"WIDTH", width}, {"DEPTH", context_.plan.fifo_depth}});
    b_.output("out_valid", fifo[0]);
    int low = 0;
    for (const int a : core_.output_arrays) {
      const int w = context_.stencil.arrays[static_cast<std::size_t>(a)].type.width * context_.lanes;
      b_.output("out_" + name_of(a), fifo[1].slice(low + w - 1, low));
      low += w;
    }
    pop_ = b_.name("out_pop", fifo[0] & out_ready);
  }

  /// The lane of a row's last cell; the ghosts before it are whole words.
  hw::Value tail_lane() {
    if (!context_.wraps(0)) return statics_.at("tail");
    const int w = bits_for(context_.lanes - 1);
    if (context_.fixed) return constant(w, (context_.stencil.grid[0] - 1) % context_.lanes);
    if (!statics_.contains("tail")) statics_["tail"] = b_.reg("tail", inputs_.at("cfg_tail"));
    return statics_.at("tail");
  }

  /// Where in the frame the grid ends, for monitors.
  void make_grid_ends() {
    for (int a = 0; a < 3; ++a) {
      if (!context_.wraps(a) || context_.monitor_statics.empty()) continue;
      static const char* const kPort[] = {"cfg_row_words", "cfg_rows", "cfg_planes"};
      const int w = context_.width[a];
      const std::int64_t high = core_.ghost_high[static_cast<std::size_t>(a)];
      const std::int64_t whole = a == 0 ? high / context_.lanes : high;
      hw::Value end = sized(kPort[a], w) - constant(w, whole + 1);
      // The ghosts behind a row need one word more where they do not fit behind its last cell.
      const std::int64_t room = context_.lanes - 1 - high % context_.lanes;
      if (a == 0 && context_.lanes > 1) {
        const hw::Value tail = tail_lane();
        end = end - zext(ult(constant(tail.width, room), tail), w);
      }
      statics_[fmt::format("grid_end_{}", "xyz"[a])] = b_.reg(fmt::format("grid_end_{}", "xyz"[a]), end);
    }
  }

  /// Monitors look at the words that leave the chain, a register behind the gate.
  void make_monitors() {
    if (context_.plan.monitors.empty()) return;
    b_.section("monitors: what the words of a frame fold to");
    const hw::Value next_is_first = b_.declare_reg("next_is_first", 1, hw::Bits(1, 1));
    b_.drive(next_is_first, frame_leaves_, write_);
    const hw::Value first = b_.reg("mon_first", write_ & next_is_first);
    const hw::Value last = b_.reg("mon_last", frame_leaves_, {}, hw::Bits::zero(1));
    std::vector<hw::Value> high_first;
    for (int lane = 0; lane < context_.lanes; ++lane) {
      // Lanes beyond the last cell of a row hold padding, or ghosts.
      hw::Value real = in_grid_.valid() ? write_ & in_grid_ : write_;
      if (lane > 0) {
        const hw::Value tail = tail_lane();
        real = real & ~(row_ends_ & ult(tail, constant(tail.width, lane)));
      }
      high_first.insert(high_first.begin(), real);
    }
    const hw::Value valid = b_.reg("mon_cells", hw::cat(high_first));
    std::map<int, hw::Value> cells, before;
    for (const spec::Monitor& m : context_.stencil.monitors) {
      if (!cells.contains(m.array))
        cells[m.array] = b_.reg("mon_" + name_of(m.array) + "_word", chain_words_.at(m.array));
      if (m.reduction == spec::Reduction::kMaxChange && !before.contains(m.array)) {
        before[m.array] = b_.reg("mon_" + name_of(m.array) + "_before", chain_before_.at(m.array));
      }
    }
    const int longest = core_.monitor_latency - 1;
    for (const plan::MonitorPlan& m : context_.plan.monitors) {
      const spec::Monitor& monitor = context_.stencil.monitors[static_cast<std::size_t>(m.monitor)];
      build_monitor(context_, m);
      std::vector<std::pair<std::string, hw::Value>> inputs = {
          {"valid", valid}, {"first", first}, {"last", last}, {"cells", cells.at(monitor.array)}};
      if (monitor.reduction == spec::Reduction::kMaxChange) inputs.emplace_back("old_cells", before.at(monitor.array));
      const hw::Value result = b_.instance(m.module, "monitor_" + monitor.name, inputs,
                                           {{"q", "monitor_" + monitor.name + "_q", monitor.type.width}})[0];
      b_.output("mon_" + monitor.name, b_.delay("mon_" + monitor.name + "_late", result, longest - m.latency));
    }
    const hw::Value on_the_way =
        b_.declare_reg("mon_valid_s", longest, hw::Bits::zero(longest), "results that are on their way");
    b_.drive(on_the_way, longest == 1 ? last : hw::cat({on_the_way.slice(longest - 2, 0), last}));
    b_.output("mon_valid", on_the_way.msb(), "the monitors hold the results of a pass");
    monitors_busy_ = last | reduce_or(on_the_way);
  }

  /// One credit a FIFO place: taken by a token, returned when its word is read or dropped.
  void make_credits() {
    b_.section("credits");
    const std::int64_t depth = context_.plan.fifo_depth;
    const int w = bits_for(depth);
    const auto bit = [&](hw::Value v) { return w == 1 ? v : zext(v, w); };
    const hw::Value credits = b_.declare_reg("credits", w, hw::Bits(w, static_cast<std::uint64_t>(depth)));
    const hw::Value next = b_.name("credits_next", credits + bit(pop_) + bit(drop_) - bit(token_));
    b_.drive(credits, next);
    b_.drive(available_, ne(next, b_.zero(w)));
    const hw::Value held = b_.declare_reg("words_held", w, hw::Bits::zero(w), "real words in the FIFO");
    b_.drive(held, held + bit(write_) - bit(pop_));
    hw::Value done = all_out_ & eq(held, b_.zero(w));
    if (monitors_busy_.valid()) done = done & ~monitors_busy_;
    b_.output("done", done, "every word of every pass has been taken");
  }

  [[nodiscard]] std::string name_of(int array) const {
    return context_.stencil.arrays[static_cast<std::size_t>(array)].name;
  }

  Context& context_;
  const plan::CoreInterface& core_;
  hw::Builder b_;
  std::map<std::string, hw::Value> inputs_;
  Statics statics_;
  hw::Value loading_, config_error_, token_, available_, all_out_, in_ready_;
  hw::Value chain_valid_, write_, drop_, pop_;
  std::map<int, hw::Value> chain_words_, chain_before_;
  hw::Value frame_leaves_, row_ends_, in_grid_, monitors_busy_;
  std::map<int, LoadPorts> load_;    ///< held arrays with axes: what enters the next Executor
  std::map<int, hw::Value> single_;  ///< held arrays of one value
  std::map<int, hw::Value> loaded_;  ///< by held array
  hw::Value all_loaded_;
};

}  // namespace

void build_core(Context& context) { CoreBuilder(context).build(); }

hw::Design elaborate(const plan::Plan& plan, ops::Memo* operators) {
  Context context(plan);
  context.operators = operators;
  build_executor(context);
  build_core(context);
  hw::Design design;
  design.top = plan.core.module;
  design.modules = std::move(context.modules);
  design.leaves.push_back(hw::fifo_leaf());
  hw::verify(design);
  return design;
}

}  // namespace rtlgen::elaborate
