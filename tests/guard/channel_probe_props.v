// Formal harness of rtlgen_channel_probe: two outstanding bursts in each direction, reads of one or two beats.
//
// PART 0: words keep their values while an error is kept. 1: what is found, with any memory, as a slower model finds it.
// 2: with a memory that follows AXI, nothing but error responses is found. 3: with such a memory, the first error
// response of a run is found, and its address is that of its burst.
`default_nettype none

module channel_probe_props #(
  parameter PART = 0
) (
  input  wire       clk,
  input  wire       rst_now,
  input  wire       busy_any,
  input  wire       clear,
  input  wire       aw_ask,
  input  wire       awready,
  input  wire       aw_at,
  input  wire       w_ask,
  input  wire       wready,
  input  wire       b_any,
  input  wire       bready,
  input  wire [1:0] bresp,
  input  wire       ar_ask,
  input  wire       arready,
  input  wire       ar_at,
  input  wire       ar_len,
  input  wire       r_any,
  input  wire       rready,
  input  wire       r_last_any,
  input  wire [1:0] rresp,
  output wire       bad
);

  localparam LEGAL = PART > 1;
  reg start = 1'b1, busy_before = 1'b0;
  wire rst = rst_now | start;
  always @(posedge clk) start <= 1'b0;

  // ---- The accelerator: bursts only during a run, never more than two. If LEGAL, memory responds only to what was
  // requested, and a run begins a few clocks after the last response --------------------------------------------------
  reg [1:0] reads = 2'd0, writes = 2'd0, data = 2'd0;  // outstanding; of the writes, without data
  reg [1:0] lens = 2'd0;                                // outstanding reads, the oldest one lowest
  reg beat = 1'b0;
  reg [2:0] idle = 3'd0;  // whether the last clocks were idle
  wire busy = LEGAL ? ~rst & busy_any & (busy_before | (&idle)) : busy_any;
  wire works = busy & busy_before;
  wire arvalid = works & ar_ask & reads != 2'd2;
  wire awvalid = works & aw_ask & writes != 2'd2;
  wire wvalid = LEGAL ? data != 2'd0 & w_ask : w_ask;
  wire rvalid = LEGAL ? ~rst & reads != 2'd0 & r_any : r_any;
  wire rlast = LEGAL ? beat == lens[0] : r_last_any;
  wire bvalid = LEGAL ? ~rst & writes != data & b_any : b_any;
  wire r_ends = rvalid & rready & rlast & reads != 2'd0;
  wire b_ends = bvalid & bready & writes != 2'd0;
  wire [1:0] lens_left = r_ends ? {1'b0, lens[1]} : lens;
  wire [1:0] reads_left = reads - r_ends;
  always @(posedge clk) begin
    busy_before <= busy & ~rst;
    idle <= {idle[1:0], reads == 2'd0 & writes == 2'd0};
    reads <= rst ? 2'd0 : reads_left + (arvalid & arready);
    writes <= rst ? 2'd0 : writes - b_ends + (awvalid & awready);
    data <= rst ? 2'd0 : data + (awvalid & awready) - (LEGAL & wvalid & wready);
    lens <= arvalid & arready ? (reads_left == 2'd0 ? {1'b0, ar_len} : {ar_len, lens_left[0]}) : lens_left;
    beat <= rst | r_ends ? 1'b0 : beat ^ (rvalid & rready);
  end

  // ---- The event -----------------------------------------------------------------------------------------------------
  reg kept = 1'b0;
  wire error;
  wire [255:0] words;
  always @(posedge clk) kept <= ~start & ((kept & ~clear) | error);

  rtlgen_channel_probe #(.ADDR_BITS(2), .SHIFT(1), .AT_BITS(1), .OUTSTANDING_LOG2(1)) u_probe (
    .clk(clk), .rst(rst), .busy(busy), .kept(kept), .error(error), .words(words),
    .s_awvalid(awvalid), .s_awready(awready), .s_awaddr({aw_at, 1'b0}), .s_wvalid(wvalid), .s_wready(wready),
    .s_bvalid(bvalid), .s_bready(bready), .s_bresp(bresp),
    .s_arvalid(arvalid), .s_arready(arready), .s_araddr({ar_at, 1'b0}), .s_arlen({7'd0, ar_len}),
    .s_rvalid(rvalid), .s_rready(rready), .s_rresp(rresp), .s_rlast(rlast)
  );
  wire recorded = words[225];
  wire [5:0] kinds = words[231:226];
  wire error_at = words[128];

  // ---- 0: kept ---------------------------------------------------------------------------------------------------------
  reg [255:0] words_before = 256'd0;
  reg kept_before = 1'b0;
  always @(posedge clk) begin
    words_before <= words;
    kept_before <= kept | error;
  end
  wire changed = kept_before & words != words_before;

  // ---- 1: the model, a clock later: bursts in shift registers -----------------------------------------------------------
  reg recording = 1'b0, was_busy = 1'b0;
  reg q_ar = 1'b0, q_aw = 1'b0, q_r_here = 1'b0, q_r = 1'b0, q_b_here = 1'b0, q_b = 1'b0;
  reg q_ar_at, q_ar_len, q_aw_at, q_r_last, q_r_bad, q_b_bad;
  reg [1:0] m_reads = 2'd0, m_writes = 2'd0, m_most_reads = 2'd0, m_most_writes = 2'd0;
  reg [1:0] m_read_at = 2'd0, m_lens = 2'd0, m_write_at = 2'd0;
  reg [7:0] m_beat = 8'd0;
  reg [5:0] m_kinds = 6'd0;
  reg m_error_at = 1'b0;
  wire m_begins = busy & ~was_busy & ~kept & ~error & ~rst;
  wire [5:0] found = {
    q_r & m_reads != 2'd0 & q_r_last & m_beat != {7'd0, m_lens[0]}, q_r & m_reads != 2'd0 & ~q_r_last & m_beat == {7'd0, m_lens[0]},
    q_b_here & m_writes == 2'd0, q_r_here & m_reads == 2'd0, q_b & m_writes != 2'd0 & q_b_bad, q_r & m_reads != 2'd0 & q_r_bad};
  wire m_failed = recording & found != 6'd0;
  wire m_r_ends = recording & q_r & q_r_last & m_reads != 2'd0;
  wire m_b_ends = recording & q_b & m_writes != 2'd0;
  wire [1:0] m_reads_left = m_reads - m_r_ends, m_writes_left = m_writes - m_b_ends;
  wire [1:0] m_reads_next = m_reads_left + (recording & q_ar), m_writes_next = m_writes_left + (recording & q_aw);
  wire [1:0] m_read_at_left = m_r_ends ? {1'b0, m_read_at[1]} : m_read_at, m_lens_left = m_r_ends ? {1'b0, m_lens[1]} : m_lens;
  wire [1:0] m_write_at_left = m_b_ends ? {1'b0, m_write_at[1]} : m_write_at;
  always @(posedge clk) begin
    was_busy <= busy & ~rst;
    recording <= m_begins | (recording & ~rst & ~m_failed);
    {q_ar, q_aw} <= {2{recording}} & {arvalid & arready, awvalid & awready};
    {q_r_here, q_r, q_b_here, q_b} <= {4{recording}} & {rvalid, rvalid & rready, bvalid, bvalid & bready};
    {q_ar_at, q_ar_len, q_aw_at, q_r_last, q_r_bad, q_b_bad} <= {ar_at, ar_len, aw_at, rlast, rresp[1], bresp[1]};
    if (m_begins) begin
      {m_reads, m_writes, m_most_reads, m_most_writes} <= 8'd0;
      {m_beat, m_kinds, m_error_at} <= 15'd0;
    end else begin
      m_reads <= m_reads_next;
      m_writes <= m_writes_next;
      if (m_reads_next > m_most_reads) m_most_reads <= m_reads_next;
      if (m_writes_next > m_most_writes) m_most_writes <= m_writes_next;
      m_read_at <= recording & q_ar ? (m_reads_left == 2'd0 ? {1'b0, q_ar_at} : {q_ar_at, m_read_at_left[0]}) : m_read_at_left;
      m_lens <= recording & q_ar ? (m_reads_left == 2'd0 ? {1'b0, q_ar_len} : {q_ar_len, m_lens_left[0]}) : m_lens_left;
      m_write_at <= recording & q_aw ? (m_writes_left == 2'd0 ? {1'b0, q_aw_at} : {q_aw_at, m_write_at_left[0]}) : m_write_at_left;
      if (recording & q_r) m_beat <= q_r_last ? 8'd0 : m_beat + 8'd1;
      if (m_failed) m_kinds <= found;
      if (m_failed) m_error_at <= found[0] | found[4] | found[5] ? m_read_at[0] : found[1] & m_write_at[0];
    end
  end
  wire differs = recording != recorded | m_kinds != kinds | m_error_at != error_at | (m_kinds != 6'd0) != words[224] |
                 {6'd0, m_most_writes, 6'd0, m_most_reads, 6'd0, m_writes, 6'd0, m_reads} != words[191:160] |
                 (m_reads != 2'd0 & words[64] != m_read_at[0]) | (m_writes != 2'd0 & words[96] != m_write_at[0]);

  // ---- 2: nothing but error responses -----------------------------------------------------------------------------------
  reg seen_bad = 1'b0;  // an error response, since power-up
  always @(posedge clk) seen_bad <= seen_bad | (rvalid & rready & rresp[1]) | (bvalid & bready & bresp[1]);
  wire false_alarm = kinds[5:2] != 4'd0 | ((error | words[224]) & ~seen_bad);

  // ---- 3: the first error response of a run, three clocks later -------------------------------------------------------------
  reg [1:0] read_at = 2'd0, write_at = 2'd0;  // the outstanding bursts, the oldest one lowest
  wire [1:0] read_at_left = r_ends ? {1'b0, read_at[1]} : read_at, write_at_left = b_ends ? {1'b0, write_at[1]} : write_at;
  wire [1:0] writes_left = writes - b_ends;
  reg clean = 1'b0;  // the run has begun with nothing kept, and nothing was wrong yet
  wire read_bad = clean & ~rst & rvalid & rready & rresp[1];
  wire write_bad = clean & ~rst & bvalid & bready & bresp[1];
  reg [2:0] age = 3'd0;  // clocks since then, without a reset
  reg first_read, first_write, first_read_at, first_write_at;
  always @(posedge clk) begin
    read_at <= arvalid & arready ? (reads_left == 2'd0 ? {1'b0, ar_at} : {ar_at, read_at_left[0]}) : read_at_left;
    write_at <= awvalid & awready ? (writes_left == 2'd0 ? {1'b0, aw_at} : {aw_at, write_at_left[0]}) : write_at_left;
    clean <= ~rst & busy & (busy_before ? clean & ~read_bad & ~write_bad : ~kept & ~error);
    if (read_bad | write_bad) {first_read, first_write, first_read_at, first_write_at} <= {read_bad, write_bad, read_at[0], write_at[0]};
    age <= rst ? 3'd0 : read_bad | write_bad ? 3'd1 : {age[1:0], 1'b0};
  end
  wire missed = age[2] & (kinds != {4'd0, first_write, first_read} | error_at != (first_read ? first_read_at : first_write_at) | ~kept_before);

  assign bad = ~start & (PART == 0 ? changed : PART == 1 ? differs : PART == 2 ? false_alarm : missed);

endmodule

`default_nettype wire
