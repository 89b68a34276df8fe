// rtlgen_skid -- register stage of a stream: no path leads from one side to the other, in either direction
// One word per clock. in_ready is a register, so a word that comes while the reader stalls goes to a spare register.
//
//   parameter  WIDTH  bits of a word, 1 or more
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high; drops the words inside
//   in_valid   in         in_data is a word
//   in_ready   out        it is accepted at this edge; a register, low in reset from its second clock on
//   in_data    in
//   out_valid  out        out_data is the oldest word; a register
//   out_ready  in         the reader accepts it at this edge
//   out_data   out        stable until accepted; a register
`default_nettype none

module rtlgen_skid #(
  parameter WIDTH = 8
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             in_valid,
  output reg              in_ready,
  input  wire [WIDTH-1:0] in_data,
  output reg              out_valid,
  input  wire             out_ready,
  output reg  [WIDTH-1:0] out_data
);

  generate
    if (WIDTH < 1) begin : guard
      rtlgen_skid_needs_width_of_at_least_1 bad_parameter ();
    end
  endgenerate

  reg spare_full;
  reg [WIDTH-1:0] spare;
  wire put = in_valid & in_ready;
  wire free = ~out_valid | out_ready;
  wire spare_next = ~free & (spare_full | put);

  always @(posedge clk) begin
    if (in_ready) spare <= in_data;
    if (free) out_data <= spare_full ? spare : in_data;
    if (rst) begin
      in_ready <= 1'b0;
      spare_full <= 1'b0;
      out_valid <= 1'b0;
    end else begin
      in_ready <= ~spare_next;
      spare_full <= spare_next;
      out_valid <= ~free | spare_full | put;
    end
  end

endmodule

`default_nettype wire
