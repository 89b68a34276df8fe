// rtlgen_axi_guard -- firewall between a host's AXI4 master and memory: every burst of the host gets its response
//
// Bursts to addresses beyond memory get DECERR, those to a channel that is not ready SLVERR; both go no further. The
// firewall closes if the oldest burst of a direction has no response within the limit, or if the memory side breaks the
// protocol: every outstanding burst and every later one gets SLVERR, until the memory side has been in reset. Such a
// reset has the same effect while it lasts.
//
// Responses come in the order of the bursts of their direction; the memory gets no IDs, the host gets its IDs back.
// Clocks in which the host does not take a response, or does not offer the data of a burst, do not count. When the
// firewall closes, it takes back valid signals that were not accepted: only a reset makes the memory side usable again.
//
//   parameter  HOST_BITS      bits of data
//              ADDR_BITS      bits of a byte address, at most 64
//              ID_BITS        bits of the host's IDs
//              CHANNELS       memory channels, a power of two
//              CHANNEL_BITS   each has 2^CHANNEL_BITS bytes; channel 0 begins at address 0, the others follow
//              LIMIT_BITS     bits of the limit, 2 or more
//              DEFAULT_LIMIT  the limit if `limit` is 0
//              BURSTS_LOG2    2^BURSTS_LOG2 bursts of each direction may be outstanding
//
//   port             direction  meaning
//   clk, rst         in         one clock; rst synchronous, active high, together with the host
//   behind_rst       in         the memory side is in reset
//   ready            in         channels that can be used, channel 0 lowest
//   limit            in         clocks that the oldest burst may take; 0: DEFAULT_LIMIT
//   pause            in         bursts that begin now get SLVERR
//   idle             out        no burst is outstanding on the memory side; a register
//   closed           out        no burst goes through until a reset; a register
//   refused          out        for one clock: a burst got an error from here, or the firewall closed; a register
//   refused_write    out        with refused: its direction
//   refused_kind     out        with refused: 1 beyond memory, 2 channel not ready, 3 closed, paused or in reset, 4 no
//                               response within the limit (this closes it), 5 the protocol was broken (likewise)
//   refused_address  out        with refused: of the burst; kinds 4 and 5: of the last one that went through
//   s_*              the host; INCR bursts
//   m_*              the memory side; no IDs, responses in the order of the bursts
`default_nettype none

module rtlgen_axi_guard #(
  parameter HOST_BITS = 256,
  parameter ADDR_BITS = 64,
  parameter ID_BITS = 4,
  parameter CHANNELS = 1,
  parameter CHANNEL_BITS = 31,
  parameter LIMIT_BITS = 24,
  parameter DEFAULT_LIMIT = 65536,
  parameter BURSTS_LOG2 = 5
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   behind_rst,
  input  wire [CHANNELS-1:0]    ready,
  input  wire [LIMIT_BITS-1:0]  limit,
  input  wire                   pause,
  output reg                    idle,
  output reg                    closed,
  output reg                    refused,
  output reg                    refused_write,
  output reg  [2:0]             refused_kind,
  output reg  [ADDR_BITS-1:0]   refused_address,
  input  wire                   s_awvalid,
  output wire                   s_awready,
  input  wire [ID_BITS-1:0]     s_awid,
  input  wire [ADDR_BITS-1:0]   s_awaddr,
  input  wire [7:0]             s_awlen,
  input  wire [2:0]             s_awsize,
  input  wire                   s_wvalid,
  output wire                   s_wready,
  input  wire [HOST_BITS-1:0]   s_wdata,
  input  wire [HOST_BITS/8-1:0] s_wstrb,
  input  wire                   s_wlast,
  output reg                    s_bvalid,
  input  wire                   s_bready,
  output reg  [ID_BITS-1:0]     s_bid,
  output reg  [1:0]             s_bresp,
  input  wire                   s_arvalid,
  output wire                   s_arready,
  input  wire [ID_BITS-1:0]     s_arid,
  input  wire [ADDR_BITS-1:0]   s_araddr,
  input  wire [7:0]             s_arlen,
  input  wire [2:0]             s_arsize,
  output wire                   s_rvalid,
  input  wire                   s_rready,
  output wire [ID_BITS-1:0]     s_rid,
  output wire [HOST_BITS-1:0]   s_rdata,
  output wire [1:0]             s_rresp,
  output wire                   s_rlast,
  output reg                    m_awvalid,
  input  wire                   m_awready,
  output reg  [ADDR_BITS-1:0]   m_awaddr,
  output reg  [7:0]             m_awlen,
  output reg  [2:0]             m_awsize,
  output wire                   m_wvalid,
  input  wire                   m_wready,
  output wire [HOST_BITS-1:0]   m_wdata,
  output wire [HOST_BITS/8-1:0] m_wstrb,
  output wire                   m_wlast,
  input  wire                   m_bvalid,
  output wire                   m_bready,
  input  wire [1:0]             m_bresp,
  output reg                    m_arvalid,
  input  wire                   m_arready,
  output reg  [ADDR_BITS-1:0]   m_araddr,
  output reg  [7:0]             m_arlen,
  output reg  [2:0]             m_arsize,
  input  wire                   m_rvalid,
  output wire                   m_rready,
  input  wire [HOST_BITS-1:0]   m_rdata,
  input  wire [1:0]             m_rresp,
  input  wire                   m_rlast
);

  localparam PICK = $clog2(CHANNELS);

  generate
    if (CHANNELS < 1 || CHANNELS != 1 << PICK || CHANNEL_BITS + PICK >= ADDR_BITS || ADDR_BITS > 64) begin : guard_memory
      rtlgen_axi_guard_needs_a_power_of_two_of_channels_below_the_end_of_its_addresses bad_parameter ();
    end
    if (HOST_BITS < 8 || LIMIT_BITS < 2 || BURSTS_LOG2 < 1) begin : guard_sizes
      rtlgen_axi_guard_needs_a_byte_of_data_2_bits_of_limit_and_2_bursts bad_parameter ();
    end
  endgenerate

  localparam [31:0] ONE = 1;
  localparam [1:0] PASSED = 2'b00;
  localparam [1:0] SLVERR = 2'b10;
  localparam [1:0] DECERR = 2'b11;
  localparam [2:0] BEYOND = 1;
  localparam [2:0] NOT_READY = 2;
  localparam [2:0] SHUT = 3;
  localparam [2:0] NO_RESPONSE = 4;
  localparam [2:0] BROKEN = 5;
  localparam COUNT = BURSTS_LOG2 + 2;  // bits of a number of outstanding bursts
  localparam [COUNT-1:0] NONE = {COUNT{1'b0}};

  // ---- Closed, and what was outstanding then ------------------------------------------------------------
  wire write_late, read_late, write_broken, read_broken;
  wire trip = ~closed & ~behind_rst & (write_late | read_late | write_broken | read_broken);
  wire shut = closed | behind_rst;  // nothing new goes through
  reg was_shut;
  reg flush_writes, flush_reads;  // bursts from before get errors; until all are, none is accepted
  wire writes_empty, reads_empty, take_aw, take_ar;
  wire shuts = trip | (shut & ~was_shut);

  always @(posedge clk) begin
    was_shut <= rst | shut;
    if (rst) begin
      closed <= 1'b0;
      flush_writes <= 1'b0;
      flush_reads <= 1'b0;
    end else begin
      closed <= trip | (closed & ~behind_rst);
      flush_writes <= (shuts | flush_writes) & (~writes_empty | take_aw);
      flush_reads <= (shuts | flush_reads) & (~reads_empty | take_ar);
    end
  end

  /// Fate of a burst: the response that it gets from here, and why; PASSED: it goes through.
  function [4:0] fate(input [ADDR_BITS-1:0] address, input [CHANNELS-1:0] usable, input stopped);
    reg [ADDR_BITS-1:0] channel;
    begin
      channel = address >> CHANNEL_BITS;
      if (|(channel >> PICK)) fate = {BEYOND, DECERR};
      else if (stopped) fate = {SHUT, SLVERR};
      else if (~|(usable & (ONE[CHANNELS-1:0] << channel))) fate = {NOT_READY, SLVERR};
      else fate = {3'd0, PASSED};
    end
  endfunction

  wire [4:0] aw_fate = fate(s_awaddr, ready, shut | pause);
  wire [4:0] ar_fate = fate(s_araddr, ready, shut | pause);

  // ---- Write addresses ------------------------------------------------------------------------------------
  wire w_note_ready, b_note_ready, w_note_valid, b_note_valid, w_refused, end_of_write;
  wire [1:0] b_fate;
  wire [ID_BITS-1:0] b_id;
  assign s_awready = ~m_awvalid & w_note_ready & b_note_ready & ~flush_writes;
  assign take_aw = s_awvalid & s_awready;
  wire pass_aw = take_aw & aw_fate[1:0] == PASSED;

  always @(posedge clk) begin
    if (pass_aw) begin
      m_awaddr <= s_awaddr;
      m_awlen <= s_awlen;
      m_awsize <= s_awsize;
    end
    m_awvalid <= ~rst & ~shut & ~trip & (pass_aw | (m_awvalid & ~m_awready));
  end

  // ---- Write data: those of a refused burst are taken and dropped --------------------------------------------
  wire through_ready, end_of_data;
  wire dropped = w_refused | flush_writes;
  rtlgen_queue #(.WIDTH(1), .DEPTH_LOG2(BURSTS_LOG2)) u_data (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(w_note_ready), .in_data(aw_fate[1:0] != PASSED),
    .out_valid(w_note_valid), .out_ready(end_of_data), .out_data(w_refused)
  );
  assign s_wready = w_note_valid & (dropped | through_ready);
  assign end_of_data = s_wvalid & s_wready & s_wlast;
  rtlgen_skid #(.WIDTH(1 + HOST_BITS / 8 + HOST_BITS)) u_through (
    .clk(clk), .rst(rst | shut | flush_writes), .in_valid(s_wvalid & w_note_valid & ~dropped), .in_ready(through_ready),
    .in_data({s_wlast, s_wstrb, s_wdata}), .out_valid(m_wvalid), .out_ready(m_wready), .out_data({m_wlast, m_wstrb, m_wdata})
  );

  // ---- Write responses: not before the host has given all data ---------------------------------------------
  rtlgen_queue #(.WIDTH(2 + ID_BITS), .DEPTH_LOG2(BURSTS_LOG2)) u_answers (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(b_note_ready), .in_data({aw_fate[1:0], s_awid}),
    .out_valid(b_note_valid), .out_ready(end_of_write), .out_data({b_fate, b_id})
  );
  reg [COUNT-1:0] b_complete;  // bursts with all data, without a response
  reg [COUNT-1:0] a_owed;      // bursts whose address is on the memory side, without a response
  reg [COUNT-1:0] b_owed;      // bursts whose last beat is on the memory side
  wire b_free = b_note_valid & b_complete != NONE & ~s_bvalid;
  wire b_here = b_fate != PASSED | flush_writes;
  assign m_bready = b_free & ~b_here & ~shut & a_owed != NONE & b_owed != NONE;
  assign end_of_write = b_free & (b_here | (m_bvalid & m_bready));
  wire all_behind = m_wvalid & m_wready & m_wlast;
  wire b_taken = m_bvalid & m_bready;
  assign write_broken = m_bvalid & (a_owed == NONE | b_owed == NONE);
  assign writes_empty = ~w_note_valid & ~b_note_valid;

  always @(posedge clk) begin
    if (~s_bvalid) begin
      s_bid <= b_id;
      s_bresp <= b_here ? (b_fate != PASSED ? b_fate : SLVERR) : m_bresp;
    end
    if (rst) begin
      s_bvalid <= 1'b0;
      b_complete <= NONE;
    end else begin
      s_bvalid <= end_of_write | (s_bvalid & ~s_bready);
      b_complete <= b_complete + {{(COUNT - 1){1'b0}}, end_of_data} - {{(COUNT - 1){1'b0}}, end_of_write};
    end
    if (rst | shut | flush_writes) begin
      a_owed <= NONE;
      b_owed <= NONE;
    end else begin
      a_owed <= a_owed + {{(COUNT - 1){1'b0}}, m_awvalid & m_awready} - {{(COUNT - 1){1'b0}}, b_taken};
      b_owed <= b_owed + {{(COUNT - 1){1'b0}}, all_behind} - {{(COUNT - 1){1'b0}}, b_taken};
    end
  end

  // ---- Reads -----------------------------------------------------------------------------------------------
  wire r_note_ready, r_note_valid, out_ready, r_put;
  wire [ID_BITS-1:0] note_id;
  wire [7:0] note_len;
  wire [1:0] note_fate;
  assign s_arready = ~m_arvalid & r_note_ready & ~flush_reads;
  assign take_ar = s_arvalid & s_arready;
  wire pass_ar = take_ar & ar_fate[1:0] == PASSED;

  always @(posedge clk) begin
    if (pass_ar) begin
      m_araddr <= s_araddr;
      m_arlen <= s_arlen;
      m_arsize <= s_arsize;
    end
    m_arvalid <= ~rst & ~shut & ~trip & (pass_ar | (m_arvalid & ~m_arready));
  end

  reg r_valid;  // a burst's data are expected: its note is in the registers below
  reg r_last;
  reg [ID_BITS-1:0] r_id;
  reg [7:0] r_left;  // beats after this one
  reg [1:0] r_fate;
  reg [COUNT-1:0] r_owed;  // bursts on the memory side
  rtlgen_queue #(.WIDTH(2 + 8 + ID_BITS), .DEPTH_LOG2(BURSTS_LOG2)) u_reads (
    .clk(clk), .rst(rst), .in_valid(take_ar), .in_ready(r_note_ready), .in_data({ar_fate[1:0], s_arlen, s_arid}),
    .out_valid(r_note_valid), .out_ready(~r_valid), .out_data({note_fate, note_len, note_id})
  );
  wire r_here = r_fate != PASSED | flush_reads;
  wire r_taken = m_rvalid & m_rready;
  wire r_wrong = m_rlast != r_last;  // more or fewer beats than requested
  wire [1:0] r_resp = r_fate != PASSED ? r_fate : (flush_reads | r_wrong ? SLVERR : m_rresp);
  assign m_rready = r_valid & ~r_here & out_ready & ~shut & r_owed != NONE;
  assign r_put = r_valid & out_ready & (r_here | r_taken);
  wire r_end = r_put & r_last;
  assign read_broken = (m_rvalid & r_owed == NONE) | (r_taken & r_wrong);
  assign reads_empty = ~r_note_valid & ~r_valid;
  rtlgen_skid #(.WIDTH(ID_BITS + 1 + 2 + HOST_BITS)) u_out (
    .clk(clk), .rst(rst), .in_valid(r_put), .in_ready(out_ready),
    .in_data({r_id, r_last, r_resp, r_here ? {HOST_BITS{1'b0}} : m_rdata}),
    .out_valid(s_rvalid), .out_ready(s_rready), .out_data({s_rid, s_rlast, s_rresp, s_rdata})
  );

  always @(posedge clk) begin
    if (~r_valid) begin
      r_id <= note_id;
      r_left <= note_len;
      r_last <= note_len == 8'd0;
      r_fate <= note_fate;
    end else if (r_put) begin
      r_left <= r_left - 8'd1;
      r_last <= r_left == 8'd1;
    end
    r_valid <= ~rst & (r_valid ? ~r_end : r_note_valid);
    if (rst | shut | flush_reads) r_owed <= NONE;
    else r_owed <= r_owed + {{(COUNT - 1){1'b0}}, m_arvalid & m_arready} - {{(COUNT - 1){1'b0}}, r_taken & r_last};
  end

  // ---- Time: clocks in which the oldest burst waits for the memory side --------------------------------------
  reg [LIMIT_BITS-1:0] bound, write_time, read_time;
  localparam [LIMIT_BITS-1:0] ZERO = {LIMIT_BITS{1'b0}};
  wire data_missing = w_note_valid & ~s_wvalid;  // data of a burst whose address may then wait
  wire write_owed = ~s_bvalid & (m_wvalid | (m_awvalid & ~data_missing) | m_bready);
  wire read_owed = ~(s_rvalid & ~s_rready) & (m_arvalid | m_rready);
  assign write_late = write_owed & write_time == bound;
  assign read_late = read_owed & read_time == bound;

  always @(posedge clk) begin
    bound <= limit == ZERO ? DEFAULT_LIMIT[LIMIT_BITS-1:0] : limit;
    if (rst | shut | trip | b_taken | writes_empty) write_time <= ZERO;
    else if (write_owed) write_time <= write_time + ONE[LIMIT_BITS-1:0];
    if (rst | shut | trip | (r_taken & r_last) | reads_empty) read_time <= ZERO;
    else if (read_owed) read_time <= read_time + ONE[LIMIT_BITS-1:0];
  end

  // ---- Bursts that went through and have no response -------------------------------------------------------
  reg [COUNT-1:0] writes_inside, reads_inside;
  wire write_ends = end_of_write & b_fate == PASSED;
  wire read_ends = r_end & r_fate == PASSED;
  always @(posedge clk) begin
    idle <= ~rst & writes_inside == NONE & reads_inside == NONE & ~pass_aw & ~pass_ar;
    if (rst) begin
      writes_inside <= NONE;
      reads_inside <= NONE;
    end else begin
      writes_inside <= writes_inside + {{(COUNT - 1){1'b0}}, pass_aw} - {{(COUNT - 1){1'b0}}, write_ends};
      reads_inside <= reads_inside + {{(COUNT - 1){1'b0}}, pass_ar} - {{(COUNT - 1){1'b0}}, read_ends};
    end
  end

  // ---- Reports -----------------------------------------------------------------------------------------------
  wire refuse_aw = take_aw & ~pass_aw;
  wire refuse_ar = take_ar & ~pass_ar;
  always @(posedge clk) begin
    refused <= ~rst & (trip | refuse_aw | refuse_ar);
    refused_write <= trip ? write_late | write_broken : refuse_aw;
    refused_kind <= trip ? (write_broken | read_broken ? BROKEN : NO_RESPONSE) : (refuse_aw ? aw_fate[4:2] : ar_fate[4:2]);
    refused_address <= trip ? (write_late | write_broken ? m_awaddr : m_araddr) : (refuse_aw ? s_awaddr : s_araddr);
  end

endmodule

`default_nettype wire
