// rtlgen_first -- keeps the first value that comes while none is kept
//
//   parameter  WIDTH  bits of a value, 1 or more
//
//   port   direction  meaning
//   clk    in         everything happens at its rising edge
//   take   in         a value comes
//   kept   in         one is kept: high from the clock after `take`, until another may replace it
//   value  in
//   first  out        the value that is kept; 0 while none is
`default_nettype none

module rtlgen_first #(
  parameter WIDTH = 8
) (
  input  wire             clk,
  input  wire             take,
  input  wire             kept,
  input  wire [WIDTH-1:0] value,
  output wire [WIDTH-1:0] first
);

  generate
    if (WIDTH < 1) begin : guard
      rtlgen_first_needs_width_of_at_least_1 bad_parameter ();
    end
  endgenerate

  reg [WIDTH-1:0] word;
  always @(posedge clk) if (take & ~kept) word <= value;
  assign first = word & {WIDTH{kept}};

endmodule

`default_nettype wire
