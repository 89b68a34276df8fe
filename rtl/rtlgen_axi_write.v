// rtlgen_axi_write -- writes one ordered stream of beats to memory
//
// Turns segments into bursts and requests each from a bank only when all its beats are in the FIFO in front of it, so
// that write data never make the bus wait. Counts the rows whose bursts are all acknowledged. A bit selects one of two
// buffers for a segment; the two may be in different banks, so a burst of the other buffer is requested only when all
// others are acknowledged.
//
//   parameter  ADDR_BITS    bits of a byte address, 14 to 64
//              BUS_BITS     bits of a beat, 16 to 1024, a power of two
//              BURST_BEATS  longest burst, 2 to 256 beats, a power of two; it is limited to 4 KiB
//              COUNT_BITS   bits of seg_beats, 9 or more
//              FREE_BITS    bits of in_count; the FIFO has at least 2^(FREE_BITS-1) slots, enough
//                           for the longest burst
//              OUTSTANDING  bursts and empty rows that may wait for their turn to be committed, a
//                           power of two, 2 or more
//
//   port            direction  meaning
//   clk             in         everything happens at its rising edge
//   rst             in         synchronous, active high; also clears the errors and rows_committed
//   stop            in         request no further burst and drop the segments inside; hold until rst.
//                              Requested bursts are completed; missing data are sent
//                              with strobes 0
//   idle            out        no segment is inside and nothing is outstanding
//   err_bounds      out        a burst outside its buffer was refused; stays until rst
//   err_resp        out        a burst had an error response; stays until rst. Either acts like stop
//   rows_committed  out        rows whose bursts are all acknowledged, modulo 2^32; stops
//                              at the first error response
//   buf_first       in         first byte address of both buffers, buffer 1 in the high bits
//   buf_last        in         byte address of their last beat; both constant while segments are inside
//   seg_valid       in         a segment is offered
//   seg_ready       out        accepted at this edge
//   seg_addr        in         byte address; bits below a beat are treated as 0
//   seg_beats       in         0 for a row that has nothing to write
//   seg_bank        in         which buffer
//   seg_row_end     in         the segment is the last of its row
//   in_valid        in         the FIFO's oldest beat
//   in_ready        out        accepted at this edge
//   in_data         in
//   in_count        in         lower bound of available beats after all accepted up to the previous clock
//   req_valid       out        a burst is requested; stays until it is accepted; a register
//   req_ready       in         accepted at this edge
//   req_bank        out        its buffer; stays until the next burst, so it also belongs to the
//                              data and the acknowledgements
//   req_addr        out        byte address
//   req_len         out        beats - 1
//   wdat_valid      out        a beat, in the order of bursts; perhaps before its burst is accepted
//   wdat_ready      in         accepted at this edge
//   wdat_data       out
//   wdat_strobe     out        all ones or all zeros
//   wdat_last       out        last beat of its burst; all wdat_* outputs are registers
//   ack_valid       in         a burst is acknowledged, in order; cannot wait
//   ack_error       in         its response was not OKAY
`default_nettype none

module rtlgen_axi_write #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter BURST_BEATS = 64,
  parameter COUNT_BITS = 24,
  parameter FREE_BITS = 10,
  parameter OUTSTANDING = 16
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   stop,
  output wire                   idle,
  output reg                    err_bounds,
  output reg                    err_resp,
  output reg  [31:0]            rows_committed,
  input  wire [2*ADDR_BITS-1:0] buf_first,
  input  wire [2*ADDR_BITS-1:0] buf_last,
  input  wire                   seg_valid,
  output wire                   seg_ready,
  input  wire [ADDR_BITS-1:0]   seg_addr,
  input  wire [COUNT_BITS-1:0]  seg_beats,
  input  wire                   seg_bank,
  input  wire                   seg_row_end,
  input  wire                   in_valid,
  output wire                   in_ready,
  input  wire [BUS_BITS-1:0]    in_data,
  input  wire [FREE_BITS-1:0]   in_count,
  output reg                    req_valid,
  input  wire                   req_ready,
  output reg                    req_bank,
  output reg  [ADDR_BITS-1:0]   req_addr,
  output reg  [7:0]             req_len,
  output reg                    wdat_valid,
  input  wire                   wdat_ready,
  output reg  [BUS_BITS-1:0]    wdat_data,
  output wire [BUS_BITS/8-1:0]  wdat_strobe,
  output reg                    wdat_last,
  input  wire                   ack_valid,
  input  wire                   ack_error
);

  localparam PAGE_BEATS = 4096 / (BUS_BITS / 8);
  localparam LONGEST = BURST_BEATS < PAGE_BEATS ? BURST_BEATS : PAGE_BEATS;
  localparam SLOT_BITS = $clog2(OUTSTANDING);
  localparam POINTER_BITS = SLOT_BITS + 1;
  localparam [31:0] ONE = 1;
  localparam [31:0] SLOTS = OUTSTANDING;

  generate
    if (FREE_BITS < 2 || FREE_BITS > 24 || (1 << (FREE_BITS - 1)) < LONGEST) begin : guard_fifo
      rtlgen_axi_write_needs_a_fifo_with_places_for_the_longest_burst bad_parameter ();
    end
    if (OUTSTANDING < 2 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : guard_outstanding
      rtlgen_axi_write_needs_a_power_of_two_of_bursts_outstanding bad_parameter ();
    end
  endgenerate

  wire halt = stop | err_bounds | err_resp;

  wire bursts_idle, burst_valid, burst_ready, burst_empty, burst_bank, burst_mark, burst_inside;
  wire [ADDR_BITS-1:0] burst_addr;
  wire [7:0] burst_len;

  rtlgen_bursts #(
    .ADDR_BITS(ADDR_BITS),
    .BUS_BITS(BUS_BITS),
    .BURST_BEATS(BURST_BEATS),
    .COUNT_BITS(COUNT_BITS)
  ) u_bursts (
    .clk(clk),
    .rst(rst),
    .flush(halt),
    .idle(bursts_idle),
    .buf_first(buf_first),
    .buf_last(buf_last),
    .seg_valid(seg_valid),
    .seg_ready(seg_ready),
    .seg_addr(seg_addr),
    .seg_beats(seg_beats),
    .seg_bank(seg_bank),
    .seg_mark(seg_row_end),
    .out_valid(burst_valid),
    .out_ready(burst_ready),
    .out_addr(burst_addr),
    .out_len(burst_len),
    .out_empty(burst_empty),
    .out_bank(burst_bank),
    .out_mark(burst_mark),
    .out_inside(burst_inside)
  );

  // Bursts and empty rows in order, from request to commit: {row_end, empty, len}. Three pointers circulate: in, data
  // sent, committed.
  reg [9:0] items [0:OUTSTANDING-1];
  reg [POINTER_BITS-1:0] item_in;
  reg [POINTER_BITS-1:0] item_sent;
  reg [POINTER_BITS-1:0] item_done;

  wire nothing_open = item_in == item_done;
  wire has_slot = item_in != (item_done ^ SLOTS[POINTER_BITS-1:0]);

  // The burst in req_*: it waits for its beats, then it is requested. So decisions depend on registers alone, and a
  // burst takes two clocks: no more than a row takes.
  reg full;        // req_* has a burst
  reg req_inside;  // it is within its buffer
  reg [FREE_BITS-1:0] req_beats;
  reg req_mark;
  reg entered;     // its request began in this clock, and it is not in `promised` yet
  reg sent;        // a beat has left the FIFO, and is still in `promised`

  // Beats of requested bursts that are still in the FIFO, and the number of other beats in it. Both are one clock old
  // and ignore beats that came since then.
  reg [FREE_BITS-1:0] promised;
  reg [FREE_BITS-1:0] at_hand;

  wire same_bank = burst_bank == req_bank || nothing_open;
  wire load = burst_valid & ~burst_empty & ~full & same_bank;
  wire skip = burst_valid & burst_empty & ~full & has_slot;
  assign burst_ready = ~full & (burst_empty ? has_slot : same_bank);

  wire [7:0] entered_len = full ? req_len : burst_len;
  wire entered_mark = full ? req_mark : burst_mark;
  wire entered_empty = ~full & burst_empty;
  wire req_fits = req_inside && {8'd0, at_hand} > {{FREE_BITS{1'b0}}, req_len};
  wire burst_fits = burst_inside && {8'd0, at_hand} > {{FREE_BITS{1'b0}}, burst_len};
  wire ask = has_slot & (full ? req_fits & ~req_valid & ~halt : burst_fits & load);
  wire enter = ask | skip;
  wire [31:0] beats = {24'd0, burst_len} + 32'd1;
  wire [FREE_BITS-1:0] asked = entered ? req_beats : {FREE_BITS{1'b0}};
  wire [FREE_BITS-1:0] promised_now = promised + asked - {{(FREE_BITS - 1){1'b0}}, sent};
  wire unused_beats = &{1'b0, beats[31:FREE_BITS]};

  // Data of the oldest burst whose data have not all been sent.
  reg [7:0] beat;
  reg strobe;
  wire [9:0] sending = items[item_sent[SLOT_BITS-1:0]];
  wire sends = item_in != item_sent;
  wire sends_data = sends & ~sending[8];
  wire send = sends_data & (~wdat_valid | wdat_ready) & (in_valid | halt);
  wire is_last = beat == sending[7:0];
  assign in_ready = sends_data & (~wdat_valid | wdat_ready);

  // Acknowledgements that are not assigned to a burst yet.
  reg [POINTER_BITS-1:0] acks;
  wire [9:0] ending = items[item_done[SLOT_BITS-1:0]];
  wire use_ack = ~nothing_open & ~ending[8] & (acks != {POINTER_BITS{1'b0}});
  wire leave = use_ack | (~nothing_open & ending[8]);
  wire unused_item = &{1'b0, sending[9], ending[7:0]};

  always @(posedge clk) begin
    if (load) begin
      req_addr <= burst_addr;
      req_len <= burst_len;
      req_beats <= beats[FREE_BITS-1:0];
      req_mark <= burst_mark;
      req_inside <= burst_inside;
    end
    if (enter) items[item_in[SLOT_BITS-1:0]] <= {entered_mark, entered_empty, entered_len};
    if (send) begin
      wdat_data <= in_data;
      wdat_last <= is_last;
      strobe <= in_valid;
    end
    if (rst) begin
      full <= 1'b0;
      entered <= 1'b0;
      sent <= 1'b0;
      req_valid <= 1'b0;
      req_bank <= 1'b0;
      item_in <= {POINTER_BITS{1'b0}};
      promised <= {FREE_BITS{1'b0}};
      at_hand <= {FREE_BITS{1'b0}};
      err_bounds <= 1'b0;
    end else begin
      full <= load | (full & ~(req_valid ? req_ready : halt));
      entered <= ask;
      req_valid <= ask | (req_valid & ~req_ready);
      if (load) req_bank <= burst_bank;
      if (enter) item_in <= item_in + ONE[POINTER_BITS-1:0];
      sent <= send;
      promised <= promised_now;
      at_hand <= in_count - promised_now;
      if (full & ~req_inside) err_bounds <= 1'b1;
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      item_sent <= {POINTER_BITS{1'b0}};
      item_done <= {POINTER_BITS{1'b0}};
      beat <= 8'd0;
      wdat_valid <= 1'b0;
      acks <= {POINTER_BITS{1'b0}};
      err_resp <= 1'b0;
      rows_committed <= 32'd0;
    end else begin
      wdat_valid <= send | (wdat_valid & ~wdat_ready);
      if (send) beat <= is_last ? 8'd0 : beat + 8'd1;
      if ((send & is_last) | (sends & sending[8])) item_sent <= item_sent + ONE[POINTER_BITS-1:0];
      if (ack_valid & ~use_ack) acks <= acks + ONE[POINTER_BITS-1:0];
      if (use_ack & ~ack_valid) acks <= acks - ONE[POINTER_BITS-1:0];
      if (ack_valid & ack_error) err_resp <= 1'b1;
      if (leave) item_done <= item_done + ONE[POINTER_BITS-1:0];
      if (leave & ending[9] & ~err_resp) rows_committed <= rows_committed + 32'd1;
    end
  end

  assign wdat_strobe = {(BUS_BITS / 8){strobe}};
  assign idle = bursts_idle & ~full & nothing_open & ~wdat_valid;

endmodule

`default_nettype wire
