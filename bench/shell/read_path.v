// bench_shell: a read engine with its splitter and its FIFO, as one module to measure.
`default_nettype none

module read_path #(
  parameter BUS_BITS = 512,
  parameter DEPTH_LOG2 = 9
) (
  input  wire                clk,
  input  wire                rst,
  input  wire                stop,
  output wire                idle,
  output wire                err_bounds,
  output wire                err_resp,
  input  wire [127:0]        buf_first,
  input  wire [127:0]        buf_last,
  input  wire                seg_valid,
  output wire                seg_ready,
  input  wire [63:0]         seg_addr,
  input  wire [23:0]         seg_beats,
  input  wire                seg_bank,
  output wire                req_valid,
  input  wire                req_ready,
  output wire                req_bank,
  output wire [63:0]         req_addr,
  output wire [7:0]          req_len,
  input  wire                dat_valid,
  input  wire [BUS_BITS-1:0] dat_data,
  input  wire                dat_error,
  input  wire                rd_clk,
  input  wire                rd_rst,
  output wire                out_valid,
  input  wire                out_ready,
  output wire [BUS_BITS-1:0] out_data,
  output wire [DEPTH_LOG2:0] out_count
);

  wire beat_valid, unused_ready;
  wire [BUS_BITS-1:0] beat;
  wire [DEPTH_LOG2:0] free;

  rtlgen_axi_read #(.BUS_BITS(BUS_BITS), .FREE_BITS(DEPTH_LOG2 + 1)) u_engine (
    .clk(clk), .rst(rst), .stop(stop), .idle(idle), .err_bounds(err_bounds), .err_resp(err_resp),
    .buf_first(buf_first), .buf_last(buf_last), .seg_valid(seg_valid), .seg_ready(seg_ready),
    .seg_addr(seg_addr), .seg_beats(seg_beats), .seg_bank(seg_bank), .req_valid(req_valid),
    .req_ready(req_ready), .req_bank(req_bank), .req_addr(req_addr), .req_len(req_len),
    .dat_valid(dat_valid), .dat_data(dat_data), .dat_error(dat_error), .fifo_free(free),
    .out_valid(beat_valid), .out_data(beat)
  );
  rtlgen_async_fifo #(.WIDTH(BUS_BITS), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
    .wr_clk(clk), .wr_rst(rst), .in_valid(beat_valid), .in_ready(unused_ready), .in_data(beat),
    .in_free(free), .rd_clk(rd_clk), .rd_rst(rd_rst), .out_valid(out_valid),
    .out_ready(out_ready), .out_data(out_data), .out_count(out_count)
  );

endmodule

`default_nettype wire
