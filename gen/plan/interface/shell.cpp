// Plans the streams and channels of a shell.
#include "contract/shell.hpp"

#include <algorithm>
#include <map>

#include "plan/framing.hpp"
#include "plan/interface/interface.hpp"
#include "plan/interface/self_test.hpp"
#include "plan/interface/shell_registers.hpp"
#include "plan/plan.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

class ShellPlanner {
 public:
  explicit ShellPlanner(const Plan& plan) : plan_(plan), stencil_(*plan.stencil), bus_(*stencil_.hardware.bus) {}

  contract::Shell run() {
    shell_ = contract::shell_on_bus(bus_.bits, bus_.burst);
    shell_.module = stencil_.name + "_shell";
    shell_.bus_mhz = bus_.clock_mhz;
    using contract::PortRole;
    for (const contract::Port& p : plan_.core.ports_of(PortRole::kInData)) shell_.streams.push_back(streamed(p, false));
    for (const contract::Port& p : plan_.core.ports_of(PortRole::kLoadData)) shell_.streams.push_back(held(p));
    for (const contract::Port& p : plan_.core.ports_of(PortRole::kOutData)) shell_.streams.push_back(streamed(p, true));
    make_channels();
    shell_.self_test = self_test_of(plan_);
    plan_registers(plan_, shell_);
    return std::move(shell_);
  }

 private:
  contract::ShellStream named(const contract::Port& port) const {
    contract::ShellStream stream;
    stream.name = port.field;
    stream.array = port.index;
    stream.components = static_cast<int>(port.arrays.size());
    stream.lanes = lanes_of(stencil_.arrays[spec::ArrayId(port.index)], plan_.core.cells_per_cycle);
    stream.word_bits = port.width;
    stream.cell_bits = port.width / stream.lanes;
    stream.buffers = {{0}};
    for (const spec::Placement& place : bus_.memory) {
      if (place.array.index() == port.index) stream.buffers = place.buffers;
    }
    if (stream.buffers.size() == 2 && stream.buffers[0] == stream.buffers[1]) stream.buffers.pop_back();
    return stream;
  }

  contract::ShellStream streamed(const contract::Port& port, bool is_out) const {
    contract::ShellStream stream = named(port);
    stream.is_out = is_out;
    stream.axes = plan_.core.axes;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      stream.blocked[a] = plan_.core.blocked(a);
      stream.wraps[a] = plan_.core.wraps(a) || plan_.core.block_wraps[a];
    }
    stream.ping_pong = stencil_.arrays[spec::ArrayId(port.index)].role == spec::Role::kState;
    stream.has_writer = stream.ping_pong && !is_out;
    return stream;
  }

  /// A held array is loaded as one frame of its own shape, with one or more words per beat: it is small, so its rows
  /// need not be whole beats.
  contract::ShellStream held(const contract::Port& port) const {
    contract::ShellStream stream = named(port);
    stream.is_held = true;
    stream.word_bits = std::max(stream.word_bits, bus_.bits);
    std::size_t own = 0;
    for (int a = 0; a < plan_.core.axes; ++a) {
      if (!stencil_.arrays[spec::ArrayId(port.index)].spans[at(a)]) continue;
      stream.wraps[own] = plan_.core.wraps(at(a));
      stream.grid_axis[own++] = a;
    }
    stream.axes = std::max(1, static_cast<int>(own));
    if (own == 0) stream.grid_axis[0] = -1;
    return stream;
  }

  void make_channels() {
    std::map<int, contract::ShellChannel> channels;
    for (std::size_t s = 0; s < shell_.streams.size(); ++s) {
      const contract::ShellStream& stream = shell_.streams[s];
      for (int b = 0; b < stream.banks(); ++b) {
        for (int stripe = 0; stripe < stream.stripes(); ++stripe) {
          contract::ShellChannel& channel = channels[stream.buffers[at(b)][at(stripe)]];
          (stream.is_out ? channel.writers : channel.readers)
              .push_back({static_cast<int>(s), b * stream.stripes() + stripe, stripe});
        }
      }
    }
    const auto round_of = [&](int number) {
      const std::vector<spec::ChannelKind>& kinds = stencil_.hardware.channels.kinds;
      return kinds.empty() ? 0 : kinds[spec::kind_of_channel(stencil_.hardware, number)].bank_round;
    };
    shell_.bank_round = round_of(channels.begin()->first);
    for (auto& [number, channel] : channels) {
      channel.number = number;
      if (const std::int64_t round = round_of(number); round != shell_.bank_round) channel.bank_round = round;
      channel.has_base = stencil_.hardware.channels.is_separate;
      shell_.channels.push_back(std::move(channel));
    }
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  const spec::Bus& bus_;
  contract::Shell shell_;
};

}  // namespace

contract::Shell shell_of(const Plan& plan) { return ShellPlanner(plan).run(); }

}  // namespace rtlgen::plan
