// rtlgen_memory_test -- writes a pattern to memory and compares what it reads, at the speed of the bus
//
// Stands in the path of the host's transfers, which go through while no test is on. A test waits until none is
// outstanding, then writes whole pages of 4096 bytes and reads them back; either half may be left out. The word of 32
// bits at byte address a has the pattern of w = a / 4 and the seed s:
//
//   mode 0  address  w ^ s
//   mode 1  noise    y ^ (y << 5), of y = x ^ (x >> 17), of x = v ^ (v << 13), of v = w ^ s
//   mode 2  walking  (1 << ((lane + beat) mod 32)) ^ s, of the word's lane in its beat and the beat's number
//
//   parameter  CHANNELS      memory channels, a power of two
//              CHANNEL_BITS  each has 2^CHANNEL_BITS bytes; channel 0 begins at address 0, the others follow
//              BUS_BITS      bits of a beat, a power of two, 128 to 1024
//              ADDR_BITS     bits of a byte address
//              LIMIT_LOG2    a test in which nothing has moved for 2^LIMIT_LOG2 clocks has no response
//
//   port           direction  meaning
//   clk, rst       in         one clock; rst synchronous, active high, together with the host
//   behind_rst     in         the memory side is in reset: ends a test
//   ready          in         channels that can be used, channel 0 lowest
//   start          in         for one clock: begins a test; ignored during one
//   first          in         its first page; this and the next four do not change during a test
//   pages          in         number of pages; a test ends at once if it is 0
//   seed, mode     in
//   writes, reads  in         the halves of the test
//   host_idle      in         the host has nothing outstanding
//   pause          out        the host must not begin anything; a register
//   busy           out        a test is on; a register
//   done           out        the last test has come to its end
//   no_response    out        it has stopped, because nothing moved; the bus must be reset
//   not_ready      out        it has stopped at a channel that is not ready
//   bad_response   out        an error response came
//   aborted        out        a reset has ended it
//   wrong_beats    out        number of beats that differ
//   wrong_bytes    out        byte lanes that differ in any of them, 64 bits; lanes above are added to those below
//   bad_page, bad_beat  out   of the first word that differs
//   bad_lane       out        its number within the beat
//   seen           out        what was read there
//   write_clocks, read_clocks  out  that the halves took
//   s_*            the host; INCR bursts of whole beats
//   m_*            the memory
`default_nettype none

module rtlgen_memory_test #(
  parameter CHANNELS = 1,
  parameter CHANNEL_BITS = 31,
  parameter BUS_BITS = 512,
  parameter ADDR_BITS = 64,
  parameter LIMIT_LOG2 = 16
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  behind_rst,
  input  wire [CHANNELS-1:0]   ready,
  input  wire                  start,
  input  wire [31:0]           first,
  input  wire [31:0]           pages,
  input  wire [31:0]           seed,
  input  wire [1:0]            mode,
  input  wire                  writes,
  input  wire                  reads,
  input  wire                  host_idle,
  output reg                   pause,
  output reg                   busy,
  output reg                   done,
  output reg                   no_response,
  output reg                   not_ready,
  output reg                   bad_response,
  output reg                   aborted,
  output reg  [31:0]           wrong_beats,
  output reg  [63:0]           wrong_bytes,
  output reg  [31:0]           bad_page,
  output reg  [7:0]            bad_beat,
  output reg  [7:0]            bad_lane,
  output wire [31:0]           seen,
  output reg  [31:0]           write_clocks,
  output reg  [31:0]           read_clocks,
  input  wire                  s_awvalid,
  output wire                  s_awready,
  input  wire [ADDR_BITS-1:0]  s_awaddr,
  input  wire [7:0]            s_awlen,
  input  wire                  s_wvalid,
  output wire                  s_wready,
  input  wire [BUS_BITS-1:0]   s_wdata,
  input  wire [BUS_BITS/8-1:0] s_wstrb,
  input  wire                  s_wlast,
  output wire                  s_bvalid,
  input  wire                  s_bready,
  output wire [1:0]            s_bresp,
  input  wire                  s_arvalid,
  output wire                  s_arready,
  input  wire [ADDR_BITS-1:0]  s_araddr,
  input  wire [7:0]            s_arlen,
  output wire                  s_rvalid,
  input  wire                  s_rready,
  output wire [BUS_BITS-1:0]   s_rdata,
  output wire [1:0]            s_rresp,
  output wire                  s_rlast,
  output wire                  m_awvalid,
  input  wire                  m_awready,
  output wire [ADDR_BITS-1:0]  m_awaddr,
  output wire [7:0]            m_awlen,
  output wire                  m_wvalid,
  input  wire                  m_wready,
  output wire [BUS_BITS-1:0]   m_wdata,
  output wire [BUS_BITS/8-1:0] m_wstrb,
  output wire                  m_wlast,
  input  wire                  m_bvalid,
  output wire                  m_bready,
  input  wire [1:0]            m_bresp,
  output wire                  m_arvalid,
  input  wire                  m_arready,
  output wire [ADDR_BITS-1:0]  m_araddr,
  output wire [7:0]            m_arlen,
  input  wire                  m_rvalid,
  output wire                  m_rready,
  input  wire [BUS_BITS-1:0]   m_rdata,
  input  wire [1:0]            m_rresp,
  input  wire                  m_rlast
);

  localparam PICK = $clog2(CHANNELS);
  localparam LANES = BUS_BITS / 32;
  localparam BYTES = BUS_BITS / 8;
  localparam LANE_BITS = $clog2(LANES);
  localparam BEAT_BITS = 10 - LANE_BITS;  // bits of a beat's number within its page
  localparam PAGE_BITS = CHANNEL_BITS + PICK - 12;

  generate
    if (BUS_BITS < 128 || BUS_BITS > 1024 || LANES != 1 << LANE_BITS) begin : guard_bus
      rtlgen_memory_test_needs_a_power_of_two_of_128_to_1024_bits bad_parameter ();
    end
    if (CHANNELS < 1 || CHANNELS != 1 << PICK || CHANNEL_BITS < 13 || PAGE_BITS > 32 || CHANNEL_BITS + PICK >= ADDR_BITS) begin : guard_memory
      rtlgen_memory_test_needs_a_power_of_two_of_channels_of_8192_bytes_or_more bad_parameter ();
    end
  endgenerate

  localparam [31:0] ONE = 1;
  localparam [CHANNELS-1:0] FIRST_CHANNEL = 1;
  localparam [7:0] LAST = (1 << BEAT_BITS) - 1;
  localparam [31:0] MOST_OPEN = 8;  // pages

  // ---- The pattern of a beat -----------------------------------------------------------------------------------
  function automatic [31:0] word_of(input [31:0] word, input [4:0] step);
    reg [31:0] x;
    begin
      x = word ^ seed;
      if (mode == 2'd1) begin
        x = x ^ (x << 13);
        x = x ^ (x >> 17);
        x = x ^ (x << 5);
      end
      if (mode == 2'd2) x = (ONE << step) ^ seed;
      word_of = x;
    end
  endfunction

  function automatic [BUS_BITS-1:0] pattern(input [31-LANE_BITS:0] beat);
    integer i;
    reg [LANE_BITS-1:0] lane;
    begin
      for (i = 0; i < LANES; i = i + 1) begin
        lane = i[LANE_BITS-1:0];
        pattern[32*i+:32] = word_of({beat, lane}, beat[4:0] + {{(5 - LANE_BITS){1'b0}}, lane});
      end
    end
  endfunction

  // ---- The test -------------------------------------------------------------------------------------------------
  localparam [2:0] IDLE = 0;
  localparam [2:0] DRAIN = 1;
  localparam [2:0] WRITE = 2;
  localparam [2:0] READ = 3;
  localparam [2:0] CHECK = 4;  // the last beats are compared
  localparam [2:0] STUCK = 5;

  reg [2:0] state;
  reg active;  // the memory is the test's
  reg [31:0] asked, ended;  // pages requested, with a response
  reg [31:0] granted;       // the page after the last one that the memory has taken
  reg [31:0] count;                  // pages of this test
  reg [LIMIT_LOG2-1:0] quiet;
  reg [2:0] settle;
  reg t_awvalid, t_arvalid, t_wvalid, t_wlast;
  wire [PAGE_BITS-1:0] page = first[PAGE_BITS-1:0] + asked[PAGE_BITS-1:0];
  wire [31:0] open = asked - ended;
  wire channel_ready;
  reg [ADDR_BITS-1:0] t_addr;
  wire moves = (m_awvalid & m_awready) | (m_wvalid & m_wready) | (m_bvalid & m_bready) | (m_arvalid & m_arready) | (m_rvalid & m_rready);
  wire ask = asked != count & open < MOST_OPEN & channel_ready;
  wire stops = asked != count & ~channel_ready;
  wire half_ends = ended == count & ~stops;

  generate
    if (CHANNELS == 1) begin : one_channel
      assign channel_ready = ready;
    end else begin : channels
      assign channel_ready = |(ready & (FIRST_CHANNEL << page[PAGE_BITS-1-:PICK]));
    end
  endgenerate

  // ---- Write data -------------------------------------------------------------------------------------------------
  reg [31:0] w_page;
  reg [BEAT_BITS-1:0] w_beat;
  wire w_free = ~t_wvalid | m_wready;
  wire w_more = state == WRITE & w_page != granted;

  // ---- Beats that are read, and what they should be -----------------------------------------------------------------
  reg [31:0] r_page;
  reg [BEAT_BITS-1:0] r_beat;
  wire r_taken = active & m_rvalid & (state == READ);
  reg got, compared, found;
  reg [BUS_BITS-1:0] r_data, r_compared, r_kept;
  reg [31:0] page_1, page_2;
  reg [BEAT_BITS-1:0] beat_1, beat_2;
  reg [BYTES-1:0] differ;
  integer i;

  // ---- A beat as it should be: written, or compared with what is read -------------------------------------------------
  reg [BUS_BITS-1:0] right;
  wire is_write = state == WRITE;
  wire [31-LANE_BITS:0] number = is_write ? {w_page[31-LANE_BITS-BEAT_BITS:0], w_beat} : {r_page[31-LANE_BITS-BEAT_BITS:0], r_beat};

  always @(posedge clk) begin
    if (w_free | ~is_write) right <= pattern(number);
    if (w_free) t_wlast <= w_beat == LAST[BEAT_BITS-1:0];
    if (~t_awvalid & ~t_arvalid) t_addr <= {{(ADDR_BITS - 12 - PAGE_BITS){1'b0}}, page, 12'd0};
    r_data <= m_rdata;
    page_1 <= r_page;
    beat_1 <= r_beat;
    page_2 <= page_1;
    beat_2 <= beat_1;
    for (i = 0; i < BYTES; i = i + 1) differ[i] <= r_data[8*i+:8] != right[8*i+:8];
    r_compared <= r_data;
    if (~found) r_kept <= r_compared;  // `found` follows a clock after the beat
  end

  wire wrong = compared & |differ;
  wire first_wrong = wrong & ~found;
  reg [63:0] folded;
  reg [7:0] lowest;
  always @* begin
    folded = 64'd0;
    lowest = 8'd0;
    for (i = BYTES - 1; i >= 0; i = i - 1) begin
      folded[i % 64] = folded[i % 64] | differ[i];
      if (differ[i]) lowest = i[9:2];
    end
  end
  wire [LANE_BITS-1:0] seen_lane = bad_lane[LANE_BITS-1:0];
  assign seen = found ? r_kept[{seen_lane, 5'd0}+:32] : 32'd0;

  always @(posedge clk) begin
    if (rst) begin
      state <= IDLE;
      active <= 1'b0;
      pause <= 1'b0;
      busy <= 1'b0;
      {done, no_response, not_ready, bad_response, aborted} <= 5'd0;
      {t_awvalid, t_arvalid, t_wvalid} <= 3'd0;
      {got, compared, found} <= 3'd0;
      wrong_beats <= 32'd0;
      wrong_bytes <= 64'd0;
      bad_page <= 32'd0;
      bad_beat <= 8'd0;
      bad_lane <= 8'd0;
      write_clocks <= 32'd0;
      read_clocks <= 32'd0;
    end else begin
      got <= r_taken;
      compared <= got;
      quiet <= moves | ~active ? {LIMIT_LOG2{1'b0}} : quiet + {{(LIMIT_LOG2 - 1){1'b0}}, 1'b1};
      settle <= state == DRAIN | state == CHECK ? settle + {2'd0, ~&settle} : 3'd0;
      t_awvalid <= t_awvalid ? ~m_awready : state == WRITE & ask;
      t_arvalid <= t_arvalid ? ~m_arready : state == READ & ask;
      if (~t_awvalid & ~t_arvalid & (state == WRITE | state == READ) & ask) asked <= asked + ONE;
      if (active & m_awvalid & m_awready) granted <= granted + ONE;
      if (w_free) begin
        t_wvalid <= w_more;
        if (w_more) begin
          w_beat <= w_beat + {{(BEAT_BITS - 1){1'b0}}, 1'b1};
          if (w_beat == LAST[BEAT_BITS-1:0]) w_page <= w_page + ONE;
        end
      end
      if (state == WRITE) write_clocks <= write_clocks + ONE;
      if (state == READ) read_clocks <= read_clocks + ONE;
      if (active & m_bvalid) begin
        ended <= ended + ONE;
        if (m_bresp != 2'b00) bad_response <= 1'b1;
      end
      if (r_taken) begin
        r_beat <= r_beat + {{(BEAT_BITS - 1){1'b0}}, 1'b1};
        if (m_rresp != 2'b00) bad_response <= 1'b1;
        if (m_rlast) begin
          ended <= ended + ONE;
          r_page <= r_page + ONE;
        end
      end
      if (wrong) begin
        wrong_beats <= wrong_beats + ONE;
        wrong_bytes <= wrong_bytes | folded;
      end
      if (first_wrong) begin
        found <= 1'b1;
        bad_page <= page_2;
        bad_beat <= {{(8 - BEAT_BITS){1'b0}}, beat_2};
        bad_lane <= lowest;
      end
      case (state)
        IDLE: if (start) begin
          state <= DRAIN;
          busy <= 1'b1;
          pause <= 1'b1;
          {done, no_response, not_ready, bad_response, aborted, found} <= 6'd0;
          wrong_beats <= 32'd0;
          wrong_bytes <= 64'd0;
          {bad_page, bad_beat, bad_lane} <= 48'd0;
          write_clocks <= 32'd0;
          read_clocks <= 32'd0;
          count <= pages;
          {asked, ended} <= 64'd0;
          granted <= first;
          w_page <= first;
          r_page <= first;
          w_beat <= {BEAT_BITS{1'b0}};
          r_beat <= {BEAT_BITS{1'b0}};
        end
        DRAIN: if (host_idle & (&settle)) begin
          active <= 1'b1;
          state <= writes ? WRITE : (reads ? READ : CHECK);
        end
        WRITE: if (half_ends) begin
          {asked, ended} <= 64'd0;
          state <= reads ? READ : CHECK;
        end
        READ: if (half_ends) state <= CHECK;
        CHECK: if (&settle) begin
          state <= IDLE;
          active <= 1'b0;
          pause <= 1'b0;
          busy <= 1'b0;
          done <= 1'b1;
        end
        default: ;  // only a reset of the bus leads out
      endcase
      // A channel that is not ready: what was requested is awaited.
      if ((state == WRITE | state == READ) & stops & ~t_awvalid & ~t_arvalid) begin
        count <= asked;
        not_ready <= 1'b1;
      end
      if (active & (&quiet)) begin
        state <= STUCK;
        no_response <= 1'b1;
        {t_awvalid, t_arvalid, t_wvalid} <= 3'd0;
      end
      if (behind_rst & busy) begin
        state <= IDLE;
        active <= 1'b0;
        pause <= 1'b0;
        busy <= 1'b0;
        aborted <= ~no_response;
        {t_awvalid, t_arvalid, t_wvalid} <= 3'd0;
      end
    end
  end

  // ---- The memory is the host's, or the test's ----------------------------------------------------------------------
  assign m_awvalid = active ? t_awvalid : s_awvalid;
  assign m_awaddr = active ? t_addr : s_awaddr;
  assign m_awlen = active ? LAST : s_awlen;
  assign m_wvalid = active ? t_wvalid : s_wvalid;
  assign m_wdata = active ? right : s_wdata;
  assign m_wstrb = s_wstrb | {BYTES{active}};
  assign m_wlast = active ? t_wlast : s_wlast;
  assign m_bready = active | s_bready;
  assign m_arvalid = active ? t_arvalid : s_arvalid;
  assign m_araddr = active ? t_addr : s_araddr;
  assign m_arlen = active ? LAST : s_arlen;
  assign m_rready = active | s_rready;
  assign s_awready = m_awready & ~active;
  assign s_wready = m_wready & ~active;
  assign s_bvalid = m_bvalid & ~active;
  assign s_bresp = m_bresp;
  assign s_arready = m_arready & ~active;
  assign s_rvalid = m_rvalid & ~active;
  assign s_rdata = m_rdata;
  assign s_rresp = m_rresp;
  assign s_rlast = m_rlast;

endmodule

`default_nettype wire
