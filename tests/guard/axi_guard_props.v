// Formal harness of rtlgen_axi_guard: what is behind does anything at all, in any clock. The host follows AXI; it may
// stall for as long as it likes.
//
// Memory has two channels of four bytes each: addresses 8 to 15 are beyond it. Reads have 1 to 4 beats; write data end
// where the host says so. PART 0: responses of writes, 1: of reads, 2: how long the host waits for a write, 3: for a
// read, 4: what goes through.
`default_nettype none

module axi_guard_props #(
  parameter PART = 0,
  parameter LIMIT = 2,
  parameter NEAR = 7  // clocks of the firewall itself
) (
  input  wire       clk,
  input  wire       behind_rst_now,
  input  wire [1:0] ready_now,
  input  wire       pause_now,
  input  wire       aw_ask,
  input  wire       aw_id_any,
  input  wire [3:0] aw_addr_any,
  input  wire       w_ask,
  input  wire [7:0] w_data_any,
  input  wire       w_last_any,
  input  wire       bready,
  input  wire       ar_ask,
  input  wire       ar_id_any,
  input  wire [3:0] ar_addr_any,
  input  wire [1:0] ar_len_any,
  input  wire       rready,
  input  wire       m_awready,
  input  wire       m_wready,
  input  wire       m_bvalid,
  input  wire [1:0] m_bresp,
  input  wire       m_arready,
  input  wire       m_rvalid,
  input  wire [7:0] m_rdata,
  input  wire [1:0] m_rresp,
  input  wire       m_rlast,
  input  wire       follow,
  output wire       bad
);

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  // ---- The host: what it offers stays until it is taken ---------------------------------------------------------------
  wire awvalid, awready, aw_id, wvalid, wready, w_last, bvalid, b_id, arvalid, arready, ar_id, rvalid, r_id, r_last;
  wire [1:0] ar_len;
  wire [3:0] aw_addr, ar_addr;
  wire [7:0] w_data, r_data;
  wire [1:0] b_resp, r_resp;
  offer #(.BITS(5)) u_aw (.clk(clk), .rst(rst), .ask(aw_ask), .any({aw_id_any, aw_addr_any}), .valid(awvalid), .ready(awready), .what({aw_id, aw_addr}));
  offer #(.BITS(9)) u_w (.clk(clk), .rst(rst), .ask(w_ask), .any({w_last_any, w_data_any}), .valid(wvalid), .ready(wready), .what({w_last, w_data}));
  offer #(.BITS(7)) u_ar (.clk(clk), .rst(rst), .ask(ar_ask), .any({ar_id_any, ar_len_any, ar_addr_any}), .valid(arvalid), .ready(arready), .what({ar_id, ar_len, ar_addr}));

  wire m_awvalid, m_wvalid, m_wlast, m_wstrb, m_bready, m_arvalid, m_rready, idle, closed, refused, refused_write;
  wire [3:0] m_awaddr, m_araddr, refused_address;
  wire [7:0] m_awlen, m_arlen, m_wdata;
  wire [2:0] m_awsize, m_arsize, refused_kind;
  rtlgen_axi_guard #(
    .HOST_BITS(8), .ADDR_BITS(4), .ID_BITS(1), .CHANNELS(2), .CHANNEL_BITS(2), .LIMIT_BITS(2), .DEFAULT_LIMIT(LIMIT), .BURSTS_LOG2(1)
  ) u_guard (
    .clk(clk), .rst(rst), .behind_rst(behind_rst_now), .ready(ready_now), .limit(2'd0), .pause(pause_now), .idle(idle),
    .closed(closed), .refused(refused), .refused_write(refused_write), .refused_kind(refused_kind), .refused_address(refused_address),
    .s_awvalid(awvalid), .s_awready(awready), .s_awid(aw_id), .s_awaddr(aw_addr), .s_awlen(8'd0), .s_awsize(3'd0),
    .s_wvalid(wvalid), .s_wready(wready), .s_wdata(w_data), .s_wstrb(1'b1), .s_wlast(w_last),
    .s_bvalid(bvalid), .s_bready(bready), .s_bid(b_id), .s_bresp(b_resp),
    .s_arvalid(arvalid), .s_arready(arready), .s_arid(ar_id), .s_araddr(ar_addr), .s_arlen({6'd0, ar_len}), .s_arsize(3'd0),
    .s_rvalid(rvalid), .s_rready(rready), .s_rid(r_id), .s_rdata(r_data), .s_rresp(r_resp), .s_rlast(r_last),
    .m_awvalid(m_awvalid), .m_awready(m_awready), .m_awaddr(m_awaddr), .m_awlen(m_awlen), .m_awsize(m_awsize),
    .m_wvalid(m_wvalid), .m_wready(m_wready), .m_wdata(m_wdata), .m_wstrb(m_wstrb), .m_wlast(m_wlast),
    .m_bvalid(m_bvalid), .m_bready(m_bready), .m_bresp(m_bresp),
    .m_arvalid(m_arvalid), .m_arready(m_arready), .m_araddr(m_araddr), .m_arlen(m_arlen), .m_arsize(m_arsize),
    .m_rvalid(m_rvalid), .m_rready(m_rready), .m_rdata(m_rdata), .m_rresp(m_rresp), .m_rlast(m_rlast)
  );

  wire aw_taken = awvalid & awready & ~rst;
  wire w_taken = wvalid & wready & ~rst;
  wire b_taken = bvalid & bready & ~rst;
  wire ar_taken = arvalid & arready & ~rst;
  wire r_taken = rvalid & rready & ~rst;

  // ---- Counts: addresses, complete data, responses of writes; bursts and beats of reads ---------------------------------
  reg [2:0] aw_open = 3'd0, aw_full = 3'd0, ar_open = 3'd0;  // without response; of these with all data
  reg [1:0] r_beat = 2'd0;                                   // beat of its burst
  wire r_ends = r_taken & r_last;
  always @(posedge clk) begin
    aw_open <= aw_open + aw_taken - b_taken;
    aw_full <= aw_full + (w_taken & w_last) - b_taken;
    ar_open <= ar_open + ar_taken - r_ends;
    if (r_taken) r_beat <= r_last ? 2'd0 : r_beat + 2'd1;
  end
  wire data_missing = aw_open != aw_full;

  // ---- One burst of each direction is followed, any one -----------------------------------------------------------------
  reg w_following = 1'b0, r_following = 1'b0;
  reg [2:0] w_before = 3'd0, r_before = 3'd0;  // bursts that are answered first
  reg w_id, w_beyond, w_refusal, rd_id, rd_beyond, rd_refusal;
  reg [1:0] rd_len;
  wire shut_now = behind_rst_now | closed | pause_now;
  wire w_enters = follow & ~w_following & aw_taken;
  wire r_enters = follow & ~r_following & ar_taken;
  wire w_its = w_following & w_before == 3'd0;
  wire r_its = r_following & r_before == 3'd0;
  always @(posedge clk) begin
    if (w_enters) begin
      w_following <= 1'b1;
      w_before <= aw_open - b_taken;
      w_id <= aw_id;
      w_beyond <= aw_addr[3];
      w_refusal <= shut_now | ~ready_now[aw_addr[2]];
    end else if (w_following & b_taken) begin
      if (w_its) w_following <= 1'b0;
      else w_before <= w_before - 3'd1;
    end
    if (r_enters) begin
      r_following <= 1'b1;
      r_before <= ar_open - r_ends;
      rd_id <= ar_id;
      rd_len <= ar_len;
      rd_beyond <= ar_addr[3];
      rd_refusal <= shut_now | ~ready_now[ar_addr[2]];
    end else if (r_following & r_ends) begin
      if (r_its) r_following <= 1'b0;
      else r_before <= r_before - 3'd1;
    end
  end

  // ---- Responses: stable, not too early, right ---------------------------------------------------------------------------
  reg b_held = 1'b0, r_held = 1'b0;
  reg [2:0] b_what;
  reg [11:0] r_what;
  always @(posedge clk) begin
    b_held <= bvalid & ~bready & ~rst;
    b_what <= {b_id, b_resp};
    r_held <= rvalid & ~rready & ~rst;
    r_what <= {r_id, r_last, r_resp, r_data};
  end
  wire b_unstable = b_held & (~bvalid | b_what != {b_id, b_resp});
  wire b_early = bvalid & aw_full == 3'd0;
  wire b_wrong = bvalid & w_its & (b_id != w_id | (w_beyond & b_resp != 2'b11) |
                 (~w_beyond & w_refusal & b_resp != 2'b10));
  wire r_unstable = r_held & (~rvalid | r_what != {r_id, r_last, r_resp, r_data});
  wire r_early = rvalid & ar_open == 3'd0;
  wire r_wrong = rvalid & r_its & (r_id != rd_id | r_last != (r_beat == rd_len) | (rd_beyond & r_resp != 2'b11) |
                 (~rd_beyond & rd_refusal & r_resp != 2'b10));

  // ---- Time: clocks in which the host waits, without a transfer of that direction ------------------------------------------
  localparam MOST = LIMIT + NEAR;
  reg [4:0] w_late = 5'd0, r_late = 5'd0;
  wire w_waits = (awvalid | aw_open != 3'd0) & ~(bvalid & ~bready) & ~(data_missing & ~wvalid);
  wire r_waits = (arvalid | ar_open != 3'd0) & ~(rvalid & ~rready);
  always @(posedge clk) begin
    if (rst | aw_taken | w_taken | b_taken) w_late <= 5'd0;
    else if (w_waits) w_late <= w_late + 5'd1;
    if (rst | ar_taken | r_taken) r_late <= 5'd0;
    else if (r_waits) r_late <= r_late + 5'd1;
  end

  // ---- Passed bursts ---------------------------------------------------------------------------------------------------
  wire shut = behind_rst_now | closed;
  reg was_shut = 1'b1;
  reg aw_held = 1'b0, wd_held = 1'b0, ar_held = 1'b0;  // offered behind and not taken
  reg [3:0] aw_expected, ar_expected;
  reg aw_new = 1'b0, ar_new = 1'b0;  // a burst was taken that goes through
  reg [8:0] wd_what;
  wire aw_good = aw_taken & ~aw_addr[3] & ~shut_now & ready_now[aw_addr[2]];
  wire ar_good = ar_taken & ~ar_addr[3] & ~shut_now & ready_now[ar_addr[2]];
  // One beat of write data, any one of a burst that goes through, and one of read data.
  always @(posedge clk) begin
    was_shut <= shut;
    aw_new <= aw_good;
    ar_new <= ar_good;
    if (aw_taken) aw_expected <= aw_addr;
    if (ar_taken) ar_expected <= ar_addr;
    aw_held <= m_awvalid & ~m_awready & ~rst;
    wd_held <= m_wvalid & ~m_wready & ~rst;
    ar_held <= m_arvalid & ~m_arready & ~rst;
    wd_what <= {m_wlast, m_wdata};
  end
  // Beats behind, and of the host's those that wait inside, of bursts that go through: the oldest of these has w_left.
  reg [2:0] between = 3'd0;  // beats in the guard
  reg beat_following = 1'b0;
  reg [2:0] beat_before = 3'd0;
  reg [8:0] beat_what;
  wire m_w_taken = m_wvalid & m_wready & ~rst;
  // The fates of accepted bursts, in order, as the harness knows them: two at most wait for data.
  reg [2:0] fates = 3'd0, fates_count = 3'd0;
  wire front = fates[0];
  wire w_through = w_taken & fates_count != 3'd0 & front & ~shut;
  wire data_ends = w_taken & w_last;
  wire [2:0] shifted = data_ends ? {1'b0, fates[2:1]} : fates;
  wire [2:0] shifted_count = fates_count - data_ends;
  wire beat_enters = follow & ~beat_following & w_through;
  always @(posedge clk) begin
    fates <= shut ? 3'd0 : aw_taken ? shifted | ({2'd0, aw_good} << shifted_count) : shifted;
    fates_count <= shifted_count + aw_taken;
    between <= shut | rst ? 3'd0 : between + w_through - m_w_taken;
    if (shut | rst) begin
      beat_following <= 1'b0;
    end else if (beat_enters) begin
      beat_following <= 1'b1;
      beat_before <= between - m_w_taken;
      beat_what <= {w_last, w_data};
    end else if (beat_following & m_w_taken) begin
      if (beat_before == 3'd0) beat_following <= 1'b0;
      else beat_before <= beat_before - 3'd1;
    end
  end
  wire sent_wrong = (m_awvalid & ~aw_held & ~aw_new) | (m_awvalid & m_awaddr != aw_expected) |
                    (m_arvalid & ~ar_held & ~ar_new) | (m_arvalid & m_araddr != ar_expected) |
                    (aw_held & ~m_awvalid & ~was_shut & ~shut) | (aw_new & ~m_awvalid & ~was_shut & ~shut) |
                    (ar_held & ~m_arvalid & ~was_shut & ~shut) | (ar_new & ~m_arvalid & ~was_shut & ~shut);
  wire sent_shut = was_shut & shut & (m_awvalid | m_wvalid | m_arvalid | m_bready | m_rready);
  wire sent_unstable = wd_held & ~was_shut & ~shut & (~m_wvalid | wd_what != {m_wlast, m_wdata});
  // Without a reset nothing follows on a refusal that closes; a response is taken only to what is completely behind.
  reg tripped = 1'b0, was_tripped = 1'b0;
  reg [3:0] a_sent = 4'd0, w_sent = 4'd0, r_sent = 4'd0;
  always @(posedge clk) begin
    tripped <= ~rst & ~behind_rst_now & (tripped | (refused & refused_kind[2]));
    was_tripped <= ~rst & tripped;
    a_sent <= rst | shut ? 4'd0 : a_sent + (m_awvalid & m_awready) - (m_bvalid & m_bready);
    w_sent <= rst | shut ? 4'd0 : w_sent + (m_wvalid & m_wready & m_wlast) - (m_bvalid & m_bready);
    r_sent <= rst | shut ? 4'd0 : r_sent + (m_arvalid & m_arready) - (m_rvalid & m_rready & m_rlast);
  end
  wire sent_late = tripped & was_tripped & (m_awvalid | m_wvalid | m_arvalid | m_bready | m_rready);
  // A closing firewall reports the last burst of its direction that went through, if there was one.
  reg aw_any = 1'b0, ar_any = 1'b0, aw_known = 1'b0, ar_known = 1'b0;
  reg [3:0] aw_passed, ar_passed, aw_reported, ar_reported;
  always @(posedge clk) begin
    if (aw_good) {aw_any, aw_passed} <= {1'b1, aw_addr};
    if (ar_good) {ar_any, ar_passed} <= {1'b1, ar_addr};
    {aw_known, aw_reported, ar_known, ar_reported} <= {aw_any, aw_passed, ar_any, ar_passed};
  end
  wire report_wrong = refused & refused_kind[2] &
                      (refused_write ? aw_known & refused_address != aw_reported : ar_known & refused_address != ar_reported);
  wire taken_wrong = (m_bvalid & m_bready & (a_sent == 4'd0 | w_sent == 4'd0)) | (m_rvalid & m_rready & r_sent == 4'd0);
  wire beat_wrong = beat_following & m_wvalid & beat_before == 3'd0 & ~shut & beat_what != {m_wlast, m_wdata};

  generate
    if (PART == 0) begin : part_writes
      assign bad = ~rst & (b_unstable | b_early | b_wrong);
    end else if (PART == 1) begin : part_reads
      assign bad = ~rst & (r_unstable | r_early | r_wrong);
    end else if (PART == 2) begin : part_write_time
      assign bad = ~rst & w_late > MOST;
    end else if (PART == 3) begin : part_read_time
      assign bad = ~rst & r_late > MOST;
    end else begin : part_through
      assign bad = ~rst & (sent_wrong | sent_shut | sent_late | taken_wrong | sent_unstable | beat_wrong | report_wrong);
    end
  endgenerate

endmodule

`default_nettype wire
