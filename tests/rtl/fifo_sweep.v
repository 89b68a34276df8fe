// Test bench top: FIFOs of many shapes side by side, each with its own controls.
`default_nettype none

module fifo_sweep #(
  parameter COUNT = 10
) (
  input  wire                clk,
  input  wire                rst,
  input  wire [COUNT-1:0]    in_valid,
  input  wire [64*COUNT-1:0] in_data,
  input  wire [COUNT-1:0]    out_ready,
  output wire [COUNT-1:0]    out_valid,
  output wire [64*COUNT-1:0] out_data,
  output wire [COUNT-1:0]    overflow
);

  genvar i;
  generate
    for (i = 0; i < COUNT; i = i + 1) begin : shape
      // Depths 1, 2, 3 ... and widths from 1 to 64.
      localparam DEPTH = i < 8 ? i + 1 : 9 + 4 * i;
      localparam WIDTH = i == 0 ? 1 : (i < 4 ? 8 * i : 64 - i);
      wire [WIDTH-1:0] data;
      wire unused_bits = &{1'b0, in_data[64*i +: 64]};
      assign out_data[64*i +: 64] = {{64 - WIDTH{1'b0}}, data};
      rtlgen_fifo #(
        .WIDTH(WIDTH),
        .DEPTH(DEPTH)
      ) u_fifo (
        .clk(clk),
        .rst(rst),
        .in_valid(in_valid[i]),
        .in_data(in_data[64*i +: WIDTH]),
        .out_ready(out_ready[i]),
        .out_valid(out_valid[i]),
        .out_data(data),
        .overflow(overflow[i])
      );
    end
  endgenerate

endmodule

`default_nettype wire
