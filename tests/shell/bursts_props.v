// Formal harness of rtlgen_bursts: segments, bounds and the reader are free.
//
// One segment is followed, any one: its bursts must be its beats, each once and in order. Every
// burst must obey AXI, and out_inside must say whether it lies in its buffer.
`default_nettype none

module bursts_props #(
  parameter ADDR_BITS = 14,
  parameter BUS_BITS = 1024,
  parameter BURST_BEATS = 4,
  parameter COUNT_BITS = 9,
  parameter PART = 0  // which properties: 0 AXI and bounds, 1 the followed segment
) (
  input  wire                   clk,
  input  wire                   flush_now,
  input  wire [2*ADDR_BITS-1:0] any_first,
  input  wire [2*ADDR_BITS-1:0] any_last,
  input  wire                   seg_valid,
  input  wire [ADDR_BITS-1:0]   seg_addr,
  input  wire [COUNT_BITS-1:0]  seg_beats,
  input  wire                   seg_bank,
  input  wire                   follow,
  input  wire                   out_ready,
  output wire                   bad
);

  localparam BYTES = BUS_BITS / 8;
  localparam BYTE_BITS = $clog2(BYTES);
  localparam BEAT_BITS = ADDR_BITS - BYTE_BITS;

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  // The bounds are any, and quiet.
  reg [2*ADDR_BITS-1:0] buf_first, buf_last;
  always @(posedge clk) if (rst) begin
    buf_first <= any_first;
    buf_last <= any_last;
  end

  wire flush = flush_now & ~rst;
  wire idle, seg_ready, out_valid, out_empty, out_bank, out_mark, out_inside;
  wire [ADDR_BITS-1:0] out_addr;
  wire [7:0] out_len;

  // Every segment is marked, so that the end of each can be seen.
  rtlgen_bursts #(
    .ADDR_BITS(ADDR_BITS), .BUS_BITS(BUS_BITS), .BURST_BEATS(BURST_BEATS), .COUNT_BITS(COUNT_BITS)
  ) u_bursts (
    .clk(clk), .rst(rst), .flush(flush), .idle(idle), .buf_first(buf_first), .buf_last(buf_last),
    .seg_valid(seg_valid), .seg_ready(seg_ready), .seg_addr(seg_addr), .seg_beats(seg_beats),
    .seg_bank(seg_bank), .seg_mark(1'b1), .out_valid(out_valid), .out_ready(out_ready),
    .out_addr(out_addr), .out_len(out_len), .out_empty(out_empty), .out_bank(out_bank),
    .out_mark(out_mark), .out_inside(out_inside)
  );

  wire enters = seg_valid & seg_ready & ~rst;
  wire leaves = out_valid & out_ready;
  wire [COUNT_BITS-1:0] beats = out_empty ? {COUNT_BITS{1'b0}} : out_len + 1'b1;

  reg [2:0] inside = 3'd0;  // segments
  reg [2:0] before = 3'd0;  // segments that end before the followed one
  reg following = 1'b0, begun = 1'b0, bank = 1'b0;
  reg [BEAT_BITS-1:0] next = 0;
  reg [COUNT_BITS-1:0] rest = 0;
  wire its_turn = following & (before == 3'd0);
  always @(posedge clk) begin
    if (rst | flush) begin
      inside <= 3'd0;
      following <= 1'b0;
    end else begin
      inside <= inside + enters - (leaves & out_mark);
      if (enters & follow & ~following) begin
        following <= 1'b1;
        begun <= 1'b0;
        before <= inside - (leaves & out_mark);
        next <= seg_addr[ADDR_BITS-1:BYTE_BITS];
        rest <= seg_beats;
        bank <= seg_bank;
      end else if (its_turn & leaves) begin
        begun <= 1'b1;
        next <= next + beats;
        rest <= rest - beats;
        if (out_mark) following <= 1'b0;
      end else if (following & leaves & out_mark) begin
        before <= before - 3'd1;
      end
    end
  end

  wire [BEAT_BITS-1:0] out_beat = out_addr[ADDR_BITS-1:BYTE_BITS];
  wire wrong = its_turn & (out_bank != bank | out_mark != (rest == beats) | beats > rest |
                           (beats == 0 & (begun | rest != 0)) | (beats != 0 & out_beat != next));
  // After the first, bursts start where the longest may.
  wire crooked = its_turn & begun & (out_beat % BURST_BEATS != 0);
  wire [12:0] page_end = {1'b0, out_addr[11:0]} + (out_len + 13'd1) * BYTES;
  wire illegal = page_end > 13'd4096 | out_len >= BURST_BEATS | |out_addr[BYTE_BITS-1:0];
  wire [ADDR_BITS-1:0] first = out_bank ? buf_first[2*ADDR_BITS-1:ADDR_BITS]
                                        : buf_first[ADDR_BITS-1:0];
  wire [ADDR_BITS-1:0] last = out_bank ? buf_last[2*ADDR_BITS-1:ADDR_BITS]
                                       : buf_last[ADDR_BITS-1:0];
  wire [BEAT_BITS:0] last_beat = {1'b0, out_beat} + out_len;  // one bit more than an address
  wire within = out_addr >= first &
                last_beat <= {1'b0, last[ADDR_BITS-1:BYTE_BITS]};
  wire lies = ~out_empty & (out_inside != within);

  // An offered beat stays until it is taken.
  reg stalled = 1'b0;
  reg [ADDR_BITS+10:0] offered;
  wire [ADDR_BITS+10:0] offer = {out_addr, out_len, out_empty, out_bank, out_mark};
  always @(posedge clk) begin
    stalled <= out_valid & ~out_ready & ~rst;
    offered <= offer;
  end
  wire unsteady = stalled & ~flush & (~out_valid | offer != offered);
  wire miscounted = inside > 3'd3 | idle != (inside == 3'd0);

  wire fault = PART == 0 ? (out_valid & ~out_empty & (illegal | lies)) | unsteady
                         : (out_valid & (wrong | (~out_empty & crooked))) | miscounted;
  assign bad = ~rst & fault;

endmodule

`default_nettype wire
