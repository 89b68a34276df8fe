// Stands for rtlgen_bursts in the proofs of the engines: any bursts at any time.
//
// It promises what bursts_props.v proves and the engines rely on: an offer stays until it is taken,
// nothing is offered during flush, no burst is longer than the longest.
`default_nettype none

module rtlgen_bursts #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter BURST_BEATS = 64,
  parameter COUNT_BITS = 24
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   flush,
  output wire                   idle,
  input  wire [2*ADDR_BITS-1:0] buf_first,
  input  wire [2*ADDR_BITS-1:0] buf_last,
  input  wire                   seg_valid,
  output wire                   seg_ready,
  input  wire [ADDR_BITS-1:0]   seg_addr,
  input  wire [COUNT_BITS-1:0]  seg_beats,
  input  wire                   seg_bank,
  input  wire                   seg_mark,
  output wire                   out_valid,
  input  wire                   out_ready,
  output wire [ADDR_BITS-1:0]   out_addr,
  output wire [7:0]             out_len,
  output wire                   out_empty,
  output wire                   out_bank,
  output wire                   out_mark,
  output wire                   out_inside
);

  localparam BITS = ADDR_BITS + 13;  // all that an offer is
  wire [BITS-1:0] any = $anyseq;
  reg [BITS-1:0] kept;
  reg keeps = 1'b0;
  wire [BITS-1:0] offer = keeps ? kept : any;
  wire valid;
  wire [7:0] len;

  always @(posedge clk) begin
    kept <= offer;
    keeps <= out_valid & ~out_ready & ~rst;
  end

  assign {valid, out_addr, len, out_empty, out_bank, out_mark, out_inside} = offer;
  assign out_valid = valid & ~flush;
  assign out_len = len % BURST_BEATS;
  assign idle = ~valid;
  assign seg_ready = 1'b0;

endmodule

`default_nettype wire
