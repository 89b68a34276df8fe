// rtlgen_axis_out -- an output register for an AXI4-Stream: an offered word stays until it is accepted
// One word per clock. Streams whose words come together have one each: all load in the clock in which all are ready,
// and each receiver accepts its word at any time. It is not reset with the core, so an aborted run withdraws no word.
//
//   parameter  BITS  bits of a word, 1 or more
//
//   port                direction  meaning
//   clk                 in         everything happens at its rising edge
//   rst                 in         reset of the stream (the inverse of aresetn): synchronous, active high
//   in_valid, in_ready  in/out     a word is available; there is room for it; it is accepted when both are high
//   in_data, in_last    in
//   tvalid, tready      out/in     the stream
//   tdata, tlast        out        registers
`default_nettype none

module rtlgen_axis_out #(
  parameter BITS = 32
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            in_valid,
  output wire            in_ready,
  input  wire [BITS-1:0] in_data,
  input  wire            in_last,
  output reg             tvalid,
  input  wire            tready,
  output reg  [BITS-1:0] tdata,
  output reg             tlast
);

  generate
    if (BITS < 1) begin : guard
      rtlgen_axis_out_needs_a_bit bad_parameter ();
    end
  endgenerate

  assign in_ready = ~tvalid | tready;

  always @(posedge clk) begin
    if (in_ready) begin
      tdata <= in_data;
      tlast <= in_last;
    end
    tvalid <= ~rst & (in_ready ? in_valid : 1'b1);
  end

endmodule

`default_nettype wire
