// Formal harness of rtlgen_axi_read: bursts (bursts_any.v), the bank, the FIFO's reader and `stop`
// are free. The FIFO never overflows, whatever the order of events.
`default_nettype none

module read_props #(
  parameter FREE_BITS = 2,
  parameter BURST_BEATS = 2
) (
  input  wire       clk,
  input  wire       stop_now,
  input  wire       req_ready,
  input  wire       send,
  input  wire       dat_error,
  input  wire       take,
  input  wire       tell,
  output wire       bad
);

  localparam [FREE_BITS:0] DEPTH = 1 << (FREE_BITS - 1);

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  reg stop = 1'b0;  // once it comes it stays, as the sequencer has it
  always @(posedge clk) if (stop_now & ~rst) stop <= 1'b1;

  wire idle, err_bounds, err_resp, seg_ready, req_valid, req_bank, out_valid, out_data;
  wire [13:0] req_addr;
  wire [7:0] req_len;
  wire [15:0] unused_data;

  // Words in the FIFO, and how many of its places its writer does not know to be free.
  reg [FREE_BITS:0] inside = 0, seen = 0;
  // Beats of bursts that the bank has taken and not sent.
  reg [FREE_BITS+1:0] owed = 0;
  wire dat_valid = send & (owed != 0) & ~rst;
  wire takes = take & (inside != 0);
  wire tells = tell & (seen > inside);
  wire [FREE_BITS:0] free = DEPTH - seen;

  // Signals of the engine, joined by the script: the burst that waits there, or the one before it.
  (* keep *) wire waits, waits_inside, next_inside;
  wire inside_burst = waits ? waits_inside : next_inside;
  rtlgen_axi_read #(
    .ADDR_BITS(14), .BUS_BITS(16), .BURST_BEATS(BURST_BEATS), .COUNT_BITS(9), .FREE_BITS(FREE_BITS)
  ) u_read (
    .clk(clk), .rst(rst), .stop(stop), .idle(idle), .err_bounds(err_bounds), .err_resp(err_resp),
    .buf_first(28'd0), .buf_last(28'd0), .seg_valid(1'b0), .seg_ready(seg_ready),
    .seg_addr(14'd0), .seg_beats(9'd0), .seg_bank(1'b0), .req_valid(req_valid),
    .req_ready(req_ready), .req_bank(req_bank), .req_addr(req_addr), .req_len(req_len),
    .dat_valid(dat_valid), .dat_data(16'd0), .dat_error(dat_error),
    .fifo_free(free[FREE_BITS-1:0]), .out_valid(out_valid), .out_data(unused_data)
  );

  wire asked = req_valid & req_ready & ~rst;
  reg owed_bank = 1'b0;
  always @(posedge clk) begin
    inside <= inside + out_valid - takes;
    seen <= seen + out_valid - tells;
    owed <= owed + (asked ? req_len + 1'b1 : 0) - dat_valid;
    if (asked) owed_bank <= req_bank;
  end

  // The request that was offered a clock ago and not taken, and whether the engine was to be quiet by then.
  reg stalled = 1'b0, quiet = 1'b0, outside = 1'b0;
  reg [22:0] offered;
  always @(posedge clk) begin
    stalled <= req_valid & ~req_ready & ~rst;
    quiet <= ~rst & (stop | err_bounds | err_resp);
    outside <= ~rst & ~inside_burst;
    offered <= {req_bank, req_addr, req_len};
  end

  wire overflow = out_valid & (inside == DEPTH);
  wire unsteady = stalled & (~req_valid | offered != {req_bank, req_addr, req_len});
  wire new_burst = req_valid & ~stalled;
  wire disobeys = new_burst & (quiet | outside);
  wire overtakes = (owed != 0) & (owed_bank != req_bank);
  wire hides = idle & ((owed != 0) | req_valid);

  assign bad = ~rst & (overflow | unsteady | disobeys | overtakes | hides | seen > DEPTH);

endmodule

`default_nettype wire
