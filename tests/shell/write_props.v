// Formal harness of rtlgen_axi_write: bursts (bursts_any.v), the bank, the FIFO's writer and `stop`
// are free. One row is followed, any one: rows_committed does not pass it before all bursts up to
// its last are acknowledged. The wires before the engine are joined to its own by the script.
`default_nettype none

module write_props #(
  parameter FREE_BITS = 2,
  parameter BURST_BEATS = 2,
  parameter OUTSTANDING = 2,
  parameter PART = 0  // which properties: 0 rows, 1 data, 2 requests, 3 starving
) (
  input  wire       clk,
  input  wire       stop_now,
  input  wire       put,
  input  wire       lose,
  input  wire       req_ready,
  input  wire       wdat_ready,
  input  wire       answer,
  input  wire       ack_error,
  input  wire       follow,
  input  wire       track,
  output wire       bad
);

  localparam [FREE_BITS:0] DEPTH = 1 << (FREE_BITS - 1);

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  reg stop = 1'b0;  // once it comes it stays, as the sequencer has it
  always @(posedge clk) if (stop_now & ~rst) stop <= 1'b1;

  wire idle, err_bounds, err_resp, seg_ready, in_ready;
  wire req_valid, req_bank, wdat_valid, wdat_last;
  wire [13:0] req_addr;
  wire [7:0] req_len;
  wire [15:0] unused_data;
  wire [1:0] strobe;
  wire [31:0] rows;

  // Beats in the FIFO; after a stop they may get lost.
  reg [FREE_BITS:0] there = 0;
  wire in_valid = there != 0;
  wire pops = in_valid & in_ready;

  (* keep *) wire enter_any, empty, mark, waits, waits_inside, next_inside;
  wire inside_burst = waits ? waits_inside : next_inside;
  (* keep *) wire [7:0] entered_len;
  wire enter = enter_any & ~rst;
  wire ack_valid;
  rtlgen_axi_write #(
    .ADDR_BITS(14), .BUS_BITS(16), .BURST_BEATS(BURST_BEATS), .COUNT_BITS(9),
    .FREE_BITS(FREE_BITS), .OUTSTANDING(OUTSTANDING)
  ) u_write (
    .clk(clk), .rst(rst), .stop(stop), .idle(idle), .err_bounds(err_bounds), .err_resp(err_resp),
    .rows_committed(rows), .buf_first(28'd0), .buf_last(28'd0), .seg_valid(1'b0),
    .seg_ready(seg_ready), .seg_addr(14'd0), .seg_beats(9'd0), .seg_bank(1'b0),
    .seg_row_end(1'b0), .in_valid(in_valid), .in_ready(in_ready), .in_data(16'd0),
    .in_count(there[FREE_BITS-1:0]), .req_valid(req_valid), .req_ready(req_ready),
    .req_bank(req_bank), .req_addr(req_addr), .req_len(req_len), .wdat_valid(wdat_valid),
    .wdat_ready(wdat_ready), .wdat_data(unused_data), .wdat_strobe(strobe),
    .wdat_last(wdat_last), .ack_valid(ack_valid), .ack_error(ack_error)
  );

  // The bank: it takes addresses and data when it likes and answers bursts of which it has both.
  localparam OPEN_BITS = $clog2(OUTSTANDING) + 2;
  wire takes = req_valid & req_ready & ~rst;
  wire sends = wdat_valid & wdat_ready & ~rst;
  reg [OPEN_BITS-1:0] to_take = 0, to_send = 0, open = 0;  // bursts entered and not taken ...
  assign ack_valid = answer & (open != to_take) & (open != to_send) & (open != 0) & ~rst;
  wire enters = enter & ~empty;
  wire [OPEN_BITS-1:0] open_now = open + enters - ack_valid;
  always @(posedge clk) begin
    to_take <= to_take + enters - takes;
    to_send <= to_send + enters - (sends & wdat_last);
    open <= open_now;
  end

  // One burst is followed: its data are as many beats as it has.
  reg tracking = 1'b0;
  reg [7:0] its_len;
  reg [OPEN_BITS-1:0] before = 0;  // bursts whose data go before
  reg [7:0] beat = 8'd0;
  always @(posedge clk) begin
    if (sends) beat <= wdat_last ? 8'd0 : beat + 8'd1;
    if (enters & track & ~tracking) begin
      tracking <= 1'b1;
      its_len <= entered_len;
      before <= to_send - (sends & wdat_last);
    end else if (tracking & sends & wdat_last) begin
      if (before == 0) tracking <= 1'b0;
      else before <= before - 1'b1;
    end
  end

  wire halted = stop | err_bounds | err_resp;
  always @(posedge clk) begin
    there <= (lose & halted) ? 0 : there + (put & there < DEPTH & ~rst) - pops;
  end

  // The followed row: bursts not acknowledged up to its end, rows not committed up to it.
  reg [1:0] rows_before = 2'd0;  // the low bits will do
  reg [OPEN_BITS-1:0] bursts_ahead = 0, rows_open = 0, rows_ahead = 0;
  reg following = 1'b0;
  reg error_seen = 1'b0, error_told = 1'b0;
  wire counts = ~rst & (rows[1:0] != rows_before);
  wire [OPEN_BITS-1:0] rows_now = rows_open + (enter & mark) - counts;
  always @(posedge clk) begin
    rows_before <= rst ? 2'd0 : rows[1:0];
    rows_open <= rows_now;
    if (ack_valid & ack_error) error_seen <= 1'b1;
    error_told <= error_seen;  // rows are seen to count a clock late
    if (enter & mark & follow & ~following) begin
      following <= 1'b1;
      bursts_ahead <= open_now;
      rows_ahead <= rows_now;
    end else if (following) begin
      bursts_ahead <= bursts_ahead - (ack_valid & bursts_ahead != 0);
      rows_ahead <= rows_ahead - counts;
      if (rows_ahead == counts) following <= 1'b0;
    end
  end

  reg stalled = 1'b0, w_stalled = 1'b0, quiet = 1'b0, outside = 1'b0;
  reg [22:0] offered;
  reg [2:0] w_offered;
  always @(posedge clk) begin
    stalled <= req_valid & ~req_ready & ~rst;
    w_stalled <= wdat_valid & ~wdat_ready & ~rst;
    quiet <= ~rst & halted;
    outside <= ~rst & ~inside_burst;
    offered <= {req_bank, req_addr, req_len};
    w_offered <= {wdat_last, strobe};
  end

  wire early = following & (rows_ahead == counts) & (bursts_ahead != 0);
  wire leaps = counts & (rows[1:0] != rows_before + 2'd1);
  wire after_error = error_told & counts;
  wire starves = in_ready & ~in_valid & ~halted;
  wire wrong_last = tracking & (before == 0) & wdat_valid & (wdat_last != (beat == its_len));
  wire unsteady = stalled & (~req_valid | offered != {req_bank, req_addr, req_len});
  wire w_unsteady = w_stalled & (~wdat_valid | w_offered != {wdat_last, strobe});
  wire disobeys = req_valid & ~stalled & (quiet | outside);
  reg bank = 1'b0;
  always @(posedge clk) if (takes) bank <= req_bank;
  wire overtakes = (open != to_take) & (bank != req_bank);
  wire hides = idle & (req_valid | wdat_valid | open != 0);

  wire fault = PART == 0 ? early | leaps | after_error
             : PART == 1 ? wrong_last | w_unsteady
             : PART == 3 ? starves
                         : unsteady | disobeys | overtakes | hides;
  assign bad = ~rst & fault;

endmodule

`default_nettype wire
