// rtlgen_passes -- counts the passes committed to memory, from the committed rows; keeps its value after a run
//
//   port            direction  meaning
//   clk             in         the bus clock
//   rst             in         synchronous, active high between runs. The value stays until the first clock without rst
//   pass_rows       in         rows that a pass commits, 1 to 2^30
//   rows_committed  in         modulo 2^32, from 0 after reset
//   passes          out        delayed by a few clocks
`default_nettype none

module rtlgen_passes (
  input  wire        clk,
  input  wire        rst,
  input  wire [31:0] pass_rows,
  input  wire [31:0] rows_committed,
  output reg  [31:0] passes
);

  reg fresh;
  initial fresh = 1'b1;
  reg passed;           // `open` is out of date in this clock
  reg [31:0] rows;      // committed rows; between runs those of the last run
  reg [31:0] counted;   // rows of the passes that have been counted
  reg [31:0] open;      // committed rows beyond those
  wire enough = !passed && !open[31] && open >= pass_rows;

  initial passes = 32'd0;
  always @(posedge clk) begin
    fresh <= rst;
    if (!rst) rows <= rows_committed;
    open <= rows - counted;
    passed <= enough;
    if (enough) begin
      counted <= counted + pass_rows;
      passes <= passes + 32'd1;
    end
    if (fresh && !rst) begin
      rows <= 32'd0;
      counted <= 32'd0;
      open <= 32'd0;
      passed <= 1'b0;
      passes <= 32'd0;
    end
  end

endmodule

`default_nettype wire
