// clock_model -- AMD Clocking Wizard with a safe start: one clock, which runs once it is locked
`timescale 1ps/1ps
`default_nettype none

module clock_model #(
  parameter HALF_PS = 2500,
  parameter LOCK_CLOCKS = 50
) (
  input  wire clk_in1,
  input  wire resetn,
  output reg  clk_out1,
  output reg  locked
);

  integer seen = 0;

  initial begin
    clk_out1 = 1'b0;
    locked = 1'b0;
  end

  always @(posedge clk_in1) begin
    if (!resetn) seen = 0;
    else if (seen < LOCK_CLOCKS) seen = seen + 1;
    locked <= seen == LOCK_CLOCKS;
  end

  always begin
    wait (locked);
    #(HALF_PS) clk_out1 = 1'b1;
    #(HALF_PS) clk_out1 = 1'b0;
  end

endmodule

`default_nettype wire
