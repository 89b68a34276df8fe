// rtlgen_bursts -- splits segments of memory into bursts that AXI allows
//
// A burst never crosses 4 KiB and has at most BURST_BEATS beats; all but the first of a segment start at addresses that
// are multiples of the longest burst. Every beat is in exactly one burst, in order. A flag marks bursts inside their
// buffer. One burst per clock, three clocks after its segment. Part of rtlgen_axi_read and rtlgen_axi_write.
//
//   parameter  ADDR_BITS    bits of a byte address, 14 to 64
//              BUS_BITS     bits of a beat, 16 to 1024, a power of two
//              BURST_BEATS  longest burst, 2 to 256 beats, a power of two; it is limited to 4 KiB
//              COUNT_BITS   bits of seg_beats, 9 or more
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high
//   flush      in         drops everything inside, accepts nothing and offers nothing
//   idle       out        nothing is inside
//   buf_first  in         first byte address of both buffers, buffer 1 in the high bits; constant. A beat that begins
//                         before it is outside, such as the first one of a buffer that begins inside a beat
//   buf_last   in         byte address of their last beat; constant
//   seg_valid  in         a segment is offered
//   seg_ready  out        accepted at this edge
//   seg_addr   in         byte address; bits below a beat are treated as 0
//   seg_beats  in         number of beats; 0: a burst without beats, to keep the order
//   seg_bank   in         which buffer
//   seg_mark   in         is output with the last burst of the segment
//   out_valid  out        a burst is offered; stays until it is accepted or flush
//   out_ready  in         accepted at this edge
//   out_addr   out        byte address
//   out_len    out        beats - 1
//   out_empty  out        no beats at all; then out_len has no meaning
//   out_bank   out
//   out_mark   out        seg_mark, if this is the last burst of its segment
//   out_inside out        the whole burst is within its buffer
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

  localparam PAGE_BEATS = 4096 / (BUS_BITS / 8);
  localparam LONGEST = BURST_BEATS < PAGE_BEATS ? BURST_BEATS : PAGE_BEATS;

  generate
    if (ADDR_BITS < 14 || ADDR_BITS > 64) begin : guard_address
      rtlgen_bursts_needs_14_to_64_address_bits bad_parameter ();
    end
    if (BUS_BITS < 16 || BUS_BITS > 1024 || (BUS_BITS & (BUS_BITS - 1)) != 0) begin : guard_bus
      rtlgen_bursts_needs_a_power_of_two_of_bus_bits bad_parameter ();
    end
    if (BURST_BEATS < 2 || BURST_BEATS > 256 || (BURST_BEATS & (BURST_BEATS - 1)) != 0) begin : guard_burst
      rtlgen_bursts_needs_a_power_of_two_of_2_to_256_beats bad_parameter ();
    end
    if (COUNT_BITS < 9) begin : guard_count
      rtlgen_bursts_needs_at_least_9_count_bits bad_parameter ();
    end
  endgenerate

  // The address of a beat is {chunk, place}; a chunk is as long as the longest burst.
  localparam BYTE_BITS = $clog2(BUS_BITS / 8);
  localparam PLACE_BITS = $clog2(LONGEST);
  localparam CHUNK_BITS = ADDR_BITS - BYTE_BITS - PLACE_BITS;
  localparam BEAT_BITS = CHUNK_BITS + PLACE_BITS;
  localparam [31:0] ONE = 1;
  localparam [COUNT_BITS:0] MOST = {{COUNT_BITS{1'b0}}, 1'b1} << PLACE_BITS;  // LONGEST

  // The rest of the segment.
  reg                  rest_valid;
  reg [CHUNK_BITS-1:0] rest_chunk;
  reg [PLACE_BITS-1:0] rest_place;
  reg [COUNT_BITS:0]   rest_end;    // beats from the start of the chunk to the end of the segment
  reg                  rest_final;  // the segment ends in this chunk
  reg                  rest_empty;
  reg                  rest_bank;
  reg                  rest_mark;

  // A burst: the places of its first and last beat in one chunk.
  reg                  cut_valid;
  reg [CHUNK_BITS-1:0] cut_chunk;
  reg [PLACE_BITS-1:0] cut_first;
  reg [PLACE_BITS-1:0] cut_last;
  reg                  cut_empty;
  reg                  cut_bank;
  reg                  cut_mark;

  // The same, compared with the bounds.
  reg                  held_valid;
  reg [BEAT_BITS-1:0]  held_beat;
  reg [PLACE_BITS-1:0] held_len;
  reg                  held_empty;
  reg                  held_bank;
  reg                  held_mark;
  reg                  held_inside;

  wire held_ready = ~held_valid | out_ready;
  wire cut_ready = ~cut_valid | held_ready;

  wire [PLACE_BITS-1:0] final_place = rest_end[PLACE_BITS-1:0] - ONE[PLACE_BITS-1:0];

  assign seg_ready = ~flush & (~rest_valid | (cut_ready & rest_final));

  // Does a segment end in the chunk in which it begins? Computed without adding its place to all bits of its length.
  wire [PLACE_BITS-1:0] seg_place = seg_addr[BYTE_BITS+:PLACE_BITS];
  wire [COUNT_BITS+1:0] seg_wide = {2'b00, seg_beats};
  wire [PLACE_BITS+1:0] seg_near = {2'b00, seg_place} + {1'b0, seg_wide[PLACE_BITS:0]};
  wire seg_final = seg_wide[COUNT_BITS+1:PLACE_BITS+1] == {(COUNT_BITS - PLACE_BITS + 1){1'b0}} &&
                   seg_near <= MOST[PLACE_BITS+1:0];
  wire [COUNT_BITS:0] next_end = rest_end - MOST;

  always @(posedge clk) begin
    if (seg_ready) begin
      {rest_chunk, rest_place} <= seg_addr[ADDR_BITS-1:BYTE_BITS];
      rest_end <= {1'b0, seg_beats} + {{(COUNT_BITS + 1 - PLACE_BITS){1'b0}}, seg_place};
      rest_final <= seg_final;
      rest_empty <= seg_beats == {COUNT_BITS{1'b0}};
      rest_bank <= seg_bank;
      rest_mark <= seg_mark;
    end else if (cut_ready) begin
      rest_chunk <= rest_chunk + {{(CHUNK_BITS - 1){1'b0}}, 1'b1};
      rest_place <= {PLACE_BITS{1'b0}};
      rest_end <= next_end;
      rest_final <= next_end <= MOST;
    end
    if (cut_ready) begin
      cut_chunk <= rest_chunk;
      cut_first <= rest_place;
      cut_last <= rest_final ? final_place : {PLACE_BITS{1'b1}};
      cut_empty <= rest_empty;
      cut_bank <= rest_bank;
      cut_mark <= rest_mark & rest_final;
    end
  end

  wire [ADDR_BITS-1:0] first_allowed =
      cut_bank ? buf_first[2*ADDR_BITS-1:ADDR_BITS] : buf_first[ADDR_BITS-1:0];
  wire [ADDR_BITS-1:0] last_allowed =
      cut_bank ? buf_last[2*ADDR_BITS-1:ADDR_BITS] : buf_last[ADDR_BITS-1:0];
  wire unused_bytes = &{1'b0, seg_addr[BYTE_BITS-1:0], last_allowed[BYTE_BITS-1:0]};

  always @(posedge clk) begin
    if (held_ready) begin
      held_beat <= {cut_chunk, cut_first};
      held_len <= cut_last - cut_first;
      held_empty <= cut_empty;
      held_bank <= cut_bank;
      held_mark <= cut_mark;
      held_inside <= {cut_chunk, cut_first, {BYTE_BITS{1'b0}}} >= first_allowed &&
                     {cut_chunk, cut_last} <= last_allowed[ADDR_BITS-1:BYTE_BITS];
    end
    if (rst | flush) begin
      rest_valid <= 1'b0;
      cut_valid <= 1'b0;
      held_valid <= 1'b0;
    end else begin
      if (seg_ready) rest_valid <= seg_valid;
      if (cut_ready) cut_valid <= rest_valid;
      if (held_ready) held_valid <= cut_valid;
    end
  end

  wire unused_top;  // an 8-bit place leaves nothing to fill up
  assign idle = ~(rest_valid | cut_valid | held_valid);
  assign out_valid = held_valid & ~flush;
  assign out_addr = {held_beat, {BYTE_BITS{1'b0}}};
  assign {unused_top, out_len} = {{(9 - PLACE_BITS){1'b0}}, held_len};
  assign out_empty = held_empty;
  assign out_bank = held_bank;
  assign out_mark = held_mark;
  assign out_inside = held_inside;

endmodule

`default_nettype wire
