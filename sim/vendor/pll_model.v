// pll_model -- Intel's PLL as a separate system: one clock, locked some clocks after it starts
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

  integer seen = 0;

  initial begin
    kernel_clk = 1'b0;
    locked_export = 1'b0;
    repeat (4) @(posedge refclk_clk);
    forever #(HALF_PS) kernel_clk = ~kernel_clk;
  end

  always @(posedge kernel_clk) begin
    if (reset_reset) seen = 0;
    else if (seen < LOCK_CLOCKS) seen = seen + 1;
    locked_export <= seen == LOCK_CLOCKS;
  end

endmodule

`default_nettype wire
