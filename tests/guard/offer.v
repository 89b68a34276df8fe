// Offers what comes at any time, and keeps it until it is taken: the master's side of a channel, for formal harnesses.
`default_nettype none

module offer #(
  parameter BITS = 1
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            ask,
  input  wire [BITS-1:0] any,
  output reg             valid,
  input  wire            ready,
  output reg  [BITS-1:0] what
);

  initial valid = 1'b0;
  always @(posedge clk) begin
    if (~valid | ready) what <= any;
    valid <= ~rst & ((valid & ~ready) | ask);
  end

endmodule

`default_nettype wire
