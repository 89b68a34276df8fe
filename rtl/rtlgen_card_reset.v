// rtlgen_card_reset -- resets of a card: of the bus with all accelerators, of the kernel clock, of memory controllers
//
// The bus is in reset while the kernel clock is not locked, and for 64 clocks after the host or a memory that was lost
// has demanded it. Every reset that the host demands includes the bus.
//
//   parameter  CHANNELS  memory channels
//
//   port           direction  meaning
//   clk, rst       in         one clock; rst synchronous, active high, together with the host
//   kernel_runs    in         the kernel clock is locked
//   lost           in         a memory channel, channel 0 lowest, was ready and no longer is
//   calibrated     in         the memory of these channels is calibrated
//   ask_bus        in         for one clock: reset the bus
//   ask_kernel     in         for one clock: reset the source of the kernel clock
//   ask_memory     in         for one clock: reset the controllers of these channels; contents are lost
//   bus_rst        out        resets all between the firewalls and the memory controllers; a register, 1 at power-up
//   kernel_resetn  out        low for 64 clocks or more; a register, 0 at power-up
//   memory_stop    out        high for 64 clocks or more; a register, 0 at power-up
//   kernel_lost    out        for one clock: the kernel clock was locked and no longer is
//   restarted      out        for one clock: a reset of the bus begins
//   restarts       out        resets of the bus since power-up, modulo 2^16; `rst` counts and does not clear it
//   losses         out        the same of lost calibrations, and with them of a memory's contents
`default_nettype none

module rtlgen_card_reset #(
  parameter CHANNELS = 1
) (
  input  wire                clk,
  input  wire                rst,
  input  wire                kernel_runs,
  input  wire [CHANNELS-1:0] lost,
  input  wire [CHANNELS-1:0] calibrated,
  input  wire                ask_bus,
  input  wire                ask_kernel,
  input  wire [CHANNELS-1:0] ask_memory,
  output reg                 bus_rst,
  output reg                 kernel_resetn,
  output reg  [CHANNELS-1:0] memory_stop,
  output wire                kernel_lost,
  output wire                restarted,
  output reg  [15:0]         restarts,
  output reg  [15:0]         losses
);

  generate
    if (CHANNELS < 1) begin : guard
      rtlgen_card_reset_needs_a_channel bad_parameter ();
    end
  endgenerate

  initial bus_rst = 1'b1;
  initial kernel_resetn = 1'b0;
  initial memory_stop = {CHANNELS{1'b0}};
  initial restarts = 16'd0;
  initial losses = 16'd0;

  reg [5:0] hold;
  reg kernel_stop, ran;
  reg [CHANNELS-1:0] was_calibrated;
  initial was_calibrated = {CHANNELS{1'b0}};
  wire over = hold == 6'd0;
  wire ask = ask_bus | ask_kernel | (|ask_memory) | (|lost);

  always @(posedge clk) begin
    kernel_resetn <= ~rst & ~kernel_stop;
    restarts <= restarts + {15'd0, ~bus_rst & (rst | ask | ~kernel_runs)};
    was_calibrated <= calibrated;
    losses <= losses + {15'd0, |(was_calibrated & ~calibrated)};
    if (rst) begin
      hold <= 6'd63;
      ran <= 1'b0;
      bus_rst <= 1'b1;
      kernel_stop <= 1'b0;
      memory_stop <= {CHANNELS{1'b0}};
    end else begin
      hold <= ask ? 6'd63 : hold - {5'd0, ~over};
      ran <= kernel_runs;
      bus_rst <= ask | ~over | ~kernel_runs;
      kernel_stop <= ask_kernel | (kernel_stop & ~over);
      memory_stop <= ask_memory | (memory_stop & {CHANNELS{~over}});
    end
  end

  assign kernel_lost = ran & ~kernel_runs;
  assign restarted = ~bus_rst & (ask | ~kernel_runs);

endmodule

`default_nettype wire
