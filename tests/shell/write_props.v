// Formal harness of rtlgen_axi_write: bursts (bursts_any.v), the bank, the FIFO's writer and `stop`
// are free. One row is followed, any one: rows_committed does not pass it before all bursts up to
// its last are acknowledged. The wires before the engine are joined to its own by the script.
`default_nettype none

module write_props #(
  parameter FREE_BITS = 2,
  parameter BURST_BEATS = 2,
  parameter OUTSTANDING = 2
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

  (* keep *) wire enter_any, empty, mark, inside_burst;
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

  // The bank: lengths of the bursts that it has taken, oldest first, and how far their data are.
  // It takes data only of bursts that it has taken.
  localparam OPEN_BITS = 4;
  wire takes = req_valid & req_ready & ~rst;
  reg [7:0] lens [0:OUTSTANDING-1];
  reg [OPEN_BITS-1:0] taken = 0, sent = 0, answered = 0;
  reg [7:0] beat = 8'd0;
  wire sends = wdat_valid & wdat_ready & (taken != sent);
  wire [7:0] len = lens[sent[$clog2(OUTSTANDING)-1:0]];
  wire stray_ready = wdat_valid & wdat_ready & (taken == sent);  // excluded below
  assign ack_valid = answer & (answered != sent) & ~rst;
  reg sensible = 1'b1;  // the bank was never ready for data without a burst
  always @(posedge clk) begin
    if (stray_ready & ~rst) sensible <= 1'b0;
    if (takes) begin
      lens[taken[$clog2(OUTSTANDING)-1:0]] <= req_len;
      taken <= taken + 1'b1;
    end
    if (sends) begin
      beat <= wdat_last ? 8'd0 : beat + 8'd1;
      if (wdat_last) sent <= sent + 1'b1;
    end
    if (ack_valid) answered <= answered + 1'b1;
  end

  wire halted = stop | err_bounds | err_resp;
  always @(posedge clk) begin
    there <= (lose & halted) ? 0 : there + (put & there < DEPTH & ~rst) - pops;
  end

  // The followed row: bursts not acknowledged up to its end, rows not committed up to it.
  reg [31:0] rows_before = 32'd0;
  reg [OPEN_BITS-1:0] open = 0, bursts_ahead = 0, rows_open = 0, rows_ahead = 0;
  reg following = 1'b0;
  reg error_seen = 1'b0, error_told = 1'b0;
  wire counts = ~rst & (rows != rows_before);
  wire [OPEN_BITS-1:0] open_now = open + (enter & ~empty) - ack_valid;
  wire [OPEN_BITS-1:0] rows_now = rows_open + (enter & mark) - counts;
  always @(posedge clk) begin
    rows_before <= rst ? 32'd0 : rows;
    open <= open_now;
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
  wire leaps = rows != rows_before && rows != rows_before + 32'd1;
  wire after_error = error_told & counts;
  wire starves = in_ready & ~in_valid & ~halted;
  wire wrong_last = sends & (wdat_last != (beat == len));
  wire unsteady = (stalled & (~req_valid | offered != {req_bank, req_addr, req_len})) |
                  (w_stalled & (~wdat_valid | w_offered != {wdat_last, strobe}));
  wire disobeys = req_valid & ~stalled & (quiet | outside);
  reg bank = 1'b0;
  always @(posedge clk) if (takes) bank <= req_bank;
  wire overtakes = (taken != answered) & (bank != req_bank);
  wire hides = idle & (req_valid | wdat_valid | taken != answered);

  assign bad = ~rst & sensible & (early | leaps | after_error | starves | wrong_last | unsteady |
                                  disobeys | overtakes | hides);

endmodule

`default_nettype wire
