// clocks_model -- AMD Clocking Wizard with three outputs and a safe start: clocks run while they are locked, and have stopped otherwise
`timescale 1ps/1ps
`default_nettype none

module clocks_model #(
  parameter HALF_PS_1 = 5000,
  parameter HALF_PS_2 = 5000,
  parameter HALF_PS_3 = 2500,
  parameter LOCK_PS = 300000
) (
  input  wire clk_in1,
  input  wire resetn,
  output reg  clk_out1,
  output reg  clk_out2,
  output reg  clk_out3,
  output reg  locked
);

  initial {clk_out1, clk_out2, clk_out3, locked} = 4'd0;

  // The input need not continue once it has been seen: the model has its own time.
  reg seen = 1'b0;
  initial begin
    repeat (4) @(posedge clk_in1);
    seen = 1'b1;
  end

  always begin
    wait (seen && resetn);
    #(LOCK_PS) locked = resetn;
    wait (!resetn);
    locked = 1'b0;
  end

  always begin
    wait (locked);
    #(HALF_PS_1) clk_out1 = locked;
    #(HALF_PS_1) clk_out1 = 1'b0;
  end
  always begin
    wait (locked);
    #(HALF_PS_2) clk_out2 = locked;
    #(HALF_PS_2) clk_out2 = 1'b0;
  end
  always begin
    wait (locked);
    #(HALF_PS_3) clk_out3 = locked;
    #(HALF_PS_3) clk_out3 = 1'b0;
  end

endmodule

`default_nettype wire
