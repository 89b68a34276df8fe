// pll_model -- Intel's PLL as a separate system: one clock, locked some clocks after it starts
// Tests give it faults (card_abi.h).
`timescale 1ps/1ps
`default_nettype none

module pll_model #(
  parameter HALF_PS = 2500,
  parameter LOCK_CLOCKS = 50
) (
  input  wire refclk_clk,
  input  wire reset_reset,
  output reg  kernel_clk,
  output reg  locked_export
);

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);
  localparam UNLOCKED = 0, STOPPED = 1, SLOW = 2;

  integer seen = 0, longer = 0;
  reg stopped = 1'b0, started = 1'b0, vco = 1'b0;

  initial begin
    kernel_clk = 1'b0;
    locked_export = 1'b0;
    repeat (4) @(posedge refclk_clk);
    started = 1'b1;
    forever #(HALF_PS) vco = ~vco;
  end

  always @(posedge vco) begin
    if (reset_reset || rtlgen_model_fault(UNLOCKED, 0) != 0) seen = 0;
    else if (seen < LOCK_CLOCKS) seen = seen + 1;
    locked_export <= seen == LOCK_CLOCKS;
    stopped <= rtlgen_model_fault(STOPPED, 0) != 0;
    longer <= rtlgen_model_fault(SLOW, 0);
  end

  always begin
    wait (started && !stopped && !reset_reset);
    #(HALF_PS + longer) kernel_clk = 1'b1;
    #(HALF_PS + longer) kernel_clk = 1'b0;
  end

endmodule

`default_nettype wire
