// clock_model -- AMD Clocking Wizard with a safe start: one clock, which runs once it is locked
// Tests give it faults (card_abi.h).
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

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);
  localparam UNLOCKED = 0, STOPPED = 1, SLOW = 2;

  integer seen = 0, longer = 0;
  reg stopped = 1'b0;

  initial begin
    clk_out1 = 1'b0;
    locked = 1'b0;
  end

  always @(posedge clk_in1) begin
    if (!resetn || rtlgen_model_fault(UNLOCKED, 0) != 0) seen = 0;
    else if (seen < LOCK_CLOCKS) seen = seen + 1;
    locked <= seen == LOCK_CLOCKS;
    stopped <= rtlgen_model_fault(STOPPED, 0) != 0;
    longer <= rtlgen_model_fault(SLOW, 0);
  end

  always begin
    wait (locked && !stopped);
    #(HALF_PS + longer) clk_out1 = 1'b1;
    #(HALF_PS + longer) clk_out1 = 1'b0;
  end

endmodule

`default_nettype wire
